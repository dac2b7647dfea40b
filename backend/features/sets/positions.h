// Parses positions from lines of text, for logical features (docs/learning/features.md).
//
//   ---------------------------ox------xo--------------------------- x = 12.5     % a board
//   owns(o,d5). owns(x,e5). owns(x,d4). owns(o,e4). to_move(x). = 12.5            % facts
//
// After `=` comes the known value of the position, if any; after `@` the name of its game, or of
// another group: `.. = 12.5 @ game7`.
#pragma once

#include "backend/features/sets/features.h"
#include "runtime/host/game/game.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::driver {

struct ReadPosition {
  runtime::State state;
  std::optional<double> target;
  std::string group;  ///< empty: no group
};

/// An error in a line, and its column.
struct PositionFault {
  std::string message;
  std::uint32_t column = 1;  ///< from 1
};

/// Removes `= 12.5` and `@ game7` from the line's end, if present, and sets the target and the
/// group. Returns false and sets the fault if no number follows, or if a name is too long.
[[nodiscard]] bool read_trailer(std::string_view& line, ReadPosition& into, PositionFault& fault);

enum class PositionForm : std::uint8_t { board, facts };

/// Immutable; thread-safe.
class PositionReader {
 public:
  /// Reports (code "feature") and returns nothing if the form needs a board mapping that is missing
  /// or names facts that positions do not have. `set` must outlive the reader.
  [[nodiscard]] static std::optional<PositionReader> make(const FeatureSet& set, PositionForm form,
                                                          ir::Diagnostics& diagnostics);

  /// Returns false and sets the fault if the line is not a position.
  [[nodiscard]] bool read(std::string_view line, ReadPosition& into, PositionFault& fault) const;

 private:
  using FactId = std::uint32_t;
  static constexpr FactId no_fact = ~FactId{0};
  static constexpr FactId unknown = no_fact - 1;

  struct Fact {
    std::uint32_t fluent = 0;        ///< into GameTables::fluents
    std::vector<std::uint32_t> row;  ///< domain positions
    std::uint64_t word = 0;          ///< of a state; if all fluents are stored as bits
    std::uint64_t mask = 0;
  };

  PositionReader(const FeatureSet& set, PositionForm form) : set_(&set), form_(form) {}
  void find_facts();
  void add_fact(const ir::Relation& state, std::uint32_t fluent, const ir::Symbol* row);
  [[nodiscard]] bool find_board(ir::Diagnostics& diagnostics);
  [[nodiscard]] FactId find(const ir::PrologTerm& fact) const;
  [[nodiscard]] bool read_board(std::string_view line, std::vector<FactId>& facts,
                                PositionFault& fault) const;
  [[nodiscard]] bool read_facts(std::string_view line, std::vector<FactId>& facts,
                                PositionFault& fault) const;
  [[nodiscard]] runtime::State state_of(const std::vector<FactId>& facts) const;

  const FeatureSet* set_;
  PositionForm form_;
  std::vector<Fact> facts_;
  std::unordered_map<std::string, FactId> by_text_;
  bool bits_only_ = true;
  std::vector<std::array<FactId, 256>> squares_;  ///< per square and character
  std::unordered_map<std::string, FactId> words_;
};

}  // namespace tesuji::driver
