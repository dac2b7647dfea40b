#include "tools/servers/http_address.h"

#include <charconv>
#include <string>
#include <system_error>

namespace tesuji::tools {

std::optional<HttpAddress> parse_http_address(std::string_view text) {
  if (text.starts_with(http_scheme)) text.remove_prefix(http_scheme.size());
  if (text.ends_with('/')) text.remove_suffix(1);
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const std::string_view number = text.substr(colon + 1);
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return std::nullopt;
  }
  if (host.empty() || host.find_first_of(" /?#@") != std::string_view::npos) return std::nullopt;
  HttpAddress address{std::string(host), 0};
  constexpr int most_ports = 65'535;
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), address.port);
  if (error != std::errc() || end != number.data() + number.size() || address.port < 1 ||
      address.port > most_ports) {
    return std::nullopt;
  }
  return address;
}

}  // namespace tesuji::tools
