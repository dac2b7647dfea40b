// Numbers of rules: which constants stand for which, and how results are written.
#include "ir/core/number.h"

#include <catch2/catch.hpp>

#include <limits>

using tesuji::ir::Number;
using tesuji::ir::number_text;
using tesuji::ir::parse_number;

TEST_CASE("Constants that are whole numbers of 64 bits by value", "[number]") {
  for (const char* text : {"4", "4.0", "+4", "0.4e1", "004", "40e-1"}) {
    INFO(text);
    const auto number = parse_number(text);
    REQUIRE(number);
    CHECK(number->is_whole);
    CHECK(number->whole == 4);
    CHECK(number_text(*number) == "4");
  }
  CHECK(parse_number("-0")->whole == 0);
  CHECK(parse_number("9223372036854775807")->whole == std::numeric_limits<std::int64_t>::max());
  CHECK(parse_number("-9223372036854775808")->whole == std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("Constants that are real, and those that are not numbers", "[number]") {
  const auto text_of = [](const char* text) { return number_text(*parse_number(text)); };
  CHECK(text_of("2.50") == "2.5");
  CHECK(text_of("-.5") == "-0.5");
  CHECK(text_of("1e-7") == "0.0000001");
  CHECK(text_of("1e20") == "100000000000000000000");
  CHECK(text_of("9223372036854775808") == "9223372036854775808");
  CHECK(!parse_number("9223372036854775808")->is_whole);
  // The nearest real is whole.
  CHECK(parse_number("1.00000000000000000001")->whole == 1);
  CHECK(parse_number("1e-999")->whole == 0);
  for (const char* text : {"red", "", "1e400", "--1", "0x10", "inf", "nan"}) {
    INFO(text);
    CHECK(!parse_number(text));
  }
}
