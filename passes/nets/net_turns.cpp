#include "passes/nets/net_turns.h"

#include "passes/nets/fluent_groups.h"
#include "passes/nets/net_implications.h"

#include <array>
#include <cstdint>
#include <optional>

namespace tesuji::passes {

namespace {

/// When one fluent of a pair holds: the role that has at most one move, and that move.
struct Waiting {
  std::uint32_t role = 0;
  const ir::NetMove* move = nullptr;
};

/// Returns nullopt unless exactly one role has a single move.
std::optional<Waiting> waiting(const ir::Net& net, const NetImplications& implications) {
  std::array<std::size_t, 2> moves{};
  std::array<const ir::NetMove*, 2> last{};
  for (const ir::NetMove& move : net.moves) {
    if (implications.value(move.legal) == false) continue;
    ++moves.at(move.role);
    last.at(move.role) = &move;
  }
  if ((moves[0] == 1) == (moves[1] == 1)) return std::nullopt;
  const std::uint32_t role = moves[0] == 1 ? 0 : 1;
  return Waiting{role, last.at(role)};
}

RelationTuple atom_of(const ir::NetAtom& atom) {
  return {atom.relation, atom.args};
}

}  // namespace

TurnTaking find_turn_taking(const ir::Net& net, std::size_t roles) {
  if (roles != 2 || !net.knows(ir::NetQuestion::next) || !net.knows(ir::NetQuestion::legal)) {
    return {};
  }
  NetImplications implications(net);
  const std::vector<ir::NodeId> nodes = fluent_nodes(net);
  GroupLimits limits;
  limits.fluents = 2;
  limits.joined_fluents = 1;
  for (const FluentGroup& group : find_fluent_groups(net, implications, limits)) {
    if (!group.exactly_one || group.fluents.size() != 2) continue;
    TurnTaking turns{{std::nullopt, std::nullopt}, {{}, {}}};
    std::array<bool, 2> waits{};
    for (const std::uint32_t holds : group.fluents) {
      for (const std::uint32_t fluent : group.fluents) {
        if (nodes[fluent] != ir::no_id) implications.assume(nodes[fluent], fluent == holds);
      }
      if (const auto found = waiting(net, implications)) {
        waits.at(found->role) = true;
        turns.waiting[found->role] = atom_of(found->move->atom);
        turns.control[1 - found->role] = atom_of(net.fluents[holds].atom);
      }
      implications.forget();
    }
    if (waits[0] && waits[1]) return turns;
  }
  return {};
}

}  // namespace tesuji::passes
