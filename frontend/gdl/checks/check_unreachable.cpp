// Reports clauses that can never fire.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/checks/value_sets.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/gdl_keywords.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

// Selects the clauses that can never fire and that need a message: if one clause cannot fire
// because of another, only the other is reported.

/// A clause without instances, and the reason.
struct Dead {
  const Clause* clause = nullptr;
  Impossible reason;
};

using Reason = Impossible::Reason;

/// Returns the same key for a head and for the body atoms that it supplies.
std::uint64_t relation_key(const Term& atom, const Keywords& keywords) {
  const auto key_of = [](Keyword keyword) {
    return (std::uint64_t{1} << 32) + static_cast<std::uint64_t>(keyword);
  };
  const Keyword keyword = keywords.of(atom.name);
  switch (keyword) {
    case Keyword::none:
      return atom.name;
    case Keyword::init:
    case Keyword::next:
      return key_of(Keyword::holds);
    case Keyword::legal:
      return key_of(Keyword::does);
    default:
      return key_of(keyword);
  }
}

bool may_supply(const Term& head, const Term& atom) {
  return std::equal(head.args.begin(), head.args.end(), atom.args.begin(), atom.args.end(),
                    [](const Term& a, const Term& b) { return !clash(a, b); });
}

/// Returns the atom that the clause lacks; null if the reason is not an atom.
const Term* lacks(const Dead& dead) {
  const Literal* literal = dead.reason.literal;
  return literal != nullptr && literal->kind == Literal::Kind::atom ? &literal->atom : nullptr;
}

class Causes {
 public:
  Causes(const std::vector<Dead>& dead, const Keywords& keywords)
      : dead_(dead), keywords_(keywords), settled_(dead.size(), false) {
    for (std::size_t i = 0; i < dead.size(); ++i) {
      relations_[relation_key(dead[i].clause->head, keywords)].suppliers.push_back(i);
      if (const Term* atom = lacks(dead[i])) {
        relations_[relation_key(*atom, keywords)].users.push_back(i);
      }
    }
  }

  /// Returns the indexes of the root causes.
  std::vector<std::size_t> find() {
    std::vector<std::size_t> roots;
    const auto take = [&](std::size_t index) {
      roots.push_back(index);
      settle(index);
    };
    for (std::size_t i = 0; i < dead_.size(); ++i) {
      if (!settled_[i] && !has_supplier(i)) take(i);
    }
    // The remaining clauses wait for each other.
    for (std::size_t i = 0; i < dead_.size(); ++i) {
      if (!settled_[i]) take(i);
    }
    std::sort(roots.begin(), roots.end());
    return roots;
  }

 private:
  /// Indexes of the clauses with the relation in the head, and of those that lack it.
  struct Relation {
    std::vector<std::size_t> suppliers;
    std::vector<std::size_t> users;
  };

  [[nodiscard]] bool has_supplier(std::size_t user) const {
    const Term* atom = lacks(dead_[user]);
    if (atom == nullptr) return false;
    const std::vector<std::size_t>& suppliers =
        relations_.at(relation_key(*atom, keywords_)).suppliers;
    return std::any_of(suppliers.begin(), suppliers.end(), [&](std::size_t supplier) {
      return supplier != user && may_supply(dead_[supplier].clause->head, *atom);
    });
  }

  /// Marks the clause, and transitively all clauses that lack an atom which it would supply.
  void settle(std::size_t index) {
    std::vector<std::size_t> open{index};
    settled_[index] = true;
    while (!open.empty()) {
      const Term& head = dead_[open.back()].clause->head;
      open.pop_back();
      std::erase_if(relations_[relation_key(head, keywords_)].users, [&](std::size_t user) {
        if (!settled_[user] && !may_supply(head, *lacks(dead_[user]))) return false;
        if (!settled_[user]) open.push_back(user);
        settled_[user] = true;
        return true;
      });
    }
  }

  const std::vector<Dead>& dead_;
  const Keywords& keywords_;
  std::unordered_map<std::uint64_t, Relation> relations_;
  std::vector<bool> settled_;
};

/// Removes clauses that lack an atom which another dead clause would supply (`init` and `next`
/// supply `true`, `legal` supplies `does`); keeps the first of those that wait for each other.
/// Preserves the order of `dead`, which is the source order.
std::vector<Dead> root_causes(std::vector<Dead> dead, const Keywords& keywords) {
  std::vector<Dead> result;
  for (const std::size_t index : Causes(dead, keywords).find()) {
    result.push_back(std::move(dead[index]));
  }
  return result;
}

/// Whether clauses with such a message are unreliable evidence for the contents of relations.
bool is_about_relations(ir::Severity severity, std::string_view code) {
  return severity == ir::Severity::error && (code == "keyword" || code == "arity");
}

/// Returns the clauses in which such an error was reported.
std::unordered_set<const Clause*> faulty_clauses(const CheckContext& context) {
  std::vector<ir::Position> places;
  for (const ir::Diagnostic& diagnostic : context.diagnostics.all()) {
    if (is_about_relations(diagnostic.severity, diagnostic.code) &&
        diagnostic.span.file == context.rulesheet.file) {
      places.push_back(diagnostic.span.begin);
    }
  }
  std::unordered_set<const Clause*> faulty;
  const std::vector<Clause>& clauses = context.rulesheet.clauses;
  for (std::size_t i = clauses.size() - context.broken; i < clauses.size(); ++i) {
    faulty.insert(&clauses[i]);
  }
  if (places.empty()) return faulty;
  const auto before = [](const ir::Position& a, const ir::Position& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  };
  std::sort(places.begin(), places.end(), before);
  for (const Clause& clause : clauses) {
    const auto first = std::lower_bound(places.begin(), places.end(), clause.span.begin, before);
    if (first != places.end() && before(*first, clause.span.end)) faulty.insert(&clause);
  }
  return faulty;
}

class UnreachableChecker {
 public:
  explicit UnreachableChecker(const CheckContext& context)
      : context_(context),
        faulty_(faulty_clauses(context)),
        values_(context.rulesheet, context.keywords, faulty_) {}

  void check_rules() {
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (faulty_.contains(&clause)) continue;
      if (std::optional<Impossible> found = values_.impossible(clause)) {
        dead_.push_back({&clause, std::move(*found)});
      }
    }
    for (const Dead& dead : root_causes(dead_, context_.keywords)) {
      report(dead.reason);
    }
  }

  /// Reports roles for which no clause of `keyword` can fire, unless such a clause is already
  /// reported. Call after check_rules(). Exempts the goals of `random`, the player of GDL-II.
  void check_roles(Keyword keyword, std::string_view code, std::string_view lack) {
    const std::vector<Clause>& clauses = context_.rulesheet.clauses;
    if (std::none_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
          return context_.keyword(clause.head) == keyword;
        })) {
      return;  // reported as an error of its own
    }
    std::unordered_set<ir::Symbol> seen;
    for (const Clause& clause : clauses) {
      if (context_.keyword(clause.head) != Keyword::role || faulty_.contains(&clause) ||
          clause.head.args.size() != 1) {
        continue;
      }
      const Term& role = clause.head.args.front();
      const std::string& name = context_.name(role);
      if (!seen.insert(role.name).second || values_.may_begin_with(keyword, role.name) ||
          (keyword == Keyword::goal && name == "random") || dead_for(keyword, role)) {
        continue;
      }
      context_.diagnostics.warning(role.span, std::string(code),
                                   fmt::format("no clause gives the role `{}` a {}", name, lack));
    }
  }

 private:
  [[nodiscard]] bool dead_for(Keyword keyword, const Term& role) const {
    return std::any_of(dead_.begin(), dead_.end(), [&](const Dead& dead) {
      const Term& head = dead.clause->head;
      return context_.keyword(head) == keyword && !head.args.empty() &&
             !clash(head.args.front(), role);
    });
  }

  void report(const Impossible& found) {
    switch (found.reason) {
      case Reason::relation:
        warn(found.literal->span, fmt::format("`{}` never holds", name(found)));
        return;
      case Reason::value:
        report_value(found);
        return;
      case Reason::variable:
        warn(found.term->span,
             fmt::format("no value of {} in this rule occurs in this place of `{}`",
                         context_.text(*found.term), name(found)));
        return;
      case Reason::disjunction:
        warn(found.literal->span, "none of the alternatives can hold");
        return;
      case Reason::comparison:
        warn(found.literal->span, found.literal->kind == Literal::Kind::distinct
                                      ? "a term is never distinct from itself"
                                      : "these terms are never the same");
        return;
    }
  }

  void report_value(const Impossible& found) {
    const Term& term = *found.term;
    if (context_.is_computation(term)) return;  // check_arithmetic reports it
    const bool other_arity =
        term.kind == Term::Kind::compound &&
        std::find(found.possible.begin(), found.possible.end(), term.name) != found.possible.end();
    const Term* other = other_arity ? given_elsewhere(term) : nullptr;
    if (other == nullptr) {
      warn(term.span, fmt::format("no clause puts {} in this place of `{}`{}", form_of(term),
                                  name(found), meant(found)));
      return;
    }
    warn(term.span, fmt::format("`{}` has {} elsewhere, but {} here", context_.name(term),
                                ir::counted(other->args.size(), "argument"), term.args.size()))
        .notes.push_back({other->span, fmt::format("here it has {}",
                                                   ir::counted(other->args.size(), "argument"))});
  }

  /// Returns a term in a clause's head with the same functor and another number of arguments.
  [[nodiscard]] const Term* given_elsewhere(const Term& term) const {
    const auto find = [&](const auto& self, const Term& in) -> const Term* {
      for (const Term& argument : in.args) {
        if (argument.kind == Term::Kind::compound && argument.name == term.name &&
            argument.args.size() != term.args.size()) {
          return &argument;
        }
        if (const Term* found = self(self, argument)) return found;
      }
      return nullptr;
    };
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (const Term* found = find(find, clause.head)) return found;
    }
    return nullptr;
  }

  /// Returns the name of the relation that the rule needs.
  [[nodiscard]] const std::string& name(const Impossible& found) const {
    return context_.name(found.literal->atom);
  }

  [[nodiscard]] std::string form_of(const Term& term) const {
    const std::string& name = context_.name(term);
    if (term.kind == Term::Kind::constant) {
      return fmt::format("`{}`", name);
    }
    if (term.args.empty()) {
      return fmt::format("`{}`", context_.form(term));
    }
    return fmt::format("a term `{}` with {}", context_.form(term),
                       ir::counted(term.args.size(), "argument"));
  }

  [[nodiscard]] std::string meant(const Impossible& found) const {
    std::vector<std::string> names;
    for (const ir::Symbol symbol : found.possible) {
      names.push_back(context_.symbols.text(symbol));
    }
    const std::string& name = context_.name(*found.term);
    const std::string nearest = name.size() > 1 ? ir::nearest_name(name, names) : "";
    const std::vector<ir::Span>& capitals = context_.written.capitals;
    if (nearest.empty() &&
        std::find(capitals.begin(), capitals.end(), found.term->span) != capitals.end()) {
      return fmt::format("; variables begin with `?`: did you mean `?{}`?", name);
    }
    return nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
  }

  ir::Diagnostic& warn(ir::Span span, const std::string& reason) {
    return context_.diagnostics.warning(span, "unreachable",
                                        fmt::format("this rule can never fire: {}", reason));
  }

  const CheckContext& context_;
  std::unordered_set<const Clause*> faulty_;
  ValueSets values_;
  std::vector<Dead> dead_;  ///< all clauses that can never fire
};

}  // namespace

void check_unreachable(const CheckContext& context) {
  for (const ir::Diagnostics::Omitted& kind : context.diagnostics.omitted()) {
    // The clauses of omitted messages are unknown.
    if (is_about_relations(kind.severity, kind.code)) return;
  }
  UnreachableChecker checker(context);
  checker.check_rules();
  checker.check_roles(Keyword::legal, "no-moves", "move");
  checker.check_roles(Keyword::goal, "no-goals", "goal value");
}

}  // namespace tesuji::frontend
