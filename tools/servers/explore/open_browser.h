// Opens an address in the user's browser.
#pragma once

#include <string>

namespace tesuji::tools {

/// Starts `xdg-open` with the address, and does not wait for it. Returns false if there is no
/// graphical session (DISPLAY and WAYLAND_DISPLAY are unset), or no such program.
[[nodiscard]] bool open_browser(const std::string& address);

}  // namespace tesuji::tools
