// What the verifier refuses of agendas, one by one, and what the reader does.
#include "ir/module/agenda_premises.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"

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
  return diagnostics.render();
}

bool says(const std::string& ops, const std::string& what, const std::string& more = "") {
  const std::string found = faults(ops, more);
  INFO(found);
  return found.find(what) != std::string::npos;
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
  CHECK(says("scan m(X) add m(a)", "X is used before it is bound"));
  CHECK(says("scan m(?X) scan m(?X) add m(X)", "X is bound twice"));
  CHECK(says("test m(?X) add m(a)", "?X is bound where nothing can be"));
  CHECK(says("absent m(?X) add m(a)", "?X is bound where nothing can be"));
  CHECK(says("compare same(?X, a) add m(a)", "?X is bound where nothing can be"));
  CHECK(says("scan m(?X) compare same(X, _) add m(a)", "`_` stands where a value is needed"));
  CHECK(says("scan m(?X) compare same(X) add m(a)", "a comparison has two sides"));
  CHECK(says("add m(_)", "`_` stands where a value is needed"));
  CHECK(says("add m(X)", "X is used before it is bound"));
  CHECK(says("exists { scan m(?X) } compare same(X, a) add m(a)", "X is used outside its exists"));
}

TEST_CASE("Conclusions of agendas", "[ir][agenda]") {
  CHECK(says("scan m(?X)", "it has no conclusion"));
  CHECK(says("add m(a) scan m(?X) add m(X)", "a premise stands behind a conclusion"));
  CHECK(says("add f(a, a)", "f is no memory, and concluded"));
  CHECK(says("add m(z)", "z is not in domain d"));
  CHECK(says("add m(a, a)", "m"));
  CHECK(says("add m(a)", "two agendas named r", "agenda r { add m(b) }\n"));
}

TEST_CASE("Existence tests and absent-checks stand only where they are sound", "[ir][agenda]") {
  CHECK(says("scan m(?X) unless_derived scan f(X, ?Y) add m(Y)",
             "unless_derived stands before Y of a conclusion is bound"));
  CHECK(says("scan m(?X) exists { scan f(X, ?Y) } scan f(X, ?Z) add m(Z)",
             "exists stands before Z of a conclusion is bound"));
  CHECK(says("scan m(?X) unless_derived remove m(X)", "stands in a rule that removes"));
  CHECK(says("scan m(?X) exists { scan f(X, ?Y) } add n(X, X) remove m(X)",
             "exists stands in a rule that removes"));
  CHECK(
      says("scan m(?X) exists { unless_derived } add m(X)", "unless_derived stands in an exists"));
  CHECK(says("scan m(?X) exists { add m(X) } add m(X)", "exists contains a conclusion"));
}

TEST_CASE("Relations, indexes and sizes of agendas", "[ir][agenda]") {
  CHECK(says("scan f(?X, ?Y) probe f(X, ?Z) using index 1 add m(X)", "f has no index 1"));
  CHECK(says("probe f(?X, ?Y) using index 0 add m(X)", "column 0 of the index is not given"));
  CHECK(says("add m(a)", "s is neither static nor memory", "relation s(d) derived\n"));
  CHECK(says("add m(a)", "column without a domain", "relation s(_) static\n"));
  std::string many;
  for (std::size_t i = 0; i < max_agenda_premises; ++i) many += "test m(a)\n";
  CHECK(faults(many + "add m(a)").empty());
  CHECK(says(many + "test m(b) add m(a)", "more than 4000 premises"));
}

TEST_CASE("Text that is no agenda", "[ir][agenda]") {
  CHECK(says("scan", "error"));
  CHECK(says("insert m(a)", "error"));
  CHECK(says("probe f(a, ?X) add m(X)", "error"));
  CHECK(says("compare m(a) add m(a)", "error"));
  CHECK(says("exists { add m(a)", "error"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "exists { ";
  CHECK(says(deep, "nested too deep"));
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
