// Formats counted nouns in messages: the one place that forms the plural.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::ir {

/// `1 joint move`, `2 joint moves`. `plural`: that of nouns that take more than an s, as in
/// `counted(2, "match", "matches")`.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun,
                                  std::string_view plural = {});

}  // namespace tesuji::ir
