// Holds the data that all functions of one LLVM module share: types, runtime functions, alias
// classes, constant tables, and the static data and translations made so far.
//
// LLVM can distinguish memory in two ways: each area of bits, table headers, rows and constants has
// its own alias class (TBAA); and the state is never written while an entry runs, so that loads of
// its words are invariant.
#pragma once

#include "ir/module/layout.h"
#include "ir/module/module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace tesuji::llvm_backend {

class SourceLines;
class StaticData;
struct Translation;

class ModuleContext {
 public:
  ModuleContext(const ir::Module& source_in, const ir::Layout& layout_in, llvm::Module& target_in);
  ~ModuleContext();
  ModuleContext(const ModuleContext&) = delete;
  ModuleContext& operator=(const ModuleContext&) = delete;

  const ir::Module& source;
  const ir::Layout& layout;
  llvm::Module& target;
  llvm::LLVMContext& llvm;
  llvm::Type* const void_type;
  llvm::IntegerType* const i32;
  llvm::IntegerType* const i64;
  llvm::PointerType* const pointer;
  /// Records the source lines of functions; null: not recorded.
  SourceLines* lines = nullptr;

  /// The type of functions over one state: `result (scratch, state, out)`.
  [[nodiscard]] llvm::FunctionType* step_type(llvm::Type* result) const;

  // The runtime's functions, declared on first use.
  [[nodiscard]] llvm::FunctionCallee table_insert();
  [[nodiscard]] llvm::FunctionCallee table_contains();
  [[nodiscard]] llvm::FunctionCallee index_first();
  [[nodiscard]] llvm::FunctionCallee table_clear();
  [[nodiscard]] llvm::FunctionCallee table_next_round();
  [[nodiscard]] llvm::FunctionCallee fact_index_first();
  [[nodiscard]] llvm::FunctionCallee facts_contain();
  [[nodiscard]] llvm::FunctionCallee facts_add();
  [[nodiscard]] llvm::FunctionCallee facts_remove();
  [[nodiscard]] llvm::FunctionCallee compute();
  [[nodiscard]] llvm::FunctionCallee whole_number();
  [[nodiscard]] llvm::FunctionCallee numbers_compare();

  /// Returns the access tag of an alias class; accesses of different classes never overlap.
  [[nodiscard]] llvm::MDNode* alias_class(const std::string& name);
  /// Returns range metadata for numbers in [0, size).
  [[nodiscard]] llvm::MDNode* range(llvm::IntegerType* type, std::uint64_t size);

  /// Creates a private constant array with elements of `type` (8, 16, 32 or 64 bits).
  [[nodiscard]] llvm::GlobalVariable* constant_array(const std::string& name,
                                                     llvm::IntegerType* type,
                                                     std::span<const std::uint64_t> values);
  /// Returns the smallest of i8, i16, i32 and i64 that holds numbers up to `largest`.
  [[nodiscard]] llvm::IntegerType* smallest_type(std::uint64_t largest) const;

  [[nodiscard]] std::uint64_t domain_size(ir::DomainId domain) const {
    return source.domains[domain].values.size();
  }
  /// Whether the relation's tuples are constants of the program.
  [[nodiscard]] bool is_static(ir::RelationId relation) const;

  [[nodiscard]] StaticData& static_data(ir::RelationId relation);
  /// Returns the translation between two different domains.
  [[nodiscard]] Translation& translation(ir::DomainId from, ir::DomainId to);

 private:
  llvm::FunctionCallee declare(const char* name, llvm::Type* result,
                               std::span<llvm::Type* const> arguments, bool reads_only);

  std::map<std::string, llvm::MDNode*> alias_classes_;
  std::map<ir::RelationId, std::unique_ptr<StaticData>> static_data_;
  std::map<std::pair<ir::DomainId, ir::DomainId>, std::unique_ptr<Translation>> translations_;
};

}  // namespace tesuji::llvm_backend
