// Writes learned rules in GDL (rules_to_gdl.h).
#include "learner/game_rules/rules_to_gdl.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace tesuji::learner {

namespace {

/// Prints `f(1, g(2))` as `(f 1 (g 2))`.
std::string prefix_term(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return std::string(text);
  std::string result = "(" + std::string(text.substr(0, open));
  std::size_t depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = open + 1; i < text.size(); ++i) {
    const bool last = i + 1 == text.size();
    if ((text[i] == ',' && depth == 0) || last) {
      if (i > begin) result += " " + prefix_term(text.substr(begin, i - begin));
      begin = i + 2;
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')') {
      --depth;
    }
  }
  return result + ")";
}

/// The number of arguments before the flattened term: `does_mark(role, 1, 2)`; nothing for names of
/// other relations.
struct Flattening {
  std::string_view relation;
  std::size_t before;
};
constexpr Flattening flattenings[] = {{"true", 0}, {"next", 0},  {"init", 0},
                                      {"does", 1}, {"legal", 1}, {"goal", 1}};

class RulesheetWriter {
 public:
  RulesheetWriter(const RulesheetParts& parts, PlayVocabulary& vocabulary)
      : parts_(parts), vocabulary_(vocabulary), columns_(parts.columns) {
    for (const PlayAtom& atom : parts.statics) add_columns(atom);
    for (const RuleDefinition& definition : parts.definitions) {
      for (const PlayAtom& atom : definition.atoms) add_columns(atom);
    }
  }

  std::string write() {
    text_ = "; Rules learned from play.\n\n";
    for (const bool roles : {true, false}) {
      for (const PlayAtom& atom : parts_.statics) {
        if ((vocabulary_[atom.predicate].name == "role") != roles) continue;
        fact(atom);
      }
    }
    text_ += "\n";
    for (PlayAtom atom : parts_.initial) {
      const std::string name = "init" + vocabulary_[atom.predicate].name.substr(4);
      atom.predicate = vocabulary_.predicate(name, static_cast<std::uint32_t>(atom.args.size()));
      flattened_.insert(atom.predicate);
      fact(atom);
    }
    for (const auto& [predicate, values] : parts_.flattened) flattened_.insert(predicate);
    for (const RuleDefinition& definition : parts_.definitions) {
      text_ += "\n";
      for (const PlayClause& clause : definition.clauses) rule(definition, clause);
    }
    never("terminal", "terminal");
    never("legal", "(legal ?r noop)");
    never("goal", "(goal ?r 0)");
    return std::move(text_);
  }

 private:
  using Args = std::vector<std::string>;

  void fact(const PlayAtom& atom) {
    Args args;
    for (const Constant value : atom.args) {
      args.push_back(prefix_term(vocabulary_.constants.text(value)));
    }
    const std::string written = sentence(atom.predicate, args);
    text_ += (written.front() == '(' ? written : "(" + written + ")") + "\n";
  }

  [[nodiscard]] std::string sentence(PlayPredicate predicate, const Args& args) const {
    const std::string& name = vocabulary_[predicate].name;
    const auto join = [](const std::string& head, auto begin, auto end) {
      std::string text = "(" + head;
      for (; begin != end; ++begin) text += " " + *begin;
      return text + ")";
    };
    if (flattened_.contains(predicate)) {
      for (const auto& [relation, before] : flattenings) {
        if (!name.starts_with(relation) || name.size() <= relation.size() ||
            name[relation.size()] != '_' || args.size() < before) {
          continue;
        }
        const auto split = args.begin() + static_cast<std::ptrdiff_t>(before);
        Args outer(args.begin(), split);
        outer.push_back(join(name.substr(relation.size() + 1), split, args.end()));
        return join(std::string(relation), outer.begin(), outer.end());
      }
    }
    return args.empty() ? name : join(name, args.begin(), args.end());
  }

  [[nodiscard]] std::string argument(const PlayArg& arg) const {
    if (arg.kind == PlayArg::Kind::constant) {
      return prefix_term(vocabulary_.constants.text(arg.value));
    }
    return "?v" + std::to_string(arg.value);
  }

  /// Replaces variables that an equation makes equal, and removes the equation.
  static PlayClause without_equations(PlayClause clause) {
    for (std::size_t i = 0; i < clause.body.size();) {
      const PlayLiteral literal = clause.body[i];
      if (literal.predicate != equality || literal.negated) {
        ++i;
        continue;
      }
      clause.body.erase(clause.body.begin() + static_cast<std::ptrdiff_t>(i));
      const auto replace = [&](PlayLiteral& in) {
        for (std::size_t k = 0; k < in.arity; ++k) {
          if (in.args[k] == literal.args[1]) in.args[k] = literal.args[0];
        }
      };
      replace(clause.head);
      for (PlayLiteral& other : clause.body) replace(other);
    }
    return clause;
  }

  void rule(const RuleDefinition& definition, const PlayClause& written) {
    const PlayClause clause = without_equations(written);
    std::uint32_t next = variable_count(clause);
    std::string positive;
    std::string negative;
    for (const PlayLiteral& literal : clause.body) {
      if (literal.negated) continue;
      Args args;
      for (const PlayArg& arg : literal.arguments()) {
        args.push_back(arg.kind == PlayArg::Kind::any ? "?v" + std::to_string(next++)
                                                      : argument(arg));
      }
      positive += "\n    " + sentence(literal.predicate, args) + plain(literal, args);
    }
    const std::string domain = domain_of_head(definition, clause);
    for (const PlayLiteral& literal : clause.body) {
      if (!literal.negated) continue;
      if (literal.predicate == equality) {
        negative +=
            "\n    (distinct " + argument(literal.args[0]) + " " + argument(literal.args[1]) + ")";
      } else {
        negative += "\n    (not " + negated_atom(literal) + ")";
      }
    }
    Args head;
    for (const PlayArg& arg : clause.head.arguments()) head.push_back(argument(arg));
    const std::string atom = sentence(clause.head.predicate, head);
    if (clause.body.empty() && domain.empty()) {
      text_ += (atom.front() == '(' ? atom : "(" + atom + ")") + "\n";
    } else {
      text_ += "(<= " + atom + domain + positive + negative + ")\n";
    }
    text_ += helpers_;
    helpers_.clear();
    for (const RuleDefinition& other : parts_.definitions) {
      if (other.predicate == definition.predicate) has_rules_.insert(relation_of(other.predicate));
    }
  }

  /// Whether a positive literal restricts the variable to these values.
  [[nodiscard]] bool is_confined(const PlayClause& clause, std::uint32_t variable,
                                 const std::set<Constant>& values) const {
    for (const PlayLiteral& literal : clause.body) {
      if (literal.negated || literal.predicate == equality) continue;
      const auto columns = columns_.find(literal.predicate);
      for (std::size_t i = 0; i < literal.arity; ++i) {
        const PlayArg& arg = literal.args[i];
        if (arg.kind != PlayArg::Kind::variable || arg.value != variable) continue;
        if (columns == columns_.end() ||
            std::includes(values.begin(), values.end(), columns->second[i].begin(),
                          columns->second[i].end())) {
          return true;
        }
      }
    }
    return false;
  }

  void add_columns(const PlayAtom& atom) {
    std::vector<std::set<Constant>>& columns = columns_[atom.predicate];
    columns.resize(atom.args.size());
    for (std::size_t i = 0; i < atom.args.size(); ++i) columns[i].insert(atom.args[i]);
  }

  /// Returns a literal that restricts the head's variables to the values of the head's columns,
  /// unless positive literals do; empty if not needed.
  std::string domain_of_head(const RuleDefinition& definition, const PlayClause& clause) {
    std::map<std::uint32_t, std::size_t> columns;  // by variable
    for (std::size_t i = 0; i < clause.head.arity; ++i) {
      const PlayArg& arg = clause.head.args[i];
      if (arg.kind != PlayArg::Kind::variable) continue;
      std::set<Constant> column;
      for (const PlayAtom& atom : definition.atoms) column.insert(atom.args[i]);
      if (!is_confined(clause, arg.value, column)) columns.emplace(arg.value, i);
    }
    if (columns.empty()) return {};
    std::set<std::vector<Constant>> values;
    for (const PlayAtom& atom : definition.atoms) {
      bool fits = true;
      for (std::size_t i = 0; i < clause.head.arity; ++i) {
        const PlayArg& arg = clause.head.args[i];
        fits = fits && (arg.kind != PlayArg::Kind::constant || arg.value == atom.args[i]);
      }
      if (!fits) continue;
      std::vector<Constant>& tuple = scratch_;
      tuple.clear();
      for (const auto& [variable, column] : columns) tuple.push_back(atom.args[column]);
      values.insert(tuple);
    }
    const PlayPredicate domain = domain_of(values, columns.size());
    Args args;
    for (const auto& [variable, column] : columns) args.push_back("?v" + std::to_string(variable));
    return "\n    " + sentence(domain, args);
  }

  /// Returns a negated literal's atom; if it has `_`, uses a relation without these columns.
  std::string negated_atom(const PlayLiteral& literal) {
    Args args;
    Args all;
    bool any = false;
    PlayLiteral pattern = literal;
    for (std::size_t i = 0; i < literal.arity; ++i) {
      const PlayArg& arg = literal.args[i];
      any = any || arg.kind == PlayArg::Kind::any;
      if (arg.kind == PlayArg::Kind::variable) {
        args.push_back(argument(arg));
        pattern.args[i].value = static_cast<std::uint32_t>(args.size());
      }
      all.push_back(arg.kind == PlayArg::Kind::any ? "?w" + std::to_string(i)
                                                   : argument(pattern.args[i]));
    }
    if (!any) {
      for (std::size_t i = 0; i < literal.arity; ++i) all[i] = argument(literal.args[i]);
      return sentence(literal.predicate, all);
    }
    auto [entry, added] = projections_.try_emplace(pattern, 0);
    if (added) {
      entry->second = vocabulary_.fresh_predicate("some_" + vocabulary_[literal.predicate].name,
                                                  static_cast<std::uint32_t>(args.size()));
      Args head;
      for (std::size_t i = 1; i <= args.size(); ++i) head.push_back("?v" + std::to_string(i));
      helpers_ += "(<= " + sentence(entry->second, head) + "\n    " +
                  sentence(literal.predicate, all) + plain(literal, all) + ")\n";
    }
    return sentence(entry->second, args);
  }

  /// In tasks `true(X)` is about constants, while `(true ?x)` would match `(cell 1 2 b)`, too:
  /// returns a literal that excludes this; empty if not needed.
  std::string plain(const PlayLiteral& literal, const Args& args) {
    if (literal.arity == 0 || literal.args[literal.arity - 1U].kind == PlayArg::Kind::constant ||
        !flattened_.contains(literal.predicate)) {
      return {};
    }
    const std::string& name = vocabulary_[literal.predicate].name;
    bool others = false;
    for (const PlayPredicate other : flattened_) {
      others = others || vocabulary_[other].name.starts_with(name + "_");
    }
    const auto values = parts_.flattened.find(literal.predicate);
    if (!others || relation_of(literal.predicate) != name || values == parts_.flattened.end()) {
      return {};
    }
    std::set<std::vector<Constant>> column;
    for (const Constant value : values->second) column.insert({value});
    return "\n    " + sentence(domain_of(column, 1), {args.back()});
  }

  /// Returns a relation with these facts.
  PlayPredicate domain_of(const std::set<std::vector<Constant>>& values, std::size_t arity) {
    auto [entry, added] = domains_.try_emplace(values, 0);
    if (added) {
      entry->second = vocabulary_.fresh_predicate("domain", static_cast<std::uint32_t>(arity));
      for (const auto& tuple : values) {
        Args args;
        for (const Constant value : tuple) {
          args.push_back(prefix_term(vocabulary_.constants.text(value)));
        }
        helpers_ += sentence(entry->second, args) + "\n";
      }
    }
    return entry->second;
  }

  [[nodiscard]] std::string relation_of(PlayPredicate predicate) const {
    const std::string& name = vocabulary_[predicate].name;
    for (const auto& [relation, before] : flattenings) {
      if (name == relation || name.starts_with(std::string(relation) + "_")) {
        return std::string(relation);
      }
    }
    return name;
  }

  void never(const std::string& relation, const std::string& head) {
    if (has_rules_.contains(relation)) return;
    const bool role = head.find("?r") != std::string::npos;
    text_ += "\n(<= " + head + (role ? "\n    (role ?r)" : "") + "\n    (distinct never never))\n";
  }

  const RulesheetParts& parts_;
  PlayVocabulary& vocabulary_;
  std::map<PlayPredicate, std::vector<std::set<Constant>>> columns_;  ///< values of each argument
  std::set<PlayPredicate> flattened_;
  std::set<std::string> has_rules_;
  std::map<std::set<std::vector<Constant>>, PlayPredicate> domains_;
  std::map<PlayLiteral, PlayPredicate> projections_;
  std::vector<Constant> scratch_;
  std::string helpers_;
  std::string text_;
};

}  // namespace

std::string rulesheet_text(const RulesheetParts& parts, PlayVocabulary& vocabulary) {
  return RulesheetWriter(parts, vocabulary).write();
}

}  // namespace tesuji::learner
