// A hash that tells texts apart, for files that name what they were made of.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::object_cache {

/// XXH3 of the bytes: 128 bits as 32 hexadecimal digits. Against damage and mistakes, not against
/// those who mean harm.
[[nodiscard]] std::string content_hash(std::string_view bytes);

}  // namespace tesuji::object_cache
