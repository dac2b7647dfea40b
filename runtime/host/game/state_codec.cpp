#include "runtime/host/game/state_codec.h"

#include <algorithm>
#include <bit>

namespace tesuji::runtime {
namespace {

MixedRadix radix_of(const std::vector<std::vector<std::string>>& columns) {
  std::vector<std::uint32_t> sizes;
  for (const auto& names : columns) sizes.push_back(static_cast<std::uint32_t>(names.size()));
  return MixedRadix(std::move(sizes));
}

constexpr const char* too_many_fluents = "more fluents hold than a state has room for";

}  // namespace

StateCodec::StateCodec(const std::vector<TableRelation>& fluents, std::uint32_t state_size)
    : words_(state_size / sizeof(std::uint64_t)), first_table_word_(words_) {
  for (const TableRelation& relation : fluents) {
    const std::size_t word = relation.state_offset / sizeof(std::uint64_t);
    if (relation.storage != TableRelation::Storage::bits) {
      tables_.push_back(fluents_.size());
      first_table_word_ = std::min(first_table_word_, word);
    }
    fluents_.push_back({relation.storage, relation.has_next, word, relation.state_capacity,
                        relation.table, relation.next_table, radix_of(relation.columns),
                        TermShape(relation.term, relation.columns)});
    index_.add(fluents_.back().shape, fluents_.size() - 1);
  }
}

State StateCodec::encode(const std::vector<std::vector<std::uint32_t>>& rows) const {
  State state(words_, 0);
  std::vector<std::uint64_t> keys;
  for (std::size_t f = 0; f < fluents_.size() && f < rows.size(); ++f) {
    const Fluent& fluent = fluents_[f];
    const std::size_t width = std::max<std::size_t>(1, fluent.radix.arity());
    keys.clear();
    for (std::size_t i = 0; i + width <= rows[f].size(); i += width)
      keys.push_back(fluent.radix.pack(rows[f].data() + i));
    if (fluent.storage == TableRelation::Storage::bits) {
      for (const std::uint64_t key : keys)
        state[fluent.word + key / 64] |= std::uint64_t{1} << (key % 64);
      continue;
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    if (keys.size() > fluent.capacity) throw LimitReached(too_many_fluents);
    state[fluent.word] = keys.size();
    std::copy(keys.begin(), keys.end(),
              state.begin() + static_cast<std::ptrdiff_t>(fluent.word) + 1);
  }
  return state;
}

void StateCodec::load(StateView state, tsj_scratch& scratch) const {
  for (const std::size_t f : tables_) {
    const Fluent& fluent = fluents_[f];
    tsj_table& table = scratch.tables[fluent.table];
    tsj_table_clear(&table);
    const std::uint64_t count = state[fluent.word];
    if (fluent.radix.arity() == 0) {
      const std::uint32_t none = 0;
      if (count != 0) tsj_table_insert(&table, &none);
      continue;
    }
    // Unpacked right behind the last row, where insertion would put it: the
    // table has room for one more row whenever its capacity is not reached.
    for (std::uint64_t i = 0; i < count; ++i) {
      if (table.count == table.capacity && scratch.grow(&table) == 0)
        throw LimitReached("a state has more fluents than the row limit");
      std::uint32_t* row = table.rows + std::size_t{table.count} * table.arity;
      fluent.radix.unpack(state[fluent.word + 1 + i], row);
      tsj_table_insert(&table, row);
    }
  }
}

void StateCodec::store(const tsj_scratch& scratch, StateOut out) const {
  for (const std::size_t f : tables_) {
    const Fluent& fluent = fluents_[f];
    if (!fluent.has_next) {
      out[fluent.word] = 0;
      continue;
    }
    const tsj_table& table = scratch.tables[fluent.next_table];
    if (table.count > fluent.capacity) throw LimitReached(too_many_fluents);
    std::uint64_t* keys = &out[fluent.word] + 1;
    for (std::uint32_t r = 0; r < table.count; ++r)
      keys[r] = fluent.radix.pack(table.rows + std::size_t{r} * table.arity);
    std::sort(keys, keys + table.count);
    out[fluent.word] = table.count;
  }
}

std::vector<StateCodec::BitFluent> StateCodec::bit_fluents() const {
  std::vector<BitFluent> result;
  std::vector<std::uint32_t> row;
  for (const Fluent& fluent : fluents_) {
    if (fluent.storage != TableRelation::Storage::bits) continue;
    row.resize(std::max<std::size_t>(1, fluent.radix.arity()));
    for (std::uint64_t key = 0; key < fluent.radix.count(); ++key) {
      fluent.radix.unpack(key, row.data());
      result.push_back(
          {fluent.shape.name(row.data()), fluent.word + key / 64, std::uint64_t{1} << (key % 64)});
    }
  }
  return result;
}

std::vector<std::string> StateCodec::names(StateView state) const {
  std::vector<std::string> names;
  std::vector<std::uint32_t> row;
  for (const Fluent& fluent : fluents_) {
    row.resize(std::max<std::size_t>(1, fluent.radix.arity()));
    const auto add = [&](std::uint64_t key) {
      fluent.radix.unpack(key, row.data());
      names.push_back(fluent.shape.name(row.data()));
    };
    if (fluent.storage == TableRelation::Storage::bits) {
      for (std::uint64_t w = 0; w * 64 < fluent.radix.count(); ++w) {
        for (std::uint64_t word = state[fluent.word + w]; word != 0; word &= word - 1)
          add(w * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
      }
    } else {
      for (std::uint64_t i = 0; i < state[fluent.word]; ++i) add(state[fluent.word + 1 + i]);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<State> StateCodec::parse(std::span<const std::string> fluents,
                                       std::string* unknown) const {
  std::vector<std::vector<std::uint32_t>> rows(fluents_.size());
  std::vector<std::uint32_t> row;
  for (const std::string& name : fluents) {
    const TermTokens tokens = tokenize_term(name);
    const bool known = index_.find(tokens, [&](std::size_t f) {
      row.assign(std::max<std::size_t>(1, fluents_[f].radix.arity()), 0);
      if (!fluents_[f].shape.match(tokens, row.data())) return false;
      rows[f].insert(rows[f].end(), row.begin(), row.end());
      return true;
    });
    if (!known) {
      if (unknown != nullptr) *unknown = name;
      return std::nullopt;
    }
  }
  return encode(rows);
}

}  // namespace tesuji::runtime
