#include "frontend/gdl/editing/format_kif.h"

#include "frontend/gdl/editing/format_rulesheet.h"
#include "frontend/gdl/editing/layout_lines.h"
#include "frontend/text/kif_lexer.h"
#include "ir/core/text_cursor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::frontend {

namespace {

// Reads prefix text for the formatter: lists and names with their comments.

struct FormatComment {
  std::string_view text;     ///< with its marks, without trailing blanks
  bool after_blank = false;  ///< an empty line precedes it
};

/// A name or a list. Its texts refer to the whole text.
struct FormatItem {
  bool is_list = false;
  std::string_view text;                     ///< of a name
  std::vector<FormatItem> items;             ///< of a list; the first is its name
  std::vector<FormatComment> before;         ///< on lines of their own
  std::string_view after;                    ///< a comment after it on its last line; empty: none
  std::vector<FormatComment> last_comments;  ///< of a list: before its `)`, on lines of their own
  bool starts_line = false;                  ///< the first on its line
  bool after_blank = false;                  ///< an empty line directly precedes it
  bool has_breaks = false;    ///< it needs several lines, because of comments or of literals on
                              ///< lines of their own
  std::size_t flat_size = 0;  ///< bytes if written on one line, without comments

  /// Prints the item on one line, without comments.
  [[nodiscard]] std::string flat() const;
};

struct FormatTree {
  std::string_view byte_order_mark;  ///< empty if absent
  std::vector<FormatItem> clauses;
  std::vector<FormatComment> last_comments;  ///< after the last clause
};

void append_flat(const FormatItem& item, std::string& text) {
  if (!item.is_list) {
    text += item.text;
    return;
  }
  text += '(';
  for (std::size_t i = 0; i < item.items.size(); ++i) {
    if (i > 0) text += ' ';
    append_flat(item.items[i], text);
  }
  text += ')';
}

class FormatTreeReader {
 public:
  explicit FormatTreeReader(std::string_view text) : text_(text) {
    if (text.starts_with(ir::byte_order_mark)) {
      tree_.byte_order_mark = text.substr(0, ir::byte_order_mark.size());
    }
  }

  FormatTree read() {
    std::vector<ir::Span> comments;
    KifLexer lexer(0, text_, &comments);
    std::size_t next_comment = 0;
    // The lexer has read one token ahead, so it has found the comments before the next token.
    add_comments(comments, next_comment);
    for (KifToken token = lexer.next(); token.kind != KifToken::Kind::end; token = lexer.next()) {
      add(token);
      last_line_ = token.span.end.line;
      offset_ = static_cast<std::size_t>(token.text.data() - text_.data()) + token.text.size();
      add_comments(comments, next_comment);
    }
    while (!open_.empty()) close();
    tree_.last_comments = std::move(waiting_);
    return std::move(tree_);
  }

 private:
  /// Adds the comments between the last token and the next one.
  void add_comments(const std::vector<ir::Span>& comments, std::size_t& next) {
    for (; next < comments.size(); ++next) {
      const ir::Span& span = comments[next];
      const std::string_view text = take_comment();
      const bool behind = last_line_ == span.begin.line && last_ != nullptr && waiting_.empty();
      if (behind) {
        last_->after = text;
      } else {
        waiting_.push_back({text, has_blank(span.begin.line)});
      }
      last_line_ = span.end.line;
      last_ = nullptr;
    }
  }

  /// Returns the next comment of the text after the last token.
  std::string_view take_comment() {
    const std::size_t begin = text_.find(';', offset_);
    offset_ = std::min(text_.find_first_of("\r\n", begin), text_.size());
    const std::string_view text = text_.substr(begin, offset_ - begin);
    return text.substr(0, text.find_last_not_of(" \t\f\v") + 1);
  }

  [[nodiscard]] bool has_blank(std::uint32_t line) const {
    return last_line_ > 0 && line > last_line_ + 1;
  }

  void add(const KifToken& token) {
    if (token.kind == KifToken::Kind::close) {
      if (open_.empty()) return;
      open_.back().last_comments = std::move(waiting_);
      waiting_.clear();
      close();
      return;
    }
    FormatItem item;
    item.before = std::move(waiting_);
    waiting_.clear();
    item.starts_line = token.first_on_line;
    item.after_blank = has_blank(token.span.begin.line);
    if (token.kind == KifToken::Kind::open) {
      item.is_list = true;
      open_.push_back(std::move(item));
      last_ = nullptr;
    } else {
      item.text = token.text;
      item.flat_size = token.text.size();
      put(std::move(item));
    }
  }

  void close() {
    FormatItem list = std::move(open_.back());
    open_.pop_back();
    measure(list);
    put(std::move(list));
  }

  void put(FormatItem item) {
    std::vector<FormatItem>& into = open_.empty() ? tree_.clauses : open_.back().items;
    into.push_back(std::move(item));
    last_ = &into.back();  // valid until the next item is added
  }

  /// Whether its literals stay on separate lines if they were.
  static bool keeps_lines(const FormatItem& list) {
    const std::string_view name = list.items.empty() ? std::string_view() : list.items[0].text;
    return name == "<=" || name == "or" || name == "OR" || name == "and" || name == "not";
  }

  static void measure(FormatItem& list) {
    list.flat_size = 2;
    list.has_breaks = !list.last_comments.empty();
    const bool keeps = keeps_lines(list);
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const FormatItem& item = list.items[i];
      list.flat_size += item.flat_size + (i > 0 ? 1 : 0);
      list.has_breaks = list.has_breaks || item.has_breaks || !item.before.empty() ||
                        !item.after.empty() || (keeps && i > 1 && item.starts_line);
    }
  }

  std::string_view text_;
  FormatTree tree_;
  std::vector<FormatItem> open_;
  std::vector<FormatComment> waiting_;  ///< before the next token
  FormatItem* last_ = nullptr;          ///< the item that owns a comment on the same line
  std::uint32_t last_line_ = 0;         ///< of the last token or comment
  std::size_t offset_ = 0;              ///< after the last token or comment
};

std::string FormatItem::flat() const {
  std::string text;
  text.reserve(flat_size);
  append_flat(*this, text);
  return text;
}

/// Requires a text that parse_kif accepts.
FormatTree read_format_tree(std::string_view text) {
  return FormatTreeReader(text).read();
}

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

  /// Writes a list on several lines. Recurses no deeper than the parser's nesting limit.
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
    // Aligns arguments below the first one, or indents them by one step if that is far to the
    // right.
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

  /// Writes the comment at the end of the line.
  void trailing(const FormatItem& item) {
    if (item.after.empty()) return;
    lines_.add("  ");
    lines_.add_comment(item.after);
  }

  /// Writes comments on lines of their own; one may directly follow a `( `.
  void own_lines(const std::vector<FormatComment>& comments, std::size_t indent) {
    for (const FormatComment& comment : comments) {
      if (lines_.comment_ends() || !line().ends_with("( ")) lines_.break_to(indent);
      if (comment.after_blank) lines_.blank_line();
      lines_.add_comment(comment.text);
    }
  }

  LayoutLines lines_;
  bool shares_line_ = false;  ///< the last clause takes one line
};

}  // namespace

std::string format_kif(std::string_view text) {
  const FormatTree tree = read_format_tree(text);
  const std::string lines = FormatPrinter(line_end_of(text)).print(tree);
  // A blank keeps a name at the start of the text from being read as a byte order mark.
  const bool bare = tree.byte_order_mark.empty() && lines.starts_with(ir::byte_order_mark);
  return std::string(tree.byte_order_mark) + (bare ? " " : "") + lines;
}

}  // namespace tesuji::frontend
