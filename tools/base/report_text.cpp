#include "tools/base/report_text.h"

#include "tools/base/json.h"
#include "tools/base/report.h"

#include <algorithm>

namespace tesuji::tools {
namespace {

constexpr std::size_t line_width = 98;

}  // namespace

Json rate(std::uint64_t count, double seconds) {
  return seconds > 0 ? Json(static_cast<double>(count) / seconds) : Json(nullptr);
}

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

std::string property(std::string_view key, std::string_view value) {
  // JSON's strings have the same escapes, with two exceptions: quotes need none, and there is no
  // \b.
  const std::string json = Json(value).dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string line = std::string(key) + "=";
  for (std::size_t i = 1; i + 1 < json.size(); ++i) {
    if (json[i] != '\\') {
      line += json[i];
      continue;
    }
    const char escaped = json[++i];
    if (escaped == '"') {
      line += '"';
    } else if (escaped == 'b') {
      line += "\\u0008";
    } else {
      line += {'\\', escaped};
    }
  }
  return line + "\n";
}

}  // namespace tesuji::tools
