#include "tools/base/report_text.h"

#include <catch2/catch.hpp>

#include <string>

using tesuji::tools::property;

TEST_CASE("values of properties stay on their line", "[tools]") {
  CHECK(property("numRollouts", "12") == "numRollouts=12\n");
  CHECK(property("version", "") == "version=\n");
  // What is behind the first separator is the value, separators or not.
  CHECK(property("errorMessage", "a.kif:2:1: \"x\" = #!") ==
        "errorMessage=a.kif:2:1: \"x\" = #!\n");
  CHECK(property("errorMessage", "one\ntwo\r\tthree\\four\bfive") ==
        "errorMessage=one\\ntwo\\r\\tthree\\\\four\\u0008five\n");
  CHECK(property("errorMessage", "K\xc3\xb6nig \xf0\x9f\x98\x80") ==
        "errorMessage=K\\u00f6nig \\ud83d\\ude00\n");
  CHECK(property("errorMessage", std::string("a\0b\xff", 4)) == "errorMessage=a\\u0000b\\ufffd\n");
}
