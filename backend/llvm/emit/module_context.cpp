#include "backend/llvm/emit/module_context.h"

#include "backend/llvm/emit/domain_translation.h"
#include "backend/llvm/emit/static_data.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/MDBuilder.h>

#include <array>
#include <limits>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

template <typename Element>
llvm::Constant* array_of(llvm::LLVMContext& context, std::span<const std::uint64_t> values) {
  std::vector<Element> elements;
  elements.reserve(values.size());
  for (const std::uint64_t value : values) elements.push_back(static_cast<Element>(value));
  return llvm::ConstantDataArray::get(context, llvm::ArrayRef<Element>(elements));
}

llvm::Constant* array_of(llvm::LLVMContext& context, unsigned bits,
                         std::span<const std::uint64_t> values) {
  switch (bits) {
    case 8:
      return array_of<std::uint8_t>(context, values);
    case 16:
      return array_of<std::uint16_t>(context, values);
    case 32:
      return array_of<std::uint32_t>(context, values);
    default:
      return array_of<std::uint64_t>(context, values);
  }
}

}  // namespace

ModuleContext::ModuleContext(const ir::Module& source_in, const ir::Layout& layout_in,
                             llvm::Module& target_in)
    : source(source_in),
      layout(layout_in),
      target(target_in),
      llvm(target_in.getContext()),
      void_type(llvm::Type::getVoidTy(llvm)),
      i32(llvm::Type::getInt32Ty(llvm)),
      i64(llvm::Type::getInt64Ty(llvm)),
      pointer(llvm::PointerType::getUnqual(llvm)) {}

ModuleContext::~ModuleContext() = default;

llvm::FunctionType* ModuleContext::step_type(llvm::Type* result) const {
  return llvm::FunctionType::get(result, {pointer, pointer, pointer}, false);
}

llvm::FunctionCallee ModuleContext::declare(const char* name, llvm::Type* result,
                                            std::span<llvm::Type* const> arguments,
                                            bool reads_only) {
  llvm::FunctionCallee callee = target.getOrInsertFunction(
      name, llvm::FunctionType::get(
                result, llvm::ArrayRef<llvm::Type*>(arguments.data(), arguments.size()), false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::WillReturn);
  if (reads_only) function->setOnlyReadsMemory();
  for (llvm::Argument& argument : function->args()) {
    if (argument.getType()->isPointerTy()) argument.addAttr(llvm::Attribute::NoCapture);
  }
  return callee;
}

llvm::FunctionCallee ModuleContext::table_insert() {
  return declare("tsj_table_insert", i32, std::array<llvm::Type*, 2>{pointer, pointer}, false);
}

llvm::FunctionCallee ModuleContext::table_contains() {
  return declare("tsj_table_contains", i32, std::array<llvm::Type*, 2>{pointer, pointer}, true);
}

llvm::FunctionCallee ModuleContext::index_first() {
  return declare("tsj_index_first", i32, std::array<llvm::Type*, 2>{pointer, pointer}, true);
}

llvm::FunctionCallee ModuleContext::table_clear() {
  return declare("tsj_table_clear", void_type, std::array<llvm::Type*, 1>{pointer}, false);
}

llvm::FunctionCallee ModuleContext::table_next_round() {
  return declare("tsj_table_next_round", void_type, std::array<llvm::Type*, 1>{pointer}, false);
}

llvm::FunctionCallee ModuleContext::fact_index_first() {
  return declare("tsj_fact_index_first", i32, std::array<llvm::Type*, 2>{pointer, pointer}, true);
}

llvm::FunctionCallee ModuleContext::facts_contain() {
  return declare("tsj_facts_contain", i32, std::array<llvm::Type*, 2>{pointer, pointer}, true);
}

llvm::FunctionCallee ModuleContext::facts_add() {
  return declare("tsj_facts_add", i32, std::array<llvm::Type*, 2>{pointer, pointer}, false);
}

llvm::FunctionCallee ModuleContext::facts_remove() {
  return declare("tsj_facts_remove", i32, std::array<llvm::Type*, 2>{pointer, pointer}, false);
}

llvm::FunctionCallee ModuleContext::compute() {
  return declare("tsj_compute", i32,
                 std::array<llvm::Type*, 6>{pointer, pointer, i32, i32, pointer, i32}, false);
}

llvm::FunctionCallee ModuleContext::whole_number() {
  return declare("tsj_whole_number", i32, std::array<llvm::Type*, 3>{pointer, i64, i32}, false);
}

llvm::FunctionCallee ModuleContext::numbers_compare() {
  return declare("tsj_numbers_compare", i32, std::array<llvm::Type*, 3>{pointer, i32, i32}, true);
}

llvm::MDNode* ModuleContext::alias_class(const std::string& name) {
  llvm::MDNode*& tag = alias_classes_[name];
  if (tag == nullptr) {
    llvm::MDBuilder builder(llvm);
    llvm::MDNode* root = builder.createTBAARoot("tesuji");
    llvm::MDNode* type = builder.createTBAAScalarTypeNode(name, root);
    tag = builder.createTBAAStructTagNode(type, type, 0);
  }
  return tag;
}

llvm::MDNode* ModuleContext::range(llvm::IntegerType* type, std::uint64_t size) {
  return llvm::MDBuilder(llvm).createRange(llvm::APInt(type->getBitWidth(), 0),
                                           llvm::APInt(type->getBitWidth(), size));
}

llvm::GlobalVariable* ModuleContext::constant_array(const std::string& name,
                                                    llvm::IntegerType* type,
                                                    std::span<const std::uint64_t> values) {
  llvm::Constant* data = array_of(llvm, type->getBitWidth(), values);
  auto* variable = new llvm::GlobalVariable(target, data->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::PrivateLinkage, data, name);
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  variable->setAlignment(llvm::Align(type->getBitWidth() / 8));
  return variable;
}

llvm::IntegerType* ModuleContext::smallest_type(std::uint64_t largest) const {
  if (largest <= std::numeric_limits<std::uint8_t>::max()) return llvm::Type::getInt8Ty(llvm);
  if (largest <= std::numeric_limits<std::uint16_t>::max()) return llvm::Type::getInt16Ty(llvm);
  return largest <= std::numeric_limits<std::uint32_t>::max() ? i32 : i64;
}

bool ModuleContext::is_static(ir::RelationId relation) const {
  const ir::Relation& described = source.relations[relation];
  return described.kind == ir::RelationKind::fixed || described.storage == ir::Storage::rows;
}

StaticData& ModuleContext::static_data(ir::RelationId relation) {
  std::unique_ptr<StaticData>& data = static_data_[relation];
  if (data == nullptr) data = std::make_unique<StaticData>(*this, relation);
  return *data;
}

Translation& ModuleContext::translation(ir::DomainId from, ir::DomainId to) {
  std::unique_ptr<Translation>& translation = translations_[{from, to}];
  if (translation == nullptr) {
    translation = std::make_unique<Translation>(describe_translation(source, from, to));
  }
  return *translation;
}

}  // namespace tesuji::llvm_backend
