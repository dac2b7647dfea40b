// Evaluates a state by a weighted sum of the fluents that hold, read byte by byte: a state of three
// words costs at most 24 table lookups.
#pragma once

#include "runtime/host/game/game.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::runtime {

/// The sums of all values of all bytes of a state. Immutable.
class FluentSum {
 public:
  /// `weights`: by bit of a state, at most 64 for each of its words; bits without a weight have 0.
  FluentSum(double constant, const std::vector<double>& weights) : constant_(constant) {
    constexpr std::size_t bits = 8;
    for (std::size_t from = 0; from < weights.size(); from += bits) {
      std::array<float, byte_values>& sums = bytes_.emplace_back();
      for (std::size_t value = 0; value < byte_values; ++value) {
        double sum = 0;
        for (std::size_t bit = 0; bit < bits && from + bit < weights.size(); ++bit) {
          if ((value >> bit & 1U) != 0) sum += weights[from + bit];
        }
        sums[value] = static_cast<float>(sum);
      }
    }
  }

  [[nodiscard]] double of(StateView state) const {
    constexpr std::size_t bytes_of_word = 8;
    double sum = constant_;
    for (std::size_t first = 0; first < bytes_.size(); first += bytes_of_word) {
      // Most words of large states are empty, and so are most of their bytes.
      for (std::uint64_t rest = state[first / bytes_of_word]; rest != 0;) {
        const auto byte = static_cast<std::size_t>(std::countr_zero(rest)) / 8;
        if (first + byte >= bytes_.size()) break;
        sum += bytes_[first + byte][rest >> 8 * byte & (byte_values - 1)];
        rest &= ~(std::uint64_t{byte_values - 1} << 8 * byte);
      }
    }
    return sum;
  }

 private:
  static constexpr std::size_t byte_values = 256;
  double constant_;
  std::vector<std::array<float, byte_values>> bytes_;
};

}  // namespace tesuji::runtime
