#include "backend/llvm/plugin/table_writer.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <stdexcept>

namespace tesuji::llvm_backend {

void* FunctionNames::stand_in(const std::string& name) {
  auto& [known, number] = *numbers_.try_emplace(name).first;
  names_.emplace(&number, &known);
  return &number;
}

const std::string& FunctionNames::name(const void* address) const {
  const auto found = names_.find(address);
  if (found == names_.end()) throw std::logic_error("a table has a function without a name");
  return *found->second;
}

llvm::Type* TableWriter::number_type(unsigned bits) {
  return llvm::Type::getIntNTy(context_, bits);
}

llvm::Constant* TableWriter::number(std::uint64_t value, unsigned bits) {
  return llvm::ConstantInt::get(number_type(bits), llvm::APInt(64, value).trunc(bits));
}

llvm::Constant* TableWriter::null() {
  return llvm::ConstantPointerNull::get(llvm::PointerType::get(context_, 0));
}

llvm::Constant* TableWriter::opaque(const void* address) {
  if (address != nullptr) throw std::logic_error("a table has an address of this process");
  return null();
}

llvm::Constant* TableWriter::text(const char* text) {
  if (text == nullptr) return null();
  llvm::Constant*& known = arrays_[{text, 0}];
  if (known == nullptr) known = address(llvm::ConstantDataArray::getString(context_, text));
  return known;
}

llvm::Constant* TableWriter::function(const void* address) {
  if (address == nullptr) return null();
  llvm::FunctionType* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), false);
  auto* function = llvm::cast<llvm::Function>(
      module_.getOrInsertFunction(functions_.name(address), type).getCallee());
  function->setDSOLocal(true);
  return function;
}

llvm::Constant* TableWriter::record(const std::vector<llvm::Constant*>& fields, std::size_t size) {
  llvm::Constant* value = llvm::ConstantStruct::getAnon(context_, fields);
  if (module_.getDataLayout().getTypeAllocSize(value->getType()) != size) {
    throw std::logic_error("a record of a plugin is not laid out as its C struct");
  }
  return value;
}

llvm::Constant* TableWriter::list(const std::vector<llvm::Constant*>& elements) {
  if (elements.empty()) return null();
  llvm::ArrayType* type = llvm::ArrayType::get(elements.front()->getType(), elements.size());
  return llvm::ConstantArray::get(type, elements);
}

llvm::Constant* TableWriter::address(llvm::Constant* value) {
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return value;
  auto* variable = new llvm::GlobalVariable(module_, value->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::PrivateLinkage, value);
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return variable;
}

}  // namespace tesuji::llvm_backend
