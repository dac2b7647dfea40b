// The text form of the IR: what is printed reads back and prints the same.
#include "ir/text/origins.h"
#include "ir/text/text.h"
#include "ir/text/text_diff.h"
#include "ir/verify/verifier.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <string>

using namespace tesuji::ir;

namespace {

struct Reading {
  std::shared_ptr<SourceMap> sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics{*sources};
  std::optional<Module> module;

  explicit Reading(const std::string& text) {
    module = parse(sources->add("test.tir", text), sources, diagnostics);
  }
};

/// print(m), after checking that it reads back and prints the same.
std::string reprinted(const Module& module) {
  std::string text = print(module);
  Reading again(text);
  INFO(text);
  INFO(again.diagnostics.render());
  REQUIRE(again.module);
  CHECK(print(*again.module) == text);
  return text;
}

std::string documented_example() {
  std::ifstream file(tesuji::tests::source_dir() + "/docs/engines/ir.md", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::string fence = "```tir\n";
  const std::size_t begin = text.find(fence);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find("```", begin + fence.size());
  return text.substr(begin + fence.size(), end - begin - fence.size());
}

/// A text that has to be refused, with errors at these places.
void refuse(const std::string& text, const std::string& place) {
  INFO(text.substr(0, 200));
  const Reading reading(text);
  CHECK_FALSE(reading.module);
  CHECK(tesuji::tests::places(reading.diagnostics) == place);
  tesuji::tests::check_words(tesuji::tests::sentences(reading.diagnostics));
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the module in docs/engines/ir.md reads, verifies and prints as it is written",
          "[ir][text]") {
  const std::string example = documented_example();
  Reading reading(example);
  INFO(reading.diagnostics.render());
  REQUIRE(reading.module);
  const Module& module = *reading.module;
  CHECK(verify(module, reading.diagnostics));
  CHECK(reading.diagnostics.render().empty());
  CHECK(reprinted(module) == example);

  CHECK(module.level == Level::plans);
  CHECK(module.game == "walk");
  CHECK(module.symbols->text(module.roles.at(0)) == "robot");
  const Relation& at = module.relations[module.find_relation("true.at")];
  CHECK(at.kind == RelationKind::state);
  CHECK(at.storage == Storage::bits);
  CHECK(at.term == "(at ?)");
  CHECK(at.next == module.find_relation("next.at"));
  CHECK(at.init == module.find_relation("init.at"));
  Origins origins(*module.sources);
  CHECK((*module.sources)[at.span.file].path == "test.tir");
  CHECK(at.span.begin == at.declaration.begin);
  CHECK(origins.of(at.span).begin == Position{4, 1});
  CHECK((*module.sources)[origins.of(at.span).file].path == "walk.kif");
  CHECK(module.domains[at.columns.at(0)].values.size() == 5);
  const Relation& path = module.relations[module.find_relation("path")];
  CHECK(path.indexes == std::vector<Index>{{0, 1}, {0}});
  CHECK(path.expected_rows == 10);
  CHECK(module.relations[module.find_relation("step")].facts.rows == 4);
  const Plan& delta = module.plans.at(1);
  CHECK(delta.delta_of == 0);
  CHECK(delta.ops.at(0).delta);
  CHECK(delta.ops.at(1).kind == Operation::Kind::probe);
  CHECK(delta.ops.at(1).index == 0);
  const Operation& exists = module.plans.at(3).ops.at(1);
  CHECK(exists.kind == Operation::Kind::exists);
  CHECK(exists.origin == "introduce-exists");
  CHECK(exists.estimate == 0.75);
  CHECK(exists.body.size() == 2);
  CHECK(module.strata.at(0).recursive);
  CHECK(module.strata.at(0).plans == std::vector<std::uint32_t>{0, 1});
  CHECK(module.find_entry("terminal")->strata == std::vector<std::uint32_t>{3});
  CHECK(module.procs.at(0).memo);
  CHECK(module.procs.at(0).clauses.at(0).ops.at(0).args.at(1).kind == Argument::Kind::binder);
  const Literal& literal = module.rules.at(0).body.at(0);
  const Span place = origins.of(literal.span);
  CHECK(place.begin == Position{7, 19});
  CHECK(place.end == Position{7, 29});
  CHECK(place.file == origins.of(module.rules.at(0).span).file);
  CHECK((*module.sources)[literal.span.file].line(literal.span.begin.line) ==
        "  if step(X, Y) at 7:19-29");
  CHECK(module.rules.at(1).body.at(0).span.known());
  CHECK_FALSE(origins.of(module.rules.at(1).body.at(0).span).known());
}

TEST_CASE("odd names and constants survive", "[ir][text]") {
  const std::vector<std::string> odd = {
      "++",       "map+",  "x",    "X",    "Abc",
      "_",        "_a",    "+1",   "-1",   "007",
      "1.5",      "(f a)", "it's", "a\\b", std::string("\xff\x00z", 3),
      "\xc3\xa9", "a b",   "not",  "same", "delta",
      "a#b",      "#b",    "a.b",  "a..b", "a.",
      "a-b",      "a->b",  "3-20", "3e-2", "?x",
      "\"q\"",    "",      "1",    "\n",   "at",
      "if",       "{",     "-",    "1st",  "a-"};
  Module module;
  std::vector<Symbol> symbols;
  for (const std::string& text : odd) symbols.push_back(module.symbols->intern(text));
  std::vector<std::string> names;
  for (const std::string& text : odd) {
    Relation relation;
    relation.name = text;
    relation.columns = {module.intern_domain(symbols, text)};
    relation.kind = RelationKind::fixed;
    relation.term = text;
    relation.facts.cells = {module.symbols->intern(text)};
    relation.facts.rows = 1;
    module.relations.push_back(relation);
  }
  module.game = "a \"game\"\n";
  for (RelationId id = 0; id < odd.size(); ++id) {
    Rule rule;
    rule.name = odd[id] + "#1";
    rule.head = id;
    rule.head_args = {Argument::constant(symbols[id])};
    rule.body = {{Literal::Kind::negative, id, {Argument::constant(symbols[id])}, {}, {}}};
    module.rules.push_back(rule);
  }
  Reading again(reprinted(module));
  REQUIRE(again.module);
  CHECK(again.module->game == module.game);
  for (RelationId id = 0; id < odd.size(); ++id) {
    const Relation& relation = again.module->relations.at(id);
    CHECK(relation.name == odd[id]);
    CHECK(relation.term == odd[id]);
    CHECK(again.module->symbols->text(relation.facts.cells.at(0)) == odd[id]);
    const Rule& rule = again.module->rules.at(id);
    CHECK(rule.name == odd[id] + "#1");
    CHECK(rule.head == id);
    CHECK(again.module->symbols->text(rule.body.at(0).args.at(0).id) == odd[id]);
  }
  std::vector<std::string> before;
  std::vector<std::string> after;
  for (const Symbol value : module.domains.at(0).values) {
    before.push_back(module.symbols->text(value));
  }
  for (const Symbol value : again.module->domains.at(0).values) {
    after.push_back(again.module->symbols->text(value));
  }
  CHECK(after == before);
}

TEST_CASE("domains made after reading have the order of the source", "[ir][text]") {
  Module module;
  const Symbol c = module.symbols->intern("c");
  const Symbol a = module.symbols->intern("a");
  const Symbol b = module.symbols->intern("b");
  const Symbol plus = module.symbols->intern("+1");
  const Symbol one = module.symbols->intern("1");
  module.intern_domain({b, a}, "first");
  module.intern_domain({one, plus}, "second");
  module.intern_domain({c}, "third");
  Reading again(reprinted(module));
  REQUIRE(again.module);
  SymbolTable& symbols = *again.module->symbols;
  CHECK(symbols.domain_less(symbols.intern("c"), symbols.intern("a")));
  CHECK(symbols.domain_less(symbols.intern("a"), symbols.intern("b")));
  CHECK(symbols.domain_less(symbols.intern("+1"), symbols.intern("1")));
}

TEST_CASE("runs of integers are written as ranges, and only those", "[ir][text]") {
  Module module;
  std::vector<Symbol> values;
  for (const char* text : {"-1", "0", "1", "2", "4", "5", "07", "8", "9", "10", "b"}) {
    values.push_back(module.symbols->intern(text));
  }
  module.intern_domain(values, "d");
  CHECK(contains(reprinted(module), "domain d = {-1 .. 2, 4, 5, 07, 8 .. 10, b}\n"));
}

TEST_CASE("variables' names are made printable and kept apart", "[ir][text]") {
  Module module;
  const DomainId domain = module.intern_domain({module.symbols->intern("a")}, "d");
  Relation relation;
  relation.name = "p";
  relation.columns.assign(6, domain);
  module.relations.push_back(relation);
  Rule rule;
  rule.name = "p#1";
  rule.head = 0;
  rule.variables = {"x", "X", "n++", "", "9", "X_2"};
  for (VariableId v = 0; v < 6; ++v) rule.head_args.push_back(Argument::variable(v));
  module.rules.push_back(rule);
  const std::string text = reprinted(module);
  CHECK(contains(text, "p(X, X_2, N__, V, V9, X_2_2)\n"));
  CHECK(contains(text, "rule p#1 at ? {\n"));
}

TEST_CASE("estimates keep four digits and read back", "[ir][text]") {
  Module module;
  Relation relation;
  relation.name = "p";
  relation.kind = RelationKind::derived;
  module.relations.push_back(relation);
  Plan plan;
  plan.rule = "p#1";
  for (const double estimate : {1.0, 0.5, 1.0 / 3, 12345.678, 1e20, 1.5e-7, 4.9e-324, 1e300,
                                std::numeric_limits<double>::infinity(), std::nan(""), 0.0}) {
    Operation op;
    op.kind = Operation::Kind::test;
    op.relation = 0;
    op.estimate = estimate;
    plan.ops.push_back(op);
  }
  module.plans.push_back(plan);
  const std::string text = reprinted(module);
  CHECK(contains(text, "-> 0.3333\n"));
  CHECK(contains(text, "-> 1.235e04\n"));
  CHECK(contains(text, "-> 1.5e-07\n"));
}

TEST_CASE("parts name their file only where it is another one", "[ir][text]") {
  Module module;
  const FileId one = module.sources->add("one.kif", "");
  const FileId two = module.sources->add("t\"wo\n.kif", "");
  Relation relation;
  relation.name = "p";
  module.relations.push_back(relation);
  Rule rule;
  rule.name = "p#1";
  rule.head = 0;
  rule.span = {one, {1, 1}, {3, 2}};
  rule.body.resize(3);
  for (Literal& literal : rule.body) literal.relation = 0;
  rule.body[0].span = {one, {2, 3}, {2, 9}};
  rule.body[1].span = {two, {2, 3}, {4, 1}};
  module.rules.push_back(rule);
  const std::string text = reprinted(module);
  CHECK(contains(text,
                 "rule p#1 at \"one.kif\":1:1-3:2 {\n  p()\n  if p() at 2:3-9\n"
                 "  and p() at \"t\\\"wo\\x0a.kif\":2:3-4:1\n  and p()\n}\n"));
}

TEST_CASE("hand-written units are where they stand", "[ir][text]") {
  Reading reading("tir 1\nrelation p() derived\nrule p#1 {\n  p()\n  if p()\n}\n");
  REQUIRE(reading.module);
  const Rule& rule = reading.module->rules.at(0);
  CHECK((*reading.sources)[rule.span.file].path == "test.tir");
  CHECK(rule.span.begin == Position{3, 1});
  CHECK(rule.span.end == Position{6, 2});
  CHECK(rule.body.at(0).span.begin == Position{5, 6});
  reprinted(*reading.module);
}

TEST_CASE("names that look like places are none", "[ir][text]") {
  Reading reading(
      "tir 1\ndomain at = {at, 1}\nrelation at(at, at) static at \"a.kif\":1:2-3\n"
      "relation p(at) derived\nfacts at {\n  (at, 1)\n}\n"
      "rule at at \"b.kif\":4:5-6:7 {\n  p(X)\n  if at(at, X) at \"c.kif\":8:9-10\n"
      "  and at(X, 1) at 11:12-13\n  and at(1, X)\n}\n"
      "rule here {\n  p(X)\n  if at(at, X) at 14:15-16\n  and at(1, X)\n}\n");
  INFO(reading.diagnostics.render());
  REQUIRE(reading.module);
  const Module& module = *reading.module;
  Origins origins(*module.sources);
  const auto told = [&](const Span& span) {
    const Span origin = origins.of(span);
    if (!origin.known()) return std::string("unknown");
    return (*module.sources)[origin.file].path + " " + std::to_string(origin.begin.line);
  };
  CHECK(told(module.relations.at(0).span) == "a.kif 1");
  CHECK_FALSE(module.relations.at(1).span.known());
  const Rule& placed = module.rules.at(0);
  CHECK(told(placed.span) == "b.kif 4");
  CHECK(told(placed.body.at(0).span) == "c.kif 8");
  CHECK(told(placed.body.at(1).span) == "b.kif 11");
  CHECK(told(placed.body.at(2).span) == "unknown");
  const Rule& by_hand = module.rules.at(1);
  CHECK(told(by_hand.span) == "test.tir 14");
  CHECK(told(by_hand.body.at(0).span) == "test.tir 14");
  CHECK(told(by_hand.body.at(1).span) == "test.tir 17");
  reprinted(module);
}

TEST_CASE("without places the same module is printed", "[ir][text]") {
  Reading reading(
      "tir 1\ndomain d = {a}\nrelation p(d) derived at \"a.kif\":1:1-2\n"
      "rule p#1 at \"a.kif\":1:1-2 {\n  p(a)\n}\n");
  REQUIRE(reading.module);
  const std::string text = print(*reading.module, PrintedPlaces::none);
  CHECK_FALSE(contains(text, " at "));
  Reading again(text);
  REQUIRE(again.module);
  CHECK(print(*again.module, PrintedPlaces::none) == text);
}

TEST_CASE("IR text is known by its first words", "[ir][text]") {
  CHECK(is_ir_text("tir 1\n"));
  CHECK(is_ir_text("# a comment\r\n\n \t tir 2"));
  CHECK_FALSE(is_ir_text(""));
  CHECK_FALSE(is_ir_text("tir"));
  CHECK_FALSE(is_ir_text("(role tir)"));
  CHECK_FALSE(is_ir_text("tir(1)"));
  CHECK_FALSE(is_ir_text("; tir 1"));
}

TEST_CASE("differences of texts are those of declarations", "[ir][text]") {
  const std::string before =
      "tir 1\nlevel clauses\n\ndomain d = {a}\n\nrelation p(d) derived\n"
      "relation q(d) derived\n\nrule p#1 {\n  p(X)\n  if q(X)\n  and q(a)\n  and q(b)\n"
      "  and q(c)\n}\n\nrule q#1 {\n  q(a)\n}\n\nstratum 0 {\n  relations p\n}\n";
  CHECK(diff_texts(before, before).empty());
  std::string after = before;
  const auto replace = [&](const std::string& old, const std::string& now) {
    after.replace(after.find(old), old.size(), now);
  };
  replace("  and q(c)\n", "  and p(c)\n");
  replace("relation q(d) derived", "relation q(d) derived bits");
  replace("rule q#1 {\n  q(a)", "rule q#2 {\n  q(a)");
  replace("stratum 0", "stratum 1 {\n}\n\nstratum 0");
  CHECK(diff_texts(before, after) ==
        "-relation q(d) derived\n"
        "+relation q(d) derived bits\n"
        "-rule q#1 {\n-  q(a)\n-}\n"
        " rule p#1 {\n   ...\n   and q(b)\n-  and q(c)\n+  and p(c)\n }\n"
        "+rule q#2 {\n+  q(a)\n+}\n"
        "-strata: 1, entries: 0\n+strata: 2, entries: 0\n");
}

TEST_CASE("procs of several clauses, and of none", "[ir][text]") {
  Reading reading(
      "tir 1\n"
      "proc none(A: state in) {}\n"
      "proc p(A: state in, B: state out) { call move(A, ?B) yield (A, B) }\n"
      "proc p(A: state in, B: state out) { call move(A, ?B) absent p(B, _) yield (A, B) }\n");
  REQUIRE(reading.module);
  CHECK(reading.module->procs.size() == 2);
  CHECK(reading.module->procs.at(0).clauses.empty());
  CHECK(reading.module->procs.at(1).clauses.size() == 2);
  reprinted(*reading.module);
}

TEST_CASE("an invalid module can still be looked at", "[ir][text]") {
  Module module;
  Relation relation;
  relation.name = "p";
  relation.columns = {7, no_id};
  module.relations.push_back(relation);
  Rule rule;
  rule.head = 9;
  rule.head_args = {Argument::variable(3), Argument::constant(99)};
  module.rules.push_back(rule);
  module.strata.push_back({false, {4}, {5}});
  const std::string text = print(module);
  CHECK(contains(text, "relation p('<no domain 7>', _) derived"));
  CHECK(contains(text, "'<no relation 9>'('<no variable 3>', '<no symbol 99>')"));
  CHECK(contains(text, "plans '<no plan 5>'"));
}

TEST_CASE("one rule or plan alone", "[ir][text]") {
  Reading reading(documented_example());
  REQUIRE(reading.module);
  const Module& module = *reading.module;
  CHECK(print(module, module.rules.at(1)) ==
        "rule path#2 at \"walk.kif\":8:1-9:14 {\n  path(X, Z)\n  if path(X, Y)\n"
        "  and step(Y, Z)\n}\n");
  CHECK(contains(print(module, module.plans.at(1)), "scan   delta path(?X, ?Y)"));
}

TEST_CASE("parse errors say where and what", "[ir][text]") {
  refuse("", "1:1 parse");
  refuse("tir 3\n", "1:5 parse");
  refuse(
      "tir 1\nrelation path() derived\nrelation q() derived\n"
      "rule q#1 { q() if paht() }\n",
      "4:19 parse");
  refuse("tir 1\nrelation p(d) derived\n", "2:12 parse");
  refuse("tir 1\nrelation p() derived next q\n", "2:27 parse");
  refuse("tir 1\nrelation p() odd\n", "2:14 parse");
  refuse("tir 1\nrelation p() derived\nrelation p() derived\n", "3:10 parse");
  refuse("tir 1\ndomain d = {a}\ndomain d = {b}\n", "3:8 parse");
  refuse("tir 1\ndomain d = {a, b, a}\n", "2:19 parse");
  refuse("tir 1\ndomain d = {1 .. 99999999}\n", "2:18 parse");
  refuse("tir 1\ndomain d = {5 .. 4}\n", "2:18 parse");
  refuse("tir 1\ndomain d = {a .. 4}\n", "2:13 parse");
  refuse("tir 1\ndomain d = {a}\nrelation p(d) static\nfacts p { (a, a) }\n", "4:11 parse");
  refuse("tir 1\nstratum 1 {}\n", "2:9 parse");
  refuse("tir 1\nstratum 0 { plans p#1 }\n", "2:19 parse");
  refuse("tir 1\nproc p(A: state in, A: state out) {}\n", "2:21 parse");
  refuse("tir 1\nproc p(A: state in) {}\nproc p(A: state in) memo {}\n", "3:6 parse");
  refuse("tir 1\ngame 'x'\n", "2:6 parse");
  refuse("tir 1\ngame \"x\n", "2:6 parse");
  refuse("tir 1\ngame \"\\q\"\n", "2:7 parse");
  refuse("tir 1\n\x01\n", "2:1 parse");
  refuse("tir 1\nrelation p() derived\nplan p#1 { jump p() }\n", "3:12 parse");
}

TEST_CASE("several errors are found in one run, but not without end", "[ir][text]") {
  Reading three("tir 1\ndomain = {}\nrelation p( derived\nfacts q {}\n");
  CHECK(three.diagnostics.error_count() == 3);
  std::string many = "tir 1\n";
  for (int i = 0; i < 1000; ++i) many += "domain = {}\n";
  CHECK(Reading(many).diagnostics.error_count() == 20);
}

TEST_CASE("nesting without end is refused", "[ir][text]") {
  std::string text = "tir 1\nplan p#1 {\n";
  for (int i = 0; i < 200000; ++i) text += "exists { ";
  refuse(text, "3:908 parse");
  refuse("tir 1\nrule " + std::string(200000, '('), "2:6 parse");
}

TEST_CASE("truncated and damaged texts never break the parser", "[ir][text]") {
  const std::string example = documented_example();
  std::mt19937 random(7);
  for (std::size_t length = 0; length < example.size(); length += 3) {
    Reading reading(example.substr(0, length));
    CHECK((reading.module.has_value() || reading.diagnostics.has_errors()));
  }
  for (int round = 0; round < 1000; ++round) {
    std::string damaged = example;
    for (int hits = 0; hits < 4; ++hits) {
      damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    }
    Reading reading(damaged);
    REQUIRE((reading.module.has_value() || reading.diagnostics.has_errors()));
    if (!reading.module) continue;
    const std::string text = print(*reading.module);
    Reading again(text);
    INFO(again.diagnostics.render());
    REQUIRE(again.module);
    REQUIRE(print(*again.module) == text);
    Diagnostics faults(*reading.sources);
    const bool good = verify(*reading.module, faults);
    REQUIRE(good == !faults.has_errors());
  }
}

TEST_CASE("large modules are printed and read quickly", "[ir][text]") {
  Module module;
  const FileId file = module.sources->add("large.kif", "");
  std::vector<Symbol> values;
  for (int i = 0; i < 10000; ++i) values.push_back(module.symbols->intern("c" + std::to_string(i)));
  const DomainId domain = module.intern_domain(values, "d");
  for (int i = 0; i < 500; ++i) {
    Relation relation;
    relation.name = "r" + std::to_string(i);
    relation.columns = {domain, domain};
    module.relations.push_back(relation);
  }
  module.relations[0].kind = RelationKind::fixed;
  for (const Symbol value : values)
    module.relations[0].facts.cells.insert(module.relations[0].facts.cells.end(),
                                           {value, values[0]});
  module.relations[0].facts.rows = values.size();
  for (std::uint32_t i = 0; i < 5000; ++i) {
    Rule rule;
    rule.name = "r#" + std::to_string(i);
    rule.head = 1 + i % 499;
    rule.variables = {"x", "y", "z"};
    rule.head_args = {Argument::variable(0), Argument::variable(2)};
    rule.span = {file, {i, 1}, {i + 1, 1}};
    for (std::uint32_t k = 0; k < 4; ++k) {
      rule.body.push_back({Literal::Kind::positive,
                           (i + k) % 500,
                           {Argument::variable(k % 3), Argument::variable((k + 1) % 3)},
                           {},
                           {file, {i, k}, {i, k + 1}}});
    }
    module.rules.push_back(rule);
  }
  const auto start = std::chrono::steady_clock::now();
  const std::string text = print(module);
  Reading again(text);
  REQUIRE(again.module);
  CHECK(print(*again.module) == text);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  WARN("printed, read and printed " << text.size() << " bytes in " << time.count() << " s");
  // Generous: also holds with sanitizers on a busy machine, and not for quadratic time.
  CHECK(time.count() < 10);
}
