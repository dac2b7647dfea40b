#include "learner/search/term_table.h"

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

}  // namespace tesuji::learner
