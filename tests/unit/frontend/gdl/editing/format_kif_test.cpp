#include "frontend/gdl/editing/format_kif.h"

#include <catch2/catch.hpp>

#include <string>

using tesuji::frontend::format_kif;

namespace {

void check_format(const std::string& text, const std::string& expected) {
  CHECK(format_kif(text) == expected);
  CHECK(format_kif(expected) == expected);
}

}  // namespace

TEST_CASE("formatting decides blanks and line breaks", "[frontend][editing]") {
  check_format("", "");
  check_format("(p   a)( q )p\n\n\n\n(r)", "(p a) (q) p\n\n(r)\n");
  check_format("(<= (p ?x) (q ?x)\n(r ?x))", "(<= (p ?x)\n    (q ?x)\n    (r ?x))\n");
  check_format("(<=\n(p ?x)\n(q ?x) )", "(<= (p ?x)\n    (q ?x))\n");
  check_format("(<= p (or q\nr) s)", "(<= p\n    (or q\n        r)\n    s)\n");
}

TEST_CASE("formatting keeps comments where they are", "[frontend][editing]") {
  check_format("; a \n\n\n;b\n(p) ;c\n ; d", "; a\n\n;b\n(p)  ;c\n; d\n");
  check_format("(p ; a\n b)", "(p  ; a\n   b)\n");
  check_format("(<= p ; head\n ; own\n q ; last\n)",
               "(<= p  ; head\n    ; own\n    q  ; last\n)\n");
  check_format("( ; name\np)", "( ; name\n    p)\n");
  check_format("(p) ; a\n(q) (r)", "(p)  ; a\n(q) (r)\n");
  check_format("(p) (q ; in\n) (r)", "(p)\n(q  ; in\n)\n(r)\n");
}

TEST_CASE("formatting breaks what is too long", "[frontend][editing]") {
  const std::string a(60, 'a');
  const std::string b(60, 'b');
  check_format("(p " + a + ") (p " + b + ")", "(p " + a + ")\n(p " + b + ")\n");
  check_format("(<= (p " + a + ") (q " + b + "))", "(<= (p " + a + ")\n    (q " + b + "))\n");
  check_format("(longrelation " + a + " " + b + ")",
               "(longrelation\n    " + a + "\n    " + b + ")\n");
}
