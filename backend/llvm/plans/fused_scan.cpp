#include "backend/llvm/plans/fused_scan.h"
#include "backend/llvm/emit/word_bits.h"

#include "backend/llvm/emit/domain_translation.h"
#include "backend/llvm/emit/static_data.h"

#include <algorithm>

namespace tesuji::llvm_backend {

using ir::Argument;
using ir::Operation;

/// How the block sees an argument.
struct FusedScan::Use {
  enum class Kind { ignored, constant, bound, block };
  Kind kind = Kind::ignored;
  ir::Symbol symbol = ir::no_symbol;  ///< constant
  const Register* bound = nullptr;    ///< bound before the block
  std::uint32_t column = ir::no_id;   ///< block: the scanned relation's column
};

FusedScan::FusedScan(Emitter& emit, const Head& head, const Operation& scan, BitBlock& block,
                     const Registers& registers)
    : emit_(emit), head_(head), scan_(scan), block_(block), registers_(registers) {}

bool FusedScan::absorb(const Operation& filter) {
  // In a walk over part of a relation, words are not aligned.
  if (block_.origin != nullptr && block_.word == nullptr) return false;
  if (filter.kind == Operation::Kind::different || filter.kind == Operation::Kind::same) {
    return absorb_comparison(filter);
  }
  if (filter.kind != Operation::Kind::test && filter.kind != Operation::Kind::absent) return false;
  std::vector<Use> uses;
  if (is_impossible(emit_.module, filter.relation) || !resolve(filter, uses)) return false;
  return emit_.module.is_static(filter.relation) ? absorb_static(filter, uses)
                                                 : absorb_bits(filter, uses);
}

/// Returns false if the argument is not known yet, or is outside its column's domain.
bool FusedScan::resolve(const Argument& argument, Use& use) const {
  if (argument.kind == Argument::Kind::ignore) return true;
  if (argument.kind == Argument::Kind::constant) {
    use.kind = Use::Kind::constant;
    use.symbol = argument.id;
    return true;
  }
  for (const std::uint32_t column : block_.free) {
    if (scan_.args[column] == Argument::binder(argument.id)) {
      use.kind = Use::Kind::block;
      use.column = column;
      return true;
    }
  }
  use.kind = Use::Kind::bound;
  use.bound = &registers_[argument.id];
  return use.bound->value != nullptr;
}

/// Whether all arguments are known here and some belong to the block.
bool FusedScan::resolve(const Operation& operation, std::vector<Use>& uses) const {
  const std::vector<ir::DomainId>& columns =
      emit_.module.source.relations[operation.relation].columns;
  bool any = false;
  for (std::size_t i = 0; i < operation.args.size(); ++i) {
    Use& use = uses.emplace_back();
    if (!resolve(operation.args[i], use)) return false;
    any = any || use.kind == Use::Kind::block;
    if (use.kind == Use::Kind::constant &&
        emit_.module.source.domains[columns[i]].position(use.symbol) < 0) {
      return false;
    }
  }
  return any;
}

/// Whether the relation's bits are arranged like the block's: the same domains and strides, and
/// each column of the block at most once.
bool FusedScan::same_strides(ir::RelationId relation, const std::vector<Use>& uses) const {
  const ir::Module& source = emit_.module.source;
  const std::vector<std::uint64_t>& strides = emit_.module.layout.relations[relation].strides;
  const std::vector<std::uint64_t>& block_strides =
      emit_.module.layout.relations[scan_.relation].strides;
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i].kind == Use::Kind::ignored) return false;
    if (uses[i].kind != Use::Kind::block) continue;
    const std::uint32_t column = uses[i].column;
    if (!seen.insert(column).second || strides[i] != block_strides[column] ||
        source.relations[relation].columns[i] != source.relations[scan_.relation].columns[column]) {
      return false;
    }
  }
  return block_.word == nullptr ||
         (seen.size() == block_.free.size() && seen.size() == uses.size());
}

Positions FusedScan::given(ir::RelationId relation, const std::vector<Use>& uses,
                           llvm::Value*& all_exist) {
  const std::vector<ir::DomainId>& columns = emit_.module.source.relations[relation].columns;
  Positions positions(columns.size(), nullptr);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (uses[i].kind == Use::Kind::constant) {
      positions[i] = emit_.number32(static_cast<std::uint64_t>(
          emit_.module.source.domains[columns[i]].position(uses[i].symbol)));
    } else if (uses[i].kind == Use::Kind::bound) {
      const Translated found =
          translate_or_zero(emit_, uses[i].bound->value, uses[i].bound->domain, columns[i]);
      positions[i] = found.position;
      all_exist = emit_.build.CreateAnd(all_exist, found.exists);
    }
  }
  return positions;
}

void FusedScan::narrow(llvm::Value* bits, bool keep) {
  bits = emit_.build.CreateZExt(bits, block_.bits->getType());
  block_.bits =
      emit_.build.CreateAnd(block_.bits, keep ? bits : emit_.build.CreateNot(bits), "left");
}

std::vector<std::uint32_t> FusedScan::other_columns(
    const std::vector<std::uint32_t>& columns) const {
  std::vector<std::uint32_t> others;
  for (const std::uint32_t column : block_.free) {
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
      others.push_back(column);
    }
  }
  return others;
}

std::uint64_t FusedScan::relation_words() const {
  return emit_.module.layout.relations[scan_.relation].words;
}

std::uint32_t FusedScan::width() const {
  return block_.bits->getType()->getIntegerBitWidth();
}

/// Loads an integer as wide as the block: number `index` of those in `words`.
llvm::Value* FusedScan::constant_block(const std::vector<std::uint64_t>& words,
                                       llvm::Value* index) {
  const std::size_t count = width() / word_bits;
  if (words.size() == count) return emit_.build.getInt(llvm::APInt(width(), words));
  llvm::GlobalVariable* table = emit_.module.constant_array("filter", emit_.module.i64, words);
  llvm::Value* all = llvm::ConstantInt::get(block_.bits->getType(), 0);
  for (std::size_t i = 0; i < count; ++i) {
    llvm::Value* place = emit_.build.CreateAdd(
        emit_.build.CreateMul(index, emit_.number64(count), "", true, true), emit_.number64(i));
    llvm::Value* word = emit_.build.CreateZExt(
        emit_.constant_element(table, place, emit_.module.i64, 0), all->getType());
    all = emit_.build.CreateOr(all, emit_.build.CreateShl(word, i * word_bits));
  }
  return all;
}

bool FusedScan::absorb_bits(const Operation& filter, const std::vector<Use>& uses) {
  const ir::Relation& relation = emit_.module.source.relations[filter.relation];
  if (relation.storage != ir::Storage::bits || !same_strides(filter.relation, uses)) return false;
  // A relation that grows while the plan runs must be read where the plan reads it.
  if (head_.recursive && relation.kind == ir::RelationKind::derived) return false;
  const bool keep = filter.kind == Operation::Kind::test;
  const BitsArea area = area_of(emit_, filter.relation, BitsArea::Part::all);
  if (block_.word != nullptr) {
    narrow(load_word(emit_, area, block_.word), keep);
    return true;
  }
  llvm::Value* exists = emit_.build.getTrue();
  Pattern pattern;
  pattern.fixed = given(filter.relation, uses, exists);
  pattern.wanted.assign(pattern.fixed.size(), false);
  llvm::BasicBlock* no_loop = nullptr;  // its span is not longer than the block's
  llvm::Value* bits = emit_block(emit_, area, filter.relation, pattern, no_loop).bits;
  std::vector<std::uint32_t> columns;
  for (const Use& use : uses) columns.push_back(use.column);
  // Repeats the bits for every position of the block's other columns.
  const llvm::APInt copies =
      numbers_mask(emit_.module, scan_.relation, other_columns(columns), width());
  bits = emit_.build.CreateZExt(bits, block_.bits->getType());
  if (!copies.isOne()) bits = emit_.build.CreateMul(bits, emit_.build.getInt(copies));
  narrow(emit_.build.CreateSelect(exists, bits, nothing()), keep);
  return true;
}

/// Returns the numbers of the block's tuples that match a row, with columns outside `shared` at 0:
/// one set per combination of the bound columns.
std::vector<std::set<std::uint64_t>> FusedScan::agreeing_numbers(
    const StaticData& data, ir::RelationId relation, const std::vector<Use>& uses,
    const std::vector<std::uint64_t>& key_strides, std::uint64_t keys) const {
  const ir::Module& source = emit_.module.source;
  const ir::Relation& scanned = source.relations[scan_.relation];
  const std::vector<ir::DomainId>& columns = source.relations[relation].columns;
  const std::vector<std::uint64_t>& strides = emit_.module.layout.relations[scan_.relation].strides;
  std::vector<std::set<std::uint64_t>> numbers(keys);
  for (std::size_t row = 0; row < data.row_count(); ++row) {
    bool agrees = true;
    std::uint64_t number = 0;
    for (std::uint32_t i = 0; i < uses.size(); ++i) {
      const ir::Symbol value = source.domains[columns[i]].values[data.cell(row, i)];
      if (uses[i].kind == Use::Kind::constant) agrees = agrees && value == uses[i].symbol;
      if (uses[i].kind != Use::Kind::block) continue;
      const std::int32_t position = source.domains[scanned.columns[uses[i].column]].position(value);
      agrees = agrees && position >= 0;
      number += static_cast<std::uint64_t>(position) * strides[uses[i].column];
    }
    if (agrees) numbers[data.number_of(row, key_strides)].insert(number);
  }
  return numbers;
}

/// Returns the number that each combination of positions in these columns adds.
std::vector<std::uint64_t> FusedScan::offsets_of(const std::vector<std::uint32_t>& columns) const {
  const ir::Relation& scanned = emit_.module.source.relations[scan_.relation];
  std::vector<std::uint64_t> offsets = {0};
  for (const std::uint32_t column : columns) {
    const std::size_t count = offsets.size();
    const std::uint64_t stride = emit_.module.layout.relations[scan_.relation].strides[column];
    for (std::uint64_t i = 1; i < emit_.module.domain_size(scanned.columns[column]); ++i) {
      for (std::size_t j = 0; j < count; ++j) offsets.push_back(offsets[j] + i * stride);
    }
  }
  return offsets;
}

bool FusedScan::absorb_static(const Operation& filter, const std::vector<Use>& uses) {
  StaticData& data = emit_.module.static_data(filter.relation);
  Columns key;
  std::vector<std::uint32_t> shared;
  std::vector<Use> key_uses(uses.size());
  for (std::uint32_t i = 0; i < uses.size(); ++i) {
    if (uses[i].kind == Use::Kind::bound) {
      key.push_back(i);
      key_uses[i] = uses[i];
    } else if (uses[i].kind == Use::Kind::block) {
      if (std::find(shared.begin(), shared.end(), uses[i].column) != shared.end()) return false;
      shared.push_back(uses[i].column);
    }
  }
  std::uint64_t keys = 0;
  const std::vector<std::uint64_t> key_strides = data.strides(key, keys);
  const std::uint64_t words_per_key =
      block_.word == nullptr ? width() / word_bits : relation_words();
  if (keys > most_mask_words / words_per_key || (block_.word != nullptr && keys != 1)) return false;

  const auto numbers = agreeing_numbers(data, filter.relation, uses, key_strides, keys);
  const std::vector<std::uint64_t> offsets = offsets_of(other_columns(shared));
  std::vector<std::uint64_t> words(keys * words_per_key, 0);
  for (std::uint64_t combination = 0; combination < keys; ++combination) {
    for (const std::uint64_t number : numbers[combination]) {
      for (const std::uint64_t offset : offsets) {
        const std::uint64_t bit = number + offset;
        words[combination * words_per_key + bit / word_bits] |= std::uint64_t{1}
                                                                << (bit % word_bits);
      }
    }
  }

  // A bound value without a position matches no row, even if there is only one combination of
  // positions.
  llvm::Value* exists = emit_.build.getTrue();
  const Positions positions = given(filter.relation, key_uses, exists);
  llvm::Value* index =
      block_.word != nullptr ? block_.word : emit_.mixed_radix(positions, key_strides);
  narrow(emit_.build.CreateSelect(exists, constant_block(words, index), nothing()),
         filter.kind == Operation::Kind::test);
  return true;
}

bool FusedScan::absorb_comparison(const Operation& filter) {
  std::vector<std::pair<Use, Use>> pairs(filter.args.size());  // first: of the block
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    auto& [left, right] = pairs[i];
    if (!resolve(filter.args[i], left) || !resolve(filter.right[i], right)) return false;
    if (left.kind != Use::Kind::block) std::swap(left, right);
    if (left.kind != Use::Kind::block || right.kind == Use::Kind::block) return false;
    if (block_.word == nullptr) continue;
    if (right.kind != Use::Kind::constant || relation_words() > most_mask_words) return false;
  }
  if (pairs.empty()) return false;
  llvm::Value* equal = nullptr;
  for (const auto& [left, right] : pairs) {
    llvm::Value* bits = equal_bits(left, right);
    equal = equal == nullptr ? bits : emit_.build.CreateAnd(equal, bits);
  }
  narrow(equal, filter.kind == Operation::Kind::same);
  return true;
}

/// Returns the block's tuples with `right` in the column of `left`.
llvm::Value* FusedScan::equal_bits(const Use& left, const Use& right) {
  const ir::Relation& relation = emit_.module.source.relations[scan_.relation];
  const ir::DomainId domain = relation.columns[left.column];
  const std::uint64_t stride = emit_.module.layout.relations[scan_.relation].strides[left.column];
  if (block_.word != nullptr) {
    const std::int32_t position = emit_.module.source.domains[domain].position(right.symbol);
    const std::uint64_t size = emit_.module.domain_size(domain);
    std::vector<std::uint64_t> words(relation_words(), 0);
    for (std::uint64_t bit = 0; bit < emit_.module.layout.relations[scan_.relation].bits; ++bit) {
      if (static_cast<std::int64_t>(bit / stride % size) != position) continue;
      words[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
    }
    return constant_block(words, block_.word);
  }
  const llvm::APInt at_zero =
      numbers_mask(emit_.module, scan_.relation, other_columns({left.column}), width());
  if (right.kind == Use::Kind::constant) {
    const std::int32_t position = emit_.module.source.domains[domain].position(right.symbol);
    if (position < 0) return nothing();
    return emit_.build.getInt(
        at_zero.shl(static_cast<unsigned>(static_cast<std::uint64_t>(position) * stride)));
  }
  const Translated found =
      translate_or_zero(emit_, right.bound->value, right.bound->domain, domain);
  llvm::Value* shift =
      emit_.build.CreateMul(emit_.wide(found.position), emit_.number64(stride), "", true, true);
  shift = emit_.build.CreateZExt(shift, block_.bits->getType());
  return emit_.build.CreateSelect(
      found.exists, emit_.build.CreateShl(emit_.build.getInt(at_zero), shift), nothing());
}

bool FusedScan::absorb_insert(const Operation& insert) {
  const ir::Relation& relation = emit_.module.source.relations[insert.relation];
  std::vector<Use> uses;
  if (head_.recursive || relation.storage != ir::Storage::bits ||
      is_impossible(emit_.module, insert.relation) ||
      (block_.origin != nullptr && block_.word == nullptr) || !resolve(insert, uses) ||
      !same_strides(insert.relation, uses)) {
    return false;
  }
  const auto of_block = std::count_if(uses.begin(), uses.end(),
                                      [](const Use& use) { return use.kind == Use::Kind::block; });
  if (static_cast<std::size_t>(of_block) != block_.free.size()) return false;
  const BitsArea area = area_of(emit_, insert.relation, BitsArea::Part::all);
  if (block_.word != nullptr) {
    merge_word(emit_, area, block_.word, block_.bits);
    return true;
  }
  llvm::Value* exists = emit_.build.getTrue();
  const Positions positions = given(insert.relation, uses, exists);
  merge_bits(emit_, area, insert.relation, positions,
             emit_.build.CreateSelect(exists, block_.bits, nothing()));
  return true;
}

}  // namespace tesuji::llvm_backend
