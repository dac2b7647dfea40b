#include "tools/servers/open_http.h"

#include "http_identity.h"
#include "tools/servers/http/http_library.h"

#include <dlfcn.h>

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

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

namespace {

/// Returns null if it is missing, with the reason in `why`.
const HttpLibrary* http_library(std::string& why) {
  // Searched on the command's run path (tools/CMakeLists.txt). It stays loaded.
  void* const library = dlopen(TESUJI_HTTP_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    why = dlerror();
    return nullptr;
  }
  const auto* const found = static_cast<const HttpLibrary*>(dlsym(library, http_library_symbol));
  if (found == nullptr || found->identity == nullptr ||
      std::string_view(found->identity) != http_identity) {
    why = TESUJI_HTTP_LIBRARY " belongs to another build than the command";
    return nullptr;
  }
  return found;
}

}  // namespace

std::unique_ptr<HttpServer> open_http_server(const HttpOptions& options, HttpHandler handler,
                                             std::string& why) {
  const HttpLibrary* const library = http_library(why);
  if (library == nullptr) return nullptr;
  return std::unique_ptr<HttpServer>(library->open(options, std::move(handler), why));
}

std::unique_ptr<HttpClient> open_http_client(const HttpAddress& address, std::string& why) {
  const HttpLibrary* const library = http_library(why);
  if (library == nullptr) return nullptr;
  return std::unique_ptr<HttpClient>(library->connect(address));
}

}  // namespace tesuji::tools
