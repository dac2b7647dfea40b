// Test support: what the words of bitboards are, by their definition.
#pragma once

#include "ir/nets/bitboards.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::tests {

/// In a state (bits by fluent), where each role makes this one of its moves.
inline std::vector<std::uint64_t> values_of(const ir::Bitboards& boards,
                                            const std::vector<std::uint64_t>& state,
                                            const std::vector<std::uint32_t>& moves) {
  using Kind = ir::BoardWord::Kind;
  constexpr std::uint64_t every = ~std::uint64_t{0};
  const auto holds = [&](std::uint64_t fluent) {
    return fluent != ir::no_fluent && (state[fluent / 64] >> (fluent % 64) & 1U) != 0;
  };
  std::vector<std::uint64_t> values;
  for (const ir::BoardWord& word : boards.words) {
    std::uint64_t value = 0;
    switch (word.kind) {
      case Kind::constant:
        value = word.bits;
        break;
      case Kind::fluents:
        for (std::size_t bit = 0; bit < 64; ++bit) {
          if (holds(boards.inputs[word.bits][bit])) value |= std::uint64_t{1} << bit;
        }
        break;
      case Kind::fluent:
        value = holds(word.bits) ? every : 0;
        break;
      case Kind::moves:
        value = boards.moves[word.a].words[moves[word.a] * boards.moves[word.a].stride + word.b];
        break;
      case Kind::both:
        value = values[word.a] & values[word.b];
        break;
      case Kind::either:
        value = values[word.a] | values[word.b];
        break;
      case Kind::complement:
        value = ~values[word.a];
        break;
      case Kind::up:
        value = values[word.a] << word.bits;
        break;
      case Kind::down:
        value = values[word.a] >> word.bits;
        break;
      case Kind::some:
        value = values[word.a] != 0 ? every : 0;
        break;
    }
    values.push_back(value);
  }
  return values;
}

/// Bits of an answer, 64 to a word.
inline std::vector<std::uint64_t> bits_of(const std::vector<ir::BoardBit>& answer,
                                          const std::vector<std::uint64_t>& values) {
  std::vector<std::uint64_t> bits((answer.size() + 63) / 64);
  for (std::size_t i = 0; i < answer.size(); ++i) {
    if ((values[answer[i].word] >> answer[i].bit & 1U) != 0) {
      bits[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  return bits;
}

}  // namespace tesuji::tests
