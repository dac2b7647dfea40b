#include "frontend/gdl/editing/format_rulesheet.h"

#include "frontend/gdl/comments.h"
#include "frontend/gdl/editing/format_kif.h"
#include "frontend/gdl/editing/layout_lines.h"
#include "frontend/gdl/editing/source_tree.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/infix_lexer.h"
#include "frontend/gdl/syntax.h"
#include "frontend/text/kif_lexer.h"
#include "ir/core/source.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::frontend {

namespace {

// Formats rulesheets in infix form: normalises line breaks, blanks and indents.
//
//   legal( W , mark(X,Y) ) :- true( cell(X,Y,b) ) &   % blank
//     true(control(W))
// becomes
//   legal(W,mark(X,Y)) :-
//       true(cell(X,Y,b)) &  % blank
//       true(control(W))
//
// As in prefix form, a rule that was written on one line and fits stays on one line, clauses that
// shared a line continue to share it, and one empty line remains where there were some. Names keep
// their spelling, as do the signs `:-` and `<=`, `&` and `,`. Comments keep their place.

using InfixKind = InfixToken::Kind;

/// A token or a comment, in the order of the text.
struct InfixPiece {
  InfixKind kind = InfixKind::end;  ///< end: a comment
  std::string_view text;            ///< a comment's without trailing blanks
  std::uint32_t offset = 0;
  bool starts_line = false;
  bool after_blank = false;  ///< an empty line directly precedes it
  bool adjoins = false;      ///< as InfixToken::adjoins
  // Position in a body:
  bool argument = false;  ///< between the parentheses of a relation, function or `or`
  std::size_t depth = 0;  ///< number of parentheses around it
  [[nodiscard]] bool comment() const { return kind == InfixKind::end; }
};

std::vector<InfixPiece> read_pieces(const ir::SourceMap& sources, ir::FileId file) {
  const ir::SourceFile& source = sources[file];
  const std::string_view text = source.text;
  std::vector<InfixPiece> pieces;
  std::vector<ir::Span> comments;
  std::uint32_t last_line = 0;
  const auto add = [&](InfixPiece piece, const ir::Span& span) {
    piece.offset = offset_of(source, span.begin);
    piece.starts_line = span.begin.line != last_line;
    piece.after_blank = last_line > 0 && span.begin.line > last_line + 1;
    last_line = span.end.line;
    pieces.push_back(piece);
  };
  InfixLexer lexer(file, text, &comments);
  std::size_t next = 0;
  std::vector<bool> calls;  // for each open parenthesis, whether it contains arguments
  bool after_name = false;
  for (bool more = true; more;) {
    const InfixToken token = lexer.peek();
    for (; next < comments.size(); ++next) {
      const TextRange range = range_of(source, comments[next]);
      std::string_view comment = text.substr(range.begin, range.end - range.begin);
      comment = comment.substr(0, comment.find_last_not_of(" \t\f\v\r\n") + 1);
      add({.text = comment}, comments[next]);
    }
    more = token.kind != InfixKind::end;
    if (!more) break;
    if (token.kind == InfixKind::close && !calls.empty()) calls.pop_back();
    add({.kind = token.kind,
         .text = token.text,
         .adjoins = token.adjoins,
         .argument = !calls.empty() && calls.back(),
         .depth = calls.size()},
        token.span);
    if (token.kind == InfixKind::open) calls.push_back(after_name && token.adjoins);
    after_name = token.kind == InfixKind::name || token.kind == InfixKind::quoted;
    static_cast<void>(lexer.next());
  }
  return pieces;
}

bool joins_literals(const InfixPiece& piece) {
  return piece.kind == InfixKind::conjunction || piece.kind == InfixKind::disjunction ||
         (piece.kind == InfixKind::comma && !piece.argument);
}

/// Whether a blank separates two tokens on a line.
bool spaced(const InfixPiece& left, const InfixPiece& right) {
  if (right.kind == InfixKind::comma || right.kind == InfixKind::close ||
      right.kind == InfixKind::stop) {
    return false;
  }
  if (left.kind == InfixKind::open || left.kind == InfixKind::negation) return false;
  if (left.kind == InfixKind::comma) return !left.argument;
  return right.kind != InfixKind::open || !right.adjoins || joins_literals(left) ||
         left.kind == InfixKind::neck;
}

class InfixFormatter {
 public:
  explicit InfixFormatter(std::string_view line_end) : lines_(line_end) {}

  /// Writes the comments before the first clause, between two, or after the last one.
  void comments(std::span<const InfixPiece> pieces) {
    for (const InfixPiece& piece : pieces) {
      if (piece.starts_line) {
        lines_.break_to(0);
        if (piece.after_blank) lines_.blank_line();
        lines_.add_comment(piece.text);
      } else {
        end_line(piece.text);
      }
    }
  }

  void clause(std::span<const InfixPiece> pieces) {
    const bool flat = is_flat(pieces);
    const std::string text = flat ? flat_text(pieces) : std::string();
    const bool joins = flat && shares_line_ && !pieces.front().starts_line &&
                       !lines_.comment_ends() && !lines_.line().empty() &&
                       lines_.line().size() + 1 + text.size() <= format_columns;
    if (joins) {
      lines_.add(" ");
    } else {
      lines_.break_to(0);
      if (pieces.front().after_blank) lines_.blank_line();
    }
    const bool rule = std::any_of(pieces.begin(), pieces.end(),
                                  [](const auto& piece) { return piece.kind == InfixKind::neck; });
    shares_line_ = flat && (!rule || text.size() <= format_columns);
    if (shares_line_) {
      lines_.add(text);
    } else {
      broken(pieces);
    }
  }

  std::string take() { return lines_.take(); }

 private:
  /// Whether a clause may take one line: a fact, or a rule that did.
  static bool is_flat(std::span<const InfixPiece> pieces) {
    bool rule = false;
    bool breaks = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].comment()) return false;
      rule = rule || pieces[i].kind == InfixKind::neck;
      breaks = breaks || (i > 0 && pieces[i].starts_line);
    }
    return !rule || !breaks;
  }

  static std::string flat_text(std::span<const InfixPiece> pieces) {
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (i > 0 && spaced(pieces[i - 1], pieces[i])) text += ' ';
      text += pieces[i].text;
    }
    return text;
  }

  /// Writes each literal of the body on a line of its own.
  void broken(std::span<const InfixPiece> pieces) {
    const InfixPiece* last = nullptr;  // token on this line
    bool body = false;
    bool literal_ends = false;
    for (const InfixPiece& piece : pieces) {
      const std::size_t indent = piece.depth == 0 ? indent_step : 2 * indent_step;
      if (piece.comment()) {
        if (piece.starts_line) {
          lines_.break_to(indent);
          lines_.add_comment(piece.text);
        } else {
          end_line(piece.text);
        }
        continue;
      }
      const bool starts = literal_ends || lines_.comment_ends();
      if (starts) {
        lines_.break_to(indent);
      } else if (last != nullptr && spaced(*last, piece)) {
        lines_.add(" ");
      }
      lines_.add(piece.text);
      last = &piece;
      body = body || piece.kind == InfixKind::neck;
      // A sign that a comment has moved to the beginning of a line keeps its literal there.
      literal_ends = body && !starts && piece.depth == 0 &&
                     (piece.kind == InfixKind::neck || joins_literals(piece));
    }
  }

  /// Writes a comment after the text of the line.
  void end_line(std::string_view comment) {
    lines_.add(lines_.comment_ends() ? " " : "  ");
    lines_.add_comment(comment);
  }

  LayoutLines lines_;
  bool shares_line_ = false;  ///< the last clause takes one line
};

/// Formats the text of `rulesheet`, which was read in infix form without syntax errors. Formatting
/// the result again changes nothing.
std::string format_infix(const ir::SourceMap& sources, const Rulesheet& rulesheet) {
  const ir::SourceFile& source = sources[rulesheet.file];
  const std::string_view text = source.text;
  const std::vector<InfixPiece> pieces = read_pieces(sources, rulesheet.file);
  InfixFormatter formatter(line_end_of(text));
  std::span<const InfixPiece> rest(pieces);
  for (std::size_t c = 0; c < rulesheet.clauses.size(); ++c) {
    const std::uint32_t begin = offset_of(source, rulesheet.clauses[c].span.begin);
    const std::uint32_t end = c + 1 < rulesheet.clauses.size()
                                  ? offset_of(source, rulesheet.clauses[c + 1].span.begin)
                                  : static_cast<std::uint32_t>(text.size());
    std::size_t first = 0;
    while (first < rest.size() && rest[first].offset < begin) ++first;
    std::size_t behind = first;  // index of the clause's last token
    for (std::size_t i = first; i < rest.size() && rest[i].offset < end; ++i) {
      if (!rest[i].comment()) behind = i + 1;
    }
    formatter.comments(rest.first(first));
    formatter.clause(rest.subspan(first, behind - first));
    rest = rest.subspan(behind);
  }
  formatter.comments(rest);
  const bool mark = text.starts_with(ir::byte_order_mark);
  return (mark ? std::string(ir::byte_order_mark) : std::string()) + formatter.take();
}

/// The tokens and comments of a text, and the number of comments before each token. Extracts
/// comments in a different way than the formatters do.
struct TextContent {
  std::vector<std::string_view> tokens;
  std::vector<std::size_t> comments_before;  ///< number of comments before each token
  std::vector<std::pair<unsigned, std::string>> comments;

  TextContent(const ir::SourceMap& sources, ir::FileId file, Syntax syntax) {
    if (syntax == Syntax::kif) {
      read_tokens<KifLexer>(sources, file);
    } else {
      read_tokens<InfixLexer>(sources, file);
    }
    for (Comment& comment : read_comments(sources, file, syntax)) {
      comments.emplace_back(comment.marks, std::move(comment.text));
    }
  }
  bool operator==(const TextContent&) const = default;

 private:
  template <typename Lexer>
  void read_tokens(const ir::SourceMap& sources, ir::FileId file) {
    std::vector<ir::Span> spans;
    Lexer lexer(file, sources[file].text, &spans);
    for (auto token = lexer.next(); token.kind != decltype(token.kind)::end; token = lexer.next()) {
      tokens.push_back(token.text);
      // The lexer has read one token ahead.
      comments_before.push_back(spans.size());
    }
  }
};

/// In infix form line breaks end clauses, so that equal tokens can be different clauses.
bool same_content(const Rulesheet& rulesheet, const std::string& formatted,
                  ir::SymbolTable& symbols, const ir::SourceMap& sources) {
  const Syntax syntax = rulesheet.syntax;
  ir::SourceMap other;
  const ir::FileId copy = other.add(sources[rulesheet.file].path, formatted);
  ir::Diagnostics quiet(other);
  const auto again = parse_rulesheet(copy, syntax, symbols, quiet);
  return again &&
         TextContent(sources, rulesheet.file, syntax) == TextContent(other, copy, syntax) &&
         print_rulesheet(rulesheet, syntax, symbols) == print_rulesheet(*again, syntax, symbols);
}

}  // namespace

std::optional<std::string> format_rulesheet(ir::FileId file, ir::Diagnostics& diagnostics,
                                            std::optional<Syntax> asked) {
  const ir::SourceMap& sources = diagnostics.sources();
  const std::string& text = sources[file].text;
  ir::SymbolTable symbols;
  const Syntax syntax = asked ? *asked : detect_syntax(text);
  const auto rulesheet = parse_rulesheet(file, syntax, symbols, diagnostics);
  if (!rulesheet) return std::nullopt;
  std::string result =
      rulesheet->syntax == Syntax::kif ? format_kif(text) : format_infix(sources, *rulesheet);
  if (!same_content(*rulesheet, result, symbols, sources)) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "ir",
                      "formatting would change the rulesheet: a bug of tesuji");
    return std::nullopt;
  }
  return result;
}

TextRange lines_of_clauses(const SheetSnapshot& sheet, TextRange range) {
  const std::string& text = sheet.source().text;
  const SourceTree& tree = sheet.tree();
  const auto whole_lines = [&](TextRange part) {
    const std::size_t before =
        part.begin == 0 ? std::string::npos : text.rfind('\n', part.begin - 1);
    const std::size_t after = text.find('\n', part.end);
    return TextRange{
        before == std::string::npos ? 0 : static_cast<std::uint32_t>(before + 1),
        static_cast<std::uint32_t>(after == std::string::npos ? text.size() : after + 1)};
  };
  // The place after a line end belongs to the lines before it.
  if (range.end > range.begin && text[range.end - 1] == '\n') --range.end;
  TextRange lines = whole_lines(range);
  const auto include = [&](TextRange part) {
    if (part.end <= lines.begin || part.begin >= lines.end) return false;
    const TextRange wider =
        whole_lines({std::min(lines.begin, part.begin), std::max(lines.end, part.end) - 1});
    if (wider == lines) return false;
    lines = wider;
    return true;
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const NodeId clause : tree.clauses) grows |= include(tree[clause].whole);
    for (const TextRange comment : tree.comments) grows |= include(comment);
  }
  // Empty lines at the ends separate this part from others.
  const std::string_view part = std::string_view(text).substr(lines.begin, lines.end - lines.begin);
  const std::size_t first = part.find_first_not_of(" \t\f\v\r\n");
  if (first == std::string_view::npos) return {lines.begin, lines.begin};
  const std::size_t last = part.find_last_not_of(" \t\f\v\r\n");
  const auto offset = [&](std::size_t at) { return static_cast<std::uint32_t>(lines.begin + at); };
  return whole_lines({offset(first), offset(last)});
}

}  // namespace tesuji::frontend
