#include "passes/nets/possible_moves.h"

#include "passes/clauses/leave_out.h"
#include "passes/clauses/possible.h"
#include "passes/nets/ground.h"

#include <algorithm>
#include <utility>

namespace tesuji::passes {
namespace {

bool is_legal(const ir::Relation& relation) {
  return relation.answer == ir::Answer::legal;
}

/// Marks all relations except `legal` and static ones.
std::vector<bool> all_but_legal(const ir::Module& module) {
  std::vector<bool> left_out;
  for (const ir::Relation& relation : module.relations) {
    left_out.push_back(relation.kind != ir::RelationKind::fixed && !is_legal(relation));
  }
  return left_out;
}

/// Returns the module without these relations, which are no longer computed, even for fluents and
/// moves.
ir::Module without(const ir::Module& module, const std::vector<bool>& left_out) {
  ir::Module rest = relax(module, left_out).module;
  for (ir::RelationId id = 0; id < left_out.size(); ++id) {
    ir::Relation& relation = rest.relations[id];
    if (left_out[id]) relation.init = relation.next = relation.legal = ir::no_id;
  }
  return rest;
}

/// As find_possible, but omits the largest relations if the result would be too large.
std::optional<ir::Module> possible_without_the_largest(const ir::Module& module,
                                                       PassContext& context,
                                                       std::uint64_t max_rows) {
  std::vector<bool> left_out(module.relations.size(), false);
  ir::RelationId over = ir::no_id;
  std::optional<ir::Module> possible = find_possible(module, context, max_rows, over);
  for (std::size_t number = 0; !possible && number < most_left_out; ++number) {
    for (const ir::RelationId id : with_need(module, over)) {
      if (!may_be_left_out(module, id) || left_out[id]) return std::nullopt;
      left_out[id] = true;
    }
    over = ir::no_id;
    possible = find_possible(without(module, left_out), context, max_rows, over);
  }
  return possible;
}

}  // namespace

std::optional<std::vector<PossibleMoves>> possible_moves(const ir::Module& module,
                                                         PassContext& context,
                                                         std::uint64_t max_rows) {
  auto possible = possible_without_the_largest(module, context, max_rows);
  if (!possible) {
    ir::RelationId over = ir::no_id;
    possible = find_possible(without(module, all_but_legal(module)), context, max_rows, over);
  }
  if (!possible) return std::nullopt;
  std::vector<PossibleMoves> moves;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (!is_legal(module.relations[id])) continue;
    moves.push_back({id, std::move(possible->relations[id].facts)});
  }
  return moves;
}

}  // namespace tesuji::passes
