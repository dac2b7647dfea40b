#include "tools/base/html.h"

#include "tools/base/json.h"

#include <nlohmann/json.hpp>

#include <cstddef>

namespace tesuji::tools {

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string html_page(const std::string& page) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  // Uses the JSON library to repair UTF-8: writes the page as JSON text and reads it back.
  using Json = nlohmann::json;
  const std::string valid =
      Json::parse(Json(page).dump(-1, ' ', false, Json::error_handler_t::replace))
          .get<std::string>();
  std::string result;
  result.reserve(valid.size());
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    const std::string_view sign = std::string_view(valid).substr(i, 3);
    const bool control = c >= '\0' && c < ' ' && c != '\t' && c != '\n' && c != '\r';
    const bool nothing = sign == "\xEF\xBF\xBE" || sign == "\xEF\xBF\xBF";
    if (!control && !nothing) {
      result += c;
      continue;
    }
    result += replacement;
    if (nothing) i += 2;
  }
  return result;
}

}  // namespace tesuji::tools
