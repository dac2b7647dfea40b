// Finds the original places of parts of IR text, which the text names: `at "walk.kif":7:1-31`.
//
// A rule, plan, operation, .. read from IR text has a span in that text, so that messages point
// there. This class finds the place in the original rulesheet.
#pragma once

#include "ir/core/source.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::ir {

/// Looks up places in the files of one source map; scans a text once, at the first query about it.
class Origins {
 public:
  /// `sources` must outlive this.
  explicit Origins(const SourceMap& sources) : sources_(&sources) {}

  /// Returns the original place that IR text gives for `span`; unknown if the text gives no place
  /// for that part of a unit with a place. Returns `span` itself if it is not in IR text, or in a
  /// unit without a place (written by hand).
  [[nodiscard]] Span of(const Span& span);

 private:
  class Scanner;

  /// A declaration in braces.
  struct Unit {
    Position begin;  ///< its opening brace
    bool placed = false;
    Span place;
  };
  /// The places in one text.
  struct Places {
    bool is_ir = false;
    std::unordered_map<std::uint64_t, Span> behind;     ///< by the end of the part that they follow
    std::unordered_map<std::uint64_t, Unit> units;      ///< by their ends
    std::vector<std::pair<Position, Position>> placed;  ///< units with places, in order
  };

  const Places& places_of(FileId file);

  const SourceMap* sources_;
  std::unordered_map<FileId, Places> places_;
};

}  // namespace tesuji::ir
