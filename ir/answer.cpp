#include "ir/answer.h"

namespace tesuji::ir {

std::string_view answer_of(std::string_view relation_name) {
  for (const std::string_view family : {"legal", "next", "sees"}) {
    if (!relation_name.starts_with(family)) continue;
    if (relation_name.size() == family.size() || relation_name[family.size()] == '.') return family;
  }
  for (const std::string_view single : {"terminal", "goal"}) {
    if (relation_name == single) return single;
  }
  return {};
}

}  // namespace tesuji::ir
