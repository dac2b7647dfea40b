// Hashes a text, to recognise whether a result was made of it.
#pragma once

#include <string>
#include <string_view>

namespace tesuji::llvm_backend {

/// SHA-256 in hexadecimal, lower case: what `sha256sum` prints.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace tesuji::llvm_backend
