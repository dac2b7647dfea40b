#include "backend/object_cache/content_hash.h"

#define XXH_INLINE_ALL  // header only: nothing to link
#include <xxhash.h>

namespace tesuji::object_cache {

std::string content_hash(std::string_view bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

}  // namespace tesuji::object_cache
