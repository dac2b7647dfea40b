// Positions as lines of text, for logical features (docs/learning/features.md).
//
//   ---------------------------ox------xo--------------------------- x = 12.5     % a board
//   owns(o,d5). owns(x,e5). owns(x,d4). owns(o,e4). to_move(x). = 12.5            % facts
//
// Behind `=` stands a number that a position is to be worth, where it is known; behind `@` the name
// of the game that it is of, or of another group: `.. = 12.5 @ game7`.
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
  std::string group;  ///< empty: none
};

/// What is wrong with a line, and where.
struct PositionFault {
  std::string message;
  std::uint32_t column = 1;  ///< from 1
};

/// Takes `= 12.5` and `@ game7` from the line's end, where they are: the target and the group.
/// False, with the fault, where no number follows, or a name that is too long.
[[nodiscard]] bool read_trailer(std::string_view& line, ReadPosition& into, PositionFault& fault);

enum class PositionForm : std::uint8_t { board, facts };

/// Immutable once made; safe for many threads.
class PositionReader {
 public:
  /// Where the board's mapping, for that form, is missing or names facts that positions do not
  /// have: reports (code "feature"), and returns nothing. `set` must outlive the reader.
  [[nodiscard]] static std::optional<PositionReader> make(const FeatureSet& set, PositionForm form,
                                                          ir::Diagnostics& diagnostics);

  /// False, with the fault, where the line is no position.
  [[nodiscard]] bool read(std::string_view line, ReadPosition& into, PositionFault& fault) const;

 private:
  using FactId = std::uint32_t;
  static constexpr FactId no_fact = ~FactId{0};
  static constexpr FactId unknown = no_fact - 1;

  struct Fact {
    std::uint32_t fluent = 0;        ///< into GameTables::fluents
    std::vector<std::uint32_t> row;  ///< domain positions
    std::uint64_t word = 0;          ///< of a state; where all are kept as bits
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
