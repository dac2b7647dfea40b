// Hides the symbols of an object file except one. Internal to this layer.
#pragma once

#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Returns the ELF object file with one of its definitions visible, under another name, and all
/// others hidden, so that programs may use those names and link several such files. Undefined
/// symbols stay. Throws std::runtime_error if the bytes are not such a file.
[[nodiscard]] std::vector<char> show_only(const std::vector<char>& object,
                                          const std::string& symbol, const std::string& name);

}  // namespace tesuji::llvm_backend
