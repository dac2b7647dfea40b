// Finds conjoined subgames: parts of one subgame that few fluents couple.
//
// The hypergraph of a subgame has a vertex for each of its moves and for the next value of each of
// its fluents. Each fluent is a hyperedge that joins all vertices that read or set it: its own next
// value, moves that touch it, moves whose legality it decides, and next values that depend on it. A
// cut splits the vertices in two; fluents whose hyperedges have vertices on both sides are
// *shared*. The search for cuts with few shared fluents moves single vertices, the one with the
// largest saving first, each once per pass, and returns to the best cut of the pass. Parts are cut
// again while that leaves few fluents shared.
//
//   before:  1: moves of board 1, 2: moves of board 2 that are legal once true.over(1)
//   found:   parts {cells of 1}, {cells of 2}; shared true.over(1)
//
// A part is a subgame once the shared fluents are given: a search may fix a sequence of their
// values and solve the parts separately. No part is smaller than a quarter of what is cut.
//
// Source: Fiduccia, Mattheyses, A linear-time heuristic for improving network partitions (1982).
#pragma once

#include "passes/subgames/subgames.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// A part of a subgame.
struct ConjoinedPart {
  FluentList fluents;                ///< whose next values belong to it; including shared ones
  std::vector<std::uint32_t> moves;  ///< ascending

  bool operator==(const ConjoinedPart&) const = default;
};

struct ConjoinedSubgames {
  std::vector<ConjoinedPart> parts;  ///< at least two; empty: no cut shares few fluents
  FluentList shared;                 ///< fluents that couple the parts
};

struct CutLimits {
  /// At most one of this many fluents may be shared.
  std::size_t fluents_per_shared = 10;
  std::size_t most_pins = 400'000;  ///< of hyperedges; larger subgames are not cut
};

/// `game`: position in Subgames::games.
[[nodiscard]] ConjoinedSubgames find_conjoined(const Subgames& subgames, std::uint32_t game,
                                               const CutLimits& limits = {});

}  // namespace tesuji::passes
