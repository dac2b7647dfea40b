// Hashes a text, to recognise whether a result was made from it.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::llvm_backend {

/// Returns SHA-256 in lower-case hexadecimal, as `sha256sum` prints it.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace tesuji::llvm_backend
