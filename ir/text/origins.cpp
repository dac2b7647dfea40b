#include "ir/text/origins.h"

#include "ir/text/lexer.h"
#include "ir/text/text.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <tuple>
#include <utility>

namespace tesuji::ir {
namespace {

std::uint64_t key(const Position& position) {
  return std::uint64_t{position.line} << 32U | position.column;
}

bool is_before(const Position& a, const Position& b) {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

}  // namespace

/// Scans a text token by token; knows only the grammar that identifies places: `at` is a name
/// unless `?`, a file or a line number and a colon follow, and braces enclose units.
class Origins::Scanner {
 public:
  Scanner(const SourceMap& sources, FileId file, Places& places)
      : sources_(sources), file_(file), places_(places), lexer_(sources[file].text) {
    advance();
    advance();
  }

  void run() {
    std::size_t depth = 0;
    Unit unit;
    while (token_.kind != Token::Kind::end) {
      if (token_.is_word("at") && starts_place()) {
        const Position behind = end_;
        advance();
        const Span place = read_place(depth > 0 && unit.placed ? unit.place.file : file_);
        places_.behind.emplace(key(behind), place);
        // The place of the unit whose brace follows.
        if (depth == 0 && token_.is("{")) unit = {{}, true, place};
        continue;
      }
      if (token_.is("{") && depth++ == 0) unit.begin = token_.begin;
      if (token_.is("}") && depth > 0 && --depth == 0) {
        if (unit.placed) places_.placed.emplace_back(unit.begin, token_.end);
        places_.units.emplace(key(token_.end), std::exchange(unit, {}));
      }
      advance();
    }
  }

 private:
  void advance() {
    end_ = token_.end;
    token_ = std::exchange(next_, lexer_.next());
  }

  /// Whether the tokens after the current `at` make it the beginning of a place.
  [[nodiscard]] bool starts_place() {
    if (next_.is("?") || next_.kind == Token::Kind::string) return true;
    if (next_.kind != Token::Kind::word) return false;
    Lexer ahead = lexer_;
    return ahead.next().is(":");
  }

  std::uint32_t read_number() {
    std::uint32_t number = 0;
    std::from_chars(token_.text.data(), token_.text.data() + token_.text.size(), number);
    advance();
    return number;
  }

  bool accept(std::string_view mark) {
    if (!token_.is(mark)) return false;
    advance();
    return true;
  }

  /// Reads a place as TextReader::place does; the parser has reported its errors.
  Span read_place(FileId file) {
    if (accept("?")) return {};
    Span span;
    span.file = file;
    if (token_.kind == Token::Kind::string) {
      span.file = no_file;
      for (FileId id = 0; id < sources_.size() && span.file == no_file; ++id) {
        if (sources_[id].path == token_.text) span.file = id;
      }
      advance();
      accept(":");
    }
    span.begin.line = read_number();
    accept(":");
    span.begin.column = read_number();
    accept("-");
    span.end.line = span.begin.line;
    span.end.column = read_number();
    if (accept(":")) {
      span.end.line = span.end.column;
      span.end.column = read_number();
    }
    return span;
  }

  const SourceMap& sources_;
  FileId file_;
  Places& places_;
  Lexer lexer_;
  Token token_;
  Token next_;
  Position end_;  ///< end of the previous token
};

const Origins::Places& Origins::places_of(FileId file) {
  const auto [found, is_new] = places_.try_emplace(file);
  Places& places = found->second;
  if (!is_new) return places;
  places.is_ir = is_ir_text((*sources_)[file].text);
  if (places.is_ir) Scanner(*sources_, file, places).run();
  return places;
}

Span Origins::of(const Span& span) {
  if (!span.known() || span.file >= sources_->size()) return span;
  const Places& places = places_of(span.file);
  if (!places.is_ir) return span;
  const auto unit = places.units.find(key(span.end));
  if (unit != places.units.end() && is_before(span.begin, unit->second.begin)) {
    return unit->second.placed ? unit->second.place : span;
  }
  const auto behind = places.behind.find(key(span.end));
  if (behind != places.behind.end()) return behind->second;
  const auto enclosing =
      std::partition_point(places.placed.begin(), places.placed.end(),
                           [&](const auto& range) { return !is_before(span.begin, range.second); });
  const bool inside = enclosing != places.placed.end() && !is_before(span.begin, enclosing->first);
  return inside ? Span{} : span;
}

}  // namespace tesuji::ir
