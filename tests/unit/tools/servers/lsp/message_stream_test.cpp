#include "tools/servers/lsp/message_stream.h"
#include "ir/core/source.h"
#include "tools/base/json.h"
#include "tools/servers/lsp/open_document.h"
#include "tools/servers/lsp/text_positions.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace tesuji::tools;

TEST_CASE("messages are split whatever pieces they come in", "[tools][lsp]") {
  const std::string bytes =
      framed("first") + "noise\r\n\r\nX: 1\r\ncontent-length:  6\r\n\r\nsecond";
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    MessageSplitter splitter;
    std::string found;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      splitter.add(std::string_view(bytes).substr(at, size));
      while (const auto body = splitter.next()) found += *body + "|";
    }
    CHECK(found == "first|second|");
  }
}

TEST_CASE("messages that are too long are skipped", "[tools][lsp]") {
  MessageSplitter splitter;
  const std::size_t length = MessageSplitter::longest_body + 1;
  splitter.add("Content-Length: " + std::to_string(length) + "\r\n\r\n");
  splitter.add(std::string(length, ' '));
  splitter.add(framed("next"));
  CHECK(splitter.next() == "next");
  CHECK(splitter.take_skipped() == 1);
  splitter.add(std::string(100'000, 'x'));
  CHECK_FALSE(splitter.next());
}

TEST_CASE("messages may be lines", "[tools][lsp]") {
  const std::string bytes = framed("first", Framing::lines) + "\r\n\nsecond\r\n" + "rest";
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    MessageSplitter splitter(Framing::lines);
    std::string found;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      splitter.add(std::string_view(bytes).substr(at, size));
      while (const auto body = splitter.next()) found += *body + "|";
    }
    CHECK(found == "first|second|");
  }
  MessageSplitter splitter(Framing::lines);
  for (std::size_t bytes_left = MessageSplitter::longest_body + 2; bytes_left > 0;) {
    const std::size_t some = std::min(bytes_left, std::size_t{100} << 20U);
    splitter.add(std::string(some, 'x'));
    CHECK_FALSE(splitter.next());
    bytes_left -= some;
  }
  splitter.add("end\nnext\n");
  CHECK(splitter.next() == "next");
  CHECK(splitter.take_skipped() == 1);
}

TEST_CASE("positions count units of UTF-16", "[tools][lsp]") {
  tesuji::ir::SourceMap sources;
  // An e with an accent: 2 bytes, 1 unit; a face: 4 bytes, 2 units; a byte that is no UTF-8.
  const auto file = sources.add("a",
                                "a\xC3\xA9\xF0\x9F\x98\x80"
                                "b\r\n\xFFz");
  const tesuji::ir::SourceFile& source = sources[file];
  const auto offset = [&](int line, int character, PositionUnits units) {
    return offset_of(source, {{"line", line}, {"character", character}}, units);
  };
  CHECK(offset(0, 2, PositionUnits::utf16) == 3);
  CHECK(offset(0, 3, PositionUnits::utf16) == 3);  // within the face: before it
  CHECK(offset(0, 4, PositionUnits::utf16) == 7);
  CHECK(offset(0, 99, PositionUnits::utf16) == 8);
  CHECK(offset(1, 1, PositionUnits::utf16) == 11);
  CHECK(offset(9, 0, PositionUnits::utf16) == 12);
  CHECK(offset(-1, 0, PositionUnits::utf16) == 0);
  CHECK(offset(0, 7, PositionUnits::utf8) == 7);
  CHECK(offset(0, 3, PositionUnits::utf32) == 7);
  CHECK(to_position(source, 8, PositionUnits::utf16) == Json{{"line", 0}, {"character", 5}});
  CHECK(to_position(source, 9, PositionUnits::utf16) == Json{{"line", 0}, {"character", 5}});
  CHECK(to_position(source, 12, PositionUnits::utf16) == Json{{"line", 1}, {"character", 2}});
}

TEST_CASE("addresses become paths", "[tools][lsp]") {
  CHECK(path_of_uri("file:///a%20b/c.kif") == "/a b/c.kif");
  CHECK(path_of_uri("file://host/a%zz.kif") == "/a%zz.kif");
  CHECK(path_of_uri("untitled:x/new.kif") == "new.kif");
}
