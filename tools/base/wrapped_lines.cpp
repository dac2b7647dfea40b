#include "tools/base/wrapped_lines.h"

#include <algorithm>

namespace tesuji::tools {

namespace {

constexpr std::size_t line_width = 98;

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t more) {
  std::string result;
  std::size_t left = indent;
  while (!text.empty()) {
    std::size_t end = text.size();
    if (left + text.size() > line_width) {
      const std::size_t room = line_width - left;
      end = text.rfind(' ', room);
      if (end == std::string_view::npos || end == 0) end = text.find(' ');
      if (end == std::string_view::npos) end = text.size();
    }
    result += std::string(left, ' ') + std::string(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(text.size(), end + 1));
    left = indent + more;
  }
  return result;
}

}  // namespace tesuji::tools
