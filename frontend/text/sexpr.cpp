#include "frontend/text/sexpr.h"

#include "frontend/text/kif_lexer.h"

#include <fmt/format.h>

#include <utility>

namespace tesuji::frontend {
namespace {

class SexprReader {
 public:
  SexprReader(ir::FileId file, ir::Diagnostics& diagnostics)
      : lexer_(file, diagnostics.sources()[file].text), diagnostics_(diagnostics) {}

  std::optional<std::vector<Sexpr>> read() {
    for (;;) {
      const KifToken token = lexer_.next();
      switch (token.kind) {
        case KifToken::Kind::open:
          if (open_.size() == max_sexpr_depth) {
            return fail(token.span, "limit",
                        fmt::format("lists are nested deeper than {}", max_sexpr_depth));
          }
          open_.emplace_back();
          open_.back().is_list = true;
          open_.back().span = token.span;
          continue;
        case KifToken::Kind::close:
          if (open_.empty()) {
            return fail(token.span, "parse", "unmatched `)`");
          }
          close(token);
          continue;
        case KifToken::Kind::symbol:
          add({.symbol = ir::lower_case(token.text), .items = {}, .span = token.span});
          continue;
        case KifToken::Kind::invalid:
          return fail(
              token.span, "parse",
              fmt::format("invalid byte 0x{:02x}", static_cast<unsigned char>(token.text.front())));
        case KifToken::Kind::end:
          break;
      }
      break;
    }
    if (!open_.empty()) {
      return fail(open_.front().span, "parse",
                  fmt::format("this list is not closed: {} `)` missing", open_.size()));
    }
    return std::move(all_);
  }

 private:
  std::nullopt_t fail(ir::Span span, std::string code, std::string message) {
    diagnostics_.error(span, std::move(code), std::move(message));
    return std::nullopt;
  }

  void close(const KifToken& token) {
    Sexpr list = std::move(open_.back());
    open_.pop_back();
    list.span.end = token.span.end;
    add(std::move(list));
  }

  void add(Sexpr expression) {
    (open_.empty() ? all_ : open_.back().items).push_back(std::move(expression));
  }

  KifLexer lexer_;
  ir::Diagnostics& diagnostics_;
  std::vector<Sexpr> open_;
  std::vector<Sexpr> all_;
};

}  // namespace

bool is_symbol(std::string_view text) {
  KifLexer lexer(0, text);
  const KifToken token = lexer.next();
  return token.kind == KifToken::Kind::symbol && token.text == text && ir::lower_case(text) == text;
}

std::string_view only_symbol(const std::vector<Sexpr>& items, std::size_t first) {
  if (items.size() != first + 1) return {};
  const Sexpr& item = items[first];
  if (!item.is_list) return item.symbol;
  return item.items.size() == 1 ? item.head() : std::string_view();
}

std::optional<std::vector<Sexpr>> read_sexprs(ir::FileId file, ir::Diagnostics& diagnostics) {
  return SexprReader(file, diagnostics).read();
}

}  // namespace tesuji::frontend
