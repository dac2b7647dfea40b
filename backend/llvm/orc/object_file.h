// Holds machine code before it is loaded or linked. Contains no LLVM types, so that it can be
// stored and passed on.
#pragma once

#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// The form of generated code.
enum class CodeForm { object, assembly, llvm };

/// An ELF object file: position-independent code that needs only the functions of abi_functions.h.
struct ObjectFile {
  std::string name;         ///< for messages and debuggers
  std::vector<char> bytes;  ///< text for forms other than CodeForm::object
};

}  // namespace tesuji::llvm_backend
