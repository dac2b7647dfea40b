// Scratch memory whose tables grow as those of games do.
#include "runtime/core/tesuji/table_growth.h"
#include "runtime/host/game/plan_tables.h"
#include "runtime/host/game/tabled_game.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace tesuji::runtime {
namespace {

constexpr std::size_t header_size = 64;  // the block's words begin behind it
static_assert(sizeof(tsj_scratch) <= header_size);

void* resize_block(void* /*context*/, void* memory, std::size_t bytes) {
  if (bytes > 0) return std::realloc(memory, bytes);
  std::free(memory);
  return nullptr;
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

}  // namespace

struct ScratchBlock::Impl {
  Impl(const std::vector<TableShape>& given, std::size_t size, std::uint32_t row_limit,
       std::uint64_t byte_limit)
      : block(static_cast<tsj_scratch*>(std::aligned_alloc(header_size, size))),
        memory{resize_block, nullptr, nullptr, row_limit, byte_limit},
        tables(given.size()) {
    if (!block) throw std::bad_alloc();
    std::memset(static_cast<void*>(block.get()), 0, size);
    std::vector<tsj_table_shape> shapes;
    std::size_t index_count = 0;
    for (const TableShape& shape : given) {
      shapes.push_back(table_shape(columns, shape));
      index_count += shape.indexes.size();
    }
    indexes.resize(index_count);
    if (tsj_open_tables(block.get(), &source, shapes.data(),
                        static_cast<std::uint32_t>(shapes.size()), tables.data(),
                        indexes.data()) != 0) {
      return;
    }
    tsj_close_tables(block.get());
    throw std::bad_alloc();
  }
  ~Impl() { tsj_close_tables(block.get()); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::unique_ptr<tsj_scratch, Free> block;
  tsj_memory_source memory;
  tsj_table_source source{&memory, 0};
  TableMemory columns;  ///< of the indexes
  std::vector<tsj_table> tables;
  std::vector<tsj_index> indexes;
};

ScratchBlock::ScratchBlock(const std::vector<TableShape>& tables, std::uint32_t scratch_size,
                           std::uint32_t row_limit, std::uint64_t byte_limit)
    : impl_(std::make_unique<Impl>(
          tables,
          (std::max<std::size_t>(scratch_size, header_size) + header_size - 1) / header_size *
              header_size,
          row_limit, byte_limit)),
      head_(impl_->block.get()) {}

ScratchBlock::~ScratchBlock() = default;

}  // namespace tesuji::runtime
