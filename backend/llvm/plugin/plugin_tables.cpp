#include "backend/llvm/plugin/plugin_tables.h"

#include "runtime/core/tesuji/game_data.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/mixed_radix.h"

#include <utility>

namespace tesuji::llvm_backend {

using llvm::Constant;

namespace {

std::size_t longest_of(const TableWriter::Names& names) {
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  return longest;
}

}  // namespace

Constant* TableWriter::names(const Names& names) {
  note(longest_of(names));
  return data.texts(names);
}

Constant* TableWriter::terms(const std::string& term, const std::vector<Names>& columns) {
  const Names pieces = runtime::TermShape(term, columns).pieces();
  std::vector<std::uint32_t> sizes;
  std::vector<Constant*> texts;
  std::size_t length = 0;
  for (const std::string& piece : pieces) length += piece.size();
  for (const Names& column : columns) {
    length += longest_of(column);
    sizes.push_back(static_cast<std::uint32_t>(column.size()));
    texts.push_back(data.texts(column));
  }
  note(length);
  const runtime::MixedRadix radix(std::move(sizes));
  std::vector<std::uint64_t> strides;
  for (std::size_t c = 0; c < radix.arity(); ++c) strides.push_back(radix.stride(c));
  return data.record<tsj_terms>({data.texts(pieces), data.array(texts), data.words64(strides),
                                 data.i32(count_of(columns.size())), data.i64(radix.count())});
}

std::vector<TableWriter::Names> behind_the_role(const runtime::TableRelation& relation) {
  return {relation.columns.begin() + 1, relation.columns.end()};
}

std::uint64_t tuples_of(const std::vector<TableWriter::Names>& columns) {
  std::uint64_t count = 1;
  for (const TableWriter::Names& column : columns) count *= column.size();
  return count;
}

}  // namespace tesuji::llvm_backend
