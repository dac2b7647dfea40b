// Facts that hold in every state of every play, by the names of fluents (docs/proving/saving.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

/// How many of these fluents hold.
struct StateFact {
  enum class Kind : std::uint8_t { always, never, equal, at_most_one, exactly_one };
  Kind kind = Kind::never;
  std::vector<std::string> fluents;  ///< KIF, in the order of the game

  bool operator==(const StateFact&) const = default;
};

/// Returns a text such as `exactly one of (cell 1 x), (cell 1 o)`; lists at most `most_fluents`
/// fluents.
[[nodiscard]] std::string text_of(const StateFact& fact, std::size_t most_fluents = 4);

/// Checks states that somebody names. Immutable; serves many threads.
class StateFacts {
 public:
  explicit StateFacts(std::vector<StateFact> facts);

  [[nodiscard]] const std::vector<StateFact>& facts() const { return facts_; }
  /// Whether some fact is about the fluent.
  [[nodiscard]] bool knows(const std::string& fluent) const { return by_fluent_.contains(fluent); }
  /// The first fact that a state in which exactly these fluents hold violates; null: none.
  [[nodiscard]] const StateFact* violated(std::span<const std::string> fluents) const;

 private:
  std::vector<StateFact> facts_;
  std::unordered_multimap<std::string, std::size_t> by_fluent_;
};

}  // namespace tesuji::runtime
