// Adds and checks the seal of a plugin: data that `tesuji compile` appends to the shared library,
// so that a truncated, damaged or foreign file is detected before any of its code runs.
//
// Layout, little-endian: eight bytes of magic, the library's length, and FNV-1a 64 of the library;
// dynamic linkers ignore data after the last segment.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::plugin {

/// The first bytes of every shared library and object file.
inline constexpr std::string_view elf_magic =
    "\x7f"
    "ELF";

/// Appends the seal to a shared library's bytes.
void seal(std::vector<char>& library);

/// Returns what is wrong with a sealed file, for the user; empty if nothing.
[[nodiscard]] std::string check_seal(std::string_view file);

/// Whether the bytes are an ELF file, as shared libraries are and rulesheets never are.
[[nodiscard]] bool is_elf(std::string_view bytes);

}  // namespace tesuji::plugin
