#include "backend/object_cache/cache_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/endian/conversion.hpp>

#define XXH_INLINE_ALL  // header only: nothing to link
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tesuji::object_cache {
namespace {

constexpr std::string_view magic = "TSJCACHE";
constexpr std::uint32_t format_version = 2;
constexpr std::size_t key_offset = 24;
constexpr std::size_t checksum_offset = 56;
constexpr std::string_view suffix = ".tso";
constexpr std::uint64_t max_file_bytes = std::uint64_t{1} << 30U;

static_assert(checksum_offset + sizeof(XXH128_canonical_t) == cache_header_bytes);

/// Detects accidental damage only; files of other users are not read at all (read_own_file).
XXH128_canonical_t checksum_of(std::string_view bytes) {
  const std::string_view rest = bytes.substr(cache_header_bytes);
  const std::uint64_t head = XXH3_64bits(bytes.data(), checksum_offset);
  XXH128_canonical_t checksum;
  XXH128_canonicalFromHash(&checksum, XXH3_128bits_withSeed(rest.data(), rest.size(), head));
  return checksum;
}

unsigned char* unsigned_at(std::string& bytes, std::size_t offset) {
  return reinterpret_cast<unsigned char*>(bytes.data()) + offset;
}

const unsigned char* unsigned_at(std::string_view bytes, std::size_t offset) {
  return reinterpret_cast<const unsigned char*>(bytes.data()) + offset;
}

std::string line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text.substr(0, max_label_bytes / 4 - 1) + "\n";
}

/// Removes the first line and returns it.
std::string take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string first(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return first;
}

/// Closes a descriptor in its destructor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::string encode_cache_file(const CacheKey& key, const CacheLabel& label,
                              std::string_view payload) {
  const std::string text = line(label.kind) + line(label.name) + line(label.tier) + line(label.cpu);
  std::string bytes(cache_header_bytes, '\0');
  std::copy(magic.begin(), magic.end(), bytes.begin());
  boost::endian::store_little_u32(unsigned_at(bytes, 8), format_version);
  boost::endian::store_little_u32(unsigned_at(bytes, 12), static_cast<std::uint32_t>(text.size()));
  boost::endian::store_little_u64(unsigned_at(bytes, 16), payload.size());
  std::copy(key.begin(), key.end(), bytes.begin() + key_offset);
  bytes += text;
  bytes += payload;
  const XXH128_canonical_t checksum = checksum_of(bytes);
  std::memcpy(&bytes[checksum_offset], checksum.digest, sizeof checksum);
  return bytes;
}

std::optional<CacheFile> decode_cache_file(std::string_view bytes) {
  if (bytes.size() < cache_header_bytes || !bytes.starts_with(magic)) return std::nullopt;
  if (boost::endian::load_little_u32(unsigned_at(bytes, 8)) != format_version) return std::nullopt;
  const std::uint64_t label_bytes = boost::endian::load_little_u32(unsigned_at(bytes, 12));
  const std::uint64_t payload_bytes = boost::endian::load_little_u64(unsigned_at(bytes, 16));
  const std::uint64_t rest = bytes.size() - cache_header_bytes;
  if (label_bytes > rest || payload_bytes != rest - label_bytes) return std::nullopt;
  const XXH128_canonical_t checksum = checksum_of(bytes);
  if (std::memcmp(checksum.digest, &bytes[checksum_offset], sizeof checksum) != 0) {
    return std::nullopt;
  }
  CacheFile file;
  std::memcpy(file.key.data(), &bytes[key_offset], file.key.size());
  std::string_view text = bytes.substr(cache_header_bytes, label_bytes);
  file.label.kind = take_line(text);
  file.label.name = take_line(text);
  file.label.tier = take_line(text);
  file.label.cpu = take_line(text);
  file.payload = bytes.substr(cache_header_bytes + label_bytes);
  return file;
}

std::string cache_file_name(const CacheKey& key) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string name;
  for (const std::uint8_t byte : key) {
    name += digits[byte >> 4U];
    name += digits[byte & 15U];
  }
  return name.append(suffix);
}

bool is_cache_file_name(std::string_view name) {
  if (name.size() != 2 * sizeof(CacheKey) + suffix.size() || !name.ends_with(suffix)) return false;
  name.remove_suffix(suffix.size());
  return name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_temporary_name(std::string_view name) {
  const std::size_t fixed = temporary_name.find('X');
  return name.size() == temporary_name.size() && name.starts_with(temporary_name.substr(0, fixed));
}

std::optional<std::string> read_own_file(const std::string& path, bool touch) {
  // O_NOFOLLOW and O_NONBLOCK: does not follow a link or wait for a pipe.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status{};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || status.st_uid != geteuid()) return std::nullopt;
  if (static_cast<std::uint64_t>(status.st_size) > max_file_bytes) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    filled += static_cast<std::size_t>(got);
  }
  // Touching may fail on a read-only disk: the entry then keeps its age.
  if (touch) static_cast<void>(futimens(file.get(), nullptr));
  return bytes;
}

}  // namespace tesuji::object_cache
