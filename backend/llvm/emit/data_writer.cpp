#include "backend/llvm/emit/data_writer.h"

#include <llvm/IR/DerivedTypes.h>

#include <stdexcept>

namespace tesuji::llvm_backend {

llvm::Constant* DataWriter::i32(std::int64_t value) const {
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_),
                                static_cast<std::uint64_t>(value) & UINT32_MAX);
}

llvm::Constant* DataWriter::i64(std::uint64_t value) const {
  return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_), value);
}

llvm::Constant* DataWriter::null() const {
  return llvm::ConstantPointerNull::get(llvm::PointerType::get(context_, 0));
}

llvm::Constant* DataWriter::function(const std::string& symbol) {
  if (symbol.empty()) return null();
  llvm::FunctionType* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), false);
  auto* function =
      llvm::cast<llvm::Function>(module_.getOrInsertFunction(symbol, type).getCallee());
  function->setDSOLocal(true);
  return function;
}

llvm::GlobalVariable* DataWriter::constant(llvm::Constant* value) {
  auto* variable = new llvm::GlobalVariable(module_, value->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::PrivateLinkage, value);
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return variable;
}

llvm::Constant* DataWriter::address(llvm::Constant* value) {
  return constant(value);
}

llvm::Constant* DataWriter::text(const std::string& text) {
  return constant(llvm::ConstantDataArray::getString(context_, text));
}

llvm::Constant* DataWriter::words32(std::span<const std::uint32_t> values) {
  if (values.empty()) return null();
  return constant(llvm::ConstantDataArray::get(
      context_, llvm::ArrayRef<std::uint32_t>(values.data(), values.size())));
}

llvm::Constant* DataWriter::words64(std::span<const std::uint64_t> values) {
  if (values.empty()) return null();
  return constant(llvm::ConstantDataArray::get(
      context_, llvm::ArrayRef<std::uint64_t>(values.data(), values.size())));
}

llvm::Constant* DataWriter::array(const std::vector<llvm::Constant*>& elements) {
  if (elements.empty()) return null();
  llvm::ArrayType* type = llvm::ArrayType::get(elements.front()->getType(), elements.size());
  return constant(llvm::ConstantArray::get(type, elements));
}

llvm::Constant* DataWriter::record(const std::vector<llvm::Constant*>& fields,
                                   std::size_t size) const {
  llvm::Constant* value = llvm::ConstantStruct::getAnon(context_, fields);
  if (module_.getDataLayout().getTypeAllocSize(value->getType()) != size) {
    throw std::logic_error("a record of a plugin is not laid out as its C struct");
  }
  return value;
}

}  // namespace tesuji::llvm_backend
