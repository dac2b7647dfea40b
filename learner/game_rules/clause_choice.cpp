// Solves weighted set covering by clauses (clause_choice.h).
#include "learner/game_rules/clause_choice.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tesuji::learner {

namespace {

constexpr std::size_t most_offered = 1000;

std::uint64_t count_common(const std::vector<Word>& a, const std::vector<Word>& b) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
  }
  return sum;
}

}  // namespace

void ClauseChoice::offer(const PlayClause& clause, double cost) {
  if (offered_.size() >= most_offered || !known_.insert(clause).second) return;
  offered_.emplace_back(cost, clause);
}

void ClauseChoice::take(const PlayClause& clause, std::vector<Word> covered, double cost) {
  known_.insert(clause);
  for (std::size_t i = 0; i < covered.size(); ++i) covered[i] &= problem_.positive[i];
  taken_.push_back(clause);
  options_.push_back({clause, std::move(covered), cost});
}

double ClauseChoice::cost_of(const std::vector<Option>& options,
                             const std::vector<std::size_t>& chosen) {
  double sum = 0;
  for (const std::size_t index : chosen) sum += options[index].cost;
  return sum;
}

std::vector<std::size_t> ClauseChoice::greedy(const std::vector<Option>& options) const {
  std::vector<Word> left(problem_.positive.size());
  for (const Option& option : options_) {
    for (std::size_t i = 0; i < left.size(); ++i) left[i] |= option.covered[i];
  }
  std::vector<std::size_t> chosen;
  for (;;) {
    double best_rate = 0;
    std::size_t best = options.size();
    for (std::size_t index = 0; index < options.size(); ++index) {
      const auto gained = static_cast<double>(count_common(options[index].covered, left));
      const double rate = gained / std::max(1.0, options[index].cost);
      if (rate > best_rate) {
        best_rate = rate;
        best = index;
      }
    }
    if (best == options.size()) break;
    chosen.push_back(best);
    for (std::size_t i = 0; i < left.size(); ++i) left[i] &= ~options[best].covered[i];
  }
  // Removes clauses whose examples the others cover, the most expensive first.
  std::vector<std::size_t> dear = chosen;
  std::stable_sort(dear.begin(), dear.end(),
                   [&](std::size_t a, std::size_t b) { return options[a].cost > options[b].cost; });
  for (const std::size_t index : dear) {
    std::vector<Word> rest = options[index].covered;
    for (const std::size_t other : chosen) {
      if (other == index) continue;
      for (std::size_t i = 0; i < rest.size(); ++i) rest[i] &= ~options[other].covered[i];
    }
    if (std::all_of(rest.begin(), rest.end(), [](Word word) { return word == 0; })) {
      std::erase(chosen, index);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::vector<PlayClause> ClauseChoice::cheapest() {
  std::vector<Option> all = options_;
  std::stable_sort(offered_.begin(), offered_.end());
  for (const auto& [cost, clause] : offered_) {
    auto covered = coverage(problem_, clause, most_words_);
    if (!covered) continue;
    bool clean = true;
    for (std::size_t i = 0; i < covered->size(); ++i) {
      clean = clean && ((*covered)[i] & problem_.negative[i]) == 0;
      (*covered)[i] &= problem_.positive[i];
    }
    if (clean) all.push_back({clause, std::move(*covered), cost});
  }
  const std::vector<std::size_t> few = greedy(options_);
  const std::vector<std::size_t> many = greedy(all);
  const bool better = cost_of(all, many) < cost_of(options_, few);
  const std::vector<Option>& options = better ? all : options_;
  const std::vector<std::size_t>& chosen = better ? many : few;
  cost_ = cost_of(options, chosen);
  std::vector<PlayClause> result;
  for (const std::size_t index : chosen) result.push_back(options[index].clause);
  return result;
}

}  // namespace tesuji::learner
