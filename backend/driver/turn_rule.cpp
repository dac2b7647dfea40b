#include "backend/driver/turn_rule.h"

#include "passes/turn_taking.h"

#include <algorithm>
#include <optional>

namespace tesuji::driver {
namespace {

/// Mixed radix number of the row's columns from `first` on; nothing where a
/// constant is outside its column's domain.
std::optional<std::uint64_t> position(const ir::Module& module, const passes::GroundAtom& atom,
                                      std::size_t first) {
  std::uint64_t number = 0;
  const ir::Relation& relation = module.relations[atom.relation];
  for (std::size_t c = first; c < atom.row.size(); ++c) {
    const ir::Domain& domain = module.domains[relation.columns[c]];
    const std::int32_t digit = domain.position(atom.row[c]);
    if (digit < 0) return std::nullopt;
    number = number * domain.values.size() + static_cast<std::uint64_t>(digit);
  }
  return number;
}

std::optional<runtime::StateTest> state_test(const ir::Module& module, const ir::Layout& layout,
                                             const passes::GroundAtom& atom) {
  if (module.relations[atom.relation].storage != ir::Storage::bits) return std::nullopt;
  const std::optional<std::uint64_t> bit = position(module, atom, 0);
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
  const std::optional<std::uint64_t> number = position(module, atom, 1);
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
