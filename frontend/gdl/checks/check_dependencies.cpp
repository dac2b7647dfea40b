// Checks dependencies between relations: which keyword may not depend on which, and the recursion
// restriction. Both are of Definition 2 of Haufe, Schiffel and Thielscher (2012).
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/gdl_ast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

// --- Keywords
//
// Checks which keyword may not depend on which: Definition 2 of Haufe, Schiffel and Thielscher
// (2012).

namespace {

struct Ban {
  std::string_view from;
  std::vector<std::string_view> to;
  std::string_view reason;
};

// `next` is not listed: it may not occur in a body at all.
std::vector<Ban> bans() {
  constexpr std::string_view moves = "it belongs to a state, whatever moves are made in it";
  return {{"init",
           {"true", "does", "legal", "goal", "terminal"},
           "the initial state is computed before there is any state"},
          {"legal", {"does"}, moves},
          {"goal", {"does"}, moves},
          {"terminal", {"does"}, moves}};
}

void report(const CheckContext& context, const std::vector<Dependency>& path,
            std::string_view reason) {
  const auto name = [&](ir::Symbol symbol) -> const std::string& {
    return context.symbols.text(symbol);
  };
  const std::string& from = name(path.front().head);
  const std::string& to = context.name(*path.back().atom);
  ir::Diagnostic& error =
      context.diagnostics.error(path.front().atom->span, "keyword",
                                fmt::format("`{}` may not depend on `{}`: {}", from, to, reason));
  for (std::size_t i = 1; i < path.size(); ++i) {
    error.notes.push_back(
        {path[i].atom->span, fmt::format("`{}` depends on `{}` here", name(path[i].head),
                                         context.name(*path[i].atom))});
  }
  ir::abridge_steps(error);
}

/// Reports the first forbidden dependency found; the others mostly have the same cause.
void check_ban(const CheckContext& context, const Ban& ban) {
  const std::optional<ir::Symbol> from = context.symbols.find(ban.from);
  if (!from) {
    return;
  }
  const Reachable reachable(context.graph, *from);
  for (const std::string_view target : ban.to) {
    const std::optional<ir::Symbol> to = context.symbols.find(target);
    if (to && reachable.contains(*to)) {
      report(context, reachable.path(*to), ban.reason);
      return;
    }
  }
}

}  // namespace

void check_dependencies(const CheckContext& context) {
  for (const Ban& ban : bans()) {
    check_ban(context, ban);
  }
}

// --- Recursion
//
// Checks the recursion restriction, condition 3 of Definition 2 of Haufe, Schiffel and Thielscher
// (2012). An argument of a recursive literal "occurs in" another literal if it is a part of it,
// including inside the fluents of `true`.

namespace {

using Kind = Literal::Kind;

bool is_ground(const Term& term) {
  return term.kind != Term::Kind::variable &&
         std::all_of(term.args.begin(), term.args.end(), is_ground);
}

bool contains(const Term& whole, const Term& part) {
  return same_term(whole, part) ||
         std::any_of(whole.args.begin(), whole.args.end(),
                     [&](const Term& argument) { return contains(argument, part); });
}

class ClauseRecursion {
 public:
  /// `reports` counts the reports of all clauses.
  ClauseRecursion(const CheckContext& context, const Clause& clause, std::size_t& reports)
      : context_(context), clause_(clause), reports_(reports) {}

  void check() { check(clause_.body); }

 private:
  /// `conjuncts` are evaluated together with those of all enclosing conjunctions.
  void check(const std::vector<Literal>& conjuncts) {
    enclosing_.push_back(&conjuncts);
    for (const Literal& literal : conjuncts) {
      if (literal.kind == Kind::atom && recursive(literal.atom)) {
        check(literal.atom);
      } else if (literal.kind == Kind::conjunction) {
        check(literal.children);
      } else if (literal.kind == Kind::disjunction) {
        for (const Literal& branch : literal.children) {
          check(std::vector<Literal>{branch});
        }
      }
    }
    enclosing_.pop_back();
  }

  void check(const Term& atom) {
    for (const Term& argument : atom.args) {
      if (!is_ground(argument) && !in_head(argument) && !given_outside(argument)) {
        report(atom, argument);
      }
    }
  }

  [[nodiscard]] bool recursive(const Term& atom) const {
    return context_.graph.on_a_cycle(clause_.head.name, atom.name);
  }

  [[nodiscard]] bool in_head(const Term& argument) const {
    return std::any_of(clause_.head.args.begin(), clause_.head.args.end(),
                       [&](const Term& of_head) { return same_term(of_head, argument); });
  }

  [[nodiscard]] bool given_outside(const Term& argument) const {
    return std::any_of(enclosing_.begin(), enclosing_.end(),
                       [&](const auto* conjuncts) { return given_by_any(*conjuncts, argument); });
  }

  [[nodiscard]] bool given_by_any(const std::vector<Literal>& conjuncts,
                                  const Term& argument) const {
    return std::any_of(conjuncts.begin(), conjuncts.end(),
                       [&](const Literal& literal) { return given_by(literal, argument); });
  }

  [[nodiscard]] bool given_by(const Literal& literal, const Term& argument) const {
    switch (literal.kind) {
      case Kind::atom:
        return !recursive(literal.atom) &&
               std::any_of(literal.atom.args.begin(), literal.atom.args.end(),
                           [&](const Term& whole) { return contains(whole, argument); });
      case Kind::conjunction:
        return given_by_any(literal.children, argument);
      case Kind::disjunction:
        return std::all_of(literal.children.begin(), literal.children.end(),
                           [&](const Literal& branch) { return given_by(branch, argument); });
      case Kind::negation:
      case Kind::distinct:
      case Kind::same:
        break;
    }
    return false;
  }

  /// Reports each argument of a clause once.
  void report(const Term& atom, const Term& argument) {
    const bool known = std::any_of(reported_.begin(), reported_.end(), [&](const Term* reported) {
      return same_term(*reported, argument);
    });
    if (known) {
      return;
    }
    reported_.push_back(&argument);
    const std::string& head = context_.name(clause_.head);
    const std::string& name = context_.name(atom);
    ir::Diagnostic& warning = context_.diagnostics.warning(
        argument.span, "recursion",
        fmt::format("this argument breaks GDL's recursion restriction: `{}` and `{}` depend on "
                    "each other, and it is neither an argument of the head nor part of a literal "
                    "outside that cycle",
                    head, name));
    if (clause_.head.name == atom.name) {
      warning.message = fmt::format(
          "this argument breaks GDL's recursion restriction: `{}` depends on itself "
          "here, and it is neither an argument of the head nor part of a literal "
          "outside that cycle",
          head);
      return;
    }
    // A path may be as long as the cycle, so it is computed only if it is shown.
    if (++reports_ > ir::Diagnostics::max_of_a_kind) {
      return;
    }
    for (const Dependency& step : Reachable(context_.graph, atom.name).path(clause_.head.name)) {
      warning.notes.push_back({step.atom->span, fmt::format("`{}` depends on `{}` here",
                                                            context_.symbols.text(step.head),
                                                            context_.name(*step.atom))});
    }
    ir::abridge_steps(warning);
  }

  const CheckContext& context_;
  const Clause& clause_;
  std::size_t& reports_;
  std::vector<const std::vector<Literal>*> enclosing_;
  std::vector<const Term*> reported_;
};

}  // namespace

void check_recursion(const CheckContext& context) {
  std::size_t reports = 0;
  for (const Clause& clause : context.rulesheet.clauses) {
    ClauseRecursion(context, clause, reports).check();
  }
}

}  // namespace tesuji::frontend
