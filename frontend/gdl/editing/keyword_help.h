// Explains the keywords of GDL in a line each.
#pragma once

#include <span>
#include <string_view>

namespace tesuji::frontend {

struct KeywordHelp {
  std::string_view name;
  std::string_view arguments;  ///< separated by blanks, `ROLE MOVE`
  std::string_view meaning;
  bool in_heads = false;   ///< clauses may conclude it
  bool in_bodies = false;  ///< it may stand in bodies
};

/// All keywords, connectives at the end.
[[nodiscard]] std::span<const KeywordHelp> all_keyword_help();
/// Null for other names.
[[nodiscard]] const KeywordHelp* keyword_help(std::string_view name);

}  // namespace tesuji::frontend
