#include "frontend/prolog/clause_metarules_reader.h"

#include "frontend/text/prolog_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = PrologTerm::Kind;

/// Reads one metarule; reports an error and returns nullopt if it is malformed.
class MetaruleReader {
 public:
  explicit MetaruleReader(ir::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::optional<ir::ClauseMetarule> read(const PrologTerm& term, std::size_t number) {
    if (term.kind != Kind::compound || term.name != "metarule") {
      return fail(term, "a metarule is expected: metarule(NAME, [P,..], [P,A,..], [[Q,A,..],..])");
    }
    metarule_.span = term.span;
    metarule_.name = fmt::format("metarule_{}", number);
    std::vector<const PrologTerm*> parts;
    for (const PrologTerm& part : term.args) {
      if (part.is(":-", 2)) {
        parts.push_back(&part.args[0]);
        parts.push_back(&part.args[1]);
      } else {
        parts.push_back(&part);
      }
    }
    std::size_t next = 0;
    if (!parts.empty() && parts[0]->kind == Kind::atom) metarule_.name = parts[next++]->name;
    if (parts.size() != next + 3) {
      return fail(term, "a metarule has a list of what belongs to its clauses, a head and a body");
    }
    if (!read_owned(*parts[next]) || !read_head(*parts[next + 1]) || !read_body(*parts[next + 2])) {
      return std::nullopt;
    }
    return std::move(metarule_);
  }

 private:
  std::nullopt_t fail(const PrologTerm& term, std::string message, const char* code = "parse") {
    diagnostics_.error(term.span, code, std::move(message));
    return std::nullopt;
  }

  bool refuse(const PrologTerm& term, std::string message, const char* code = "parse") {
    fail(term, std::move(message), code);
    return false;
  }

  bool read_owned(const PrologTerm& list) {
    if (list.kind != Kind::list) {
      return refuse(list, "the list of the clauses' predicates and constants is expected here");
    }
    for (const PrologTerm& one : list.args) {
      if (one.kind != Kind::variable || one.name == "_") {
        return refuse(one, "a variable is expected here");
      }
      owned_.push_back(one.name);
    }
    return true;
  }

  bool read_head(const PrologTerm& list) {
    if (list.kind != Kind::list || list.args.size() < 2 || list.args[0].kind != Kind::variable) {
      return refuse(list, "a head is expected: [P,A,..], with a variable for its predicate");
    }
    if (!is_owned(list.args[0].name)) {
      return refuse(list.args[0],
                    fmt::format("`{}` is not in the list before the head", list.args[0].name));
    }
    metarule_.predicates.push_back({list.args[0].name, true});
    for (std::size_t i = 1; i < list.args.size(); ++i) {
      const PrologTerm& arg = list.args[i];
      if (arg.kind != Kind::variable || arg.name == "_") {
        return refuse(arg, "the arguments of a head are variables");
      }
      if (number_of(arg.name) < metarule_.variables.size()) {
        return refuse(arg, "the arguments of a head are different variables");
      }
      add_variable(arg.name);
    }
    metarule_.arity = static_cast<std::uint32_t>(metarule_.variables.size());
    seen_ = metarule_.variables;
    return true;
  }

  bool read_body(const PrologTerm& list) {
    if (list.kind != Kind::list || list.args.empty()) {
      return refuse(list, "a body is expected: [[Q,A,..],..]");
    }
    for (const PrologTerm& one : list.args) {
      const bool negated = one.is("not", 1);
      if (!read_literal(negated ? one.args[0] : one, negated)) return false;
    }
    warn_of_dangling();
    return true;
  }

  /// Warns of literals that share no variable with the head or another literal.
  void warn_of_dangling() {
    for (const ir::ClauseMetarule::Literal& literal : metarule_.body) {
      const auto stands_elsewhere = [&](std::uint32_t variable) {
        if (variable == ir::ClauseMetarule::any) return false;
        return variable < metarule_.arity || metarule_.constant[variable] ||
               std::any_of(
                   metarule_.body.begin(), metarule_.body.end(),
                   [&](const auto& other) {
                     return &other != &literal && std::find(other.args.begin(), other.args.end(),
                                                            variable) != other.args.end();
                   });
      };
      if (literal.args.empty() ||
          std::any_of(literal.args.begin(), literal.args.end(), stands_elsewhere)) {
        continue;
      }
      diagnostics_.warning(literal.span, "unused",
                           "no variable of this literal occurs elsewhere in the metarule, so it "
                           "does not constrain the others");
    }
  }

  bool read_literal(const PrologTerm& list, bool negated) {
    if (list.kind != Kind::list || list.args.empty()) {
      return refuse(list, "a literal is expected: [Q,A,..] or not([Q,A,..])");
    }
    ir::ClauseMetarule::Literal literal;
    literal.negated = negated;
    literal.span = list.span;
    const PrologTerm& predicate = list.args[0];
    if (predicate.kind == Kind::variable && !is_owned(predicate.name)) {
      return refuse(predicate,
                    fmt::format("`{}` is not in the list before the head", predicate.name));
    }
    if (predicate.kind != Kind::variable && predicate.kind != Kind::atom) {
      return refuse(predicate, "a predicate is expected here: a variable or a name");
    }
    literal.predicate = predicate_number(predicate);
    if (negated && literal.predicate == 0) {
      return refuse(predicate, "a clause cannot depend on its own negation");
    }
    for (std::size_t i = 1; i < list.args.size(); ++i) {
      if (!read_argument(list.args[i], literal)) return false;
    }
    if (!negated) {
      for (const std::uint32_t arg : literal.args) seen_.push_back(metarule_.variables[arg]);
    }
    metarule_.body.push_back(std::move(literal));
    return true;
  }

  bool read_argument(const PrologTerm& arg, ir::ClauseMetarule::Literal& literal) {
    if (arg.kind != Kind::variable) {
      return refuse(arg,
                    "a variable is expected here; constants are found by the search: put the "
                    "variable into the list before the head");
    }
    if (arg.name == "_" && literal.negated) {
      literal.args.push_back(ir::ClauseMetarule::any);
      return true;
    }
    if (literal.negated && std::find(seen_.begin(), seen_.end(), arg.name) == seen_.end()) {
      return refuse(arg,
                    fmt::format("`{}` is unbound here: neither the head nor an earlier literal "
                                "binds it; write `_` for any value",
                                arg.name),
                    "unsafe");
    }
    // Each `_` is a separate variable.
    if (arg.name == "_" || number_of(arg.name) == metarule_.variables.size()) {
      add_variable(arg.name);
      literal.args.push_back(static_cast<std::uint32_t>(metarule_.variables.size() - 1));
    } else {
      literal.args.push_back(static_cast<std::uint32_t>(number_of(arg.name)));
    }
    return true;
  }

  [[nodiscard]] bool is_owned(const std::string& name) const {
    return std::find(owned_.begin(), owned_.end(), name) != owned_.end();
  }

  /// Returns the number of the first variable with this name; the number of variables if there is
  /// none.
  [[nodiscard]] std::size_t number_of(const std::string& name) const {
    const auto& all = metarule_.variables;
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), name) - all.begin());
  }

  void add_variable(const std::string& name) {
    metarule_.variables.push_back(name);
    metarule_.constant.push_back(is_owned(name));
  }

  std::uint32_t predicate_number(const PrologTerm& term) {
    const bool variable = term.kind == Kind::variable;
    auto& all = metarule_.predicates;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].name == term.name && all[i].variable == variable) {
        return static_cast<std::uint32_t>(i);
      }
    }
    all.push_back({term.name, variable});
    return static_cast<std::uint32_t>(all.size() - 1);
  }

  ir::Diagnostics& diagnostics_;
  ir::ClauseMetarule metarule_;
  std::vector<std::string> owned_;
  std::vector<std::string> seen_;  ///< variables that have a value at this point
};

}  // namespace

std::optional<std::vector<ir::ClauseMetarule>> read_clause_metarules(ir::FileId file,
                                                                     ir::Diagnostics& diagnostics) {
  const auto terms = read_prolog_terms(file, diagnostics);
  if (!terms) return std::nullopt;
  std::vector<ir::ClauseMetarule> metarules;
  bool good = true;
  for (const PrologTerm& term : *terms) {
    auto metarule = MetaruleReader(diagnostics).read(term, metarules.size() + 1);
    if (metarule) {
      metarules.push_back(std::move(*metarule));
    } else {
      good = false;
    }
  }
  if (good && metarules.empty()) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "parse", "the file contains no metarule");
    return std::nullopt;
  }
  if (!good) return std::nullopt;
  return metarules;
}

}  // namespace tesuji::frontend
