#include "tests/property/random_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <random>
#include <set>

namespace tesuji::tests {

namespace {

struct Predicate {
  std::string name;
  std::size_t arity = 0;
};

class Generator {
 public:
  explicit Generator(std::uint64_t number) : random_(number) {
    const std::size_t count = below(4) + 2;
    for (std::size_t i = 0; i < count; ++i) {
      constants_.push_back(chance(0.3) ? std::to_string(i) : std::string(1, "abcdef"[i]));
    }
  }

  RandomFeatures run() {
    RandomFeatures result;
    std::string& theory = result.theory;
    for (const std::string& constant : constants_) theory += fmt::format("dom({}).\n", constant);
    known_.push_back({"dom", 1});
    for (int i = 0; i < 2; ++i) add_static(theory);
    const std::size_t first = known_.size();
    const std::size_t fluents = below(3) + 1;
    for (std::size_t i = 0; i < fluents; ++i) add_base(theory, result.positions);
    fluents_ = {first, known_.size()};
    const std::size_t derived = below(5);
    for (std::size_t i = 0; i < derived; ++i) add_derived(theory);
    const std::size_t features = below(6) + 1;
    for (std::size_t i = 0; i < features; ++i) add_feature(result.features, i);
    for (std::size_t i = 0; i < features; ++i) {
      if (chance(0.4)) add_equal(result.features, features + i, written_[below(written_.size())]);
    }
    return result;
  }

 private:
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }
  bool chance(double share) { return std::uniform_real_distribution<>(0, 1)(random_) < share; }
  const std::string& constant() { return constants_[below(constants_.size())]; }

  static std::string atom(const std::string& name, const std::vector<std::string>& args) {
    return args.empty() ? name : fmt::format("{}({})", name, fmt::join(args, ","));
  }

  /// All tuples of constants.
  std::vector<std::vector<std::string>> tuples(std::size_t arity) const {
    std::vector<std::vector<std::string>> result{{}};
    for (std::size_t c = 0; c < arity; ++c) {
      std::vector<std::vector<std::string>> longer;
      for (const auto& tuple : result) {
        for (const std::string& constant : constants_) {
          longer.push_back(tuple);
          longer.back().push_back(constant);
        }
      }
      result = std::move(longer);
    }
    return result;
  }

  void add_static(std::string& theory) {
    const Predicate predicate{fmt::format("s{}", known_.size()), below(3) + 1};
    const double share = chance(0.2) ? 0.9 : 0.35;
    bool any = false;
    for (const auto& tuple : tuples(predicate.arity)) {
      if (!chance(share)) continue;
      theory += atom(predicate.name, tuple) + ".\n";
      any = true;
    }
    if (any) known_.push_back(predicate);
  }

  /// A fluent, and what it holds in each of the positions.
  void add_base(std::string& theory, std::vector<std::vector<std::string>>& positions) {
    const Predicate predicate{fmt::format("p{}", known_.size()), below(4)};
    std::vector<std::string> variables;
    std::string body;
    for (std::size_t c = 0; c < predicate.arity; ++c) {
      variables.push_back(fmt::format("X{}", c));
      body += fmt::format("{}dom({})", body.empty() ? " :- " : ", ", variables.back());
    }
    theory += fmt::format("base({}){}.\n", atom(predicate.name, variables), body);
    positions.resize(7);
    for (std::size_t p = 0; p < positions.size(); ++p) {
      const double share = p == 0 ? 0.0 : p == 1 ? 1.0 : 0.15 * static_cast<double>(p);
      for (const auto& tuple : tuples(predicate.arity)) {
        if (chance(share)) positions[p].push_back(atom(predicate.name, tuple));
      }
    }
    known_.push_back(predicate);
  }

  struct Body {
    std::string text;
    std::vector<std::string> variables;  ///< bound ones
  };

  std::vector<std::string> arguments(std::size_t arity, std::vector<std::string>& variables,
                                     double fresh) {
    std::vector<std::string> args;
    for (std::size_t c = 0; c < arity; ++c) {
      if (chance(0.12)) {
        args.push_back(constant());
      } else if (chance(0.08)) {
        args.emplace_back("_");
      } else if (variables.empty() || (chance(fresh) && variables.size() < 6)) {
        variables.push_back(fmt::format("{}{}", chance(0.1) ? "_V" : "V", variables.size()));
        args.push_back(variables.back());
      } else {
        args.push_back(variables[below(variables.size())]);
      }
    }
    return args;
  }

  /// `own`: a predicate that may be called, too, but not negated.
  Body body(std::size_t literals, const Predicate* own) {
    Body result;
    const auto append = [&](const std::string& literal) {
      result.text += (result.text.empty() ? "" : ", ") + literal;
    };
    for (std::size_t i = 0; i < literals; ++i) {
      const bool fluent = chance(0.5);
      const Predicate& of = own != nullptr && i > 0 && chance(0.4) ? *own
                            : fluent
                                ? known_[fluents_.first + below(fluents_.second - fluents_.first)]
                                : known_[below(known_.size())];
      append(atom(of.name, arguments(of.arity, result.variables, 0.45)));
    }
    while (chance(0.3)) {
      const Predicate& of = known_[below(known_.size())];
      std::vector<std::string> args;
      for (std::size_t c = 0; c < of.arity; ++c) {
        const double share = std::uniform_real_distribution<>(0, 1)(random_);
        args.push_back(share < 0.2 || result.variables.empty() ? (share < 0.1 ? "_" : constant())
                                                               : any(result.variables));
      }
      append("\\+ " + atom(of.name, args));
    }
    if (chance(0.2) && result.variables.size() > 1) {
      append(fmt::format("dif({},{})", any(result.variables),
                         chance(0.3) ? constant() : any(result.variables)));
    }
    return result;
  }

  const std::string& any(const std::vector<std::string>& of) { return of[below(of.size())]; }

  std::vector<std::string> head(std::size_t arity, const std::vector<std::string>& variables) {
    std::vector<std::string> args;
    for (std::size_t c = 0; c < arity; ++c) {
      args.push_back(variables.empty() || chance(0.1) ? constant() : any(variables));
    }
    return args;
  }

  void add_derived(std::string& theory) {
    const Predicate predicate{fmt::format("d{}", known_.size()), below(4)};
    const bool recursive = chance(0.35) && predicate.arity > 0;
    const std::size_t rules = below(3) + 1;
    for (std::size_t r = 0; r < rules; ++r) {
      const Body one = body(below(3) + 1, recursive && r > 0 ? &predicate : nullptr);
      theory += fmt::format("{} :- {}.\n",
                            atom(predicate.name, head(predicate.arity, one.variables)), one.text);
    }
    if (chance(0.2)) {
      theory += atom(predicate.name, head(predicate.arity, {})) + ".\n";
    }
    known_.push_back(predicate);
  }

  void add_feature(std::string& features, std::size_t number) {
    const std::size_t arity = below(4);
    const std::size_t clauses = chance(0.2) ? 2 : 1;
    for (std::size_t c = 0; c < clauses; ++c) {
      const Body one = body(below(5) + 1, nullptr);
      std::vector<std::string> counted;
      for (std::size_t i = 0; i < arity; ++i) {
        if (!one.variables.empty()) counted.push_back(any(one.variables));
      }
      while (counted.size() < arity) counted.push_back(constant());
      features += fmt::format("f{}{} :- {}.\n", number,
                              counted.empty() ? "" : fmt::format("({})", fmt::join(counted, ",")),
                              one.text);
      written_.push_back({std::move(counted), one.text});
    }
  }

  struct Clause {
    std::vector<std::string> counted;
    std::string body;
  };

  /// A feature with the same body in another order, its variables renamed, and what is counted in
  /// another order; sometimes a literal is there twice, or the body is a part of a longer one.
  void add_equal(std::string& features, std::size_t number, const Clause& of) {
    std::vector<std::string> literals;
    std::string body = of.body;
    if (chance(0.4)) body += ", " + written_[below(written_.size())].body;
    for (std::size_t begin = 0; begin <= body.size();) {
      const std::size_t end = std::min(body.find(", ", begin), body.size());
      literals.push_back(body.substr(begin, end - begin));
      begin = end + 2;
    }
    std::shuffle(literals.begin(), literals.end(), random_);
    if (literals.size() > 1 && chance(0.1)) literals.push_back(literals.front());
    std::vector<std::string> counted = of.counted;
    std::shuffle(counted.begin(), counted.end(), random_);
    std::string clause = fmt::format("{} :- {}.", atom(fmt::format("f{}", number), counted),
                                     fmt::join(literals, ", "));
    std::replace(clause.begin(), clause.end(), 'V', 'W');
    features += clause + "\n";
  }

  std::mt19937_64 random_;
  std::vector<Clause> written_;
  std::vector<std::string> constants_;
  std::vector<Predicate> known_;
  std::pair<std::size_t, std::size_t> fluents_;
};

}  // namespace

RandomFeatures random_features(std::uint64_t number) {
  return Generator(number).run();
}

namespace {

/// Constants are words of one letter or digit.
std::string with_terms(const std::string& text) {
  static const std::map<std::string, std::string> terms{
      {"a", "k(1,m(x))"}, {"b", "k(2,m(x))"}, {"c", "k(1,m(y))"}};
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string word = text.substr(at, end - at);
    const auto term = terms.find(word);
    result += term == terms.end() ? word : term->second;
    if (end == at) result += text[end++];
    at = end;
  }
  return result;
}

}  // namespace

RandomFeatures with_terms(const RandomFeatures& program) {
  RandomFeatures result{with_terms(program.theory), with_terms(program.features),
                        program.positions};
  for (auto& position : result.positions) {
    for (std::string& fact : position) fact = with_terms(fact);
  }
  return result;
}

}  // namespace tesuji::tests
