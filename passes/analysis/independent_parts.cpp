#include "passes/analysis/independent_parts.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tesuji::passes {
namespace {

/// Represents disjoint sets of operations (Tarjan 1975), with path halving; a set's root is its
/// first member.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::size_t root(std::size_t member) {
    while (parent_[member] != member) {
      member = parent_[member] = parent_[parent_[member]];
    }
    return member;
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

std::vector<Part> independent_parts(const std::vector<std::set<ir::VariableId>>& open) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t variables = 0;
  for (const auto& own : open) {
    if (!own.empty()) variables = std::max<std::size_t>(variables, *own.rbegin() + 1);
  }
  Sets sets(open.size());
  std::vector<std::size_t> first(variables, none);  // first operation with the variable
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const ir::VariableId variable : open[i]) {
      if (first[variable] == none) first[variable] = i;
      sets.join(first[variable], i);
    }
  }
  // Roots are first members, so parts are ordered by these.
  std::vector<Part> parts;
  std::vector<std::size_t> part_of(open.size(), none);
  for (std::size_t i = 0; i < open.size(); ++i) {
    std::size_t& number = part_of[sets.root(i)];
    if (number == none) {
      number = parts.size();
      parts.emplace_back();
    }
    parts[number].members.push_back(i);
  }
  for (ir::VariableId variable = 0; variable < variables; ++variable) {
    if (first[variable] == none) continue;
    std::set<ir::VariableId>& own = parts[part_of[sets.root(first[variable])]].variables;
    own.insert(own.end(), variable);
  }
  return parts;
}

}  // namespace tesuji::passes
