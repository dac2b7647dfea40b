// Names as Prolog reads them.
#include "ir/core/prolog_term.h"

#include <catch2/catch.hpp>

#include <string>

using namespace tesuji;

TEST_CASE("Atoms are in quotes unless they are plain", "[prolog-name]") {
  for (const char* plain : {"a", "i_5_7", "aB9_"}) CHECK(ir::prolog_atom(plain) == plain);
  CHECK(ir::prolog_atom("").compare("''") == 0);
  CHECK(ir::prolog_atom("A") == "'A'");
  CHECK(ir::prolog_atom("1") == "'1'");
  CHECK(ir::prolog_atom("+") == "'+'");
  CHECK(ir::prolog_atom("it's") == "'it''s'");
  CHECK(ir::prolog_atom("a\\b\n\t\r") == "'a\\\\b\\n\\t\\r'");
  CHECK(ir::prolog_atom(std::string("\0\x7f", 2)) == "'\\x0\\\\x7F\\'");
  CHECK(ir::prolog_atom("\xc3\xa9") == "'\xc3\xa9'");
  CHECK(ir::prolog_atom("\xc2\xa0\xe2\x80\x8b") == "'\\xA0\\\\x200B\\'");
  CHECK(ir::prolog_atom("\xff\xc3") == "'\xff\xc3'");
  CHECK(ir::prolog_atom("\xf0\x9f\x98\x80") == "'\xf0\x9f\x98\x80'");
}

TEST_CASE("Numbers are bare where Prolog reads the same number", "[prolog-name]") {
  for (const char* bare : {"0", "12", "-3", "2.50", "-0.5", "0.0", "+", "-", "*", "a"}) {
    CHECK(ir::prolog_constant(bare) == bare);
  }
  for (const char* odd :
       {"-0", "007", ".5", "5.", "1e5", "+3", "1.2.3", "0x1f", "--", "1-2", "00"}) {
    CHECK(ir::prolog_constant(odd) == "'" + std::string(odd) + "'");
  }
  CHECK(ir::prolog_constant(std::string(400, '9')) == std::string(400, '9'));
  CHECK(ir::prolog_constant(std::string(400, '9') + ".5").front() == '\'');
}
