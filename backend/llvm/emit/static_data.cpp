#include "backend/llvm/emit/static_data.h"
#include "backend/llvm/emit/word_bits.h"

#include <algorithm>
#include <limits>

namespace tesuji::llvm_backend {
namespace {

/// Maximum bits of a mask: 8 KiB, a quarter of a first-level cache.
constexpr std::uint64_t most_mask_bits = std::uint64_t{1} << 16U;
/// Maximum words of a table of value sets: 32 KiB.
constexpr std::uint64_t most_value_words = std::uint64_t{1} << 12U;
/// Maximum number of keys of an index, in all and per row; `keys_always` are allowed in any case.
constexpr std::uint64_t most_keys = std::uint64_t{1} << 22U;
constexpr std::uint64_t keys_always = std::uint64_t{1} << 12U;
constexpr std::uint64_t keys_per_row = 16;

}  // namespace

StaticData::StaticData(ModuleContext& module, ir::RelationId relation)
    : module_(module),
      relation_(module.source.relations[relation]),
      arity_(relation_.columns.size()),
      rows_(relation_.facts.rows),
      cells_(ir::encode_facts(module.source, relation_)) {
  if (arity_ > 0) rows_ = cells_.size() / arity_;
}

std::uint64_t StaticData::domain_size(std::uint32_t column) const {
  return module_.domain_size(relation_.columns[column]);
}

std::vector<std::uint64_t> StaticData::strides(const Columns& columns, std::uint64_t& size) const {
  std::vector<std::uint64_t> strides(arity_, 0);
  size = 1;
  for (std::size_t i = columns.size(); i-- > 0;) {
    strides[columns[i]] = size;
    const std::uint64_t radix = domain_size(columns[i]);
    size = radix != 0 && size > std::numeric_limits<std::uint64_t>::max() / radix
               ? std::numeric_limits<std::uint64_t>::max()
               : size * radix;
  }
  return strides;
}

std::uint64_t StaticData::number_of(std::size_t row,
                                    const std::vector<std::uint64_t>& strides) const {
  std::uint64_t number = 0;
  for (std::uint32_t column = 0; column < arity_; ++column) {
    number += cell(row, column) * strides[column];
  }
  return number;
}

llvm::GlobalVariable* StaticData::mask(const Columns& columns) {
  const auto known = masks_.find(columns);
  if (known != masks_.end()) return known->second;
  std::uint64_t bits = 0;
  const std::vector<std::uint64_t> places = strides(columns, bits);
  llvm::GlobalVariable*& mask = masks_[columns];
  if (bits > most_mask_bits) return mask;
  std::vector<std::uint64_t> words((bits + word_bits - 1) / word_bits, 0);
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::uint64_t bit = number_of(row, places);
    words[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
  }
  mask = module_.constant_array(relation_.name + ".mask", module_.i64, words);
  return mask;
}

llvm::GlobalVariable* StaticData::values(const Columns& key, std::uint32_t column) {
  const auto known = values_.find({key, column});
  if (known != values_.end()) return known->second;
  std::uint64_t keys = 0;
  const std::vector<std::uint64_t> places = strides(key, keys);
  llvm::GlobalVariable*& values = values_[{key, column}];
  if (keys > most_value_words || domain_size(column) > word_bits) return values;
  std::vector<std::uint64_t> words(keys, 0);
  for (std::size_t row = 0; row < rows_; ++row) {
    words[number_of(row, places)] |= std::uint64_t{1} << cell(row, column);
  }
  values = module_.constant_array(relation_.name + ".values", module_.i64, words);
  return values;
}

StaticIndex StaticData::make_index(const Columns& columns) const {
  StaticIndex index;
  const std::uint64_t most =
      std::min(most_keys, std::max<std::uint64_t>(keys_always, rows_ * keys_per_row));
  for (const std::uint32_t column : columns) {
    if (domain_size(column) > most / index.keys) break;
    index.key.push_back(column);
    index.keys *= domain_size(column);
  }
  index.strides = strides(index.key, index.keys);
  index.begins.assign(index.keys + 1, 0);
  std::vector<std::uint64_t> numbers(rows_);
  for (std::size_t row = 0; row < rows_; ++row) {
    numbers[row] = number_of(row, index.strides);
    ++index.begins[numbers[row] + 1];
  }
  for (std::uint64_t key = 0; key < index.keys; ++key) {
    index.longest = std::max(index.longest, index.begins[key + 1]);
    index.begins[key + 1] += index.begins[key];
  }
  // A stable counting sort: rows with equal keys keep the relation's order.
  index.order.resize(rows_);
  std::vector<std::uint64_t> next(index.begins);
  for (std::size_t row = 0; row < rows_; ++row) {
    index.order[next[numbers[row]]++] = static_cast<std::uint32_t>(row);
  }
  index.functional = index.longest <= 1 && !index.key.empty();
  return index;
}

StaticIndex& StaticData::index(const Columns& columns) {
  const auto known = indexes_.find(columns);
  if (known != indexes_.end()) return known->second;
  return indexes_.emplace(columns, make_index(columns)).first->second;
}

llvm::GlobalVariable* StaticData::begins(StaticIndex& index) {
  if (index.begins_data == nullptr) {
    index.begins_data = module_.constant_array(relation_.name + ".begins",
                                               module_.smallest_type(rows_), index.begins);
  }
  return index.begins_data;
}

llvm::GlobalVariable* StaticData::column(StaticIndex& index, std::uint32_t column) {
  llvm::GlobalVariable*& data = index.column_data[column];
  if (data == nullptr) {
    std::vector<std::uint64_t> values;
    values.reserve(rows_);
    for (const std::uint32_t row : index.order) values.push_back(cell(row, column));
    data = module_.constant_array(relation_.name + ".column",
                                  module_.smallest_type(domain_size(column)), values);
  }
  return data;
}

llvm::GlobalVariable* StaticData::dense_column(StaticIndex& index, std::uint32_t column) {
  llvm::GlobalVariable*& data = index.column_data[column];
  if (data == nullptr) {
    std::vector<std::uint64_t> values(index.keys, 0);
    for (const std::uint32_t row : index.order) {
      values[number_of(row, index.strides)] = std::uint64_t{cell(row, column)} + 1;
    }
    data = module_.constant_array(relation_.name + ".function",
                                  module_.smallest_type(domain_size(column)), values);
  }
  return data;
}

}  // namespace tesuji::llvm_backend
