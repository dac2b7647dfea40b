#include "passes/bitboards/word_builder.h"

#include <utility>

namespace tesuji::passes {

namespace {

constexpr std::uint64_t every = ~std::uint64_t{0};

}  // namespace

WordBuilder::WordBuilder() {
  static_cast<void>(constant(0));
}

WordBuilder::WordId WordBuilder::intern(const ir::BoardWord& word, std::uint64_t may) {
  const auto [found, is_new] =
      known_.try_emplace({word.kind, word.a, word.b, word.bits}, static_cast<WordId>(size()));
  if (is_new) {
    words_.push_back(word);
    may_.push_back(may);
  }
  return found->second;
}

WordBuilder::WordId WordBuilder::constant(std::uint64_t bits) {
  return intern({Kind::constant, 0, 0, bits}, bits);
}

WordBuilder::WordId WordBuilder::fluents(const std::vector<std::uint32_t>& numbers) {
  std::uint64_t may = 0;
  for (std::size_t bit = 0; bit < numbers.size(); ++bit) {
    if (numbers[bit] != ir::no_fluent) may |= std::uint64_t{1} << bit;
  }
  if (may == 0) return none();
  const auto [found, is_new] = known_inputs_.try_emplace(numbers, inputs_.size());
  if (is_new) inputs_.push_back(numbers);
  return intern({Kind::fluents, 0, 0, found->second}, may);
}

WordBuilder::WordId WordBuilder::fluent(std::uint32_t number) {
  return intern({Kind::fluent, 0, 0, number}, every);
}

WordBuilder::WordId WordBuilder::moves(std::uint32_t role, std::uint32_t column,
                                       std::uint64_t may) {
  return may == 0 ? none() : intern({Kind::moves, role, column, 0}, may);
}

WordBuilder::WordId WordBuilder::both(WordId a, WordId b) {
  if (a == b) return a;
  if ((may_[a] & may_[b]) == 0) return none();
  if (is_constant(a)) std::swap(a, b);
  if (is_constant(b)) {
    const std::uint64_t mask = words_[b].bits;
    if ((may_[a] & ~mask) == 0) return a;
    if (is_constant(a)) return constant(words_[a].bits & mask);
    const ir::BoardWord inner = words_[a];
    if (inner.kind == Kind::both && is_constant(inner.b)) {
      return both(inner.a, constant(words_[inner.b].bits & mask));
    }
    return intern({Kind::both, a, b, 0}, may_[a] & mask);
  }
  // Moves masks outwards, where they merge.
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    const ir::BoardWord inner = words_[x];
    if (inner.kind == Kind::both && is_constant(inner.b)) {
      return both(both(inner.a, y), inner.b);
    }
    if (inner.kind == Kind::complement && inner.a == y) return none();
  }
  if (a > b) std::swap(a, b);
  return intern({Kind::both, a, b, 0}, may_[a] & may_[b]);
}

WordBuilder::WordId WordBuilder::either(WordId a, WordId b) {
  if (a == b || b == none()) return a;
  if (a == none()) return b;
  if (is_constant(a)) std::swap(a, b);
  if (is_constant(b)) {
    if (is_constant(a)) return constant(words_[a].bits | words_[b].bits);
    if (words_[b].bits == every) return b;
  }
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
    if (words_[x].kind == Kind::complement && words_[x].a == y) return constant(every);
  }
  if (!is_constant(b) && a > b) std::swap(a, b);
  return intern({Kind::either, a, b, 0}, may_[a] | may_[b]);
}

WordBuilder::WordId WordBuilder::complement(WordId a) {
  const ir::BoardWord inner = words_[a];
  if (inner.kind == Kind::constant) return constant(~inner.bits);
  if (inner.kind == Kind::complement) return inner.a;
  return intern({Kind::complement, a, 0, 0}, every);
}

WordBuilder::WordId WordBuilder::shifted(WordId a, std::int64_t by) {
  if (by == 0) return a;
  const bool up = by > 0;
  const auto distance = static_cast<std::uint64_t>(up ? by : -by);
  if (distance >= 64) return none();
  const auto shift = [&](std::uint64_t bits) { return up ? bits << distance : bits >> distance; };
  if (shift(may_[a]) == 0) return none();
  if (is_constant(a)) return constant(shift(words_[a].bits));
  return intern({up ? Kind::up : Kind::down, a, 0, distance}, shift(may_[a]));
}

WordBuilder::WordId WordBuilder::some(WordId a) {
  const ir::BoardWord inner = words_[a];
  if (inner.kind == Kind::constant) return constant(inner.bits == 0 ? 0 : every);
  if (inner.kind == Kind::some || inner.kind == Kind::fluent) return a;
  return intern({Kind::some, a, 0, 0}, every);
}

}  // namespace tesuji::passes
