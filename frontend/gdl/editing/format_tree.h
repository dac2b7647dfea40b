// Reads prefix text for the formatter: lists and names with the comments that belong to them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

struct FormatComment {
  std::string_view text;     ///< with its marks, without blanks at its end
  bool after_blank = false;  ///< an empty line is before it
};

/// A name or a list. Texts refer to the whole text.
struct FormatItem {
  bool is_list = false;
  std::string_view text;                     ///< of a name
  std::vector<FormatItem> items;             ///< of a list; the first is its name
  std::vector<FormatComment> before;         ///< on lines of their own
  std::string_view after;                    ///< a comment behind it on its last line; empty: none
  std::vector<FormatComment> last_comments;  ///< of a list: before its `)`, on lines of their own
  bool starts_line = false;                  ///< the first on its line
  bool after_blank = false;                  ///< an empty line is directly before it
  bool has_breaks = false;    ///< it needs several lines: comments in it, or literals on own lines
  std::size_t flat_size = 0;  ///< bytes on one line, without comments

  /// On one line, without comments.
  [[nodiscard]] std::string flat() const;
};

struct FormatTree {
  std::string_view byte_order_mark;  ///< empty where there is none
  std::vector<FormatItem> clauses;
  std::vector<FormatComment> last_comments;  ///< behind the last clause
};

/// Of a text that parse_kif accepts.
[[nodiscard]] FormatTree read_format_tree(std::string_view text);

}  // namespace tesuji::frontend
