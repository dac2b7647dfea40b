#include "ir/answer.h"

namespace tesuji::ir {

std::string_view answer_of(std::string_view relation_name) {
  // A rulesheet may have a relation `feature` of its own.
  if (relation_name.starts_with("feature.")) return "feature";
  for (const std::string_view family : {"legal", "next", "goal", "sees"}) {
    if (!relation_name.starts_with(family)) continue;
    if (relation_name.size() == family.size() || relation_name[family.size()] == '.') return family;
  }
  return relation_name == "terminal" ? "terminal" : std::string_view();
}

}  // namespace tesuji::ir
