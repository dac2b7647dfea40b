#include "backend/interpreter/stencils/stencil_library.h"

#include <elf.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

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

}  // namespace tesuji::interpreter
