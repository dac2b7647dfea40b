// The seal of a plugin: what `tesuji compile` puts behind the shared library in its file, so that a
// file that was cut, damaged, or is none of ours is told before any of it is run.
//
// Layout, little-endian: eight bytes of magic, the library's length, and FNV-1a 64 of the library;
// dynamic linkers do not look at what is behind the last segment.
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

/// What is wrong with a sealed file, for the user; empty where nothing is.
[[nodiscard]] std::string check_seal(std::string_view file);

/// Whether the bytes are those of an ELF file, as shared libraries are and rulesheets never.
[[nodiscard]] bool is_elf(std::string_view bytes);

}  // namespace tesuji::plugin
