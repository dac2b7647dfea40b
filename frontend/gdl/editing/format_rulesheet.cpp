#include "frontend/gdl/editing/format_rulesheet.h"

#include "frontend/gdl/comments.h"
#include "frontend/gdl/editing/format_infix.h"
#include "frontend/gdl/editing/format_kif.h"
#include "frontend/gdl/infix_lexer.h"
#include "frontend/gdl/kif_lexer.h"
#include "frontend/gdl/syntax.h"

#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

/// The tokens of a text, its comments, and which of these stand before which token. Cuts comments
/// out in another way than the formatters do.
struct TextContent {
  std::vector<std::string_view> tokens;
  std::vector<std::size_t> comments_before;  ///< how many, for each token
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
      // The lexer is one token ahead.
      comments_before.push_back(spans.size());
    }
  }
};

/// In infix form line breaks end clauses, so that the same tokens need not be the same clauses.
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

std::optional<std::string> format_rulesheet(ir::FileId file, ir::Diagnostics& diagnostics) {
  const ir::SourceMap& sources = diagnostics.sources();
  const std::string& text = sources[file].text;
  ir::SymbolTable symbols;
  const auto rulesheet = parse_rulesheet(file, detect_syntax(text), symbols, diagnostics);
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

}  // namespace tesuji::frontend
