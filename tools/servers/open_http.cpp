#include "tools/servers/open_http.h"

#include "http_identity.h"
#include "tools/servers/http/http_library.h"

#include <dlfcn.h>

#include <string_view>
#include <utility>

namespace tesuji::tools {
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
