#include "backend/llvm/orc/source_hash.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include <array>
#include <cstdint>

namespace tesuji::llvm_backend {

std::string sha256(std::string_view bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::array<std::uint8_t, 32> hash =
      llvm::SHA256::hash(llvm::ArrayRef<std::uint8_t>(data, bytes.size()));
  return llvm::toHex(hash, /*LowerCase=*/true);
}

}  // namespace tesuji::llvm_backend
