#include "frontend/gdl/comments.h"

#include "frontend/gdl/infix_lexer.h"
#include "frontend/gdl/syntax.h"
#include "frontend/text/kif_lexer.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::string_view blanks = " \t\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

template <typename Lexer>
std::vector<ir::Span> comment_spans(ir::FileId file, std::string_view text) {
  std::vector<ir::Span> spans;
  Lexer lexer(file, text, &spans);
  // Both lexers return `end` repeatedly once they reach the end.
  while (lexer.next().kind != decltype(lexer.next().kind)::end) {
  }
  return spans;
}

/// The lines of one comment.
class CommentLines {
 public:
  CommentLines(const ir::SourceFile& source, ir::Span span, std::vector<Comment>& into)
      : source_(source), span_(span), into_(into) {}

  void add() {
    const std::string_view first = source_.line(span_.begin.line).substr(span_.begin.column - 1);
    if (first.starts_with("/*")) return add_block();
    const std::size_t marks = std::min(first.find_first_not_of(first.substr(0, 1)), first.size());
    std::string_view text = first.substr(marks);
    if (text.starts_with(' ')) text.remove_prefix(1);
    push(static_cast<unsigned>(marks), text.substr(0, text.find_last_not_of(blanks) + 1));
  }

 private:
  void add_block() {
    constexpr std::size_t mark = 2;  // `/*`, `*/`
    for (std::uint32_t line = span_.begin.line; line <= span_.end.line; ++line) {
      std::string_view text = source_.line(line);
      if (line == span_.end.line) text = text.substr(0, span_.end.column - 1 - mark);
      text.remove_prefix(line == span_.begin.line ? span_.begin.column - 1 + mark : 0);
      text = trimmed(text);
      // Drops frames such as ` * text`.
      if (line > span_.begin.line && text.starts_with('*')) text = trimmed(text.substr(1));
      const bool outer = line == span_.begin.line || line == span_.end.line;
      if (!text.empty() || !outer) push(1, text);
    }
  }

  void push(unsigned marks, std::string_view text) {
    into_.push_back({span_, marks, std::string(text), is_blank(span_.begin.line - 1),
                     is_blank(span_.end.line + 1)});
  }

  [[nodiscard]] bool is_blank(std::uint32_t line) const {
    return line >= 1 && line < source_.line_starts.size() && trimmed(source_.line(line)).empty();
  }

  const ir::SourceFile& source_;
  ir::Span span_;
  std::vector<Comment>& into_;
};

bool before(ir::Position left, ir::Position right) {
  return left.line != right.line ? left.line < right.line : left.column < right.column;
}

class CommentedPrinter {
 public:
  CommentedPrinter(const std::vector<Comment>& comments, Syntax syntax,
                   const ir::SymbolTable& symbols)
      : comments_(comments), syntax_(syntax), symbols_(symbols) {}

  std::string print(const Rulesheet& rulesheet) {
    const std::vector<Clause>& clauses = rulesheet.clauses;
    for (std::size_t c = 0; c < clauses.size(); ++c) {
      const ir::Span span = clauses[c].span;
      // Comments within the clause come before it, too; one after it may end its last line.
      while (has_next() && before(next().span.begin, span.end)) own_line();
      clause(clauses[c], rulesheet);
      // The parser may have made several clauses from one.
      const bool last = c + 1 == clauses.size() || !(clauses[c + 1].span == span);
      const bool shared = c + 1 < clauses.size() && clauses[c + 1].span.begin.line == span.end.line;
      if (last && !shared && has_next() && next().span.begin.line == span.end.line) line_end();
    }
    while (has_next()) own_line();
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool has_next() const { return at_ < comments_.size(); }
  [[nodiscard]] const Comment& next() const { return comments_[at_]; }

  void clause(const Clause& clause, const Rulesheet& rulesheet) {
    Rulesheet alone;
    alone.file = rulesheet.file;
    alone.syntax = rulesheet.syntax;
    alone.clauses.push_back(clause);
    text_ += print_rulesheet(alone, syntax_, symbols_);
  }

  [[nodiscard]] std::string line() {
    const Comment& comment = comments_[at_++];
    std::string text(comment.marks, syntax_ == Syntax::kif ? ';' : '%');
    return comment.text.empty() ? text : text + ' ' + comment.text;
  }

  void own_line() {
    const Comment& comment = next();
    const bool first = at_ == 0 || !(comments_[at_ - 1].span == comment.span);
    if (first && comment.after_blank) blank_line();
    text_ += line() + '\n';
    const bool last = !has_next() || !(next().span == comment.span);
    if (last && comment.before_blank) blank_line();
  }

  void blank_line() {
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
  }

  void line_end() {
    text_.pop_back();
    text_ += "  " + line() + '\n';
  }

  const std::vector<Comment>& comments_;
  Syntax syntax_;
  const ir::SymbolTable& symbols_;
  std::size_t at_ = 0;
  std::string text_;
};

}  // namespace

std::vector<Comment> read_comments(const ir::SourceMap& sources, ir::FileId file, Syntax syntax) {
  const ir::SourceFile& source = sources[file];
  std::vector<Comment> comments;
  for (const ir::Span span : syntax == Syntax::kif ? comment_spans<KifLexer>(file, source.text)
                                                   : comment_spans<InfixLexer>(file, source.text)) {
    CommentLines(source, span, comments).add();
  }
  return comments;
}

std::string print_with_comments(const Rulesheet& rulesheet, const std::vector<Comment>& comments,
                                Syntax syntax, const ir::SymbolTable& symbols) {
  return CommentedPrinter(comments, syntax, symbols).print(rulesheet);
}

}  // namespace tesuji::frontend
