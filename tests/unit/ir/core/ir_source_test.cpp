#include "ir/core/diagnostics.h"
#include "ir/core/source.h"
#include "ir/core/symbol.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace tesuji::ir;

TEST_CASE("lines end with CR, LF or CRLF", "[ir][source]") {
  SourceMap sources;
  const FileId file = sources.add("a.kif", "one\ntwo\r\nthree\rfour\n\nsix");
  const SourceFile& source = sources[file];
  CHECK(source.line(1) == "one");
  CHECK(source.line(2) == "two");
  CHECK(source.line(3) == "three");
  CHECK(source.line(4) == "four");
  CHECK(source.line(5).empty());
  CHECK(source.line(6) == "six");
  CHECK(source.line(7).empty());
  CHECK(source.line(0).empty());
}

TEST_CASE("a text that ends in a newline has an empty last line", "[ir][source]") {
  SourceMap sources;
  const SourceFile& source = sources[sources.add("a.kif", "one\r\n")];
  CHECK(source.line_starts == std::vector<std::uint32_t>{0, 5});
  CHECK(source.line(1) == "one");
  CHECK(source.line(2).empty());
}

TEST_CASE("files are found by path", "[ir][source]") {
  SourceMap sources;
  const FileId file = sources.add("a.kif", "text");
  CHECK(sources.find_or_add("a.kif") == file);
  const FileId other = sources.find_or_add("b.kif");
  CHECK(other != file);
  CHECK(sources[other].text.empty());
  CHECK(sources.find_or_add("b.kif") == other);
}

TEST_CASE("domain order is integers by value, then names by appearance", "[ir][symbol]") {
  SymbolTable symbols;
  std::vector<std::string> texts = {
      "zebra", "10", "9", "apple", "-3", "-20", "+5", "05", "100000000000000000000000"};
  std::vector<Symbol> ids;
  for (const std::string& text : texts) ids.push_back(symbols.intern(text));
  std::sort(ids.begin(), ids.end(), [&](Symbol a, Symbol b) { return symbols.domain_less(a, b); });
  std::vector<std::string> sorted;
  for (const Symbol id : ids) sorted.push_back(symbols.text(id));
  CHECK(sorted == std::vector<std::string>{"-20", "-3", "+5", "05", "9", "10",
                                           "100000000000000000000000", "zebra", "apple"});
  CHECK_FALSE(symbols.domain_less(ids[0], ids[0]));
  CHECK(symbols.find("apple") == symbols.intern("apple"));
  CHECK_FALSE(symbols.find("pear"));
  CHECK_FALSE(symbols.is_integer(symbols.intern("+")));
  CHECK_FALSE(symbols.is_integer(symbols.intern("")));
}

namespace {

std::string rendered(const std::string& text, Span span) {
  SourceMap sources;
  span.file = sources.add("ttt.kif", text);
  Diagnostics diagnostics(sources);
  diagnostics.error(span, "parse", "odd");
  return diagnostics.render();
}

}  // namespace

TEST_CASE("diagnostics show the line with carets over the range", "[ir][diagnostics]") {
  CHECK(rendered("one\n(two three)\n", {0, {2, 6}, {2, 11}}) ==
        "ttt.kif:2:6: error: odd\n"
        "  (two three)\n"
        "       ^^^^^\n");
}

TEST_CASE("a range over several lines is marked to the end of the first", "[ir][diagnostics]") {
  CHECK(rendered("(two\nthree)", {0, {1, 2}, {2, 3}}) ==
        "ttt.kif:1:2: error: odd\n  (two\n   ^^^\n");
}

TEST_CASE("tabs and UTF-8 keep the carets aligned; other bytes are masked", "[ir][diagnostics]") {
  CHECK(rendered("\tx", {0, {1, 2}, {1, 3}}) == "ttt.kif:1:2: error: odd\n  \tx\n  \t^\n");
  CHECK(rendered("\xC3\xA9 x", {0, {1, 4}, {1, 5}}) ==
        "ttt.kif:1:4: error: odd\n  \xC3\xA9 x\n    ^\n");
  CHECK(rendered("\x01\xFFx", {0, {1, 3}, {1, 4}}) == "ttt.kif:1:3: error: odd\n  ??x\n    ^\n");
}

TEST_CASE("a place past the end of the line gets one caret", "[ir][diagnostics]") {
  CHECK(rendered("abc", {0, {1, 4}, {1, 4}}) == "ttt.kif:1:4: error: odd\n  abc\n     ^\n");
  CHECK(rendered("abc", {0, {1, 400}, {1, 500}}) == "ttt.kif:1:400: error: odd\n  abc\n     ^\n");
  CHECK(rendered("abc", {0, {9, 1}, {9, 2}}) == "ttt.kif:9:1: error: odd\n");
}

TEST_CASE("long lines are cut around the carets", "[ir][diagnostics]") {
  const std::string text = std::string(500, 'a') + "HERE" + std::string(500, 'b');
  const std::string shown = rendered(text, {0, {1, 501}, {1, 505}});
  CHECK(shown == "ttt.kif:1:501: error: odd\n  ..." + std::string(40, 'a') + "HERE" +
                     std::string(56, 'b') + "...\n     " + std::string(40, ' ') + "^^^^\n");
}

TEST_CASE("notes follow, and unknown places have no line", "[ir][diagnostics]") {
  SourceMap sources;
  const FileId file = sources.add("a.kif", "p\nq\n");
  Diagnostics diagnostics(sources);
  diagnostics.warning({file, {1, 1}, {1, 2}}, "unused", "p is unused")
      .notes.push_back({{file, {2, 1}, {2, 2}}, "q is used"});
  diagnostics.error({}, "limit", "too large");
  CHECK(diagnostics.error_count() == 1);
  CHECK(diagnostics.has_errors());
  CHECK(diagnostics.render() ==
        "a.kif:1:1: warning: p is unused\n  p\n  ^\n"
        "a.kif:2:1: note: q is used\n  q\n  ^\n"
        "error: too large\n");
}

TEST_CASE("the nearest name is near", "[ir][diagnostics]") {
  const std::vector<std::string> names = {"legal", "terminal", "goal", "next"};
  CHECK(nearest_name("leagl", names) == "legal");
  CHECK(nearest_name("terminl", names) == "terminal");
  CHECK(nearest_name("goals", names) == "goal");
  CHECK(nearest_name("line", names).empty());
  CHECK(nearest_name("x", {"y"}).empty());
  CHECK(nearest_name("goal", {"goal"}).empty());
}
