#include "passes/independent_parts.h"

#include <algorithm>
#include <utility>

namespace tesuji::passes {

std::vector<Part> independent_parts(const std::vector<std::set<ir::VariableId>>& open) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < open.size(); ++i) {
    Part joined{{i}, open[i]};
    std::erase_if(parts, [&](Part& part) {
      const bool shares = std::any_of(open[i].begin(), open[i].end(), [&](ir::VariableId variable) {
        return part.variables.contains(variable);
      });
      if (!shares) return false;
      joined.members.insert(joined.members.end(), part.members.begin(), part.members.end());
      joined.variables.merge(part.variables);
      return true;
    });
    std::sort(joined.members.begin(), joined.members.end());
    parts.push_back(std::move(joined));
  }
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.members < b.members; });
  return parts;
}

}  // namespace tesuji::passes
