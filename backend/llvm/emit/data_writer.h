// Writes constant data of a plugin as LLVM constants: numbers, texts, arrays and structs in the
// layout of a C compiler. Internal to this layer.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

class DataWriter {
 public:
  /// The module must already have its data layout.
  explicit DataWriter(llvm::Module& module) : module_(module), context_(module.getContext()) {}

  [[nodiscard]] llvm::Constant* i32(std::int64_t value) const;
  [[nodiscard]] llvm::Constant* i64(std::uint64_t value) const;
  [[nodiscard]] llvm::Constant* null() const;
  /// Returns the address of a function that another object file of the plugin defines; null if the
  /// name is empty.
  [[nodiscard]] llvm::Constant* function(const std::string& symbol);

  // The following functions return addresses of private constants.
  /// The text is followed by a zero.
  [[nodiscard]] llvm::Constant* text(const std::string& text);
  [[nodiscard]] llvm::Constant* words32(std::span<const std::uint32_t> values);
  [[nodiscard]] llvm::Constant* words64(std::span<const std::uint64_t> values);
  /// All elements must have the same type. Returns null for an empty list.
  [[nodiscard]] llvm::Constant* array(const std::vector<llvm::Constant*>& elements);
  [[nodiscard]] llvm::Constant* address(llvm::Constant* value);

  /// Returns a struct with these fields, laid out like the C struct `Record`; checks its size.
  template <typename Record>
  [[nodiscard]] llvm::Constant* record(const std::vector<llvm::Constant*>& fields) const {
    return record(fields, sizeof(Record));
  }

 private:
  [[nodiscard]] llvm::Constant* record(const std::vector<llvm::Constant*>& fields,
                                       std::size_t size) const;
  llvm::GlobalVariable* constant(llvm::Constant* value);

  llvm::Module& module_;
  llvm::LLVMContext& context_;
};

}  // namespace tesuji::llvm_backend
