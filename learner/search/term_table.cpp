#include "learner/search/term_table.h"

#include <algorithm>

namespace tesuji::learner {

Value TermTable::intern(const ir::PrologTerm& term) {
  std::vector<Value> args;
  for (const ir::PrologTerm& arg : term.args) args.push_back(intern(arg));
  return intern(term.kind, name_number(term.name), args);
}

Value TermTable::intern(Kind kind, std::uint32_t name, std::span<const Value> args) {
  std::vector<std::uint32_t> tuple{static_cast<std::uint32_t>(kind), name};
  tuple.insert(tuple.end(), args.begin(), args.end());
  if (!terms_.insert(tuple)) return *terms_.find(tuple);
  std::uint32_t depth = 0;
  for (const Value arg : args) depth = std::max(depth, depths_[arg]);
  depths_.push_back(depth + 1);
  return static_cast<Value>(terms_.size() - 1);
}

std::uint32_t TermTable::name_number(const std::string& name) {
  const auto [place, added] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (added) names_.push_back(name);
  return place->second;
}

ir::PrologTerm TermTable::term(Value value) const {
  ir::PrologTerm term;
  term.kind = kind(value);
  term.name = names_[name(value)];
  for (const Value arg : args(value)) term.args.push_back(this->term(arg));
  return term;
}

}  // namespace tesuji::learner
