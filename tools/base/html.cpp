#include "tools/base/html.h"

#include "tools/base/json.h"

#include <fmt/format.h>
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

std::string html_head(std::string_view title, std::string_view rules) {
  constexpr std::string_view style = R"(
body { max-width: 62em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff;
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5em; } h2 { font-size: 1.25em; margin-top: 2em; } h3 { margin-bottom: 0.2em; }
)";
  return fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{0}</title>\n<style>{1}{2}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      html_text(title), style, rules);
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
