#include "learner/search/fact_background.h"

namespace tesuji::learner {

bool FactRelation::add(std::span<const Value> tuple) {
  const std::uint32_t row = size();
  if (!rows_.insert(tuple)) return false;
  for (std::uint32_t i = 0; i < arity_; ++i) index_[i][tuple[i]].push_back(row);
  return true;
}

const FactRelation* FactBackground::find(std::string_view name, std::uint32_t arity) const {
  const auto found = std::find_if(relations_.begin(), relations_.end(), [&](const auto& one) {
    return one.arity() == arity && one.name() == name;
  });
  return found == relations_.end() ? nullptr : &*found;
}

FactRelation& FactBackground::relation(std::string_view name, std::uint32_t arity) {
  if (const FactRelation* known = find(name, arity)) return const_cast<FactRelation&>(*known);
  return relations_.emplace_back(std::string(name), arity);
}

void FactBackground::offer(const FactRelation& relation, std::vector<std::uint32_t> types) {
  predicates_.push_back({relation.name(), relation.arity(), std::move(types)});
  offered_.push_back(&relation);
}

bool FactBackground::mentions(Value value) const {
  return std::any_of(offered_.begin(), offered_.end(),
                     [&](const FactRelation* one) { return one->mentions(value); });
}

std::vector<std::string> FactBackground::mentioned_texts() const {
  std::vector<std::string> texts;
  for (Value value = 0; value < terms_.size(); ++value) {
    if (mentions(value)) texts.push_back(text(value));
  }
  return texts;
}

void FactBackground::solve(std::uint32_t predicate, std::span<const Value> args,
                           std::vector<Value>& solutions) {
  const FactRelation& relation = *offered_[predicate];
  relation.each_match(args, 0, relation.size(), [&](std::span<const Value> tuple) {
    solutions.insert(solutions.end(), tuple.begin(), tuple.end());
    return true;
  });
}

bool FactBackground::any(std::uint32_t predicate, std::span<const Value> args) {
  const FactRelation& relation = *offered_[predicate];
  return !relation.each_match(args, 0, relation.size(),
                              [](std::span<const Value>) { return false; });
}

std::string FactBackground::text(Value value) const {
  return ir::to_text(terms_.term(value));
}

}  // namespace tesuji::learner
