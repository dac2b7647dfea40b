#include "frontend/gdl/editing/format_kif.h"

#include "frontend/gdl/editing/format_rulesheet.h"
#include "frontend/gdl/editing/format_tree.h"
#include "frontend/gdl/editing/layout_lines.h"
#include "ir/core/text_cursor.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

class FormatPrinter {
 public:
  explicit FormatPrinter(std::string_view line_end) : lines_(line_end) {}

  std::string print(const FormatTree& tree) {
    for (const FormatItem& clause : tree.clauses) print(clause);
    own_lines(tree.last_comments, 0);
    return lines_.take();
  }

 private:
  void print(const FormatItem& clause) {
    const bool joins = !clause.starts_line && clause.before.empty() && !line().empty() &&
                       !lines_.comment_ends() && shares_line_ && fits(clause, line().size() + 1);
    if (joins) {
      lines_.add(" ");
    } else {
      own_lines(clause.before, 0);
      lines_.break_to(0);
      if (clause.after_blank) lines_.blank_line();
    }
    shares_line_ = !clause.is_list || fits(clause, line().size());
    item(clause);
    trailing(clause);
  }

  [[nodiscard]] const std::string& line() const { return lines_.line(); }

  void item(const FormatItem& item) {
    if (!item.is_list) {
      lines_.add(item.text);
    } else if (fits(item, line().size())) {
      lines_.add(item.flat());
    } else {
      broken(item);
    }
  }

  /// A list on several lines. Recursion is as deep as the parser's limit on nesting allows.
  void broken(const FormatItem& list) {
    const std::size_t start = line().size();
    lines_.add("(");
    const FormatItem& name = list.items.front();
    if (!name.before.empty()) {
      lines_.add(" ");
      own_lines(name.before, start + indent_step);
      lines_.break_to(start + indent_step);
    }
    const bool rule = name.text == "<=";
    // Arguments stand below the first one, or where that is far to the right, a step in.
    const std::size_t aligned = start + name.text.size() + 2;
    const bool near = aligned <= start + 2 * indent_step;
    const std::size_t below = rule || !near ? start + indent_step : aligned;
    lines_.add(name.text);
    trailing(name);
    for (std::size_t i = 1; i < list.items.size(); ++i) {
      const FormatItem& child = list.items[i];
      if (i == 1 && (rule || near) && child.before.empty() && !lines_.comment_ends()) {
        lines_.add(" ");
      } else {
        own_lines(child.before, below);
        lines_.break_to(below);
      }
      item(child);
      trailing(child);
    }
    own_lines(list.last_comments, below);
    if (lines_.comment_ends()) lines_.break_to(start);
    lines_.add(")");
  }

  [[nodiscard]] static bool fits(const FormatItem& item, std::size_t column) {
    return !item.has_breaks && column + item.flat_size <= format_columns;
  }

  /// The comment at the end of the line.
  void trailing(const FormatItem& item) {
    if (item.after.empty()) return;
    lines_.add("  ");
    lines_.add_comment(item.after);
  }

  /// Comments on lines of their own; one may follow directly on a `( `.
  void own_lines(const std::vector<FormatComment>& comments, std::size_t indent) {
    for (const FormatComment& comment : comments) {
      if (lines_.comment_ends() || !line().ends_with("( ")) lines_.break_to(indent);
      if (comment.after_blank) lines_.blank_line();
      lines_.add_comment(comment.text);
    }
  }

  LayoutLines lines_;
  bool shares_line_ = false;  ///< the last clause is on one line
};

}  // namespace

std::string format_kif(std::string_view text) {
  const FormatTree tree = read_format_tree(text);
  const std::string lines = FormatPrinter(line_end_of(text)).print(tree);
  // A name at the start of the text that looks like a byte order mark is no mark.
  const bool bare = tree.byte_order_mark.empty() && lines.starts_with(ir::byte_order_mark);
  return std::string(tree.byte_order_mark) + (bare ? " " : "") + lines;
}

}  // namespace tesuji::frontend
