#include "tools/base/terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace tesuji::tools {

namespace {

std::string_view& chosen_color() {
  static std::string_view when = color_choices.front();
  return when;
}

/// Whether the environment allows colours on terminals.
bool environment_allows_color() {
  const char* const refused = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  if (refused != nullptr && *refused != '\0') return false;
  return terminal == nullptr || std::string_view(terminal) != "dumb";
}

}  // namespace

void choose_color(std::string_view when) {
  const auto* const found = std::find(color_choices.begin(), color_choices.end(), when);
  if (found != color_choices.end()) chosen_color() = *found;
}

bool wants_color(Stream stream) {
  if (chosen_color() != "auto") return chosen_color() == "always";
  const int file = stream == Stream::results ? STDOUT_FILENO : STDERR_FILENO;
  return environment_allows_color() && isatty(file) != 0;
}

}  // namespace tesuji::tools
