#include "backend/llvm/emit/table_access.h"

#include "backend/llvm/emit/emitter.h"
#include "runtime/core/tesuji/abi.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace tesuji::llvm_backend {
namespace {

llvm::Value* header_field(Emitter& emit, llvm::Value* header, std::size_t offset,
                          llvm::Type* type) {
  return emit.load(type, emit.at(header, offset), emit.module.alias_class("table headers"));
}

llvm::Value* count_of(Emitter& emit, llvm::Value* table) {
  return header_field(emit, table, offsetof(tsj_table, count), emit.module.i32);
}

/// Returns the declared index with the most columns of those whose columns the pattern fixes.
std::optional<std::uint32_t> best_index(const ir::Relation& relation, const Pattern& pattern) {
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < relation.indexes.size(); ++i) {
    const ir::Index& index = relation.indexes[i];
    const bool usable =
        !index.empty() && std::all_of(index.begin(), index.end(), [&](std::uint32_t column) {
          return pattern.fixed[column] != nullptr;
        });
    if (usable && (!best || index.size() > relation.indexes[*best].size())) best = i;
  }
  return best;
}

/// Reads the rows of one table within one plan.
class RowReader {
 public:
  RowReader(Emitter& emit, const Head& head, ir::RelationId relation)
      : emit_(emit), relation_(emit.module.source.relations[relation]) {
    moving_ = head.relation == relation;
    table_ = table_address(emit, relation);
    if (!moving_) rows_ = load_rows();
  }

  [[nodiscard]] llvm::Value* table() const { return table_; }

  /// Compares row `number` (i32) with the pattern and returns the wanted columns.
  Positions read(llvm::Value* number, const Pattern& pattern, llvm::BasicBlock* fail) {
    llvm::Value* rows = moving_ ? load_rows() : rows_;
    const std::size_t arity = relation_.columns.size();
    llvm::Value* first =
        emit_.build.CreateMul(emit_.wide(number), emit_.number64(arity), "", true, true);
    row_ = emit_.build.CreateInBoundsGEP(emit_.module.i32, rows, first);
    Positions tuple(arity, nullptr);
    for (std::uint32_t i = 0; i < arity; ++i) {
      if (pattern.fixed[i] == nullptr) continue;
      emit_.require(emit_.build.CreateICmpEQ(cell(i), pattern.fixed[i]), fail);
    }
    for (std::uint32_t i = 0; i < arity; ++i) {
      if (pattern.fixed[i] == nullptr && pattern.wanted[i]) tuple[i] = cell(i);
    }
    return tuple;
  }

 private:
  llvm::Value* load_rows() {
    return header_field(emit_, table_, offsetof(tsj_table, rows), emit_.module.pointer);
  }

  llvm::Value* cell(std::uint32_t column) {
    llvm::Value* address = emit_.build.CreateConstInBoundsGEP1_64(emit_.module.i32, row_, column);
    llvm::LoadInst* loaded =
        emit_.load(emit_.module.i32, address, emit_.module.alias_class("rows"));
    const std::uint64_t size = emit_.module.domain_size(relation_.columns[column]);
    loaded->setMetadata(llvm::LLVMContext::MD_range, emit_.module.range(emit_.module.i32, size));
    return loaded;
  }

  Emitter& emit_;
  const ir::Relation& relation_;
  bool moving_ = false;
  llvm::Value* table_ = nullptr;
  llvm::Value* rows_ = nullptr;
  llvm::Value* row_ = nullptr;
};

llvm::Value* index_address(Emitter& emit, llvm::Value* table, std::uint32_t index) {
  llvm::Value* indexes =
      header_field(emit, table, offsetof(tsj_table, indexes), emit.module.pointer);
  return emit.at(indexes, index * sizeof(tsj_index));
}

llvm::Value* store_key(Emitter& emit, const std::vector<llvm::Value*>& values) {
  llvm::Value* key = emit.slot(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    emit.store(values[i], emit.build.CreateConstInBoundsGEP1_64(emit.module.i32, key, i),
               emit.module.alias_class("keys"));
  }
  return key;
}

/// Emits a loop over the rows in the chain of the pattern's key, newest first; returns the row
/// number.
llvm::Value* chain_loop(Emitter& emit, llvm::Value* table, const ir::Relation& relation,
                        std::uint32_t index, const Pattern& pattern, llvm::BasicBlock*& fail) {
  std::vector<llvm::Value*> key;
  for (const std::uint32_t column : relation.indexes[index]) key.push_back(pattern.fixed[column]);
  llvm::Value* address = index_address(emit, table, index);
  llvm::Value* head =
      emit.build.CreateCall(emit.module.index_first(), {address, store_key(emit, key)}, "chain");
  llvm::Value* row = nullptr;
  emit_loop(
      emit, head, "chain",
      [&](llvm::Value* link) {
        row = emit.build.CreateSub(link, emit.number32(1));
        return emit.build.CreateICmpNE(link, emit.number32(0));
      },
      [&](llvm::Value*) {
        llvm::Value* next =
            header_field(emit, address, offsetof(tsj_index, next), emit.module.pointer);
        llvm::Value* place = emit.build.CreateInBoundsGEP(emit.module.i32, next, emit.wide(row));
        return emit.load(emit.module.i32, place, emit.module.alias_class("chains"));
      },
      fail);
  return row;
}

}  // namespace

llvm::Value* table_address(Emitter& emit, ir::RelationId relation) {
  llvm::LoadInst* tables =
      emit.load(emit.module.pointer, emit.at(emit.scratch, offsetof(tsj_scratch, tables)),
                emit.module.alias_class("table array"));
  tables->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(emit.module.llvm, {}));
  return emit.at(tables, emit.module.layout.relations[relation].table * sizeof(tsj_table));
}

Positions scan_table(Emitter& emit, const Head& head, ir::RelationId relation, bool delta,
                     const Pattern& pattern, llvm::BasicBlock*& fail) {
  const ir::Relation& described = emit.module.source.relations[relation];
  RowReader reader(emit, head, relation);
  const std::optional<std::uint32_t> index = delta ? std::nullopt : best_index(described, pattern);
  if (index) {
    llvm::Value* row = chain_loop(emit, reader.table(), described, *index, pattern, fail);
    return reader.read(row, pattern, fail);
  }
  llvm::Value* begin = emit.number32(0);
  llvm::Value* end = nullptr;
  if (delta) {
    begin = header_field(emit, reader.table(), offsetof(tsj_table, delta_begin), emit.module.i32);
    end = header_field(emit, reader.table(), offsetof(tsj_table, delta_end), emit.module.i32);
  } else {
    end = count_of(emit, reader.table());
  }
  llvm::Value* row = emit.counted_loop(begin, end, fail, "row");
  return reader.read(row, pattern, fail);
}

void test_table(Emitter& emit, const Head& head, ir::RelationId relation, const Pattern& pattern,
                llvm::BasicBlock* hit, llvm::BasicBlock* miss) {
  const ir::Relation& described = emit.module.source.relations[relation];
  const bool any_row = std::all_of(pattern.fixed.begin(), pattern.fixed.end(),
                                   [](const llvm::Value* value) { return value == nullptr; });
  if (any_row) {
    emit.build.CreateCondBr(holds_table(emit, relation), hit, miss);
    return;
  }
  if (pattern.all_fixed() && described.storage == ir::Storage::table) {
    llvm::Value* found =
        emit.build.CreateCall(emit.module.table_contains(),
                              {table_address(emit, relation), store_key(emit, pattern.fixed)});
    emit.build.CreateCondBr(emit.build.CreateICmpNE(found, emit.number32(0)), hit, miss);
    return;
  }
  llvm::BasicBlock* fail = miss;
  Pattern looked_for = pattern;
  looked_for.wanted.assign(pattern.fixed.size(), false);
  static_cast<void>(scan_table(emit, head, relation, /*delta=*/false, looked_for, fail));
  emit.build.CreateBr(hit);
}

void insert_table(Emitter& emit, const Head& head, const Positions& tuple, llvm::BasicBlock* done,
                  llvm::BasicBlock* stop) {
  llvm::Value* table = table_address(emit, head.relation);
  llvm::Value* added =
      emit.build.CreateCall(emit.module.table_insert(), {table, store_key(emit, tuple)});
  llvm::BasicBlock* refused = emit.block("refused");
  emit.build.CreateCondBr(emit.build.CreateICmpNE(added, emit.number32(0)), done, refused);
  emit.continue_in(refused);
  // Reads the status through the owner, not through `scratch`: the call may have written there.
  llvm::Value* owner = header_field(emit, table, offsetof(tsj_table, owner), emit.module.pointer);
  llvm::Value* status =
      emit.build.CreateLoad(emit.module.i32, emit.at(owner, offsetof(tsj_scratch, status)));
  emit.build.CreateCondBr(emit.build.CreateICmpEQ(status, emit.number32(TSJ_OK)), done, stop);
}

llvm::Value* holds_table(Emitter& emit, ir::RelationId relation) {
  return emit.build.CreateICmpNE(count_of(emit, table_address(emit, relation)), emit.number32(0));
}

}  // namespace tesuji::llvm_backend
