// Reports relations that are used but not defined, or defined but not used.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/checks/slips.h"
#include "frontend/gdl/gdl_ast.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

/// Keywords that the clauses of a game define.
constexpr std::array<std::pair<std::string_view, Keyword>, 6> head_keywords = {{
    {"role", Keyword::role},
    {"init", Keyword::init},
    {"next", Keyword::next},
    {"legal", Keyword::legal},
    {"goal", Keyword::goal},
    {"terminal", Keyword::terminal},
}};

/// How bodies use a relation.
struct Use {
  const Term* first = nullptr;  ///< the first atom, preferably in another relation's clause
  std::size_t atoms = 0;
  std::unordered_set<ir::Symbol> users;  ///< other relations whose clauses have the atoms
};

class RelationChecker {
 public:
  explicit RelationChecker(const CheckContext& context) : context_(context) {
    for (const Clause& clause : context.rulesheet.clauses) {
      if (defined_.insert(clause.head.name).second) {
        defined_names_.push_back(context.name(clause.head));
      }
      const Keyword keyword = context.keyword(clause.head);
      if ((keyword == Keyword::init || keyword == Keyword::next) && clause.head.args.size() == 1) {
        fluents_.insert(clause.head.args.front().name);
      }
      for_each_atom(clause.body, [&](const Term& atom) { add_use(clause, atom); });
    }
    find_needed();
  }

  void check_undefined() {
    std::vector<std::string> known = defined_names_;
    known.insert(known.end(), {"true", "does", "distinct", "not", "or"});
    for (const ir::Symbol name : used_in_order_) {
      const Use& use = uses_.at(name);
      if (context_.keyword(*use.first) == Keyword::none && !defined_.contains(name)) {
        undefined_names_.push_back(context_.name(*use.first));
        warn_undefined(use, known);
      }
    }
  }

  /// Must run after check_undefined, whose findings suggest the intended name.
  void check_unused() {
    std::unordered_set<ir::Symbol> seen;
    for (const Clause& clause : context_.rulesheet.clauses) {
      const Term& head = clause.head;
      if (needed_.contains(head.name) || !seen.insert(head.name).second) {
        continue;
      }
      const auto use = uses_.find(head.name);
      if (use != uses_.end() && !use->second.users.empty()) {
        warn_indirect(head, *use->second.first);
      } else {
        report_unused(head);
      }
    }
  }

 private:
  void add_use(const Clause& clause, const Term& atom) {
    Use& use = uses_[atom.name];
    if (use.atoms++ == 0) {
      used_in_order_.push_back(atom.name);
      use.first = &atom;
    }
    if (atom.name == clause.head.name) {
      return;
    }
    if (use.users.empty()) {
      use.first = &atom;
    }
    use.users.insert(clause.head.name);
  }

  /// Finds the relations that the game needs: keywords, and all that they depend on.
  void find_needed() {
    for (const Clause& clause : context_.rulesheet.clauses) {
      const ir::Symbol name = clause.head.name;
      if (context_.keyword(clause.head) == Keyword::none || !needed_.insert(name).second) {
        continue;
      }
      std::vector<ir::Symbol> open{name};
      while (!open.empty()) {
        const ir::Symbol relation = open.back();
        open.pop_back();
        for (const Dependency& use : context_.graph.uses(relation)) {
          if (needed_.insert(use.atom->name).second) {
            open.push_back(use.atom->name);
          }
        }
      }
    }
  }

  /// Returns the replacement of `(= ?x 5)` and `(not (= ?x 5))`; empty for other relations.
  [[nodiscard]] std::string comparison(const Term& atom) const {
    const std::string& name = context_.name(atom);
    if (atom.args.size() != 2 || (name != "=" && name != "==")) return {};
    const bool infix = context_.written.syntax == Syntax::infix;
    const std::string distinct =
        context_.outline("distinct", context_.text(atom.args[0]) + (infix ? "," : " ") +
                                         context_.text(atom.args[1]));
    return fmt::format(
        "write the same variable, or the constant, in both places, and for terms that differ, "
        "instead of a negated `{}`, write `{}`",
        name, distinct);
  }

  /// Returns the replacement of a quantifier of logic; empty for other relations.
  [[nodiscard]] std::string quantifier(const Term& atom) const {
    const std::string& name = context_.name(atom);
    if (atom.args.size() < 2) return {};
    if (name == "exists" || name == "exist") {
      return fmt::format(
          "GDL has no `{}`: a variable that occurs only in the body already means \"for some\", so "
          "write the literals alone",
          name);
    }
    if (name == "forall") {
      return "GDL has no `forall`: define a relation of the counterexamples, and write `" +
             (context_.written.syntax == Syntax::infix ? std::string("~counterexample(..)")
                                                       : std::string("(not (counterexample ..))")) +
             "`";
    }
    return {};
  }

  void warn_undefined(const Use& use, const std::vector<std::string>& known) {
    const std::string& name = context_.name(*use.first);
    std::string message =
        fmt::format("no clause defines the relation `{}`, so it never holds", name);
    if (fluents_.contains(use.first->name)) {
      message += fmt::format(
          "; did you mean `{}`?",
          context_.outline("true", use.first->args.empty() ? name : context_.form(*use.first)));
    } else if (const std::string quantified = quantifier(*use.first); !quantified.empty()) {
      message += "; " + quantified;
    } else if (const std::string nearest = meant_name(name, known); !nearest.empty()) {
      message += fmt::format("; did you mean `{}`?", nearest);
    } else if (const std::string compared = comparison(*use.first); !compared.empty()) {
      message += "; " + compared;
    } else if (is_arithmetic(name)) {
      message += "; " + context_.no_arithmetic();
    }
    if (use.atoms > 1) {
      message += fmt::format(" (used {} times)", use.atoms);
    }
    context_.diagnostics.warning(use.first->span, "undefined", std::move(message));
  }

  /// Reports an unused relation. It is an error if a misspelt keyword is required in every sheet:
  /// without it no state has a fluent.
  void report_unused(const Term& head) {
    const std::string& name = context_.name(head);
    std::string message = fmt::format("nothing uses the relation `{}`", name);
    const std::string nearest = meant_name(name, meant_by(head));
    if (!nearest.empty()) message += fmt::format("; did you mean `{}`?", nearest);
    const bool fluents_lost =
        (nearest == "init" || nearest == "next") && head.args.size() == 1 && !has_clause(nearest);
    if (!fluents_lost) {
      context_.diagnostics.warning(head.span, "unused", std::move(message));
      return;
    }
    message += fmt::format(" No clause is for `{}`", nearest);
    context_.diagnostics.error(head.span, "unused", std::move(message));
  }

  [[nodiscard]] bool has_clause(std::string_view keyword) const {
    const std::optional<ir::Symbol> symbol = context_.symbols.find(keyword);
    return symbol && defined_.contains(*symbol);
  }

  /// Returns the names that an unused relation may be a misspelling of: undefined relations, and
  /// keywords that have no clause or have this number of arguments.
  [[nodiscard]] std::vector<std::string> meant_by(const Term& head) const {
    std::vector<std::string> names = undefined_names_;
    for (const auto& [spelling, keyword] : head_keywords) {
      if (!has_clause(spelling) || Keywords::arity(keyword) == head.args.size()) {
        names.emplace_back(spelling);
      }
    }
    return names;
  }

  void warn_indirect(const Term& head, const Term& use) {
    context_.diagnostics
        .warning(head.span, "unused",
                 fmt::format("only relations that nothing needs use `{}`", context_.name(head)))
        .notes.push_back({use.span, "one of them uses it here"});
  }

  const CheckContext& context_;
  std::unordered_set<ir::Symbol> defined_;
  std::vector<std::string> defined_names_;
  std::unordered_set<ir::Symbol> fluents_;  ///< names of fluents that `init` and `next` give
  std::unordered_map<ir::Symbol, Use> uses_;
  std::vector<ir::Symbol> used_in_order_;
  std::vector<std::string> undefined_names_;
  std::unordered_set<ir::Symbol> needed_;
};

}  // namespace

void check_relations(const CheckContext& context) {
  RelationChecker checker(context);
  checker.check_undefined();
  checker.check_unused();
}

void check_undefined(const CheckContext& context) {
  RelationChecker(context).check_undefined();
}

}  // namespace tesuji::frontend
