#include "tools/options/properties.h"

#include "tools/base/json.h"

#include "tools/base/report.h"

namespace tesuji::tools {

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
