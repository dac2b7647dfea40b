// Decimal numerals: their values, and their order, exact at any length.
#include "ir/core/number.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace tesuji;

TEST_CASE("Decimal numerals and what is none", "[decimal]") {
  for (const char* text : {"", "+", "-", ".", "e5", "1e", "1e+", "--1", "1.2.3", "1,5", "0x10",
                           "inf", "nan", "a", "1 ", " 1", "1e1.5", "1e1234567890123456789"}) {
    INFO(text);
    CHECK(!ir::parse_decimal(text));
  }
  for (const char* text : {"0", "-0", "+0", "000", "0.0", ".0", "0.", "0e99", "-.0e-3"}) {
    INFO(text);
    CHECK(ir::parse_decimal(text) == ir::Decimal{});
  }
  const std::vector<std::vector<std::string>> same = {
      {"1", "+1", "01", "1.0", "1.", "1e0", "10e-1", "0.1e1", ".1e+1", "1E000000000000000000000"},
      {"-2.5", "-2.50", "-02.5", "-25e-1", "-.25e1"},
      {"1200", "12e2", "1.2e3", "0.0012e6"},
      {"0.03", ".03", "3e-2", "0.030"},
  };
  for (const auto& texts : same) {
    for (const std::string& text : texts) {
      INFO(text);
      CHECK(ir::parse_decimal(text) == ir::parse_decimal(texts[0]));
    }
  }
}

TEST_CASE("Decimals are ordered by value", "[decimal]") {
  const std::string long_one(500, '9');
  const std::vector<std::string> ascending = {"-1e999999999999999999",
                                              "-" + long_one + ".5",
                                              "-" + long_one,
                                              "-10",
                                              "-9.5",
                                              "-1.01",
                                              "-1.001",
                                              "-1",
                                              "-0.5",
                                              "-1e-400",
                                              "0",
                                              "1e-401",
                                              "1e-400",
                                              "0.03",
                                              "0.1",
                                              "0.12",
                                              "0.125",
                                              "0.2",
                                              "1",
                                              "1.001",
                                              "2.5",
                                              "10",
                                              "9007199254740992",
                                              "9007199254740992.5",
                                              "9007199254740993",
                                              long_one,
                                              long_one + ".5",
                                              "1e500",
                                              "1e999999999999999999"};
  for (std::size_t a = 0; a < ascending.size(); ++a) {
    for (std::size_t b = 0; b < ascending.size(); ++b) {
      INFO(ascending[a] << " and " << ascending[b]);
      CHECK((*ir::parse_decimal(ascending[a]) <=> *ir::parse_decimal(ascending[b])) == (a <=> b));
    }
  }
}
