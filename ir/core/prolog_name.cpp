#include "ir/core/prolog_name.h"

#include <algorithm>

namespace tesuji::ir {

std::string prolog_functor(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_inner = [&](char c) {
    return is_lower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (!name.empty() && is_lower(name[0]) && std::all_of(name.begin(), name.end(), is_inner)) {
    return std::string(name);
  }
  std::string text = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') text += c;
    text += c;
  }
  return text + "'";
}

}  // namespace tesuji::ir
