// Encodes values of states in two bytes, and looks up the values of many states at once. Internal
// to this folder.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/partition/key_run.h"
#include "runtime/host/partition/level.h"
#include "runtime/host/search/minimax.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime::partition {

/// Margin and plies in mixed radix: games have few margins.
class ValueCode {
 public:
  static constexpr std::uint16_t endless = first_end - 1;

  /// `margins`: all that can occur, ascending, including 0.
  explicit ValueCode(std::vector<int> margins)
      : margins_(std::move(margins)),
        plies_(endless / static_cast<std::uint32_t>(margins_.size())),
        places_(201) {
    for (std::size_t i = 0; i < margins_.size(); ++i) {
      places_[static_cast<std::size_t>(margins_[i] + 100)] = static_cast<std::uint32_t>(i);
    }
  }

  /// Returns the plies that stand for "not known yet": more than any.
  [[nodiscard]] std::uint32_t open() const { return plies_ - 1; }

  [[nodiscard]] std::uint16_t code(int margin, std::uint32_t plies) const {
    if (plies >= open()) {
      throw LimitReached("plays take " + std::to_string(open()) + " moves or more");
    }
    return at(margin, plies);
  }
  /// Whether it is a result of code() or open_code().
  [[nodiscard]] bool is_code(std::uint16_t value) const {
    return value < plies_ * margins_.size() && plies(value) <= open();
  }
  [[nodiscard]] std::uint16_t open_code(int margin) const { return at(margin, open()); }
  /// Must not be called for unknown_value or endless.
  [[nodiscard]] int margin(std::uint16_t code) const { return margins_[code / plies_]; }
  [[nodiscard]] std::uint32_t plies(std::uint16_t code) const { return code % plies_; }

  /// Returns a state's code from the codes of all its successors, which must be known.
  [[nodiscard]] std::uint16_t best(Role mover, std::span<const std::uint16_t> values) const {
    const auto for_mover = [&](std::uint16_t value) { return of_role(mover, margin(value)); };
    int most = -100;
    for (const std::uint16_t value : values) most = std::max(most, for_mover(value));
    std::optional<std::uint32_t> length;
    for (const std::uint16_t value : values) {
      if (for_mover(value) != most) continue;
      const std::uint32_t some = plies(value);
      length = !length ? some : most > 0 ? std::min(*length, some) : std::max(*length, some);
    }
    return code(of_role(mover, most), *length + 1);
  }

  /// Replaces the marks that the search has left at ends by codes.
  void ends_to_codes(const ValueList& values) const {
    for (std::uint16_t& value : values) {
      if (is_end(value)) value = code(margin_of_end(value), 0);
    }
  }

  /// Converts role 0's margin to the role's own, and back.
  [[nodiscard]] static int of_role(Role role, int margin) { return role == 0 ? margin : -margin; }

  [[nodiscard]] GameValue value(std::uint16_t code) const {
    if (code == endless) return {0, 0, true};
    return {margin(code), plies(code), false};
  }

 private:
  [[nodiscard]] std::uint16_t at(int margin, std::uint32_t plies) const {
    return static_cast<std::uint16_t>(places_[static_cast<std::size_t>(margin + 100)] * plies_ +
                                      plies);
  }

  std::vector<int> margins_;
  std::uint32_t plies_;                ///< one more than the most plies
  std::vector<std::uint32_t> places_;  ///< by margin + 100
};

/// For one thread.
template <typename Key>
class ValueFinder {
 public:
  /// Calls found(i, value) for each of the numbers that a level has, later levels first. Returns
  /// how many no level has.
  template <typename Found>
  std::size_t find(std::span<const Level<Key>> levels, std::span<const Key> keys,
                   const Found& found) {
    keys_.assign(keys.begin(), keys.end());
    numbers_.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) numbers_[i] = i;
    for (std::size_t l = levels.size(); l-- > 0 && !keys_.empty();) {
      places_.resize(keys_.size());
      levels[l].keys.find(keys_, places_);
      std::size_t left = 0;
      for (std::size_t i = 0; i < keys_.size(); ++i) {
        if (places_[i] != KeyRun<Key>::nowhere) {
          found(numbers_[i], levels[l].values[places_[i]]);
          continue;
        }
        keys_[left] = keys_[i];
        numbers_[left++] = numbers_[i];
      }
      keys_.resize(left);
      numbers_.resize(left);
    }
    return keys_.size();
  }

 private:
  std::vector<Key> keys_;             ///< not found yet
  std::vector<std::size_t> numbers_;  ///< their indexes in the input
  std::vector<std::uint64_t> places_;
};

}  // namespace tesuji::runtime::partition
