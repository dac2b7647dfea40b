// Builds tables and projections of facts over many states (fact_world.h).
#include "learner/game_rules/fact_world.h"

#include <algorithm>
#include <bit>

namespace tesuji::learner {

FactWorld::FactWorld(const PlayPart& part, std::vector<std::uint32_t> chosen,
                     const PlayVocabulary& vocabulary)
    : part_(&part),
      vocabulary_(&vocabulary),
      chosen_(std::move(chosen)),
      words_((static_cast<std::uint32_t>(chosen_.size()) + 63) / 64),
      every_state_(words_, ~Word{0}) {
  if (const std::uint32_t rest = states() % 64; rest != 0) {
    every_state_.back() = (Word{1} << rest) - 1;
  }
  std::map<PlayPredicate, std::map<PlayAtom, std::vector<Word>>> dynamic;
  for (std::uint32_t state = 0; state < states(); ++state) {
    for (const PlayAtom& atom : part.examples[chosen_[state]].background) {
      std::vector<Word>& bits = dynamic[atom.predicate][atom];
      bits.resize(words_);
      bits[state / 64] |= Word{1} << state % 64;
    }
  }
  std::map<PlayPredicate, std::vector<std::pair<PlayAtom, std::vector<Word>>>> fixed;
  for (const PlayAtom& atom : part.statics) {
    if (const auto found = dynamic.find(atom.predicate); found != dynamic.end()) {
      found->second[atom] = every_state_;
    } else {
      fixed[atom.predicate].emplace_back(atom, std::vector<Word>());
    }
  }
  for (auto& [predicate, rows] : fixed) add(predicate, std::move(rows), false);
  for (auto& [predicate, rows] : dynamic) {
    add(predicate, {rows.begin(), rows.end()}, true);
  }
}

void FactWorld::add(PlayPredicate predicate,
                    std::vector<std::pair<PlayAtom, std::vector<Word>>> rows, bool dynamic) {
  FactTable& table = tables_[predicate];
  table = {};
  table.arity = (*vocabulary_)[predicate].arity;
  table.dynamic = dynamic;
  table.size = static_cast<std::uint32_t>(rows.size());
  table.columns.resize(table.arity);
  std::sort(rows.begin(), rows.end());
  for (const auto& [atom, bits] : rows) {
    table.tuples.insert(table.tuples.end(), atom.args.begin(), atom.args.end());
    if (dynamic) table.bits.insert(table.bits.end(), bits.begin(), bits.end());
    for (std::uint32_t i = 0; i < table.arity; ++i) table.columns[i].push_back(atom.args[i]);
  }
  for (auto& column : table.columns) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
  }
}

void FactWorld::define(PlayPredicate predicate, const std::vector<PlayAtom>& atoms,
                       const std::vector<Word>& bits) {
  std::vector<std::pair<PlayAtom, std::vector<Word>>> rows;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto begin = bits.begin() + static_cast<std::ptrdiff_t>(i * words_);
    rows.emplace_back(PlayAtom{predicate, atoms[i].args}, std::vector<Word>(begin, begin + words_));
  }
  undefine(predicate);
  add(predicate, std::move(rows), true);
  tables_[predicate].defined = true;
}

void FactWorld::define_static(const std::vector<PlayAtom>& atoms) {
  std::vector<std::pair<PlayAtom, std::vector<Word>>> rows;
  for (const PlayAtom& atom : atoms) rows.emplace_back(atom, std::vector<Word>());
  const PlayPredicate predicate = atoms.front().predicate;
  undefine(predicate);
  add(predicate, std::move(rows), false);
  tables_[predicate].defined = true;
}

void FactWorld::undefine(PlayPredicate predicate) {
  std::erase_if(projections_, [&](const auto& entry) { return entry.first.first == predicate; });
  tables_.erase(predicate);
}

const FactTable* FactWorld::table(PlayPredicate predicate) const {
  const auto found = tables_.find(predicate);
  return found == tables_.end() ? nullptr : &found->second;
}

std::vector<PlayPredicate> FactWorld::predicates() const {
  std::vector<PlayPredicate> result;
  for (const auto& [predicate, table] : tables_) result.push_back(predicate);
  return result;
}

const Projection* FactWorld::projection(PlayPredicate predicate, std::uint32_t bound) const {
  const FactTable* table = this->table(predicate);
  if (table == nullptr) return nullptr;
  std::unique_ptr<Projection>& entry = projections_[{predicate, bound}];
  if (entry) return entry.get();
  entry = std::make_unique<Projection>();
  Projection& made = *entry;
  constexpr std::uint64_t largest_dense = 1 << 21;
  std::uint64_t stride = 1;
  for (std::uint32_t column = 0; column < table->arity; ++column) {
    if ((bound >> column & 1) == 0) continue;
    made.columns.push_back(column);
    std::vector<std::uint64_t>& offsets =
        made.offsets.emplace_back(vocabulary_->constants.size(), no_key);
    std::uint64_t index = 0;
    for (const Constant value : table->columns[column]) offsets[value] = stride * index++;
    stride *= std::max<std::uint64_t>(1, table->columns[column].size());
  }
  if (stride <= largest_dense) made.dense.assign(stride, no_row);
  for (std::uint32_t index = 0; index < table->size; ++index) {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < made.columns.size(); ++i) {
      key += made.offsets[i][table->tuple(index)[made.columns[i]]];
    }
    std::uint32_t row = made.row(key);
    if (row == no_row) {
      row = static_cast<std::uint32_t>(made.matches.size());
      made.matches.emplace_back();
      if (table->dynamic) made.bits.resize(made.bits.size() + words_);
      if (made.dense.empty()) {
        made.sparse.emplace(key, row);
      } else {
        made.dense[key] = row;
      }
    }
    made.matches[row].push_back(index);
    if (!table->dynamic) continue;
    const Word* from = table->bits.data() + std::size_t{index} * words_;
    Word* to = made.bits.data() + std::size_t{row} * words_;
    for (std::uint32_t word = 0; word < words_; ++word) to[word] |= from[word];
  }
  const auto count = [](const std::vector<Word>& bits) {
    std::uint64_t sum = 0;
    for (const Word word : bits) sum += static_cast<std::uint64_t>(std::popcount(word));
    return static_cast<double>(sum);
  };
  if (!table->dynamic) {
    made.fanout = made.matches.empty()
                      ? 0
                      : static_cast<double>(table->size) / static_cast<double>(made.matches.size());
  } else if (const double held = count(made.bits); held > 0) {
    made.fanout = count(table->bits) / held;
  }
  return &made;
}

std::vector<Word> FactWorld::labels(const std::vector<PlayAtom>& atoms) const {
  std::vector<Word> bits(atoms.size() * words_);
  std::map<PlayAtom, std::size_t> index;
  for (std::size_t i = 0; i < atoms.size(); ++i) index.emplace(atoms[i], i);
  for (std::uint32_t state = 0; state < states(); ++state) {
    for (const PlayAtom& atom : part_->examples[chosen_[state]].positives) {
      if (const auto found = index.find(atom); found != index.end()) {
        bits[found->second * words_ + state / 64] |= Word{1} << state % 64;
      }
    }
  }
  return bits;
}

}  // namespace tesuji::learner
