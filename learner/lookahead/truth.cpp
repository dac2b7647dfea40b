#include "learner/lookahead/truth.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace tesuji::learner {

// --- Truths

bool StateSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

std::size_t StateSet::count() const {
  std::size_t result = 0;
  for (const std::uint64_t word : words_) result += static_cast<std::size_t>(std::popcount(word));
  return result;
}

bool StateSet::meets(const StateSet& other) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((words_[i] & other.words_[i]) != 0) return true;
  }
  return false;
}

bool StateSet::is_within(const StateSet& other) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((words_[i] & ~other.words_[i]) != 0) return false;
  }
  return true;
}

void StateSet::add(const StateSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
}

void StateSet::remove(const StateSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
}

std::uint64_t Truth::hash() const {
  std::uint64_t result = 0x9E3779B97F4A7C15ULL;
  for (const StateSet* set : {&yes, &no}) {
    for (const std::uint64_t word : set->words()) {
      result = (result ^ word) * 0xff51afd7ed558ccdULL;
      result ^= result >> 32;
    }
  }
  return result;
}

Truth both(const Truth& a, const Truth& b) {
  Truth result = a;
  for (std::size_t i = 0; i < result.yes.words().size(); ++i) {
    result.yes.words()[i] &= b.yes.words()[i];
    result.no.words()[i] |= b.no.words()[i];
  }
  return result;
}

Truth negation(Truth a) {
  std::swap(a.yes, a.no);
  return a;
}

Truth some_successor(const StateSample& sample, const Truth& property) {
  Truth result(sample.size());
  for (std::size_t state = 0; state < sample.size(); ++state) {
    if (!sample.expanded(state)) continue;
    bool yes = false;
    bool no = true;
    for (const std::uint32_t next : sample.successors(state)) {
      yes |= property.yes.has(next);
      no &= property.no.has(next);
    }
    if (yes) result.yes.insert(state);
    if (no) result.no.insert(state);
  }
  return result;
}

// --- Truths of a program

using runtime::Node;

namespace {

constexpr std::size_t primitives = 3;

}  // namespace

ProgramTruths::ProgramTruths(const StateSample& sample)
    : sample_(&sample), truths_(primitives, Truth(sample.size())), some_(primitives) {
  runtime::StateSpace& space = sample.space();
  for (std::size_t state = 0; state < sample.size(); ++state) {
    Node& node = sample.node(state);
    truths_[0].yes.insert(state);
    (space.won(node) ? truths_[1].yes : truths_[1].no).insert(state);
    (space.drawn(node) ? truths_[2].yes : truths_[2].no).insert(state);
  }
}

std::size_t ProgramTruths::place(const Callee& callee) {
  switch (callee.kind) {
    case Callee::Kind::move:
      return 0;
    case Callee::Kind::won:
      return 1;
    case Callee::Kind::drawn:
      return 2;
    case Callee::Kind::fluent:
      throw std::logic_error("rules of the learner that looks ahead test no fluents");
    case Callee::Kind::learned:
      break;
  }
  return primitives + callee.number;
}

const Truth& ProgramTruths::some(const Callee& callee) {
  std::optional<Truth>& known = some_[place(callee)];
  if (!known) known = some_successor(*sample_, of(callee));
  return *known;
}

Truth ProgramTruths::of_clause(const LearnedClause& clause) {
  using Test = StateProperties::Test;
  const Truth& base = of(clause.base);
  if (clause.test == Test::property) return both(base, of(clause.condition));
  const Truth& found = some(clause.condition);
  return both(base, clause.test == Test::some ? found : negation(found));
}

void ProgramTruths::extend(const LearnedProgram& program) {
  for (std::size_t number = truths_.size() - primitives; number < program.predicates.size();
       ++number) {
    // A or B is not (not A and not B).
    Truth none(sample_->size());
    for (std::size_t state = 0; state < sample_->size(); ++state) none.yes.insert(state);
    for (const LearnedClause& clause : program.predicates[number].clauses) {
      none = both(none, negation(of_clause(clause)));
    }
    truths_.push_back(negation(none));
    some_.emplace_back();
  }
}

}  // namespace tesuji::learner
