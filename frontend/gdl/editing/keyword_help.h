// Explains each GDL keyword in one line.
#pragma once

#include <span>
#include <string_view>

namespace tesuji::frontend {

struct KeywordHelp {
  std::string_view name;
  std::string_view arguments;  ///< separated by blanks, `ROLE MOVE`
  std::string_view meaning;
  bool in_heads = false;   ///< clauses may define it
  bool in_bodies = false;  ///< bodies may contain it
};

/// Returns all keywords, connectives at the end.
[[nodiscard]] std::span<const KeywordHelp> all_keyword_help();
/// Returns null for other names.
[[nodiscard]] const KeywordHelp* keyword_help(std::string_view name);

}  // namespace tesuji::frontend
