// The client, by cpp-httplib.
#pragma once

#include "tools/servers/http/http_client.h"

namespace tesuji::tools {

/// The caller deletes it.
[[nodiscard]] HttpClient* new_client(const HttpAddress& address);

}  // namespace tesuji::tools
