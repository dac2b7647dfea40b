// What the verifier refuses of agendas, one by one, and what the reader does.
#include "ir/module/agenda_premises.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <string>

using namespace tesuji::ir;

namespace {

const std::string declarations =
    "tir 1\nlevel plans\n"
    "domain d = {a, b, c}\n"
    "relation f(d, d) static index (0)\n"
    "relation m(d) memory\n"
    "relation n(d, d) memory\n";

/// All that is said about a module with this agenda; empty where it is fine.
std::string faults(const std::string& ops, const std::string& more = "") {
  const auto sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics(*sources);
  const auto module =
      parse(sources->add("test.tir", declarations + "agenda r {\n" + ops + "\n}\n" + more), sources,
            diagnostics);
  if (module) {
    const bool good = verify(*module, diagnostics);
    CHECK(good == diagnostics.all().empty());
  }
  return tesuji::tests::sentences(diagnostics);
}

void refuse(const std::string& ops, const std::string& more = "") {
  INFO(ops.substr(0, 200));
  const std::string found = faults(ops, more);
  CHECK_FALSE(found.empty());
  tesuji::tests::check_words(found);
}

}  // namespace

TEST_CASE("Agendas that are in order", "[ir][agenda]") {
  CHECK(faults("scan m(?X) add n(X, X)").empty());
  CHECK(faults("add m(a)").empty());
  CHECK(faults("scan m(?X) exists { scan f(X, ?Y) exists { scan f(Y, ?Z) } } add m(X)").empty());
  CHECK(faults("scan m(?X) unless_derived test f(X, _) add m(X) add n(X, a)").empty());
  CHECK(faults("scan m(?X) compare less(X, 3) remove m(X)").empty());
}

TEST_CASE("Variables of agendas", "[ir][agenda]") {
  refuse("scan m(X) add m(a)");
  refuse("scan m(?X) scan m(?X) add m(X)");
  refuse("test m(?X) add m(a)");
  refuse("absent m(?X) add m(a)");
  refuse("compare same(?X, a) add m(a)");
  refuse("scan m(?X) compare same(X, _) add m(a)");
  refuse("scan m(?X) compare same(X) add m(a)");
  refuse("add m(_)");
  refuse("add m(X)");
  refuse("exists { scan m(?X) } compare same(X, a) add m(a)");
}

TEST_CASE("Conclusions of agendas", "[ir][agenda]") {
  refuse("scan m(?X)");
  refuse("add m(a) scan m(?X) add m(X)");
  refuse("add f(a, a)");
  refuse("add m(z)");
  refuse("add m(a, a)");
  refuse("add m(a)", "agenda r { add m(b) }\n");
}

TEST_CASE("Existence tests and absent-checks stand only where they are sound", "[ir][agenda]") {
  refuse("scan m(?X) unless_derived scan f(X, ?Y) add m(Y)");
  refuse("scan m(?X) exists { scan f(X, ?Y) } scan f(X, ?Z) add m(Z)");
  refuse("scan m(?X) unless_derived remove m(X)");
  refuse("scan m(?X) exists { scan f(X, ?Y) } add n(X, X) remove m(X)");
  refuse("scan m(?X) exists { unless_derived } add m(X)");
  refuse("scan m(?X) exists { add m(X) } add m(X)");
}

TEST_CASE("Relations, indexes and sizes of agendas", "[ir][agenda]") {
  refuse("scan f(?X, ?Y) probe f(X, ?Z) using index 1 add m(X)");
  refuse("probe f(?X, ?Y) using index 0 add m(X)");
  refuse("add m(a)", "relation s(d) derived\n");
  refuse("add m(a)", "relation s(_) static\n");
  std::string many;
  for (std::size_t i = 0; i < max_agenda_premises; ++i) many += "test m(a)\n";
  CHECK(faults(many + "add m(a)").empty());
  refuse(many + "test m(b) add m(a)");
}

TEST_CASE("Text that is no agenda", "[ir][agenda]") {
  refuse("scan");
  refuse("insert m(a)");
  refuse("probe f(a, ?X) add m(X)");
  refuse("compare m(a) add m(a)");
  refuse("exists { add m(a)");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "exists { ";
  refuse(deep);
}

TEST_CASE("Premises taken out and put back", "[ir][agenda]") {
  const auto sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics(*sources);
  auto module =
      parse(sources->add("test.tir", declarations + "agenda r {\n"
                                                    "  scan m(?X)\n  unless_derived\n"
                                                    "  exists {\n    probe f(X, ?Y) using index 0\n"
                                                    "    test f(Y, _)\n  }\n  add m(X)\n}\n"),
            sources, diagnostics);
  REQUIRE(module);
  Agenda& agenda = module->agendas[0];
  std::vector<Operation> premises = premises_of(agenda);
  REQUIRE(premises.size() == 3);
  for (const Operation& premise : premises) {
    CHECK(premise.kind == Operation::Kind::scan);
    for (const Argument& argument : premise.args) CHECK(argument.kind != Argument::Kind::binder);
  }
  std::reverse(premises.begin(), premises.end());
  set_premises(*module, agenda, premises);
  CHECK(verify(*module, diagnostics));
  // f(Y, _) binds now, f(X, Y) finds X by an index on its second column, m(X) is a test.
  CHECK(agenda.ops[0].kind == Operation::Kind::scan);
  CHECK(agenda.ops[1].kind == Operation::Kind::probe);
  CHECK(module->relations[0].indexes[agenda.ops[1].index] == Index{1});
  CHECK(agenda.ops[2].kind == Operation::Kind::test);
  CHECK(agenda.ops[3].kind == Operation::Kind::insert);
}
