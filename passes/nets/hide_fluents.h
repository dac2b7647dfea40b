// Removes fluents from a net's states that depend on others in every state of play.
//
//   fact: exactly one of true.cell(1, x), true.cell(1, o), true.cell(1, b)
//   before:  fluent true.cell(1, b)         legal legal.mark(1) = and(true.cell(1, b), mine)
//   after:   legal legal.mark(1) = and(not true.cell(1, x), not true.cell(1, o), mine)
//
// Removes those that never change, those that are equal to another, and the last one of a small
// group of which exactly one holds. If requested, a number replaces larger groups: which one holds,
// in as many fluents without a relation as it has bits.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"
#include "passes/nets/fluent_groups.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// A fluent of the whole net that the smaller one lacks.
struct HiddenFluent {
  enum class Kind : std::uint8_t { always, never, with, without, coded };
  std::uint32_t fluent = 0;  ///< position in the whole net
  Kind kind = Kind::never;
  /// Positions in the smaller net: it holds `with` the first of them, or `without` any of them.
  std::vector<std::uint32_t> stored{};
  /// `coded`: it holds if `stored`, the lowest bit first, is this number.
  std::uint32_t code = 0;
};

struct HiddenFluents {
  ir::Net net;
  std::vector<HiddenFluent> hidden;   ///< by `fluent`
  std::vector<std::uint32_t> places;  ///< by fluent of the whole net; ir::no_fluent: hidden
};

enum class GroupCodes : std::uint8_t { none, numbers };

/// The facts must hold in every state for which the net is evaluated. Keeps the fluents in `kept`.
/// Rebuilds gates, with `most_flattened` as in net_builder.h; the choice of hidden fluents does not
/// depend on it.
[[nodiscard]] HiddenFluents hide_fluents(const ir::Net& net, const ir::FluentFacts& facts,
                                         const FluentList& kept, GroupCodes codes,
                                         std::size_t most_flattened);

}  // namespace tesuji::passes
