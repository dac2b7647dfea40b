// Finds the original places of parts of IR text, which the text names: `at "walk.kif":7:1-31`.
//
// A rule, plan, operation, .. that was read from IR text lies where it stands in that text, so
// that messages point there. The place in the rulesheet that it was made of is found here.
#pragma once

#include "ir/core/source.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::ir {

/// Answers for the files of one source map; looks through a text once, when it is first asked
/// about a place in it.
class Origins {
 public:
  /// `sources` must outlive this.
  explicit Origins(const SourceMap& sources) : sources_(&sources) {}

  /// The place that IR text gives for what stands at `span`; unknown where it says nothing of
  /// that part of a unit which has a place. `span` itself where that is in no IR text, or in a
  /// unit of it that was written by hand, without a place.
  [[nodiscard]] Span of(const Span& span);

 private:
  class Scanner;

  /// A declaration in braces.
  struct Unit {
    Position begin;  ///< its opening brace
    bool placed = false;
    Span place;
  };
  /// What one text says.
  struct Places {
    bool is_ir = false;
    std::unordered_map<std::uint64_t, Span> behind;     ///< by the end of what they stand behind
    std::unordered_map<std::uint64_t, Unit> units;      ///< by their ends
    std::vector<std::pair<Position, Position>> placed;  ///< units with places, in order
  };

  const Places& places_of(FileId file);

  const SourceMap* sources_;
  std::unordered_map<FileId, Places> places_;
};

}  // namespace tesuji::ir
