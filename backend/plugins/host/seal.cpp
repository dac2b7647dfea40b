#include "backend/plugins/host/seal.h"

#include "runtime/host/memory/fnv.h"

#include <cstdint>
#include <cstring>

namespace tesuji::plugin {
namespace {

constexpr std::string_view seal_magic = "tsj-seal";
constexpr std::size_t seal_size = 24;

std::uint64_t number_at(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) {
    number |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return number;
}

void append(std::vector<char>& bytes, std::uint64_t number) {
  for (std::size_t i = 0; i < sizeof number; ++i) {
    bytes.push_back(static_cast<char>(number >> (8 * i) & 0xFFU));
  }
}

}  // namespace

void seal(std::vector<char>& library) {
  const std::uint64_t length = library.size();
  const std::uint64_t hash = runtime::fnv1a({library.data(), library.size()});
  library.insert(library.end(), seal_magic.begin(), seal_magic.end());
  append(library, length);
  append(library, hash);
}

std::string check_seal(std::string_view file) {
  if (!is_elf(file)) return "it is not a shared library";
  if (file.size() < seal_size) return "it is not a plugin of tesuji, or it is truncated";
  const std::string_view end = file.substr(file.size() - seal_size);
  if (end.substr(0, seal_magic.size()) != seal_magic) {
    return "it is not a plugin of tesuji, or it was truncated or modified";
  }
  const std::string_view library = file.substr(0, file.size() - seal_size);
  if (number_at(end.substr(8)) != library.size() ||
      number_at(end.substr(16)) != runtime::fnv1a(library)) {
    return "its bytes are not those that the compiler wrote: it is damaged";
  }
  return {};
}

bool is_elf(std::string_view bytes) {
  return bytes.starts_with(elf_magic);
}

}  // namespace tesuji::plugin
