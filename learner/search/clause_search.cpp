// Runs a clause search: proves the examples one after the other, for programs of growing size.
#include "learner/search/clause_search.h"

#include "learner/search/proof_machine.h"

#include <algorithm>
#include <utility>

namespace tesuji::learner {

SearchResult ProofMachine::learn(std::span<const Example> positive,
                                 std::span<const Example> negative, const SearchOptions& options,
                                 std::span<const std::uint32_t> types) {
  begin(options);
  target_types_.assign(types.begin(), types.end());
  SearchResult result;
  result_ = &result;
  if (options.noise) {
    begin_noise(positive.size(), negative.size());
    result.bits = result.empty_bits = best_bits_;
  }
  try {
    result.end = SearchResult::End::exhausted;
    for (std::uint32_t size = options.min_clauses; size <= largest_size(options); ++size) {
      limit_ = options.max_literals != 0 ? options.max_clauses : size;
      literal_limit_ = options.max_literals != 0 ? size : none;
      result.size = size;
      clauses_cut_ = literals_cut_ = false;
      if (search(positive, negative, result)) {
        result.end = SearchResult::End::found;
        result.more_clauses = false;
        result.hypothesis = hypothesis();
        break;
      }
      result.complete = size;
      result.more_clauses = clauses_cut_;
      if (!(options.max_literals != 0 ? literals_cut_ : clauses_cut_)) break;
    }
    if (options.noise && !result.hypothesis.empty()) result.end = SearchResult::End::found;
  } catch (const Ended& ended) {
    result.end = ended.end;
    result.more_clauses = false;
  }
  result.steps = steps_;
  result.frames_seen = frames_seen_;
  result.too_deep = too_deep_;
  result.too_many_goals = too_many_goals_;
  result_ = nullptr;
  return result;
}

std::optional<bool> ProofMachine::covers(const Hypothesis& hypothesis, const Example& example,
                                         const SearchOptions& options) {
  begin(options);
  target_types_.clear();
  load(hypothesis);
  limit_ = program_size_;
  literal_limit_ = none;
  try {
    return deduce(example);
  } catch (const Ended&) {
    return std::nullopt;
  }
}

bool ProofMachine::search(std::span<const Example> positive, std::span<const Example> negative,
                          SearchResult& result) {
  clear();
  seen_.clear();
  std::uint32_t goal = none;
  for (;;) {
    // All goals of the examples before example_ are proved.
    while (goal == none) {
      if (!is_new() || (options_.noise && !may_be_best(negative))) {
        if (!backtrack(0, goal)) return false;
        continue;
      }
      while (example_ < positive.size() && deduce(positive[example_])) ++example_;
      result.covered = std::max(result.covered, example_);
      if (example_ < positive.size()) {
        if (options_.noise) choose(Choice::Kind::missed, none);
        goal = target_goal(positive[example_]);
        ++example_;  // once its goals are proved
      } else if (options_.noise) {
        consider(positive, negative, result);
        if (!backtrack(0, goal)) return false;
      } else if (const std::optional<std::size_t> covered = first_covered(negative, result)) {
        ++result.refused;
        result.refusing = covered;
        if (!backtrack(0, goal)) return false;
      } else if (options_.accept && !options_.accept(hypothesis())) {
        ++result.refused;
        if (!backtrack(0, goal)) return false;
      } else {
        return true;
      }
    }
    if (!step(goal) && !backtrack(0, goal)) return false;
  }
}

bool ProofMachine::is_new() {
  if (seen_.bytes() > most_seen_bytes) return true;
  key_.assign({static_cast<std::uint32_t>(example_), static_cast<std::uint32_t>(missed_.size())});
  for (std::uint32_t c = 0; c < program_size_; ++c) {
    const Clause& clause = program_[c];
    key_.push_back(clause.metarule);
    for (const PredicateId predicate : clause.predicates) key_.push_back(predicate.bits());
    for (const std::uint32_t cell : clause.constant_cells) {
      if (cell != none) key_.push_back(cells_[cell]);
    }
  }
  return seen_.insert(key_);
}

std::optional<std::size_t> ProofMachine::first_covered(std::span<const Example> negative,
                                                       SearchResult& result) {
  const bool too_deep = std::exchange(too_deep_, false);
  const bool too_many_goals = std::exchange(too_many_goals_, false);
  std::optional<std::size_t> covered;
  for (std::size_t i = 0; i < negative.size() && !covered; ++i) {
    if (deduce(negative[i])) covered = i;
  }
  result.doubtful = too_deep_ || too_many_goals_;
  too_deep_ |= too_deep;
  too_many_goals_ |= too_many_goals;
  return covered;
}

std::uint32_t ProofMachine::target_goal(const Example& example) {
  const auto args = static_cast<std::uint32_t>(arg_cells_.size());
  for (std::size_t i = 0; i < example.size(); ++i) {
    arg_cells_.push_back(new_cell(example[i]));
    if (i < target_types_.size()) types_.back() = target_types_[i];
  }
  goals_.push_back({none, 0, args, static_cast<std::uint32_t>(example.size()), none, none, false});
  return static_cast<std::uint32_t>(goals_.size() - 1);
}

bool ProofMachine::deduce(const Example& example) {
  if (program_size_ == 0) return false;
  const Marks marks = here();
  const std::size_t base = choices_.size();
  const bool could_extend = extend_;
  extend_ = false;
  std::uint32_t goal = target_goal(example);
  bool proved = true;
  while (goal != none) {
    if (step(goal) || backtrack(base, goal)) continue;
    proved = false;
    break;
  }
  choices_.resize(base);
  back_to(marks);
  extend_ = could_extend;
  return proved;
}

ClauseSearch::ClauseSearch(std::span<const ir::ClauseMetarule> metarules, Background& background)
    : machine_(std::make_unique<ProofMachine>(metarules, background)) {}

ClauseSearch::~ClauseSearch() = default;

SearchResult ClauseSearch::learn(std::span<const Example> positive,
                                 std::span<const Example> negative, const SearchOptions& options,
                                 std::span<const std::uint32_t> types) {
  return machine_->learn(positive, negative, options, types);
}

std::optional<bool> ClauseSearch::covers(const Hypothesis& hypothesis, const Example& example,
                                         const SearchOptions& options) {
  return machine_->covers(hypothesis, example, options);
}

}  // namespace tesuji::learner
