#include "learner/search/rule_prover.h"

#include "ir/core/counted.h"
#include "learner/search/rule_proof.h"

#include <utility>

namespace tesuji::learner {

namespace {

constexpr std::size_t most_remembered_bytes = std::size_t{256} << 20;

std::string shortened_call_text(std::string text) {
  constexpr std::size_t longest = 40;
  if (text.size() > longest) text = text.substr(0, longest) + "..";
  return text;
}

}  // namespace

RuleProver::RuleProver(FactBackground& background, const RuleLimits& limits)
    : background_(background), limits_(limits) {}

RuleProver::~RuleProver() = default;

void RuleProver::add(const ir::LogicClause& clause) {
  CompiledRule rule = compile_rule(clause, background_);
  rules_[rule.head].push_back(std::move(rule));
}

/// Calls for any answer have keys of their own.
std::optional<RuleProver::Answers> RuleProver::remembered(const FactRelation& predicate,
                                                          std::span<const Value> args, bool any) {
  const auto next = static_cast<std::uint32_t>(numbers_.size());
  key_.assign({2 * numbers_.try_emplace(&predicate, next).first->second + (any ? 1 : 0)});
  key_.insert(key_.end(), args.begin(), args.end());
  const auto known = keys_.find(key_);
  return known ? std::optional(answers_[*known]) : std::nullopt;
}

void RuleProver::remember(const FactRelation& predicate, std::span<const Value> args, bool any,
                          std::span<const Value> values, std::size_t count) {
  if (keys_.bytes() + (values_.size() + 2 * answers_.size()) * sizeof(Value) >
      most_remembered_bytes) {
    keys_.clear();
    answers_.clear();
    values_.clear();
  }
  (void)remembered(predicate, args, any);  // creates the key
  keys_.insert(key_);
  answers_.push_back({values_.size(), values_.size() + values.size(), count});
  values_.insert(values_.end(), values.begin(), values.end());
}

RuleProof& RuleProver::next_proof() {
  if (proofs_.size() == running_) proofs_.push_back(std::make_unique<RuleProof>(*this));
  return *proofs_[running_];
}

void RuleProver::solve(const FactRelation& predicate, std::span<const Value> args,
                       std::vector<Value>& solutions) {
  if (const auto known = remembered(predicate, args, false)) {
    const auto begin = values_.begin();
    solutions.insert(solutions.end(), begin + static_cast<std::ptrdiff_t>(known->begin),
                     begin + static_cast<std::ptrdiff_t>(known->end));
    return;
  }
  const std::size_t first = solutions.size();
  RuleProof& proof = next_proof();
  ++running_;
  const RuleProof::End end = proof.run(predicate, args, false, solutions);
  --running_;
  if (end != RuleProof::End::complete) solutions.resize(first);
  if (end == RuleProof::End::stopped) return;
  if (end == RuleProof::End::steps) note_unfinished(predicate, args);
  const std::span<const Value> found = std::span(solutions).subspan(first);
  remember(predicate, args, false, found, found.size());
}

std::optional<bool> RuleProver::answer(const FactRelation& predicate, std::span<const Value> args) {
  if (const auto known = remembered(predicate, args, true)) {
    if (known->count == unanswered) return std::nullopt;
    return known->count > 0;
  }
  std::vector<Value> none;
  RuleProof& proof = next_proof();
  ++running_;
  const RuleProof::End end = proof.run(predicate, args, true, none);
  const bool found = proof.found();
  --running_;
  if (end == RuleProof::End::stopped) return std::nullopt;
  if (end == RuleProof::End::steps) note_unfinished(predicate, args);
  const bool known = end == RuleProof::End::complete;
  remember(predicate, args, true, {}, known ? (found ? 1 : 0) : unanswered);
  return known ? std::optional(found) : std::nullopt;
}

std::string RuleProver::unfinished_text() const {
  if (unfinished_ == 0) return {};
  return ir::counted(unfinished_, "call") + " of the background took more than " +
         std::to_string(limits_.max_call_steps) + " steps and had no answer, first " +
         first_unfinished_;
}

void RuleProver::note_unfinished(const FactRelation& predicate, std::span<const Value> args) {
  if (++unfinished_ > 1) return;
  first_unfinished_ = predicate.name() + "(";
  for (std::size_t i = 0; i < args.size(); ++i) {
    first_unfinished_ += i > 0 ? "," : "";
    first_unfinished_ += args[i] == unbound ? "_" : shortened_call_text(background_.text(args[i]));
  }
  first_unfinished_ += ")";
}

}  // namespace tesuji::learner
