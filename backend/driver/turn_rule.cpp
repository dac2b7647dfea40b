#include "backend/driver/turn_rule.h"

#include "passes/turn_taking.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tesuji::driver {
namespace {

/// The tuple's bit (ir::pack) with 0 in the columns before `first`; nothing where a
/// constant is outside its column's domain.
std::optional<std::uint64_t> position(const ir::Module& module, const ir::Layout& layout,
                                      const passes::GroundAtom& atom, std::size_t first) {
  const ir::Relation& relation = module.relations[atom.relation];
  std::vector<std::uint32_t> row(atom.row.size(), 0);
  for (std::size_t c = first; c < row.size(); ++c) {
    const std::int32_t place = module.domains[relation.columns[c]].position(atom.row[c]);
    if (place < 0) return std::nullopt;
    row[c] = static_cast<std::uint32_t>(place);
  }
  return ir::pack(layout.relations[atom.relation], row);
}

std::optional<runtime::StateTest> state_test(const ir::Module& module, const ir::Layout& layout,
                                             const passes::GroundAtom& atom) {
  if (module.relations[atom.relation].storage != ir::Storage::bits) return std::nullopt;
  const std::optional<std::uint64_t> bit = position(module, layout, atom, 0);
  if (!bit) return std::nullopt;
  const std::uint64_t mask = std::uint64_t{1} << (*bit % 64);
  const std::uint64_t word = layout.relations[atom.relation].state_offset / 8 + *bit / 64;
  return runtime::StateTest{static_cast<std::uint32_t>(word), mask, mask};
}

std::optional<runtime::Move> move_of(const ir::Module& module, const ir::Layout& layout,
                                     const passes::GroundAtom& atom) {
  const auto shape =
      std::find_if(layout.moves.begin(), layout.moves.end(),
                   [&](const ir::MoveShape& moves) { return moves.legal == atom.relation; });
  // Moves are numbered without the role, the first column.
  const std::optional<std::uint64_t> number = position(module, layout, atom, 1);
  if (shape == layout.moves.end() || !number) return std::nullopt;
  return shape->first + *number;
}

}  // namespace

runtime::TurnRule make_turn_rule(const ir::Module& module, const ir::Layout& layout) {
  const passes::TurnTaking turns = passes::find_turn_taking(module);
  runtime::TurnRule rule;
  for (const auto& waiting : turns.waiting) {
    rule.waiting.push_back(waiting ? move_of(module, layout, *waiting) : std::nullopt);
  }
  for (const passes::GroundAtom& atom : turns.control) {
    const std::optional<runtime::StateTest> test = state_test(module, layout, atom);
    if (!test) {
      rule.control.clear();
      break;
    }
    rule.control.push_back(*test);
  }
  return rule;
}

}  // namespace tesuji::driver
