// Reads and writes one entry of the object cache as a file.
//
//   offset  bytes
//        0      8  `TSJCACHE`
//        8      4  version of this format, 2
//       12      4  length of the label
//       16      8  length of the payload
//       24     32  key
//       56     16  XXH3 (128 bits) of all other bytes
//       72         label: kind, name, tier and CPU, a line each
//                  payload
//
// Numbers are little-endian. A file with any byte changed, missing or added is rejected. Internal
// to this layer.
#pragma once

#include "backend/object_cache/object_cache.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::object_cache {

/// Size of the header before label and payload.
inline constexpr std::size_t cache_header_bytes = 72;
/// Longest label.
inline constexpr std::size_t max_label_bytes = 4096;

struct CacheFile {
  CacheKey key{};
  CacheLabel label;
  std::string payload;
};

[[nodiscard]] std::string encode_cache_file(const CacheKey& key, const CacheLabel& label,
                                            std::string_view payload);
/// Returns nothing unless every byte is as it was written.
[[nodiscard]] std::optional<CacheFile> decode_cache_file(std::string_view bytes);

/// Returns the file's name: the key in hexadecimal digits, and `.tso`.
[[nodiscard]] std::string cache_file_name(const CacheKey& key);
[[nodiscard]] bool is_cache_file_name(std::string_view name);
/// Template for mkstemp: names of files that are being written.
inline constexpr std::string_view temporary_name = ".tesuji-XXXXXX";
[[nodiscard]] bool is_temporary_name(std::string_view name);

/// Reads a whole regular file of this user; returns nothing if it is not one, cannot be read, or is
/// larger than 1 GiB. `touch` sets its time of modification to now.
[[nodiscard]] std::optional<std::string> read_own_file(const std::string& path, bool touch);

}  // namespace tesuji::object_cache
