#include "tools/files/zip_archive.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

namespace tesuji::tools {

namespace {

constexpr std::uint32_t local_mark = 0x04034b50;
constexpr std::uint32_t directory_mark = 0x02014b50;
constexpr std::uint32_t end_mark = 0x06054b50;
constexpr std::uint32_t end64_mark = 0x06064b50;
constexpr std::uint32_t locator64_mark = 0x07064b50;
constexpr std::uint16_t version64 = 45;
constexpr std::uint16_t extra64 = 1;
constexpr std::uint16_t earliest_day = 0x21;  // 1 January 1980
constexpr std::uint32_t elsewhere = ~std::uint32_t{0};

template <typename Number>
void put(std::string& text, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    text += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i));
  }
}

std::uint32_t sum_of(std::string_view bytes, std::uint32_t before = 0) {
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// Writes the part that local header and directory share, up to the name's length.
void put_common(std::string& text, std::uint32_t sum) {
  put(text, version64);
  put(text, std::uint16_t{0});  // flags
  put(text, std::uint16_t{0});  // stored
  put(text, std::uint16_t{0});  // time
  put(text, earliest_day);
  put(text, sum);
  put(text, elsewhere);  // sizes
  put(text, elsewhere);
}

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(what);
}

/// Reads little-endian numbers at places of a text.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t number(std::uint64_t at, std::size_t width) const {
    const std::string_view text = part(at, width);
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < width; ++i) {
      result |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << (8 * i);
    }
    return result;
  }
  [[nodiscard]] std::string_view part(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) fail("this archive is truncated");
    return bytes_.substr(at, size);
  }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }

  /// Returns the place of the end of the directory.
  [[nodiscard]] std::uint64_t find_end() const {
    std::string mark;
    put(mark, end_mark);
    const std::size_t at = bytes_.rfind(mark);
    if (at == std::string_view::npos) fail("this archive is truncated");
    return at;
  }

 private:
  std::string_view bytes_;
};

/// Returns the next 64-bit number of an extra field for `value`, if the value itself is a
/// placeholder.
std::uint64_t wide(std::uint64_t value, const Reader& extra, std::uint64_t& at) {
  if (value != elsewhere) return value;
  at += 8;
  return extra.number(at - 8, 8);
}

std::string expanded(std::string_view bytes, std::uint64_t size) {
  // Deflate expands a byte to at most 1032.
  constexpr std::uint64_t most = 1032;
  if (size / most > bytes.size()) fail("this archive is damaged");
  std::string text(size, '\0');
  z_stream inflater{};
  if (inflateInit2(&inflater, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  std::uint64_t made = 0;
  int code = Z_OK;
  // zlib counts with 32-bit numbers.
  constexpr std::uint64_t step = std::numeric_limits<uInt>::max();
  while (code == Z_OK) {
    inflater.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    inflater.avail_in = static_cast<uInt>(std::min<std::uint64_t>(bytes.size(), step));
    inflater.next_out = reinterpret_cast<Bytef*>(text.data() + made);
    inflater.avail_out = static_cast<uInt>(std::min(size - made, step));
    const std::uint64_t in = inflater.avail_in;
    const std::uint64_t out = inflater.avail_out;
    code = inflate(&inflater, Z_NO_FLUSH);
    bytes.remove_prefix(in - inflater.avail_in);
    made += out - inflater.avail_out;
  }
  inflateEnd(&inflater);
  if (code != Z_STREAM_END || made != size) fail("this archive is damaged");
  return text;
}

}  // namespace

std::string ZipWriter::local_header(const Entry& entry) {
  std::string text;
  put(text, local_mark);
  put_common(text, entry.sum);
  put(text, static_cast<std::uint16_t>(entry.name.size()));
  put(text, std::uint16_t{20});
  text += entry.name;
  put(text, extra64);
  put(text, std::uint16_t{16});
  put(text, entry.size);
  put(text, entry.size);
  return text;
}

bool ZipWriter::add(std::string_view name, std::string_view bytes) {
  return begin(name, bytes) && end(bytes);
}

bool ZipWriter::begin(std::string_view name, std::string_view head) {
  entries_.push_back({std::string(name), at_, 0, 0});
  body_size_ = 0;
  body_sum_ = 0;
  const std::string header = local_header(entries_.back());
  at_ += header.size() + head.size();
  return file_.write(header) && file_.write(head);
}

bool ZipWriter::append(std::string_view bytes) {
  at_ += bytes.size();
  body_size_ += bytes.size();
  body_sum_ = sum_of(bytes, body_sum_);
  return file_.write(bytes);
}

bool ZipWriter::end(std::string_view head) {
  Entry& entry = entries_.back();
  entry.size = head.size() + body_size_;
  entry.sum = static_cast<std::uint32_t>(
      crc32_combine(sum_of(head), body_sum_, static_cast<z_off_t>(body_size_)));
  const std::string header = local_header(entry);
  return file_.rewrite(entry.offset, header) && file_.rewrite(entry.offset + header.size(), head);
}

bool ZipWriter::finish() {
  std::string text;
  for (const Entry& entry : entries_) {
    put(text, directory_mark);
    put(text, version64);
    put_common(text, entry.sum);
    put(text, static_cast<std::uint16_t>(entry.name.size()));
    put(text, std::uint16_t{28});
    put(text, std::uint16_t{0});  // comment
    put(text, std::uint16_t{0});  // disk
    put(text, std::uint16_t{0});  // attributes
    put(text, std::uint32_t{0});
    put(text, elsewhere);
    text += entry.name;
    put(text, extra64);
    put(text, std::uint16_t{24});
    put(text, entry.size);
    put(text, entry.size);
    put(text, entry.offset);
  }
  const std::uint64_t size = text.size();
  const std::uint64_t count = entries_.size();
  put(text, end64_mark);
  put(text, std::uint64_t{44});
  put(text, version64);
  put(text, version64);
  put(text, std::uint32_t{0});
  put(text, std::uint32_t{0});
  put(text, count);
  put(text, count);
  put(text, size);
  put(text, at_);
  put(text, locator64_mark);
  put(text, std::uint32_t{0});
  put(text, at_ + size);
  put(text, std::uint32_t{1});
  put(text, end_mark);
  put(text, std::uint16_t{0});
  put(text, std::uint16_t{0});
  put(text, static_cast<std::uint16_t>(count));
  put(text, static_cast<std::uint16_t>(count));
  put(text, static_cast<std::uint32_t>(size));
  put(text, elsewhere);
  put(text, std::uint16_t{0});
  return file_.write(text);
}

std::map<std::string, std::string> read_zip(std::string_view archive) {
  const Reader reader(archive);
  const std::uint64_t end = reader.find_end();
  std::uint64_t count = reader.number(end + 10, 2);
  std::uint64_t at = reader.number(end + 16, 4);
  if (end >= 20 && reader.number(end - 20, 4) == locator64_mark) {
    const std::uint64_t end64 = reader.number(end - 12, 8);
    count = reader.number(end64 + 32, 8);
    at = reader.number(end64 + 48, 8);
  }
  std::map<std::string, std::string> entries;
  for (; count > 0; --count) {
    if (reader.number(at, 4) != directory_mark) fail("this archive is damaged");
    const std::uint64_t method = reader.number(at + 10, 2);
    const auto sum = static_cast<std::uint32_t>(reader.number(at + 16, 4));
    const std::uint64_t name_size = reader.number(at + 28, 2);
    const std::uint64_t extra_size = reader.number(at + 30, 2);
    const std::string name(reader.part(at + 46, name_size));
    const Reader extra(reader.part(at + 46 + name_size, extra_size));
    std::uint64_t wide_at = 4;
    for (std::uint64_t field = 0; field + 4 <= extra_size;
         field += 4 + extra.number(field + 2, 2)) {
      if (extra.number(field, 2) == extra64) wide_at = field + 4;
    }
    const std::uint64_t size = wide(reader.number(at + 24, 4), extra, wide_at);
    const std::uint64_t packed = wide(reader.number(at + 20, 4), extra, wide_at);
    const std::uint64_t local = wide(reader.number(at + 42, 4), extra, wide_at);
    at += 46 + name_size + extra_size + reader.number(at + 32, 2);
    const std::uint64_t begin =
        local + 30 + reader.number(local + 26, 2) + reader.number(local + 28, 2);
    const std::string_view bytes = reader.part(begin, packed);
    constexpr std::uint64_t stored = 0;
    constexpr std::uint64_t deflated = 8;
    if (method != stored && method != deflated)
      fail("this archive is packed in a way that is not read");
    std::string text = method == stored ? std::string(bytes) : expanded(bytes, size);
    if (sum_of(text) != sum) fail("this archive is damaged");
    entries.insert_or_assign(name, std::move(text));
  }
  return entries;
}

}  // namespace tesuji::tools
