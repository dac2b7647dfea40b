#include "backend/interpreter/stencils/code_buffer.h"

#include <elf.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

extern "C" const std::byte tesuji_stencils_begin[];
extern "C" const std::byte tesuji_stencils_end[];

namespace tesuji::interpreter {
namespace {

constexpr std::array stencil_names = {
#define TESUJI_STENCIL(name) std::string_view(#name),
    TESUJI_STENCILS(TESUJI_STENCIL)
#undef TESUJI_STENCIL
};

constexpr std::array<std::string_view, 10> filling_names = {
    "next",   "other",  "third",  "hole_a",    "hole_b",
    "hole_c", "hole_d", "hole_e", "pointer_p", "pointer_q"};

HoleKind kind_of(std::uint32_t relocation) {
  switch (relocation) {
#if defined(__x86_64__)
    case R_X86_64_PLT32:
    case R_X86_64_PC32:
      return HoleKind::jump;
    case R_X86_64_32:
      return HoleKind::number;
    case R_X86_64_32S:
      return HoleKind::signed_number;
    case R_X86_64_64:
      return HoleKind::pointer;
#elif defined(__aarch64__)
    case R_AARCH64_JUMP26:
    case R_AARCH64_CALL26:
      return HoleKind::branch;
    case R_AARCH64_MOVW_UABS_G0_NC:
      return HoleKind::part_0;
    case R_AARCH64_MOVW_UABS_G1:
    case R_AARCH64_MOVW_UABS_G1_NC:
      return HoleKind::part_1;
    case R_AARCH64_MOVW_UABS_G2_NC:
      return HoleKind::part_2;
    case R_AARCH64_MOVW_UABS_G3:
      return HoleKind::part_3;
#endif
    default:
      throw std::logic_error("stencils.c has relocation " + std::to_string(relocation));
  }
}

/// The embedded object file; it was written by this build's compiler, so its contents are trusted.
class ObjectFile {
 public:
  ObjectFile() : header_(at<Elf64_Ehdr>(0)), sections_(at<Elf64_Shdr>(header_->e_shoff)) {
    for (std::size_t s = 0; s < header_->e_shnum; ++s)
      if (sections_[s].sh_type == SHT_SYMTAB) symbols_ = &sections_[s];
  }

  /// Returns the code of a function; each function has its own section.
  StencilCode function(std::string_view name) const {
    const std::size_t count = symbols_->sh_size / sizeof(Elf64_Sym);
    for (std::size_t i = 0; i < count; ++i) {
      const Elf64_Sym& found = symbol(i);
      if (ELF64_ST_TYPE(found.st_info) != STT_FUNC || name_of(found) != name) continue;
      const Elf64_Shdr& section = sections_[found.st_shndx];
      return {{at<std::byte>(section.sh_offset), section.sh_size}, holes_in(found.st_shndx)};
    }
    throw std::logic_error("stencils.c has no " + std::string(name));
  }

 private:
  template <typename T>
  const T* at(std::size_t offset) const {
    return reinterpret_cast<const T*>(tesuji_stencils_begin + offset);
  }
  const Elf64_Sym& symbol(std::size_t number) const {
    return at<Elf64_Sym>(symbols_->sh_offset)[number];
  }
  std::string_view name_of(const Elf64_Sym& symbol) const {
    return at<char>(sections_[symbols_->sh_link].sh_offset + symbol.st_name);
  }

  std::vector<Hole> holes_in(std::size_t function) const {
    std::vector<Hole> holes;
    for (std::size_t s = 0; s < header_->e_shnum; ++s) {
      const Elf64_Shdr& section = sections_[s];
      if (section.sh_type != SHT_RELA || section.sh_info != function) continue;
      const auto* relocations = at<Elf64_Rela>(section.sh_offset);
      for (std::size_t i = 0; i < section.sh_size / sizeof(Elf64_Rela); ++i)
        holes.push_back(hole(relocations[i]));
    }
    std::sort(holes.begin(), holes.end(),
              [](const Hole& left, const Hole& right) { return left.offset < right.offset; });
    return holes;
  }

  Hole hole(const Elf64_Rela& relocation) const {
    const std::string_view name = name_of(symbol(ELF64_R_SYM(relocation.r_info)));
    const auto found = std::find(filling_names.begin(), filling_names.end(), name);
    if (found == filling_names.end())
      throw std::logic_error("stencils.c has no hole `" + std::string(name) + "`");
    return {static_cast<std::uint32_t>(relocation.r_offset),
            kind_of(static_cast<std::uint32_t>(ELF64_R_TYPE(relocation.r_info))),
            static_cast<Filling>(found - filling_names.begin()), relocation.r_addend};
  }

  const Elf64_Ehdr* header_;
  const Elf64_Shdr* sections_;
  const Elf64_Shdr* symbols_ = nullptr;
};

}  // namespace

bool has_stencils() {
#if defined(__x86_64__) || defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

const StencilCode& code_of(Stencil stencil) {
  static const auto all = [] {
    const ObjectFile object;
    std::array<StencilCode, stencil_names.size()> read;
    for (std::size_t s = 0; s < read.size(); ++s) read[s] = object.function(stencil_names[s]);
    return read;
  }();
  return all[static_cast<std::size_t>(stencil)];
}

namespace {

constexpr std::size_t unbound = ~std::size_t{0};

#if defined(__x86_64__)
constexpr std::size_t jump_size = 5;    // e9, then 32 bits
constexpr std::size_t branch_size = 6;  // 0f 8x, then 32 bits

/// Whether the stencil ends with a conditional jump to `next` or `other`, and nothing else in it
/// jumps to the end.
bool ends_with_branch(const StencilCode& code) {
  const std::size_t size = code.bytes.size();
  const std::size_t holes = code.holes.size();
  if (holes < 2 || size < jump_size + branch_size) return false;
  const Hole& other = code.holes[holes - 1];
  const Hole& next = code.holes[holes - 2];
  return other.filling == Filling::other && other.offset == size - 4 &&
         code.bytes[size - jump_size] == std::byte{0xe9} && next.filling == Filling::next &&
         next.offset == size - jump_size - 4 && code.bytes[next.offset - 2] == std::byte{0x0f} &&
         (code.bytes[next.offset - 1] & std::byte{0xf0}) == std::byte{0x80};
}
#else
constexpr std::size_t jump_size = 4;
#endif

[[noreturn]] void throw_too_large() {
  throw std::length_error("a number is too large for a stencil");
}

bool ends_with_jump_to_next(const StencilCode& code) {
  return !code.holes.empty() && code.holes.back().filling == Filling::next &&
         code.holes.back().offset + 4 == code.bytes.size() && code.bytes.size() >= jump_size;
}

}  // namespace

CodeBlock::CodeBlock(const std::vector<std::byte>& bytes,
                     std::deque<std::vector<std::uint64_t>> data)
    : data_(std::move(data)), size_(bytes.size()) {
  memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const auto fail = [] { throw std::system_error(errno, std::generic_category(), "mmap"); };
  if (memory_ == MAP_FAILED) fail();
  std::memcpy(memory_, bytes.data(), size_);
  if (mprotect(memory_, size_, PROT_READ | PROT_EXEC) != 0) {
    const int error = errno;
    munmap(memory_, size_);
    errno = error;
    fail();
  }
  auto* begin = static_cast<char*>(memory_);
  __builtin___clear_cache(begin, begin + size_);
}

CodeBlock::~CodeBlock() {
  munmap(memory_, size_);
}

Label CodeBuffer::new_label() {
  labels_.push_back(unbound);
  return static_cast<Label>(labels_.size() - 1);
}

void CodeBuffer::bind(Label label) {
  labels_[static_cast<std::size_t>(label)] = bytes_.size();
}

std::size_t CodeBuffer::offset_of(Label label) const {
  return labels_[static_cast<std::size_t>(label)];
}

void CodeBuffer::emit(Stencil stencil, const Fillings& fillings) {
  const StencilCode& code = code_of(stencil);
  const std::size_t begin = bytes_.size();
  bytes_.insert(bytes_.end(), code.bytes.begin(), code.bytes.end());
  std::size_t holes = code.holes.size();
  // A jump to the code right behind is dropped.
  if (fillings.next == right_behind && ends_with_jump_to_next(code)) {
    bytes_.resize(bytes_.size() - jump_size);
    --holes;
  }
#if defined(__x86_64__)
  if (fillings.next == right_behind && ends_with_branch(code)) {
    bytes_.resize(bytes_.size() - jump_size);
    bytes_[bytes_.size() - branch_size + 1] ^= std::byte{1};  // inverts the condition
    jumps_.push_back({bytes_.size() - 4, HoleKind::jump, -4, fillings.other});
    holes -= 2;
  }
#endif
  const std::array targets = {fillings.next, fillings.other, fillings.third};
  const std::array<std::uint64_t, 7> values = {fillings.a,
                                               fillings.b,
                                               fillings.c,
                                               fillings.d,
                                               fillings.e,
                                               reinterpret_cast<std::uintptr_t>(fillings.p),
                                               reinterpret_cast<std::uintptr_t>(fillings.q)};
  Label behind = right_behind;
  for (std::size_t h = 0; h < holes; ++h) {
    const Hole& hole = code.holes[h];
    const std::size_t at = begin + hole.offset;
    const auto filling = static_cast<std::size_t>(hole.filling);
    if (hole.filling >= Filling::a) {
      const std::uint64_t value = values[filling - static_cast<std::size_t>(Filling::a)];
      if (hole.filling < Filling::p && value >> 32 != 0) throw_too_large();
      fill(at, hole.kind, value + static_cast<std::uint64_t>(hole.addend));
      continue;
    }
    Label target = targets[filling];
    if (target == right_behind) {
      if (behind == right_behind) behind = new_label();
      target = behind;
    }
    jumps_.push_back({at, hole.kind, hole.addend, target});
  }
  if (behind != right_behind) bind(behind);
}

void CodeBuffer::fill(std::size_t at, HoleKind kind, std::uint64_t value) {
  const auto store = [&](const auto& number) {
    std::memcpy(bytes_.data() + at, &number, sizeof(number));
  };
  const auto instruction = [&] {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes_.data() + at, sizeof(word));
    return word;
  };
  const auto part = [&](unsigned number) {
    constexpr std::uint32_t mask = 0xffff;
    const auto bits = static_cast<std::uint32_t>(value >> (16 * number)) & mask;
    store((instruction() & ~(mask << 5)) | bits << 5);
  };
  switch (kind) {
    case HoleKind::number:
    case HoleKind::jump:
      store(static_cast<std::uint32_t>(value));
      break;
    case HoleKind::signed_number:
      if (value >> 31 != 0) throw_too_large();
      store(static_cast<std::uint32_t>(value));
      break;
    case HoleKind::pointer:
      store(value);
      break;
    case HoleKind::branch: {
      constexpr std::uint32_t mask = (std::uint32_t{1} << 26) - 1;
      constexpr std::uint64_t half = std::uint64_t{1} << 27;  // bytes
      if (value + half >= 2 * half) throw_too_large();
      store((instruction() & ~mask) | (static_cast<std::uint32_t>(value >> 2) & mask));
      break;
    }
    case HoleKind::part_0:
      part(0);
      break;
    case HoleKind::part_1:
      part(1);
      break;
    case HoleKind::part_2:
      part(2);
      break;
    case HoleKind::part_3:
      part(3);
      break;
  }
}

std::unique_ptr<CodeBlock> CodeBuffer::finish() {
  for (const Jump& jump : jumps_) {
    fill(jump.at, jump.kind,
         static_cast<std::uint64_t>(jump.addend) + offset_of(jump.target) - jump.at);
  }
  return std::make_unique<CodeBlock>(bytes_, std::move(data_));
}

}  // namespace tesuji::interpreter
