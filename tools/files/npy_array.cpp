#include "tools/files/npy_array.h"

#include "backend/driver/file_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace tesuji::tools {

namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are written as they lie in memory");

const std::string_view magic = driver::format_of(driver::FileKind::matrix_npy).mark;
constexpr std::size_t alignment = 64;

template <typename Number>
void append(std::string& text, Number number) {
  char bytes[sizeof(Number)];
  std::memcpy(bytes, &number, sizeof(Number));
  text.append(bytes, sizeof(Number));
}

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what);
}

/// Returns the text after `'key':` in the head, without leading blanks.
std::string_view entry(std::string_view head, std::string_view key) {
  const std::size_t at = head.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) fail(fmt::format("the header of this array has no `{}`", key));
  head.remove_prefix(at + key.size() + 3);
  head.remove_prefix(std::min(head.find_first_not_of(' '), head.size()));
  return head;
}

std::vector<std::size_t> shape_of(std::string_view text) {
  std::vector<std::size_t> shape;
  const std::size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos) fail("this array has no shape");
  for (std::size_t at = std::min(end, text.find_first_of("0123456789")); at < end;) {
    std::size_t number = 0;
    const auto [rest, error] = std::from_chars(text.data() + at, text.data() + end, number);
    if (error != std::errc()) fail("this array has no shape");
    shape.push_back(number);
    at = std::min(end,
                  text.find_first_of("0123456789", static_cast<std::size_t>(rest - text.data())));
  }
  return shape;
}

template <typename Number>
double number_at(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof(Number));
  return static_cast<double>(number);
}

using NumberReader = double (*)(const char*);

/// Returns null if numbers of the type are not supported.
NumberReader reader_of(std::string_view type) {
  struct Entry {
    std::string_view type;
    NumberReader reader;
  };
  static constexpr Entry entries[] = {
      {"u8", number_at<std::uint64_t>}, {"i8", number_at<std::int64_t>},
      {"f8", number_at<double>},        {"f4", number_at<float>},
      {"u4", number_at<std::uint32_t>}, {"i4", number_at<std::int32_t>},
      {"u2", number_at<std::uint16_t>}, {"i2", number_at<std::int16_t>},
      {"u1", number_at<std::uint8_t>},  {"i1", number_at<std::int8_t>},
      {"b1", number_at<std::uint8_t>}};
  if (type.empty() || (type[0] != '<' && type[0] != '|')) return nullptr;
  for (const Entry& one : entries) {
    if (one.type == type.substr(1)) return one.reader;
  }
  return nullptr;
}

/// Reads a text of type U or S, of `width` characters.
std::string text_at(std::string_view bytes, std::size_t width) {
  const std::size_t step = bytes.size() / std::max<std::size_t>(width, 1);
  std::string text;
  for (std::size_t i = 0; i < width && bytes[i * step] != '\0'; ++i) text += bytes[i * step];
  return text;
}

}  // namespace

void append_bytes(std::string& text, std::uint64_t number) {
  append(text, number);
}

void append_bytes(std::string& text, std::span<const std::uint64_t> numbers) {
  text.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

void append_bytes(std::string& text, double number) {
  append(text, number);
}

std::string npy_head(std::string_view type, std::string_view shape) {
  std::string head =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
  constexpr std::size_t before = 10;
  while ((before + head.size() + 1) % alignment != 0) head += ' ';
  head += '\n';
  std::string text(magic);
  text += std::string_view("\x01\x00", 2);
  append(text, static_cast<std::uint16_t>(head.size()));
  return text + head;
}

std::string npy_head(std::string_view type, std::uint64_t count) {
  return npy_head(type, fmt::format("({},)", count));
}

std::string npy_texts(const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::string bytes = npy_head(fmt::format("<U{}", width), texts.size());
  for (const std::string& text : texts) {
    for (std::size_t i = 0; i < width; ++i) {
      append(bytes,
             static_cast<std::uint32_t>(i < text.size() ? static_cast<unsigned char>(text[i]) : 0));
    }
  }
  return bytes;
}

NpyArray read_npy(std::string_view bytes) {
  constexpr std::size_t short_head = 10;
  constexpr std::size_t long_head = 12;
  if (!bytes.starts_with(magic) || bytes.size() < long_head) fail("not a NumPy array");
  const bool first_version = bytes[magic.size()] == 1;
  std::size_t begin = first_version ? short_head : long_head;
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, first_version ? 2 : 4);
  if (bytes.size() - begin < length) fail("this array is truncated");
  const std::string_view head = bytes.substr(begin, length);
  bytes.remove_prefix(begin + length);
  NpyArray array;
  const std::string_view type = entry(head, "descr");
  if (!type.starts_with('\'')) fail("arrays of records are not read");
  array.type = type.substr(1, type.find('\'', 1) - 1);
  array.shape = shape_of(entry(head, "shape"));
  if (array.shape.empty() || array.shape.size() > 2) {
    fail(fmt::format("an array of {} dimensions: one or two are read", array.shape.size()));
  }
  const std::size_t columns = array.shape.size() == 2 ? array.shape[1] : 1;
  const bool text = array.type.size() > 2 && (array.type[1] == 'U' || array.type[1] == 'S');
  const NumberReader reader = reader_of(array.type);
  std::size_t width = 0;
  std::size_t step = 0;
  if (text) {
    std::from_chars(array.type.data() + 2, array.type.data() + array.type.size(), width);
    step = width * (array.type[1] == 'U' ? 4 : 1);
  } else if (reader != nullptr) {
    step = static_cast<std::size_t>(array.type[2] - '0');
  }
  if (step == 0) fail(fmt::format("arrays of type {} are not read", array.type));
  if (columns != 0 && array.shape[0] > std::numeric_limits<std::size_t>::max() / step / columns) {
    fail("this array is truncated");
  }
  const std::size_t count = array.shape[0] * columns;
  if (bytes.size() < count * step) fail("this array is truncated");
  const bool by_columns =
      entry(head, "fortran_order").starts_with("True") && array.shape.size() == 2;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = by_columns ? i % columns * array.shape[0] + i / columns : i;
    if (text) {
      array.texts.push_back(text_at(bytes.substr(at * step, step), width));
    } else {
      array.numbers.push_back(reader(bytes.data() + at * step));
    }
  }
  return array;
}

}  // namespace tesuji::tools
