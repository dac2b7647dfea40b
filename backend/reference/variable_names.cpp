#include "backend/reference/variable_names.h"

namespace tesuji::reference {

std::string VariableNames::take(const std::string& base) {
  if (used_.insert(base).second) return base;
  unsigned& next = next_[base];
  for (;;) {
    std::string name = base + std::to_string(++next);
    if (!used_.insert(name).second) continue;
    base_of_.emplace(name, base);
    return name;
  }
}

void VariableNames::release(const std::string& name) {
  used_.erase(name);
  const auto base = base_of_.find(name);
  if (base == base_of_.end()) return;
  // Smaller numbers may still be in use; take() skips them.
  const std::string number = name.substr(base->second.size());
  next_[base->second] = static_cast<unsigned>(std::stoul(number)) - 1;
  base_of_.erase(base);
}

}  // namespace tesuji::reference
