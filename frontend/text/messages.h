// What the readers of all texts share to report faults.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tesuji::frontend {

/// Errors reported before the rest of a hopeless text is given up.
inline constexpr std::size_t max_parse_errors = 20;

/// `text` for a message; long texts are cut.
inline std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "...";
}

}  // namespace tesuji::frontend
