#include "frontend/invariants/invariants_reader.h"

#include "frontend/invariants/invariants_ast.h"
#include "frontend/invariants/invariants_domains.h"
#include "frontend/invariants/invariants_messages.h"
#include "frontend/invariants/invariants_parser.h"
#include "frontend/invariants/invariants_resolver.h"
#include "ir/core/counted.h"
#include "ir/core/diagnostics.h"
#include "ir/formulas/formula_text.h"
#include "ir/module/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

namespace {

// Checks an invariant's text against the game, without its domains: names, numbers of arguments,
// the form of state formulas (definition 3), variables.

class InvariantChecks {
 public:
  /// All arguments must outlive it.
  InvariantChecks(const ir::Module& module, const ir::Vocabulary& vocabulary,
                  ir::Diagnostics& diagnostics)
      : module_(module), vocabulary_(vocabulary), diagnostics_(diagnostics) {}

  /// Reports errors (codes "undefined", "arity", "keyword", "unsafe", "duplicate") and
  /// warnings ("unused").
  void check(const InvariantText& invariant);

 private:
  struct Bound {
    const BindingText* binding = nullptr;
    bool used = false;
  };

  void bind(const std::vector<BindingText>& bindings);
  void unbind(std::size_t count);
  void check(const FormulaText& formula);
  void check_variables(const Term& term);
  /// Checks formulas with `knows`: it refers to one state, and may occur only in and, or, not,
  /// implies, forall and exists; in `inside`, a formula of another kind, it is an error.
  void check_knowledge(const FormulaText& formula, const FormulaText* inside);
  void check_knower(const Term& role);
  void check_atom(const Term& atom);
  bool check_predicate(const Term& atom);
  void check_moves(const Term& atom);
  void check_functor(const Term& atom, std::size_t argument, const char* what);
  [[nodiscard]] std::string wrapped_in(const Term& atom, const char* predicate,
                                       std::size_t argument) const;
  [[nodiscard]] const std::string& text(ir::Symbol symbol) const {
    return module_.symbols->text(symbol);
  }

  const ir::Module& module_;
  const ir::Vocabulary& vocabulary_;
  ir::Diagnostics& diagnostics_;
  std::vector<Bound> scope_;
  std::set<ir::Symbol> free_;  ///< variables already reported in the current invariant
};

using Form = FormulaText::Kind;

/// Returns the arity of GDL's predicates about states, whether or not the game has them.
std::optional<std::size_t> gdl_arity(std::string_view predicate) {
  if (predicate == "true" || predicate == "role") return 1;
  if (predicate == "legal" || predicate == "goal") return 2;
  if (predicate == "terminal") return 0;
  return std::nullopt;
}

std::string arguments(std::size_t count) {
  return count == 0 ? "no arguments" : ir::counted(count, "argument");
}

/// Prints a term in the form `name(..)`, for suggestions.
std::string written(const Term& term, const ir::Module& module) {
  const std::string& name = module.symbols->text(term.name);
  std::string text = ir::name_text(name);
  if (term.kind != Term::Kind::constant && !term.args.empty()) text += "(..)";
  return text;
}

bool has_knowledge(const FormulaText& formula) {
  return formula.kind == Form::knows ||
         std::any_of(formula.parts.begin(), formula.parts.end(), has_knowledge);
}

// Variables --------------------------------------------------------------------

void InvariantChecks::bind(const std::vector<BindingText>& bindings) {
  for (const BindingText& binding : bindings) {
    const auto known = std::find_if(scope_.begin(), scope_.end(), [&](const Bound& bound) {
      return bound.binding->variable == binding.variable;
    });
    if (known != scope_.end()) {
      diagnostics_
          .error(binding.span, "duplicate",
                 fmt::format("{} is bound already: choose another name", binding.written))
          .notes.push_back({known->binding->span, "here"});
    }
    scope_.push_back({&binding, false});
  }
}

void InvariantChecks::unbind(std::size_t count) {
  for (std::size_t i = scope_.size() - count; i < scope_.size(); ++i) {
    const BindingText& binding = *scope_[i].binding;
    if (scope_[i].used) continue;
    diagnostics_.warning(binding.span, "unused",
                         fmt::format("{} is bound here and never used", binding.written));
  }
  scope_.resize(scope_.size() - count);
}

void InvariantChecks::check_variables(const Term& term) {
  for (const Term& arg : term.args) check_variables(arg);
  if (term.kind != Term::Kind::variable) return;
  const auto known = std::find_if(scope_.rbegin(), scope_.rend(), [&](const Bound& bound) {
    return bound.binding->variable == term.name;
  });
  if (known != scope_.rend()) {
    known->used = true;
    return;
  }
  if (!free_.insert(term.name).second) return;
  diagnostics_.error(
      term.span, "unsafe",
      fmt::format("nothing binds this variable: write `forall {0}. ..`, `exists {0}. ..`, or make "
                  "it a parameter, `invariant NAME[{0}]: ..`",
                  ir::variable_text(text(term.name))));
}

// Formulas ---------------------------------------------------------------------

void InvariantChecks::check(const InvariantText& invariant) {
  free_.clear();
  bind(invariant.parameters);
  check(invariant.formula);
  if (has_knowledge(invariant.formula)) check_knowledge(invariant.formula, nullptr);
  unbind(invariant.parameters.size());
}

void InvariantChecks::check(const FormulaText& formula) {
  switch (formula.kind) {
    case Form::atom:
      check_variables(formula.left);
      check_atom(formula.left);
      break;
    case Form::same:
    case Form::different:
      check_variables(formula.left);
      check_variables(formula.right);
      break;
    case Form::knows:
      check_variables(formula.left);
      check_knower(formula.left);
      break;
    default:
      break;
  }
  for (std::size_t i = 0; i < formula.parts.size(); ++i) {
    const bool binds = i < formula.ranges.size();
    if (binds) bind(formula.ranges[i]);
    check(formula.parts[i]);
    if (binds) unbind(formula.ranges[i].size());
  }
}

// Knowledge --------------------------------------------------------------------

void InvariantChecks::check_knower(const Term& role) {
  if (role.kind == Term::Kind::variable) return;
  const std::vector<ir::Symbol>& roles = module_.roles;
  const bool constant = role.kind == Term::Kind::constant;
  if (constant && std::find(roles.begin(), roles.end(), role.name) != roles.end()) return;
  std::vector<std::string> known;
  for (const ir::Symbol some : roles) known.push_back(text(some));
  diagnostics_.error(role.span, "undefined",
                     fmt::format("unknown role `{}`{}", written(role, module_),
                                 did_you_mean(ir::nearest_name(text(role.name), known))));
}

void InvariantChecks::check_knowledge(const FormulaText& formula, const FormulaText* inside) {
  const bool counts =
      formula.kind == Form::count &&
      (formula.lower > 1 || (formula.lower == 1 && formula.upper != ~std::uint64_t{0}) ||
       (formula.lower == 0 && formula.upper > 0));
  if (formula.kind == Form::next) {
    diagnostics_.error(formula.span, "keyword",
                       "`next` and `knows` cannot be combined: knowledge is about one state");
    return;
  }
  if (formula.kind == Form::knows) {
    if (module_.find_answer(ir::Answer::sees) == ir::no_id) {
      diagnostics_.error(
          formula.span, "keyword",
          "the rules have no clauses for `sees`: every role sees all moves, so it knows the state");
      return;
    }
    if (inside != nullptr) {
      const char* const why = inside->kind == Form::knows ? "of what roles know of each other"
                                                          : "how often a role knows something";
      diagnostics_
          .error(formula.span, "keyword",
                 fmt::format("no formula can express {}: `knows` is allowed in `and`, `or`, `not`, "
                             "`implies`, `forall`, and in `exists` without a number",
                             why))
          .notes.push_back({inside->span, "it is used in this"});
      return;
    }
  }
  const bool closes = formula.kind == Form::knows || counts;
  for (const FormulaText& part : formula.parts) {
    check_knowledge(part, closes ? &formula : inside);
  }
}

// Atoms ------------------------------------------------------------------------

void InvariantChecks::check_atom(const Term& atom) {
  const std::string& name = text(atom.name);
  if (name == "init") {
    diagnostics_.error(atom.span, "keyword",
                       "`init` cannot be used in a formula: formulas are about all reachable "
                       "states; write `true(..)`");
  } else if (name == "next") {
    diagnostics_.error(atom.span, "keyword",
                       "`next` is not a predicate here: write `next true(..)`, without quotes");
  } else if (name == "does") {
    diagnostics_.error(atom.span, "keyword",
                       "`does` cannot be used in a formula: formulas are about states, not moves; "
                       "`legal(..)` holds for the possible moves");
  } else if (check_predicate(atom)) {
    check_moves(atom);
    if (name == "true") check_functor(atom, 0, "fluent");
    if (name == "legal") check_functor(atom, 1, "move");
  }
}

/// Returns the atom's name if it is a function that `predicate` has as an argument,
/// `true(cell(..))` for `cell(1, 1, b)`; otherwise empty.
std::string InvariantChecks::wrapped_in(const Term& atom, const char* predicate,
                                        std::size_t argument) const {
  const auto symbol = module_.symbols->find(predicate);
  if (!symbol) return {};
  for (const ir::Vocabulary::Entry& entry : vocabulary_.entries(*symbol)) {
    if (entry.atom.args.size() <= argument) continue;
    const ir::TermPattern& pattern = entry.atom.args[argument];
    bool fits = pattern.functor == atom.name && pattern.args.size() == atom.args.size();
    if (pattern.is_leaf() && atom.args.empty()) {
      const std::vector<ir::Symbol> values =
          vocabulary_.values(entry, pattern, ir::leaves(entry.atom) - 1).leaves[0];
      fits = std::find(values.begin(), values.end(), atom.name) != values.end();
    }
    if (!fits) continue;
    const std::string term = written(atom, module_);
    return argument == 0 ? fmt::format("{}({})", predicate, term)
                         : fmt::format("{}(R, {})", predicate, term);
  }
  return {};
}

bool InvariantChecks::check_predicate(const Term& atom) {
  const std::string& name = text(atom.name);
  std::set<std::size_t> arities;
  for (const ir::Vocabulary::Entry& entry : vocabulary_.entries(atom.name)) {
    arities.insert(entry.atom.args.size());
  }
  if (const auto arity = gdl_arity(name)) arities.insert(*arity);
  if (arities.contains(atom.args.size())) return true;

  std::string suggestion = wrapped_in(atom, "true", 0);
  if (suggestion.empty()) suggestion = wrapped_in(atom, "legal", 1);
  if (!arities.empty()) {
    diagnostics_.error(
        atom.span, "arity",
        fmt::format("`{}` has {}, found {}{}", ir::name_text(name),
                    arities.size() == 1 ? arguments(*arities.begin())
                                        : fmt::format("{} arguments", fmt::join(arities, " or ")),
                    atom.args.size(), did_you_mean(suggestion)));
    return false;
  }
  if (suggestion.empty()) {
    std::vector<std::string> known = {"true", "legal", "goal", "terminal", "role"};
    for (const ir::Symbol predicate : vocabulary_.predicates()) {
      const std::string& candidate = text(predicate);
      const bool ours = candidate.find('.') != std::string::npos;
      if (!ours && candidate != "init" && candidate != "next" && candidate != "does") {
        known.push_back(candidate);
      }
    }
    suggestion = ir::nearest_name(name, known);
  }
  diagnostics_.error(
      atom.span, "undefined",
      fmt::format("unknown predicate `{}`{}", ir::name_text(name), did_you_mean(suggestion)));
  return false;
}

void InvariantChecks::check_moves(const Term& atom) {
  for (const ir::Vocabulary::Entry& entry : vocabulary_.entries(atom.name)) {
    if (entry.atom.args.size() != atom.args.size()) continue;
    const auto way = vocabulary_.way_to_moves(entry.relation);
    if (way.empty()) continue;
    ir::Diagnostic& error = diagnostics_.error(
        atom.span, "keyword",
        fmt::format("`{}` depends on `does`: it is about moves, and formulas are about states",
                    ir::name_text(text(atom.name))));
    for (const ir::Vocabulary::Step& step : way) {
      const auto called = [&](ir::RelationId id) {
        return ir::written_name(module_.relations[id]);
      };
      error.notes.push_back(
          {step.literal->span, fmt::format("`{}` depends on `{}` here", called(step.head),
                                           called(step.literal->relation))});
    }
    ir::abridge_steps(error);
    return;
  }
}

/// Checks that the arguments of `true` are fluents of the game, and those of `legal` its moves.
void InvariantChecks::check_functor(const Term& atom, std::size_t argument, const char* what) {
  const Term& term = atom.args[argument];
  if (term.kind == Term::Kind::variable) return;
  std::vector<std::string> known;
  std::set<std::size_t> arities;
  for (const ir::Vocabulary::Entry& entry : vocabulary_.entries(atom.name)) {
    if (entry.atom.args.size() != atom.args.size()) continue;
    const ir::TermPattern& pattern = entry.atom.args[argument];
    if (pattern.is_leaf()) {
      const ir::TermSet set = vocabulary_.values(entry, pattern, ir::leaves(entry.atom) - 1);
      for (const ir::Symbol value : set.leaves[0]) {
        if (value == term.name && term.kind == Term::Kind::constant) return;
        known.push_back(text(value));
      }
      continue;
    }
    known.push_back(text(pattern.functor));
    if (pattern.functor != term.name) continue;
    if (term.kind == Term::Kind::compound && pattern.args.size() == term.args.size()) return;
    arities.insert(pattern.args.size());
  }
  if (!arities.empty()) {
    const bool brackets = arities.contains(0) && term.kind == Term::Kind::constant;
    diagnostics_.error(
        term.span, "arity",
        fmt::format("the {} `{}` has {}, found {}{}", what, ir::name_text(text(term.name)),
                    arities.size() == 1 ? arguments(*arities.begin())
                                        : fmt::format("{} arguments", fmt::join(arities, " or ")),
                    term.args.size(),
                    brackets ? fmt::format("; did you mean `{}()`?", text(term.name)) : ""));
    return;
  }
  diagnostics_.error(term.span, "undefined",
                     fmt::format("unknown {} `{}`{}", what, written(term, module_),
                                 did_you_mean(ir::nearest_name(text(term.name), known))));
}

void check_names(const InvariantsText& text, ir::Diagnostics& diagnostics) {
  std::map<std::string_view, ir::Span> names;
  for (const InvariantText& invariant : text.invariants) {
    const auto [found, is_new] = names.emplace(invariant.name, invariant.name_span);
    if (is_new) continue;
    diagnostics
        .error(invariant.name_span, "duplicate",
               fmt::format("there are two invariants `{}`", invariant.name))
        .notes.push_back({found->second, "the first one is here"});
  }
}

std::optional<std::vector<ir::Invariant>> resolve(const InvariantsText& text, ir::FileId file,
                                                  const ir::Module& module,
                                                  ir::Diagnostics& diagnostics,
                                                  std::size_t errors_before) {
  const ir::Vocabulary vocabulary(module);
  InvariantDomains domains(text, module, vocabulary, diagnostics);
  InvariantChecks checks(module, vocabulary, diagnostics);
  InvariantResolver resolver(module, vocabulary, domains, diagnostics);
  check_names(text, diagnostics);
  domains.check_declarations();
  std::vector<ir::Invariant> invariants;
  for (const InvariantText& invariant : text.invariants) {
    const std::size_t errors = diagnostics.error_count();
    checks.check(invariant);
    if (diagnostics.error_count() == errors) resolver.resolve(invariant, invariants);
  }
  diagnostics.sort_by_place(file);
  if (diagnostics.error_count() != errors_before) return std::nullopt;
  // A member of a family may have the name of another invariant.
  std::set<std::string> names;
  for (ir::Invariant& invariant : invariants) {
    const std::string name = invariant.name;
    for (int number = 2; !names.insert(invariant.name).second; ++number) {
      invariant.name = fmt::format("{}/{}", name, number);
    }
  }
  return invariants;
}

}  // namespace

std::optional<std::vector<ir::Invariant>> read_invariants(ir::FileId file, const ir::Module& module,
                                                          ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const InvariantsText text = parse_invariants(file, *module.symbols, diagnostics);
  if (text.invariants.empty() && diagnostics.error_count() == errors) {
    diagnostics.warning({file, {}, {}}, "empty", "the file contains no invariants");
  }
  return resolve(text, file, module, diagnostics, errors);
}

std::optional<std::vector<ir::Invariant>> read_property(ir::FileId file,
                                                        std::string_view default_name,
                                                        const ir::Module& module,
                                                        ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const InvariantsText text = parse_property(file, default_name, *module.symbols, diagnostics);
  return resolve(text, file, module, diagnostics, errors);
}

}  // namespace tesuji::frontend
