// Decides whether output has colours.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tesuji::tools {

/// When output has colours: auto (on a terminal that is not `dumb`, unless NO_COLOR is set and not
/// empty, https://no-color.org), always, never.
inline constexpr std::array<std::string_view, 3> color_choices{"auto", "always", "never"};

/// Sets --color of this process; `when` is one of color_choices. `auto` before that.
void choose_color(std::string_view when);

/// Standard output, and standard error.
enum class Stream : std::uint8_t { results, messages };

/// Whether the stream gets colours.
[[nodiscard]] bool wants_color(Stream stream);

}  // namespace tesuji::tools
