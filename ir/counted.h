// Numbers of things in messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::ir {

/// `1 argument`, `2 arguments`; for nouns whose plural ends in s.
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  text += noun;
  if (count != 1) text += 's';
  return text;
}

}  // namespace tesuji::ir
