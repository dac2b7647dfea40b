// Leaves fluents out of a net's states that follow from others in every state of play.
//
//   fact: exactly one of true.cell(1, x), true.cell(1, o), true.cell(1, b)
//   before:  fluent true.cell(1, b)         legal legal.mark(1) = and(true.cell(1, b), mine)
//   after:   legal legal.mark(1) = and(not true.cell(1, x), not true.cell(1, o), mine)
//
// Left out are those that never change, those that are equal to another, and the last one of a
// small group of which exactly one holds. If wanted, a number takes the place of larger groups:
// which one holds, in as many fluents of no relation as it has bits.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"
#include "passes/nets/fluent_groups.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// A fluent of the whole net that the smaller one has not.
struct HiddenFluent {
  enum class Kind : std::uint8_t { always, never, with, without, coded };
  std::uint32_t fluent = 0;  ///< position in the whole net
  Kind kind = Kind::never;
  /// Positions in the smaller net: `with` the first of them it holds, or `without` any of them.
  std::vector<std::uint32_t> stored{};
  /// `coded`: it holds where `stored`, the lowest bit first, is this number.
  std::uint32_t code = 0;
};

struct HiddenFluents {
  ir::Net net;
  std::vector<HiddenFluent> hidden;   ///< by `fluent`
  std::vector<std::uint32_t> places;  ///< by fluent of the whole net; ir::no_fluent: hidden
};

enum class GroupCodes : std::uint8_t { none, numbers };

/// The facts hold in every state that the net will be asked about. Fluents of `kept` stay. Gates
/// are made anew, with `most_flattened` as in net_builder.h; what is hidden does not depend on
/// that.
[[nodiscard]] HiddenFluents hide_fluents(const ir::Net& net, const ir::FluentFacts& facts,
                                         const FluentList& kept, GroupCodes codes,
                                         std::size_t most_flattened);

}  // namespace tesuji::passes
