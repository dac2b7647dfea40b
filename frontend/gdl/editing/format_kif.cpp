#include "frontend/gdl/editing/format_kif.h"

#include "frontend/gdl/comments.h"
#include "frontend/gdl/editing/format_tree.h"
#include "frontend/gdl/kif_lexer.h"
#include "frontend/gdl/syntax.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

constexpr std::size_t indent_step = 4;

class FormatPrinter {
 public:
  explicit FormatPrinter(std::string_view line_end) : line_end_(line_end) {}

  std::string print(const FormatTree& tree) {
    for (const FormatItem& clause : tree.clauses) print(clause);
    own_lines(tree.last_comments, 0);
    break_to(0);
    return std::move(text_);
  }

 private:
  void print(const FormatItem& clause) {
    const bool joins = !clause.starts_line && clause.before.empty() && !line_.empty() &&
                       !comment_ends_ && shares_line_ && fits(clause, line_.size() + 1);
    if (joins) {
      line_ += ' ';
    } else {
      own_lines(clause.before, 0);
      break_to(0);
      if (clause.after_blank) blank_line();
    }
    shares_line_ = !clause.is_list || fits(clause, line_.size());
    item(clause);
    trailing(clause);
  }

  void item(const FormatItem& item) {
    if (!item.is_list) {
      line_ += item.text;
    } else if (fits(item, line_.size())) {
      line_ += item.flat();
    } else {
      broken(item);
    }
  }

  /// A list on several lines. Recursion is as deep as the parser's limit on nesting allows.
  void broken(const FormatItem& list) {
    const std::size_t start = line_.size();
    line_ += '(';
    const FormatItem& name = list.items.front();
    if (!name.before.empty()) {
      line_ += ' ';
      own_lines(name.before, start + indent_step);
      break_to(start + indent_step);
    }
    const bool rule = name.text == "<=";
    // Arguments stand below the first one, or where that is far to the right, a step in.
    const std::size_t aligned = start + name.text.size() + 2;
    const bool near = aligned <= start + 2 * indent_step;
    const std::size_t below = rule || !near ? start + indent_step : aligned;
    line_ += name.text;
    trailing(name);
    for (std::size_t i = 1; i < list.items.size(); ++i) {
      const FormatItem& child = list.items[i];
      if (i == 1 && (rule || near) && child.before.empty() && !comment_ends_) {
        line_ += ' ';
      } else {
        own_lines(child.before, below);
        break_to(below);
      }
      item(child);
      trailing(child);
    }
    own_lines(list.last_comments, below);
    if (comment_ends_) break_to(start);
    line_ += ')';
  }

  [[nodiscard]] static bool fits(const FormatItem& item, std::size_t column) {
    return !item.has_breaks && column + item.flat_size <= format_columns;
  }

  /// The comment at the end of the line.
  void trailing(const FormatItem& item) {
    if (item.after.empty()) return;
    line_ += "  ";
    line_ += item.after;
    comment_ends_ = true;
  }

  /// Comments on lines of their own; one may follow directly on a `( `.
  void own_lines(const std::vector<FormatComment>& comments, std::size_t indent) {
    for (const FormatComment& comment : comments) {
      if (comment_ends_ || !line_.ends_with("( ")) break_to(indent);
      if (comment.after_blank) blank_line();
      line_ += comment.text;
      comment_ends_ = true;
    }
  }

  /// Ends the line, if there is something on it, and begins one at this column.
  void break_to(std::size_t indent) {
    if (line_.find_first_not_of(' ') != std::string::npos) {
      text_ += line_;
      text_ += line_end_;
    }
    line_.assign(indent, ' ');
    comment_ends_ = false;
  }

  /// Before the line that has just been begun; none at the start of the text.
  void blank_line() {
    if (!text_.empty()) text_ += line_end_;
  }

  std::string_view line_end_;
  std::string text_;
  std::string line_;
  bool comment_ends_ = false;  ///< the line
  bool shares_line_ = false;   ///< the last clause is on one line
};

/// The names and parentheses of a text, its comments, and which of these stand before which token.
/// Cuts comments out in another way than the formatter does.
struct TextContent {
  std::vector<std::string_view> tokens;
  std::vector<std::size_t> comments_before;  ///< how many, for each token
  std::vector<std::pair<unsigned, std::string>> comments;

  TextContent(const ir::SourceMap& sources, ir::FileId file) {
    std::vector<ir::Span> spans;
    KifLexer lexer(file, sources[file].text, &spans);
    for (KifToken token = lexer.next(); token.kind != KifToken::Kind::end; token = lexer.next()) {
      tokens.push_back(token.text);
      // The lexer is one token ahead.
      comments_before.push_back(spans.size());
    }
    for (Comment& comment : read_comments(sources, file, Syntax::kif)) {
      comments.emplace_back(comment.marks, std::move(comment.text));
    }
  }
  bool operator==(const TextContent&) const = default;
};

bool same_content(const ir::SourceMap& sources, ir::FileId file, const std::string& formatted) {
  ir::SourceMap other;
  const ir::FileId copy = other.add(sources[file].path, formatted);
  return TextContent(sources, file) == TextContent(other, copy);
}

}  // namespace

std::string format_kif(std::string_view text) {
  const FormatTree tree = read_format_tree(text);
  const bool dos = text.find("\r\n") != std::string_view::npos;
  const std::string lines = FormatPrinter(dos ? "\r\n" : "\n").print(tree);
  // A name at the start of the text that looks like a byte order mark is no mark.
  const bool bare = tree.byte_order_mark.empty() && lines.starts_with(ir::byte_order_mark);
  return std::string(tree.byte_order_mark) + (bare ? " " : "") + lines;
}

std::optional<std::string> format_rulesheet(ir::FileId file, ir::Diagnostics& diagnostics) {
  const std::string& text = diagnostics.sources()[file].text;
  const ir::Span start{file, {1, 1}, {1, 1}};
  if (detect_syntax(text) != Syntax::kif) {
    diagnostics.error(start, "usage", "only rulesheets in prefix form are formatted");
    return std::nullopt;
  }
  ir::SymbolTable symbols;
  if (!parse_rulesheet(file, Syntax::kif, symbols, diagnostics)) return std::nullopt;
  std::string result = format_kif(text);
  if (!same_content(diagnostics.sources(), file, result)) {
    diagnostics.error(start, "ir", "formatting would change the rulesheet: a bug of tesuji");
    return std::nullopt;
  }
  return result;
}

}  // namespace tesuji::frontend
