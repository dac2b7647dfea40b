#include "learner/search/proof_machine.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tesuji::learner {

ProofMachine::ProofMachine(std::span<const ir::ClauseMetarule> metarules, Background& background)
    : metarules_(metarules), background_(background) {
  for (const ir::ClauseMetarule& metarule : metarules) {
    recursive_ |= metarule.recursive();
    named_.push_back(named_predicates(metarule));
  }
}

std::vector<PredicateId> ProofMachine::named_predicates(const ir::ClauseMetarule& metarule) const {
  std::vector<PredicateId> result(metarule.predicates.size());
  for (const ir::ClauseMetarule::Literal& literal : metarule.body) {
    const auto& predicate = metarule.predicates[literal.predicate];
    if (predicate.variable) continue;
    const auto all = background_.predicates();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& known) {
      return known.name == predicate.name && known.arity == literal.args.size();
    });
    if (found == all.end()) {
      throw std::invalid_argument("the metarule " + metarule.name + " names " + predicate.name +
                                  "/" + std::to_string(literal.args.size()) +
                                  ", which the background does not have");
    }
    result[literal.predicate] =
        PredicateId::background(static_cast<std::uint32_t>(found - all.begin()));
  }
  return result;
}

void ProofMachine::begin(const SearchOptions& options) {
  options_ = options;
  result_ = nullptr;
  steps_ = frames_seen_ = 0;
  too_deep_ = too_many_goals_ = false;
  typed_ = std::any_of(background_.predicates().begin(), background_.predicates().end(),
                       [](const BackgroundPredicate& one) { return !one.types.empty(); });
  own_arity_.assign(std::size_t{options.max_clauses} + 1, 0);
  instances_.assign(metarules_.size(), 0);
  clear();
}

void ProofMachine::clear() {
  goals_.clear();
  frames_.clear();
  if (recursive_) {
    buckets_.assign(bucket_count, none);
    open_buckets_.assign(bucket_count, none);
  }
  open_arguments_.clear();
  open_of_cell_.clear();
  moved_.clear();
  arg_cells_.clear();
  cells_.clear();
  types_.clear();
  trail_.clear();
  solutions_.clear();
  choices_.clear();
  missed_.clear();
  program_size_ = 0;
  invented_ = 0;
  example_ = 0;
  extend_ = true;
}

void ProofMachine::load(const Hypothesis& hypothesis) {
  if (program_.size() < hypothesis.size()) program_.resize(hypothesis.size());
  for (const HypothesisClause& given : hypothesis) {
    Clause& clause = program_[program_size_++];
    clause.metarule = given.metarule;
    clause.unset = 0;
    clause.predicates = given.predicates;
    clause.constant_cells.assign(given.constants.size(), none);
    for (std::size_t v = 0; v < given.constants.size(); ++v) {
      if (given.constants[v] != unbound) clause.constant_cells[v] = new_cell(given.constants[v]);
    }
  }
}

Hypothesis ProofMachine::hypothesis() const {
  Hypothesis result;
  for (std::uint32_t c = 0; c < program_size_; ++c) {
    const Clause& clause = program_[c];
    HypothesisClause one{clause.metarule, clause.predicates, {}};
    for (const std::uint32_t cell : clause.constant_cells) {
      one.constants.push_back(cell == none ? unbound : cells_[cell]);
    }
    result.push_back(std::move(one));
  }
  return result;
}

void ProofMachine::look() {
  if (options_.stop && options_.stop->load(std::memory_order_relaxed)) {
    throw Ended{SearchResult::End::stopped};
  }
  if (options_.progress && result_ && steps_ % steps_between_reports == 0) {
    result_->steps = steps_;
    options_.progress(*result_);
  }
}

}  // namespace tesuji::learner
