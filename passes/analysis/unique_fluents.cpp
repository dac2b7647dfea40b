#include "passes/analysis/unique_fluents.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace tesuji::passes {
namespace {

using ir::Argument;

class Induction {
 public:
  Induction(const ir::Module& module, std::vector<FluentKey> candidates)
      : module_(module), implied_(module), keys_(std::move(candidates)) {}

  std::vector<FluentKey> run() {
    std::erase_if(keys_, [&](const FluentKey& key) { return !holds_initially(module_, key); });
    for (bool changed = true; changed;) {
      // All keys of a round are checked under the same claims.
      std::vector<FluentKey> kept;
      for (const FluentKey& key : keys_) {
        if (is_kept_by_steps(key)) kept.push_back(key);
      }
      changed = kept.size() < keys_.size();
      keys_ = std::move(kept);
    }
    return std::move(keys_);
  }

 private:
  [[nodiscard]] bool is_kept_by_steps(const FluentKey& key) const {
    const ir::RelationId next = module_.relations[key.relation].next;
    if (next == ir::no_id) return true;
    if (module_.relations[next].kind != ir::RelationKind::derived) return false;
    std::vector<const ir::Rule*> rules;
    for (const ir::Rule& rule : module_.rules) {
      if (rule.head == next) rules.push_back(&rule);
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
      for (std::size_t j = i; j < rules.size(); ++j) {
        if (!give_one(key, *rules[i], *rules[j])) return false;
      }
    }
    return true;
  }

  /// Whether the two rules never derive two different tuples of one key.
  [[nodiscard]] bool give_one(const FluentKey& key, const ir::Rule& a, const ir::Rule& b) const {
    Conjunction both(module_, implied_, keys_);
    const std::vector<Argument> left = both.add(a);
    const std::vector<Argument> right = both.add(b);
    std::vector<Argument> open_left;
    std::vector<Argument> open_right;
    for (std::size_t c = 0; c < left.size(); ++c) {
      const Argument& column = key.columns[c];
      if (column.kind == Argument::Kind::ignore) {
        open_left.push_back(left[c]);
        open_right.push_back(right[c]);
        continue;
      }
      if (!both.unify(left[c], right[c])) return true;
      if (!ir::is_variable(column) && !both.unify(left[c], column)) return true;
    }
    both.differ(std::move(open_left), std::move(open_right));
    return both.is_refuted();
  }

  const ir::Module& module_;
  ImpliedLiterals implied_;
  std::vector<FluentKey> keys_;
};

/// Returns the key "at most one tuple of the relation".
FluentKey of_all(const ir::Module& module, ir::RelationId relation) {
  return {relation, std::vector<Argument>(module.relations[relation].columns.size())};
}

}  // namespace

bool holds_initially(const ir::Module& module, const FluentKey& key) {
  const ir::RelationId init = module.relations[key.relation].init;
  if (init == ir::no_id) return true;
  const ir::Relation& relation = module.relations[init];
  if (relation.kind != ir::RelationKind::fixed) return false;
  std::set<std::vector<ir::Symbol>> seen;
  const std::size_t width = key.columns.size();
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    const ir::Symbol* const cells = relation.facts.cells.data() + row * width;
    std::vector<ir::Symbol> given;
    bool meant = true;
    for (std::size_t c = 0; c < width; ++c) {
      const Argument& column = key.columns[c];
      if (column.kind == Argument::Kind::ignore) continue;
      if (!ir::is_variable(column) && column.id != cells[c]) meant = false;
      given.push_back(cells[c]);
    }
    if (meant && !seen.insert(std::move(given)).second) return false;
  }
  return true;
}

std::vector<FluentKey> prove_unique(const ir::Module& module, std::vector<FluentKey> candidates) {
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (module.relations[id].kind != ir::RelationKind::state) continue;
    if (module.relations[id].columns.empty()) continue;
    FluentKey key = of_all(module, id);
    if (std::find(candidates.begin(), candidates.end(), key) == candidates.end()) {
      candidates.push_back(std::move(key));
    }
  }
  return Induction(module, std::move(candidates)).run();
}

}  // namespace tesuji::passes
