#include "frontend/gdl/checks/fluent_needs.h"

#include "frontend/gdl/gdl_visit.h"

#include <algorithm>

namespace tesuji::frontend {
namespace {

using Kind = Literal::Kind;

/// Whether the term is in the group for every value of its variables.
bool is_of(const Term& term, const FluentGroup& group) {
  if (FluentForm{term.name, term.args.size()} != group.form || term.kind == Term::Kind::variable) {
    return false;
  }
  if (!group.column) return true;
  const Term& at = term.args[*group.column];
  return at.kind == Term::Kind::constant && at.name == group.constant;
}

}  // namespace

bool may_be_of(const Term& term, const FluentGroup& group) {
  if (term.kind == Term::Kind::variable) return true;
  if (FluentForm{term.name, term.args.size()} != group.form) return false;
  if (!group.column) return true;
  const Term& at = term.args[*group.column];
  return at.kind == Term::Kind::variable ||
         (at.kind == Term::Kind::constant && at.name == group.constant);
}

FluentNeeds::FluentNeeds(const Clauses& clauses, const Keywords& keywords, const FluentGroup& group)
    : clauses_(clauses), keywords_(keywords), group_(group) {
  // The greatest fixpoint: every derivation is finite, so a relation that needs itself needs the
  // fluents that its other clauses need.
  for (const auto& [name, list] : clauses_) needs_[name] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [name, needs] : needs_) {
      const std::vector<const Clause*>& list = clauses_.at(name);
      if (!needs || std::all_of(list.begin(), list.end(),
                                [&](const Clause* clause) { return clause_needs(*clause); })) {
        continue;
      }
      needs = false;
      changed = true;
    }
  }
}

bool FluentNeeds::next_needs(const Clause& rule) const {
  if (clause_needs(rule)) return true;
  if (!group_.column) return false;
  // A variable in the head's column has the group's constant as its value.
  const Term& head = rule.head.args.front();
  if (head.kind == Term::Kind::variable) return false;
  const Term& given = head.args[*group_.column];
  return given.kind == Term::Kind::variable &&
         std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
           if (literal.kind != Kind::atom || keywords_.of(literal.atom.name) != Keyword::holds ||
               literal.atom.args.size() != 1) {
             return false;
           }
           const Term& fluent = literal.atom.args.front();
           return fluent.kind != Term::Kind::variable &&
                  FluentForm{fluent.name, fluent.args.size()} == group_.form &&
                  same_term(fluent.args[*group_.column], given);
         });
}

bool FluentNeeds::clause_needs(const Clause& clause) const {
  return std::any_of(clause.body.begin(), clause.body.end(), [&](const Literal& literal) {
    return literal.kind == Kind::atom && atom_needs(literal.atom);
  });
}

bool FluentNeeds::atom_needs(const Term& atom) const {
  const Keyword keyword = keywords_.of(atom.name);
  if (keyword == Keyword::holds) return atom.args.size() == 1 && is_of(atom.args.front(), group_);
  if (keyword == Keyword::does) return does_needs(atom);
  if (keyword != Keyword::none) return false;
  const auto needs = needs_.find(atom.name);
  return needs != needs_.end() && needs->second;
}

/// A move can be made only if it is legal.
bool FluentNeeds::does_needs(const Term& does) const {
  bool some = false;
  for (const auto& [name, list] : clauses_) {
    if (keywords_.of(name) != Keyword::legal) continue;
    for (const Clause* clause : list) {
      const std::vector<Term>& legal = clause->head.args;
      if (legal.size() != does.args.size() ||
          !std::equal(legal.begin(), legal.end(), does.args.begin(),
                      [](const Term& a, const Term& b) { return !clash(a, b); })) {
        continue;
      }
      if (!clause_needs(*clause)) return false;
      some = true;
    }
  }
  return some;
}

}  // namespace tesuji::frontend
