// Formats counted nouns in messages, with their plurals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::ir {

/// Prints `1 joint move`, `2 joint moves`. `plural` is for irregular plurals, as in `counted(2,
/// "match", "matches")`.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun,
                                  std::string_view plural = {});

}  // namespace tesuji::ir
