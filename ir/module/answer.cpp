#include "ir/module/answer.h"

namespace tesuji::ir {

std::optional<Answer> answer_named(std::string_view name) {
  for (std::size_t i = 1; i < entry_names.size(); ++i) {
    if (entry_names[i] == name) return static_cast<Answer>(i);
  }
  return std::nullopt;
}

}  // namespace tesuji::ir
