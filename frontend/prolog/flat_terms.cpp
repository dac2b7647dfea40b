#include "frontend/prolog/flat_terms.h"

#include "frontend/prolog/feature_aggregates.h"
#include "frontend/prolog/logic_program.h"
#include "frontend/prolog/term_forms.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

using ir::LogicClause;
using ir::PrologTerm;
using Kind = PrologTerm::Kind;

bool has_parts(const PrologTerm& atom) {
  return std::any_of(atom.args.begin(), atom.args.end(),
                     [](const PrologTerm& arg) { return !arg.args.empty(); });
}

bool is_list(const PrologTerm& term) {
  return term.kind == Kind::list || term.kind == Kind::partial_list;
}

/// `p(_,_),_`.
std::string arguments_text(const PrologTerm& form) {
  std::string text;
  for (const PrologTerm& arg : form.args) text += (text.empty() ? "" : ",") + ir::to_text(arg);
  return text;
}

/// Fills arguments that only other forms have.
PrologTerm padding(ir::Span span) {
  return {Kind::atom, "-", {}, span};
}

/// Returns an equation without solutions.
PrologTerm never(ir::Span span) {
  return {Kind::compound, "=", {{Kind::atom, "no", {}, span}, {Kind::atom, "yes", {}, span}}, span};
}

bool has_variable(const PrologTerm& term, const std::string& name) {
  return (term.kind == Kind::variable && term.name == name) ||
         std::any_of(term.args.begin(), term.args.end(),
                     [&](const PrologTerm& arg) { return has_variable(arg, name); });
}

/// Whether the variable also occurs in the clause outside the literal.
bool has_elsewhere(const LogicClause& clause, const LogicClause::Literal& literal,
                   const std::string& name) {
  return has_variable(clause.head, name) ||
         std::any_of(clause.body.begin(), clause.body.end(), [&](const auto& other) {
           return &other != &literal && has_variable(other.atom, name);
         });
}

/// Appends the number to the names of variables that occur only in the literal.
void rename_own(PrologTerm& term, const LogicClause& clause, const LogicClause::Literal& literal,
                std::size_t number) {
  if (term.kind == Kind::variable && term.name != "_" &&
      !has_elsewhere(clause, literal, term.name)) {
    term.name += fmt::format("''{}", number);
  }
  for (PrologTerm& arg : term.args) rename_own(arg, clause, literal, number);
}

class TermFlattener {
 public:
  TermFlattener(const ir::DomainTheory& theory, const ir::FeatureClauses& features,
                ir::Diagnostics& diagnostics)
      : theory_(theory), features_(features), diagnostics_(diagnostics), forms_(diagnostics) {}

  std::optional<FlatTerms> run() {
    const std::size_t errors = diagnostics_.error_count();
    check_lists();
    check_positions();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    solve(theory_.base, result_.theory.base);
    solve(theory_.clauses, result_.theory.clauses);
    solve(features_, result_.features);
    if (!forms_.find({&result_.theory.base, &result_.theory.clauses})) return std::nullopt;
    result_.atoms = forms_.all();
    for (const PrologTerm& form : result_.atoms) {
      if (form_name(form) != form.name) result_.forms.emplace(form_name(form), form);
    }
    result_.theory.board = theory_.board;
    keep_positions();
    flatten(result_.theory.base);
    flatten(result_.theory.clauses);
    flatten_features();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    return std::move(result_);
  }

 private:
  void fail(ir::Span span, std::string_view code, std::string message) {
    diagnostics_.error(span, std::string(code), std::move(message));
  }

  void check_lists() {
    const auto check = [&](const PrologTerm& atom) {
      for (const PrologTerm& arg : atom.args) check_list(arg);
    };
    for (const auto* clauses : {&theory_.base, &theory_.clauses, &features_}) {
      for (const LogicClause& clause : *clauses) {
        check(clause.head);
        for (const LogicClause::Literal& literal : clause.body) {
          if (!LogicProgram::is_reserved(literal.atom) || is_comparison(literal.atom)) {
            check(literal.atom);
          }
        }
      }
    }
  }

  void check_list(const PrologTerm& term) {
    if (is_list(term)) {
      return fail(term.span, "feature",
                  "a list has no columns: write a term with a fixed number of parts here, such as "
                  "pair(a,b)");
    }
    if (!term.args.empty() && term.name.find_first_of(" ()?") != std::string::npos) {
      fail(term.span, "feature",
           "names of compound terms cannot contain blanks, parentheses or question marks here");
    }
    for (const PrologTerm& arg : term.args) check_list(arg);
  }

  /// Checks that facts of positions have no clauses, in any form.
  void check_positions() {
    std::set<Signature> given;
    for (const LogicClause& clause : theory_.base) given.insert(signature_of(clause.head));
    for (const LogicClause& clause : theory_.clauses) {
      if (!given.contains(signature_of(clause.head))) continue;
      fail(clause.head.span, "feature",
           fmt::format("{} is given by each position, so it cannot have clauses",
                       signature(clause.head)));
    }
  }

  /// Appends the clauses with their equations substituted.
  void solve(const std::vector<LogicClause>& clauses, std::vector<LogicClause>& into) {
    for (const LogicClause& clause : clauses) {
      SolvedEquations solved = solve_equations(clause);
      if (solved.clause) {
        into.push_back(std::move(*solved.clause));
        continue;
      }
      if (solved.too_large) {
        fail(clause.head.span, "limit",
             "the equations of this clause make terms that are too large");
        continue;
      }
      warn(clause.head.span,
           "this clause can never hold: its equations and differences contradict each other");
      into.push_back({clause.head, {{never(clause.head.span), false}}});
    }
  }

  void warn(ir::Span span, std::string message) {
    diagnostics_.warning(span, "unreachable", std::move(message));
  }

  /// Predicates that have a base under another name do not need one under their own.
  void keep_positions() {
    for (const ir::PredicateName& name : theory_.position_predicates) {
      const bool based = std::any_of(theory_.base.begin(), theory_.base.end(), [&](const auto& of) {
        return of.head.name == name.name && of.head.args.size() == name.arity;
      });
      if (!based) result_.theory.position_predicates.push_back(name);
    }
  }

  // Instances ------------------------------------------------------------------

  /// Returns the flat atom of one form.
  PrologTerm flat_atom(const PrologTerm& atom, const PrologTerm& form) {
    PrologTerm flat{atom.kind, form_name(form), {}, atom.span};
    for (std::size_t c = 0; c < atom.args.size(); ++c) {
      append_leaves(atom.args[c], form.args[c], flat.args);
    }
    return flat;
  }

  void flatten(std::vector<LogicClause>& clauses) {
    std::vector<LogicClause> flat;
    for (const LogicClause& clause : clauses) {
      each_instance(clause, [&](LogicClause&& body, const Environment& given) {
        body.head = flat_atom(clause.head, form_of(clause.head, given));
        flat.push_back(std::move(body));
      });
    }
    clauses = std::move(flat);
  }

  /// Calls action(the clause without head, forms of its variables) for each choice of forms.
  template <typename Action>
  void each_instance(const LogicClause& clause, const Action& action) {
    bool any = false;
    FormSearch search(forms_, clause);
    const bool good = search.each([&](const FormSearch::Choice& choice) {
      any = true;
      if (++instances_ > most_instances) return false;
      LogicClause instance;
      if (flat_body(clause, choice, instance.body)) action(std::move(instance), choice.given);
      return true;
    });
    if (!good || instances_ > most_instances) {
      fail(clause.head.span, "limit",
           fmt::format("terms have so many forms together that there would be more than {} clauses",
                       most_instances));
      instances_ = 0;
    }
    if (any || search.misfit() == nullptr) return;
    const PrologTerm& atom = *search.misfit();
    warn(atom.span,
         fmt::format("this clause can never hold: {}", forms_.misfit_text(signature_of(atom))));
  }

  /// Returns false if the body can never hold.
  bool flat_body(const LogicClause& clause, const FormSearch::Choice& choice,
                 std::vector<LogicClause::Literal>& into) {
    std::size_t next = 0;
    for (const LogicClause::Literal& literal : clause.body) {
      if (is_comparison(literal.atom)) {
        auto flat = flat_comparison(literal, choice.given);
        if (flat.never) return false;
        if (flat.literal) into.push_back(std::move(*flat.literal));
      } else if (!forms_.declared(literal.atom)) {
        if (has_leaves_only(literal.atom, choice.given)) {
          into.push_back(literal);
        } else if (!literal.negated) {
          return false;  // has only constants
        }
      } else if (literal.negated) {
        add_negations(clause, literal, choice.given, into);
      } else {
        into.push_back({flat_atom(literal.atom, *choice.forms[next++]), false});
      }
    }
    return true;
  }

  /// Adds a negation for each possible form of the atom; renames its own variables in each of them.
  void add_negations(const LogicClause& clause, const LogicClause::Literal& literal,
                     const Environment& given, std::vector<LogicClause::Literal>& into) {
    std::size_t number = 0;
    for (const PrologTerm& form : forms_.of(signature_of(literal.atom))) {
      ++number;
      PrologTerm atom = literal.atom;
      rename_own(atom, clause, literal, number);
      Environment own = given;
      if (fits(atom, form, own)) into.push_back({flat_atom(atom, form), true});
    }
  }

  // Features -------------------------------------------------------------------

  struct Instance {
    LogicClause clause;
    std::string form;  ///< of the head's arguments
  };

  void flatten_features() {
    std::map<std::string, std::vector<Instance>> instances;
    std::map<std::string, std::size_t> arities;
    for (const LogicClause& clause : result_.features) {
      const auto [arity, fresh] = arities.emplace(clause.head.name, clause.head.args.size());
      if (arity->second != clause.head.args.size()) {
        fail(clause.head.span, "arity",
             fmt::format("{} counts {} elsewhere: a feature has one number of arguments",
                         clause.head.name, ir::counted(arity->second, "argument")));
        continue;
      }
      const auto aggregate = aggregate_of(clause.head);
      const std::string fault = aggregate ? aggregate_fault(clause.head, *aggregate) : "";
      if (!fault.empty()) {
        fail(aggregate->term.span, "feature", fault);
        continue;
      }
      std::vector<Instance>& of = instances[clause.head.name];
      each_instance(clause, [&](LogicClause&& body, const Environment& given) {
        const PrologTerm form = head_form(clause.head, given);
        body.head = clause.head;
        body.head.args.clear();
        for (std::size_t c = 0; c < clause.head.args.size(); ++c) {
          const PrologTerm& arg = clause.head.args[c];
          if (is_leaf(form.args[c]) && !arg.args.empty()) {
            body.head.args.push_back(arg);  // an aggregate
          } else {
            append_leaves(arg, form.args[c], body.head.args);
          }
        }
        of.push_back({std::move(body), arguments_text(form)});
      });
      if (of.empty()) {
        result_.empty.insert(clause.head.name);
      } else {
        result_.empty.erase(clause.head.name);
      }
    }
    for (auto& [name, of] : instances) mark_forms(of);
    std::vector<LogicClause> flat;
    std::set<std::string> done;
    for (LogicClause& clause : result_.features) {
      if (!done.insert(clause.head.name).second) continue;
      for (Instance& one : instances[clause.head.name]) flat.push_back(std::move(one.clause));
      if (result_.empty.contains(clause.head.name)) flat.push_back(std::move(clause));
    }
    result_.features = std::move(flat);
  }

  /// A summed argument is a constant.
  PrologTerm head_form(const PrologTerm& head, const Environment& given) {
    PrologTerm form = form_of(head, given);
    const auto aggregate = aggregate_of(head);
    if (!aggregate) return form;
    PrologTerm& of = form.args[aggregate->argument];
    if (!is_leaf(of.args[0])) {
      fail(aggregate->term.span, "feature",
           fmt::format("{} is of integers here, and this may be {}", aggregate->term.name,
                       ir::to_text(of.args[0])));
    }
    of = leaf_form();
    return form;
  }

  /// If heads have several forms, prepends an argument that names the form, and pads them to equal
  /// length.
  static void mark_forms(std::vector<Instance>& instances) {
    const bool several = std::any_of(instances.begin(), instances.end(), [&](const Instance& one) {
      return one.form != instances.front().form;
    });
    if (!several) return;
    std::size_t most = 0;
    for (const Instance& one : instances) most = std::max(most, one.clause.head.args.size());
    for (Instance& one : instances) {
      std::vector<PrologTerm>& args = one.clause.head.args;
      const ir::Span span = one.clause.head.span;
      args.resize(most, padding(span));
      args.insert(args.begin(), PrologTerm{Kind::atom, one.form, {}, span});
    }
  }

  const ir::DomainTheory& theory_;
  const ir::FeatureClauses& features_;
  ir::Diagnostics& diagnostics_;
  TermForms forms_;
  FlatTerms result_;
  std::size_t instances_ = 0;  ///< number of clauses created
};

}  // namespace

bool has_compound_terms(const ir::DomainTheory& theory, const ir::FeatureClauses& features) {
  std::set<Signature> own;
  for (const auto* clauses : {&theory.base, &theory.clauses}) {
    for (const LogicClause& clause : *clauses) own.insert(signature_of(clause.head));
  }
  const auto in_body = [&](const LogicClause& clause) {
    return std::any_of(clause.body.begin(), clause.body.end(), [&](const auto& literal) {
      return has_parts(literal.atom) &&
             (own.contains(signature_of(literal.atom)) || is_comparison(literal.atom));
    });
  };
  for (const auto* clauses : {&theory.base, &theory.clauses}) {
    for (const LogicClause& clause : *clauses) {
      if (has_parts(clause.head) || in_body(clause)) return true;
    }
  }
  return std::any_of(features.begin(), features.end(), [&](const LogicClause& clause) {
    const auto has = [](const PrologTerm& arg) { return !arg.args.empty() && !is_aggregate(arg); };
    if (std::any_of(clause.head.args.begin(), clause.head.args.end(), has)) return true;
    return in_body(clause);
  });
}

std::optional<FlatTerms> flatten_terms(const ir::DomainTheory& theory,
                                       const ir::FeatureClauses& features,
                                       ir::Diagnostics& diagnostics) {
  return TermFlattener(theory, features, diagnostics).run();
}

}  // namespace tesuji::frontend
