// Scratch memory with tables that double as they fill.
#include "runtime/host/game/tabled_game.h"

#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

namespace tesuji::runtime {
namespace {

constexpr std::size_t header_size = 64;  // the block's words begin behind it
static_assert(sizeof(tsj_scratch) <= header_size);

constexpr std::uint32_t first_capacity = 16;

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <typename T>
using Array = std::unique_ptr<T[], Free>;

/// Gives `array` room for `count` elements and keeps what is in it; false, with
/// the array as it was, when memory is short.
template <typename T>
bool resize(Array<T>& array, std::size_t count) {
  void* moved = std::realloc(array.get(), std::max<std::size_t>(1, count * sizeof(T)));
  if (moved == nullptr) return false;
  static_cast<void>(array.release());
  array.reset(static_cast<T*>(moved));
  return true;
}

struct IndexMemory {
  std::vector<std::uint32_t> columns;
  Array<std::uint32_t> heads;
  Array<std::uint32_t> next;
};

struct TableMemory {
  Array<std::uint32_t> rows;
  std::vector<IndexMemory> indexes;
  std::vector<tsj_index> views;
};

/// Moves the table to arrays for `capacity` rows. On failure the table is as it
/// was: arrays that have grown already only have unused room.
bool reserve(tsj_table& table, TableMemory& memory, std::uint32_t capacity) {
  if (!resize(memory.rows, std::size_t{capacity} * table.arity)) return false;
  table.rows = memory.rows.get();
  const std::size_t heads = std::bit_ceil(std::size_t{capacity} * 2);
  std::vector<Array<std::uint32_t>> fresh(memory.indexes.size());
  for (std::size_t i = 0; i < memory.indexes.size(); ++i) {
    if (!resize(memory.indexes[i].next, capacity)) return false;
    memory.views[i].next = memory.indexes[i].next.get();
    fresh[i].reset(static_cast<std::uint32_t*>(std::calloc(heads, sizeof(std::uint32_t))));
    if (!fresh[i]) return false;
  }
  for (std::size_t i = 0; i < memory.indexes.size(); ++i) {
    memory.indexes[i].heads = std::move(fresh[i]);
    memory.views[i].heads = memory.indexes[i].heads.get();
    memory.views[i].mask = static_cast<std::uint32_t>(heads - 1);
  }
  table.capacity = capacity;
  tsj_table_rehash(&table);
  return true;
}

/// What `reserve` takes for so many rows, in bytes.
std::uint64_t table_bytes(const tsj_table& table, std::uint32_t capacity) {
  const std::uint64_t heads = std::bit_ceil(std::uint64_t{capacity} * 2);
  return sizeof(std::uint32_t) * (std::uint64_t{capacity} * table.arity +
                                  table.index_count * (std::uint64_t{capacity} + heads));
}

}  // namespace

struct ScratchBlock::Impl {
  Array<unsigned char> block;
  std::vector<tsj_table> tables;
  std::vector<TableMemory> memory;
  std::uint32_t row_limit = 0;
  std::uint64_t byte_limit = 0;
  std::uint64_t bytes = 0;  ///< of all tables

  /// tsj_scratch::grow. Called from C and generated code: nothing may be thrown.
  static int grow(tsj_table* table) noexcept {
    auto& self = *static_cast<Impl*>(table->owner->host);
    const std::uint32_t capacity =
        table->capacity > self.row_limit / 2 ? self.row_limit : table->capacity * 2;
    const std::uint64_t bytes =
        self.bytes - table_bytes(*table, table->capacity) + table_bytes(*table, capacity);
    bool grown = false;
    try {
      grown = table->count < capacity && bytes <= self.byte_limit &&
              reserve(*table, self.memory[static_cast<std::size_t>(table - self.tables.data())],
                      capacity);
    } catch (const std::bad_alloc&) {
      grown = false;
    }
    if (grown) {
      self.bytes = bytes;
      return table->owner->status == TSJ_STOPPED ? 0 : 1;
    }
    table->owner->status = TSJ_LIMIT;
    return 0;
  }
};

ScratchBlock::ScratchBlock(const std::vector<TableShape>& tables, std::uint32_t scratch_size,
                           std::uint32_t row_limit, std::uint64_t byte_limit)
    : impl_(std::make_unique<Impl>()) {
  const std::size_t size = (std::max<std::size_t>(scratch_size, header_size) + header_size - 1) /
                           header_size * header_size;
  impl_->block.reset(static_cast<unsigned char*>(std::aligned_alloc(header_size, size)));
  if (!impl_->block) throw std::bad_alloc();
  std::memset(impl_->block.get(), 0, size);
  impl_->row_limit = row_limit;
  impl_->byte_limit = byte_limit;
  head_ = new (impl_->block.get()) tsj_scratch{};
  head_->status = TSJ_OK;
  head_->grow = &Impl::grow;
  head_->host = impl_.get();

  impl_->tables.resize(tables.size());
  impl_->memory.resize(tables.size());
  for (std::size_t t = 0; t < tables.size(); ++t) {
    TableMemory& memory = impl_->memory[t];
    for (const auto& columns : tables[t].indexes) {
      memory.indexes.push_back({columns, nullptr, nullptr});
      memory.views.emplace_back();
    }
    for (std::size_t i = 0; i < memory.indexes.size(); ++i) {
      memory.views[i].columns = memory.indexes[i].columns.data();
      memory.views[i].column_count = static_cast<std::uint32_t>(memory.indexes[i].columns.size());
    }
    tsj_table& table = impl_->tables[t];
    table.arity = tables[t].arity;
    table.index_count = static_cast<std::uint32_t>(memory.views.size());
    table.indexes = memory.views.data();
    table.owner = head_;
    if (!reserve(table, memory, std::min(first_capacity, row_limit))) throw std::bad_alloc();
    impl_->bytes += table_bytes(table, table.capacity);
  }
  head_->tables = impl_->tables.data();
  head_->table_count = static_cast<std::uint32_t>(tables.size());
}

ScratchBlock::~ScratchBlock() = default;

}  // namespace tesuji::runtime
