// What IR text calls the kinds of relations and how they are kept.
#pragma once

#include "ir/module/relation.h"

#include <array>
#include <string_view>

namespace tesuji::ir {

/// By RelationKind.
inline constexpr std::array<std::string_view, 5> kind_words = {"static", "state", "input",
                                                               "derived", "memory"};
/// By Storage; unset is not written.
inline constexpr std::array<std::string_view, 5> storage_words = {"", "bits", "table", "list",
                                                                  "rows"};

[[nodiscard]] constexpr std::string_view name_of(RelationKind kind) {
  return kind_words[static_cast<std::size_t>(kind)];
}
[[nodiscard]] constexpr std::string_view name_of(Storage storage) {
  return storage_words[static_cast<std::size_t>(storage)];
}

}  // namespace tesuji::ir
