// Computes a hash of a text, for files that record what they were made of.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::object_cache {

/// Returns the XXH3 hash of the bytes: 128 bits as 32 hexadecimal digits. Protects against damage
/// and mistakes, not against attacks.
[[nodiscard]] std::string content_hash(std::string_view bytes);

}  // namespace tesuji::object_cache
