#include "passes/analysis/conjunction.h"

#include "passes/analysis/facts_search.h"

#include <algorithm>
#include <utility>

namespace tesuji::passes {

using ir::Argument;
using ir::Literal;

std::vector<Argument> Conjunction::add(const ir::Rule& rule) {
  const std::size_t shift = values_.size();
  for (std::size_t v = 0; v < rule.variables.size(); ++v) values_.add();
  for (const Literal& literal : rule.body) add(literal, shift);
  std::vector<Argument> head = rule.head_args;
  for (Argument& arg : head) {
    if (ir::is_variable(arg)) arg.id += static_cast<ir::VariableId>(shift);
  }
  return head;
}

/// Places that no variable has get one, so that they can be found to be the same.
void Conjunction::add(Literal literal, std::size_t shift) {
  for (auto* args : {&literal.args, &literal.right}) {
    for (Argument& arg : *args) {
      if (ir::is_variable(arg)) arg.id += static_cast<ir::VariableId>(shift);
      if (arg.kind == Argument::Kind::ignore) arg = values_.add();
    }
  }
  if (literal.kind == Literal::Kind::positive) add_implied(literal);
  literals_.push_back(std::move(literal));
}

/// A move that is made is legal.
void Conjunction::add_implied(const Literal& literal) {
  const ir::Relation& relation = module_.relations[literal.relation];
  const bool is_move = relation.kind == ir::RelationKind::input;
  const ir::RelationId source = is_move ? relation.legal : literal.relation;
  if (source == ir::no_id) return;
  for (const Literal& implied : implied_.of(source)) {
    add(with_columns(implied, literal.args), 0);
  }
}

bool Conjunction::unify(const Argument& left, const Argument& right) {
  if (values_.of(left) == values_.of(right)) return true;
  changed_ = true;
  return values_.unify(left, right);
}

void Conjunction::differ(std::vector<Argument> left, std::vector<Argument> right) {
  Literal literal;
  literal.kind = Literal::Kind::different;
  literal.args = std::move(left);
  literal.right = std::move(right);
  literals_.push_back(std::move(literal));
}

bool Conjunction::is_refuted() {
  if (!chase()) return true;
  resolve();
  return contradicts_itself() || !fits_facts();
}

bool Conjunction::agree(const std::vector<Argument>& left,
                        const std::vector<Argument>& right) const {
  return std::equal(
      left.begin(), left.end(), right.begin(), right.end(),
      [&](const Argument& a, const Argument& b) { return values_.of(a) == values_.of(b); });
}

bool Conjunction::unify_all(const std::vector<Argument>& left, const std::vector<Argument>& right) {
  for (std::size_t c = 0; c < left.size(); ++c) {
    if (!unify(left[c], right[c])) return false;
  }
  return true;
}

/// False where constants would have to be the same.
bool Conjunction::chase() {
  for (const Literal& literal : literals_) {
    if (literal.kind == Literal::Kind::same && !unify_all(literal.args, literal.right)) {
      return false;
    }
  }
  do {
    changed_ = false;
    for (std::size_t i = 0; i < literals_.size(); ++i) {
      if (literals_[i].kind != Literal::Kind::positive) continue;
      for (std::size_t j = i + 1; j < literals_.size(); ++j) {
        if (literals_[j].kind != Literal::Kind::positive) continue;
        if (!chase(literals_[i], literals_[j])) return false;
      }
    }
  } while (changed_);
  return true;
}

bool Conjunction::chase(const Literal& left, const Literal& right) {
  const ir::RelationKind kind = module_.relations[left.relation].kind;
  if (kind == ir::RelationKind::input &&
      module_.relations[right.relation].kind == ir::RelationKind::input) {
    // Of each role's moves one is made.
    if (!(values_.of(left.args[0]) == values_.of(right.args[0]))) return true;
    return left.relation == right.relation && unify_all(left.args, right.args);
  }
  if (left.relation != right.relation || kind != ir::RelationKind::state) return true;
  return std::all_of(keys_.begin(), keys_.end(), [&](const FluentKey& key) {
    return !is_same_tuple(key, left, right) || unify_all(left.args, right.args);
  });
}

bool Conjunction::is_same_tuple(const FluentKey& key, const Literal& left,
                                const Literal& right) const {
  if (key.relation != left.relation) return false;
  for (std::size_t c = 0; c < key.columns.size(); ++c) {
    if (key.columns[c].kind == Argument::Kind::ignore) continue;
    const Argument found = values_.of(left.args[c]);
    if (!(found == values_.of(right.args[c]))) return false;
    const bool any = ir::is_variable(key.columns[c]);
    if (!any && !(found == key.columns[c])) return false;
  }
  return true;
}

bool Conjunction::contradicts_itself() const {
  return std::any_of(literals_.begin(), literals_.end(), [&](const Literal& literal) {
    if (literal.kind == Literal::Kind::different) return agree(literal.args, literal.right);
    return literal.kind == Literal::Kind::negative &&
           std::any_of(literals_.begin(), literals_.end(), [&](const Literal& other) {
             return other.kind == Literal::Kind::positive && other.relation == literal.relation &&
                    agree(other.args, literal.args);
           });
  });
}

/// Writes what variables stand for in their place.
void Conjunction::resolve() {
  for (Literal& literal : literals_) {
    for (auto* args : {&literal.args, &literal.right}) {
      for (Argument& arg : *args) arg = values_.of(arg);
    }
  }
}

bool Conjunction::fits_facts() const {
  return FactsSearch(module_, literals_, values_.size()).finds_any();
}

}  // namespace tesuji::passes
