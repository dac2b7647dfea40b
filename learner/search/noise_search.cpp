// Searches for the shortest description of examples, some of which may be wrong.
#include "learner/search/description_length.h"
#include "learner/search/proof_machine.h"

#include <utility>

namespace tesuji::learner {

void ProofMachine::begin_noise(std::size_t positive, std::size_t negative) {
  clause_bits_.clear();
  for (const ir::ClauseMetarule& metarule : metarules_) {
    clause_bits_.push_back(clause_bits(metarule, metarules_.size(),
                                       background_.predicates().size() + 1,
                                       background_.value_count()));
  }
  example_count_ = positive + negative;
  best_bits_ = exception_bits(positive);
}

double ProofMachine::program_bits() const {
  double bits = 0;
  for (std::uint32_t c = 0; c < program_size_; ++c) bits += clause_bits_[program_[c].metarule];
  return bits;
}

double ProofMachine::exception_bits(std::size_t count) const {
  return listing_bits(static_cast<double>(count), static_cast<double>(example_count_));
}

bool ProofMachine::pays(std::uint32_t metarule) const {
  return program_bits() + clause_bits_[metarule] + exception_bits(missed_.size()) < best_bits_;
}

bool ProofMachine::may_be_best(std::span<const Example> negative) {
  const double bits = program_bits();
  std::size_t exceptions = missed_.size();
  if (bits + exception_bits(exceptions) >= best_bits_) return false;
  for (const Example& example : negative) {
    if (!deduce(example)) continue;
    if (bits + exception_bits(++exceptions) >= best_bits_) return false;
  }
  return true;
}

void ProofMachine::consider(std::span<const Example> positive, std::span<const Example> negative,
                            SearchResult& result) {
  std::vector<std::size_t> missed;
  std::vector<std::size_t> covered;
  for (const std::size_t example : missed_) {
    if (!deduce(positive[example])) missed.push_back(example);
  }
  for (std::size_t i = 0; i < negative.size(); ++i) {
    if (deduce(negative[i])) covered.push_back(i);
  }
  const double bits = program_bits() + exception_bits(missed.size() + covered.size());
  if (bits >= best_bits_) return;
  best_bits_ = result.bits = bits;
  result.hypothesis = hypothesis();
  result.missed = std::move(missed);
  result.wrongly_covered = std::move(covered);
}

bool ProofMachine::next_missed(std::uint32_t& goal) {
  missed_.push_back(choices_.back().example);
  choices_.pop_back();
  ++example_;
  goal = none;
  return true;
}

}  // namespace tesuji::learner
