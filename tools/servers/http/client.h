// Implements the client, with cpp-httplib.
#pragma once

#include "tools/servers/http/http_client.h"

namespace tesuji::tools {

/// The caller must delete it.
[[nodiscard]] HttpClient* new_client(const HttpAddress& address);

}  // namespace tesuji::tools
