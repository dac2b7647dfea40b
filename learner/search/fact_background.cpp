#include "learner/search/fact_background.h"

#include "learner/search/built_in_tests.h"
#include "learner/search/rule_prover.h"

#include <algorithm>
#include <array>

namespace tesuji::learner {

Value TermTable::intern(const ir::PrologTerm& term) {
  std::vector<Value> args;
  for (const ir::PrologTerm& arg : term.args) args.push_back(intern(arg));
  if (term.kind != Kind::list) return intern(term.kind, name_number(term.name), args);
  Value list = empty_list();
  const std::uint32_t unnamed = name_number({});
  for (auto arg = args.rbegin(); arg != args.rend(); ++arg) {
    list = intern(Kind::partial_list, unnamed, std::array{*arg, list});
  }
  return list;
}

Value TermTable::intern(Kind kind, std::uint32_t name, std::span<const Value> args) {
  std::vector<std::uint32_t> tuple{static_cast<std::uint32_t>(kind), name};
  tuple.insert(tuple.end(), args.begin(), args.end());
  if (!terms_.insert(tuple)) return *terms_.find(tuple);
  Size size;
  if (kind == Kind::partial_list) {
    size.length = length(args[1]) + 1;
    size.depth = std::max(depth(args[0]) + 1, depth(args[1]));
  } else {
    for (const Value arg : args) size.depth = std::max(size.depth, depth(arg) + 1);
  }
  sizes_.push_back(size);
  longest_ = std::max(longest_, size.length);
  return static_cast<Value>(terms_.size() - 1);
}

std::uint32_t TermTable::name_number(const std::string& name) {
  const auto [place, added] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (added) names_.push_back(name);
  return place->second;
}

ir::PrologTerm TermTable::term(Value value) const {
  ir::PrologTerm term;
  if (kind(value) == Kind::partial_list) {
    term.kind = Kind::list;
    for (; kind(value) == Kind::partial_list; value = args(value)[1]) {
      term.args.push_back(this->term(args(value)[0]));
    }
    return term;
  }
  term.kind = kind(value);
  term.name = names_[name(value)];
  for (const Value arg : args(value)) term.args.push_back(this->term(arg));
  return term;
}

FactBackground::FactBackground() = default;

FactBackground::~FactBackground() = default;

void FactBackground::set_prover(std::unique_ptr<RuleProver> prover) {
  prover_ = std::move(prover);
}

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

void FactBackground::offer(const FactRelation& relation, std::vector<std::uint32_t> types,
                           std::vector<bool> inputs) {
  predicates_.push_back({relation.name(), relation.arity(), std::move(types), std::move(inputs)});
  offered_.push_back(
      {&relation, prover_ && prover_->defines(relation), called(relation) != nullptr});
}

bool FactBackground::mentions(Value value) const {
  return std::any_of(offered_.begin(), offered_.end(), [&](const Offer& one) {
    return one.proved || one.called || one.relation->mentions(value);
  });
}

std::vector<std::string> FactBackground::mentioned_texts() const {
  std::vector<std::string> texts;
  for (Value value = 0; value < terms_.size(); ++value) {
    if (mentions(value)) texts.push_back(text(value));
  }
  return texts;
}

bool FactBackground::holds(std::uint32_t predicate, std::span<const Value> args) {
  const Offer& one = offered_[predicate];
  if (one.proved) return prover_->answer(*one.relation, args).value_or(false);
  if (one.called) return any(predicate, args);
  return one.relation->contains(args);
}

void FactBackground::solve(std::uint32_t predicate, std::span<const Value> args,
                           std::vector<Value>& solutions) {
  Offer& one = offered_[predicate];
  const std::vector<bool>& inputs = predicates_[predicate].inputs;
  for (std::uint32_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i] || args[i] != unbound) continue;
    one.without = i;
    return;
  }
  if (one.proved) return prover_->solve(*one.relation, args, solutions);
  if (one.called) {
    (void)called_->solve(*one.relation, args, solutions);
    return;
  }
  one.relation->each_match(args, 0, one.relation->size(), [&](std::span<const Value> tuple) {
    solutions.insert(solutions.end(), tuple.begin(), tuple.end());
    return true;
  });
}

bool FactBackground::any(std::uint32_t predicate, std::span<const Value> args) {
  const Offer& one = offered_[predicate];
  if (one.proved) return prover_->answer(*one.relation, args).value_or(false);
  if (one.called) {
    found_.clear();
    return called_->solve(*one.relation, args, found_) && !found_.empty();
  }
  return !one.relation->each_match(args, 0, one.relation->size(),
                                   [](std::span<const Value>) { return false; });
}

bool FactBackground::is_step(Value from, Value to) const {
  if (from == to) return false;
  if (terms_.is_list(from) && terms_.is_list(to)) return terms_.length(to) < terms_.length(from);
  const auto before = integer_of(from, terms_);
  const auto after = integer_of(to, terms_);
  if (!before || !after) return true;
  const auto size = [](std::int64_t number) {
    const auto bits = static_cast<std::uint64_t>(number);
    return number < 0 ? ~bits + 1 : bits;
  };
  return size(*after) < size(*before);
}

std::string FactBackground::unanswered() const {
  return prover_ ? prover_->unfinished_text() : std::string();
}

std::vector<std::string> FactBackground::calls_without_input() const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < offered_.size(); ++i) {
    if (offered_[i].without == none) continue;
    texts.push_back(predicates_[i].name + "/" + std::to_string(predicates_[i].arity) +
                    " (argument " + std::to_string(offered_[i].without + 1) + ")");
  }
  return texts;
}

std::string FactBackground::text(Value value) const {
  if (auto text = called_ ? called_->text(value) : std::nullopt) return *std::move(text);
  return ir::to_text(terms_.term(value));
}

}  // namespace tesuji::learner
