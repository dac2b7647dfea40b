// Machine code before it is loaded or linked. It holds no LLVM types, so that it can be stored and
// passed on.
#pragma once

#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// What code generation writes.
enum class CodeForm { object, assembly, llvm };

/// An ELF object file: position-independent code that needs the functions of abi_functions.h only.
struct ObjectFile {
  std::string name;         ///< for messages and debuggers
  std::vector<char> bytes;  ///< for other forms than CodeForm::object, text
};

}  // namespace tesuji::llvm_backend
