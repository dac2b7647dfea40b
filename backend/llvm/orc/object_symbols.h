// Lists the symbols that an object file exports. Internal to this layer.
#pragma once

#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// The ELF object file with one of its definitions left visible, under another name, and all
/// others hidden, so that programs may use their names and link several such files. What it needs
/// of others stays. Throws std::runtime_error where the bytes are no such file.
[[nodiscard]] std::vector<char> show_only(const std::vector<char>& object,
                                          const std::string& symbol, const std::string& name);

}  // namespace tesuji::llvm_backend
