// Ordering metarules: read, written, matched, made from domains and facts.
#include "passes/metarules.h"
#include "frontend/metarules_parser.h"
#include "ir/agenda_premises.h"
#include "passes/agenda_views.h"
#include "passes/observed_metarules.h"
#include "passes/order_premises.h"
#include "passes/round_priorities.h"
#include "passes/synthesise.h"
#include "tests/unit/chained.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

using namespace tesuji;
using namespace tesuji::tests;
using ir::OrderingMetarule;
using Kind = passes::LiteralArgument::Kind;

namespace {

struct Read {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics{sources};
  std::optional<std::vector<OrderingMetarule>> metarules;

  explicit Read(const std::string& text) {
    metarules = frontend::parse_metarules(sources.add("test.meta", text), diagnostics);
    CHECK(metarules.has_value() != diagnostics.has_errors());
  }

  /// The first error as `line code`.
  [[nodiscard]] std::string error() const {
    REQUIRE(diagnostics.has_errors());
    const ir::Diagnostic& first = diagnostics.all().front();
    return std::to_string(first.span.begin.line) + " " + first.code;
  }
};

std::string metarule(const std::string& premises, const std::string& conclusion) {
  return "(metarule m (premises " + premises + ")\n(conclusions " + conclusion + "))";
}

const std::string assign = "(assign_priority ?r (present (n ?a ?b)) 2.5)";
const std::string own = "(condition ?r (present (n ?a ?b)))";

/// A rule's body: n(X, Y), n(Y, X), p(X), p(k), different(X, Y).
std::vector<passes::LiteralView> body() {
  const auto variable = [](std::uint32_t number) {
    return passes::LiteralArgument{Kind::variable, number, {}};
  };
  using Premise = ir::PremisePattern::Kind;
  return {{Premise::present, "n", {variable(0), variable(1)}},
          {Premise::present, "n", {variable(1), variable(0)}},
          {Premise::present, "p", {variable(0)}},
          {Premise::absent, "p", {{Kind::constant, 0, "k"}}},
          {Premise::compare, "different", {variable(0), variable(1)}}};
}

std::optional<double> priority(const std::string& text, std::size_t which,
                               const std::vector<bool>& bound) {
  const Read read(text);
  INFO(read.diagnostics.render());
  REQUIRE(read.metarules);
  return passes::Metarules(*read.metarules).priority(body(), which, bound);
}

}  // namespace

TEST_CASE("The paper's Table 2", "[metarules]") {
  std::ifstream file(TESUJI_SOURCE_DIR "/tests/cli/inputs/paper-table2.meta");
  REQUIRE(file);
  const Read read({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
  INFO(read.diagnostics.render());
  REQUIRE(read.metarules);
  REQUIRE(read.metarules->size() == 2);
  const OrderingMetarule& first = read.metarules->at(0);
  CHECK(first.name == "metaregle_ordonne_1");
  CHECK(first.premise.relation == "voisine");
  CHECK(first.bound == std::vector<std::string>{"var"});
  CHECK(first.unbound == std::vector<std::string>{"var1"});
  CHECK(first.conditions.empty());
  CHECK(first.priority == 3.79);
  const OrderingMetarule& second = read.metarules->at(1);
  CHECK(second.premise.args.at(1).kind == ir::PremisePattern::Argument::Kind::constant);
  CHECK(second.premise.args.at(1).text == "2");
  CHECK(second.priority == 0.01);
}

TEST_CASE("What is written is read back, and written the same", "[metarules]") {
  const Read read(
      metarule("(rule ?r) (condition ?r (present (n ?a ?b))) (condition ?r (absent (p ?a _)))"
               "(condition ?r (different ?a k)) (bound ?a) (unbound ?b)"
               "(priority ?r (present (n ?a ?b)) ?p) (greater ?p 2.5)",
               assign) +
      "(metarule (conclusions (assign_priority (absent (p)) 0)))"
      "(metarule (conclusions (assign_priority (different ?a ?b) 0.125)))");
  INFO(read.diagnostics.render());
  REQUIRE(read.metarules);
  CHECK(read.metarules->at(0).conditions.size() == 2);
  CHECK(read.metarules->at(1).name == "metarule_2");
  const std::string text = frontend::print_metarules(*read.metarules);
  const Read again(text);
  INFO(text << again.diagnostics.render());
  REQUIRE(again.metarules);
  CHECK(frontend::print_metarules(*again.metarules) == text);
}

TEST_CASE("Metarules that are malformed", "[metarules]") {
  CHECK(Read("metarule").error() == "1 parse");
  CHECK(Read("()").error() == "1 parse");
  CHECK(Read("(metarule m)").error() == "1 parse");
  CHECK(Read("(metarule m (premises) x)").error() == "1 parse");
  CHECK(Read("(metarule m (name (a b)) (conclusions " + assign + "))").error() == "1 parse");
  CHECK(Read(metarule("(fires ?r)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(add ?r)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(bound a)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(bound ?z)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(greater ?p)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(condition ?r)", assign)).error() == "1 parse");
  CHECK(Read(metarule("(condition ?r (maybe (n ?a)))", assign)).error() == "1 parse");
  CHECK(Read(metarule("(condition ?r (present (n a (f))))", assign)).error() == "1 parse");
  CHECK(Read(metarule("(condition ?r (present (n a ())))", assign)).error() == "1 parse");
  CHECK(Read(metarule("", assign + assign)).error() == "2 parse");
  CHECK(Read(metarule("(condition ?r (different ?a ?b ?c))", assign)).error() == "1 parse");
  for (const char* number : {"-1", "many", "", "1 2", "inf", "nan", "1e999"}) {
    CAPTURE(number);
    CHECK(
        Read(metarule("", "(assign_priority (present (n)) " + std::string(number) + ")")).error() ==
        "2 parse");
  }
}

TEST_CASE("Metarules that contradict themselves or each other", "[metarules]") {
  CHECK(Read(metarule("(bound ?a) (unbound ?a)", assign)).error() == "1 contradiction");
  CHECK(Read(metarule("(greater ?p 2)", assign)).error() == "1 contradiction");
  CHECK(Read(metarule("(greater ?p 3)", assign)).metarules);
  CHECK(Read(metarule("(condition ?r (present (n ?b ?a)))", assign)).error() == "2 contradiction");
  // Whatever the variables are called.
  const std::string one = metarule("(bound ?a)", assign);
  CHECK(Read(one + "\n(metarule (premises (bound ?x)) (conclusions "
                   "(assign_priority (present (n ?x ?y)) 3)))")
            .error() == "3 contradiction");
  CHECK(Read(one + "(metarule (premises (bound ?y)) (conclusions "
                   "(assign_priority (present (n ?x ?y)) 3)))")
            .metarules);
  CHECK(Read(one + "(metarule (premises (bound ?a)) (conclusions " + assign + "))").metarules);
  // In whatever order the conditions stand.
  const std::string p = "(condition ?r (present (p ?a ?x)))";
  const std::string q = "(condition ?r (present (p ?x ?b)))";
  const std::string two = metarule(own + p + q, assign);
  const auto other = [](const std::string& premises) {
    return "\n(metarule (premises " + own + premises +
           ") (conclusions (assign_priority (present (n ?a ?b)) 3)))";
  };
  CHECK(Read(two + other(q + p)).error() == "3 contradiction");
  CHECK(Read(two + other(q + "(condition ?r (present (p ?a ?z)))")).metarules);
  CHECK(Read(two + other(p)).metarules);
}

TEST_CASE("Names of metarules", "[metarules]") {
  const std::string one = metarule("", assign);
  CHECK(Read(one + "\n" + one).error() == "3 parse");
  const std::string unnamed = "(metarule (conclusions " + assign + "))";
  const Read read("(metarule metarule_2 (conclusions " + assign + "))" + unnamed + unnamed);
  REQUIRE(read.metarules);
  CHECK(read.metarules->at(1).name == "metarule_3");
  CHECK(read.metarules->at(2).name == "metarule_4");
}

TEST_CASE("Every metarule is looked at, whatever is wrong with those before", "[metarules]") {
  const Read read("(metarule a)\n" + metarule("(bound ?a) (unbound ?a)", assign));
  CHECK(read.diagnostics.error_count() == 2);
}

TEST_CASE("Metarules of many conditions", "[metarules]") {
  const auto with = [](std::size_t conditions) {
    std::string premises = own + "(bound ?a ?b)";
    for (std::size_t i = 0; i < conditions; ++i) {
      const std::string number = std::to_string(i);
      premises += "(condition ?r (present (n ?x" + number + " ?y" + number + ")))";
    }
    return premises;
  };
  CHECK(Read(metarule(with(frontend::max_conditions + 1), assign)).error() == "1 limit");
  // None of the variables is unbound, in any of 60^8 combinations; or in none of 60^7.
  std::vector<passes::LiteralView> rule;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const passes::LiteralArgument variable{Kind::variable, i, {}};
    rule.push_back({ir::PremisePattern::Kind::present, "n", {variable, variable}});
  }
  const std::vector<bool> bound(60, true);
  for (const std::string more : {"(unbound ?x7)", "(condition ?r (present (m ?x0 ?x6)))"}) {
    const std::size_t conditions = more[1] == 'u' ? 8 : 7;
    const Read read(metarule(with(conditions) + more, assign));
    REQUIRE(read.metarules);
    CHECK(!passes::Metarules(*read.metarules).priority(rule, 0, bound));
  }
  const Read read(metarule(with(8), assign));
  REQUIRE(read.metarules);
  CHECK(passes::Metarules(*read.metarules).priority(rule, 0, bound) == 2.5);
}

TEST_CASE("What a metarule matches", "[metarules]") {
  const std::vector<bool> none{false, false};
  const std::vector<bool> first{true, false};
  const std::vector<bool> both{true, true};
  const std::string plain = metarule("", assign);
  CHECK(priority(plain, 0, none) == 2.5);
  CHECK(priority(plain, 1, both) == 2.5);
  CHECK(!priority(plain, 2, none));
  const std::string one = metarule("(bound ?a) (unbound ?b)", assign);
  CHECK(!priority(one, 0, none));
  CHECK(priority(one, 0, first) == 2.5);
  CHECK(!priority(one, 1, first));
  CHECK(!priority(one, 0, both));
  // The same metavariable twice, constants, `_`, kinds.
  CHECK(!priority(metarule("", "(assign_priority (present (n ?a ?a)) 1)"), 0, none));
  CHECK(priority(metarule("", "(assign_priority (present (n _ _)) 1)"), 0, both) == 1);
  CHECK(!priority(metarule("", "(assign_priority (present (n _ _)) 1)"), 0, first));
  CHECK(!priority(metarule("", "(assign_priority (present (n ?a k)) 1)"), 0, none));
  CHECK(!priority(metarule("", "(assign_priority (present (n ?a)) 1)"), 0, none));
  CHECK(priority(metarule("", "(assign_priority (absent (p k)) 1)"), 3, none) == 1);
  CHECK(!priority(metarule("", "(assign_priority (absent (p j)) 1)"), 3, none));
  CHECK(!priority(metarule("", "(assign_priority (absent (p ?a)) 1)"), 3, none));
  CHECK(!priority(metarule("", "(assign_priority (present (p k)) 1)"), 3, none));
  CHECK(priority(metarule("", "(assign_priority (different ?a ?b) 1)"), 4, none) == 1);
  // The smallest counts.
  CHECK(priority(plain + "(metarule (conclusions (assign_priority (present (n _ _)) 1)))", 0,
                 both) == 1);
}

TEST_CASE("Metarules name what a rulesheet says, terms taken apart", "[metarules]") {
  const auto relation = [](const std::string& fact) {
    const Read read(metarule("", "(assign_priority (present " + fact + ") 1)"));
    INFO(read.diagnostics.render());
    REQUIRE(read.metarules);
    const ir::PremisePattern& pattern = read.metarules->at(0).premise;
    return pattern.relation + "/" + std::to_string(pattern.args.size());
  };
  CHECK(relation("(true (cell ?x ?y b))") == "true.cell/3");
  CHECK(relation("(true.cell ?x ?y b)") == "true.cell/3");
  CHECK(relation("(true ?f)") == "true/1");
  CHECK(relation("(does ?p (move (square ?x 1) (square ?y 2)))") == "does.move.square.square/5");
  CHECK(relation("(does ?p noop)") == "does/2");
  CHECK(relation("(line (?a ?b))") == "line/2");  // the paper's way to write arguments
  const Read compares(metarule("", "(assign_priority (distinct ?a ?b) 1)"));
  REQUIRE(compares.metarules);
  CHECK(compares.metarules->at(0).premise.relation == "different");
}

TEST_CASE("Further conditions look at the rest of the rule", "[metarules]") {
  const std::vector<bool> none{false, false};
  const auto with = [](const std::string& condition) {
    return metarule("(condition ?r (present (n ?a ?b))) (condition ?r " + condition + ")", assign);
  };
  CHECK(priority(with("(present (n ?b ?a))"), 0, none) == 2.5);
  CHECK(!priority(with("(present (n ?a ?c))"), 0, none));  // itself is none of the others
  CHECK(priority(with("(present (p ?a))"), 0, none) == 2.5);
  CHECK(!priority(with("(present (p ?a))"), 1, none));
  CHECK(!priority(with("(present (q ?a))"), 0, none));
  const std::string further =
      metarule("(condition ?r (present (p ?a))) (condition ?r (present (n ?a ?b))) (bound ?b)",
               "(assign_priority (present (p ?a)) 7)");
  CHECK(priority(further, 2, {false, true}) == 7);
  CHECK(!priority(further, 2, {true, false}));
}

TEST_CASE("Metarules made from domains and facts", "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (n ?x ?y)) (present (c ?y black)) (absent (c ?x white))"
      " (present (d ?x)) (less ?x ?y)) (conclusions (add (d ?y))))",
      "n(1,2). n(1,3). n(2,3). c(1,black). c(2,black). c(3,white). d(1).");
  REQUIRE(chained.module);
  const auto metarules = passes::synthesise_metarules(*chained.module);
  const auto find = [&](const std::string& relation, const std::vector<std::string>& bound) {
    const auto found = std::find_if(metarules.begin(), metarules.end(), [&](const auto& metarule) {
      return metarule.premise.relation == relation && metarule.bound == bound;
    });
    REQUIRE(found != metarules.end());
    return found->priority;
  };
  CHECK(find("n", {}) == 3);
  CHECK(find("n", {"v0"}) == 1.5);  // three facts, two first arguments
  CHECK(find("n", {"v1"}) == 1.5);
  CHECK(find("n", {"v0", "v1"}) == 0.75);  // three facts, two times two values
  CHECK(find("c", {}) == 2);               // black ones
  CHECK(find("less", {}) == 0.5);
  CHECK(find("d", {}) > find("d", {"v0"}));
  // They are text that a person can read and edit.
  const Read read(frontend::print_metarules(metarules));
  INFO(read.diagnostics.render());
  REQUIRE(read.metarules);
  CHECK(read.metarules->size() == metarules.size());
}

TEST_CASE("Only what other premises have can be bound", "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (n ?x ?y)) (present (m ?y ?z)) (absent (n ?z ?x)))"
      " (conclusions (add (d ?x))))",
      "n(1,2). n(1,3). n(2,3). m(1,2). m(2,1).");
  REQUIRE(chained.module);
  const auto bound = [&](const std::string& relation, ir::PremisePattern::Kind kind) {
    std::vector<std::vector<std::string>> sets;
    for (const auto& metarule : passes::synthesise_metarules(*chained.module)) {
      if (metarule.premise.relation != relation || metarule.premise.kind != kind) continue;
      CHECK(metarule.bound.size() + metarule.unbound.size() == 2);
      sets.push_back(metarule.bound);
    }
    return sets;
  };
  using Sets = std::vector<std::vector<std::string>>;
  using Premise = ir::PremisePattern::Kind;
  // No other premise that is present has ?x, or ?z; comparisons and absent ones bind nothing.
  CHECK(bound("n", Premise::present) == Sets{{}, {"v1"}});
  CHECK(bound("m", Premise::present) == Sets{{}, {"v0"}});
  CHECK(bound("n", Premise::absent) == Sets{{"v0", "v1"}});
}

TEST_CASE("Where anything will do, one fact is as good as several", "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (p ?x)) (present (n ?x _)) (absent (n _ ?x)) (present (d ?x _)))"
      " (conclusions (add (d ?x ?x))))",
      "p(1). p(2). p(3). p(4). n(1,2). n(1,3). n(1,4). n(2,4). d(1,1).");
  REQUIRE(chained.module);
  const auto find = [&](ir::PremisePattern::Kind kind, const std::string& relation,
                        const std::vector<std::string>& bound) {
    for (const auto& metarule : passes::synthesise_metarules(*chained.module)) {
      if (metarule.premise.kind == kind && metarule.premise.relation == relation &&
          metarule.bound == bound) {
        return metarule.priority;
      }
    }
    FAIL("no metarule of " << relation);
    return 0.0;
  };
  using Premise = ir::PremisePattern::Kind;
  // A test, of the two values of the column, both of which have a fact; four without.
  CHECK(find(Premise::present, "n", {"v0"}) == 1);
  CHECK(find(Premise::present, "n", {}) == 4);
  // Each of the second column's three values has a fact.
  CHECK(find(Premise::absent, "n", {"v0"}) == 0);
  // Of what rules add, too, a test lets through one binding at most.
  CHECK(find(Premise::present, "d", {"v0"}) <= 1);
}

TEST_CASE("A lone variable counts as it stands, and as nothing in particular",
          "[metarules][synthesis]") {
  const Chained chained(
      "(rule r (premises (present (p ?x)) (present (n ?x ?y))) (conclusions (add (d ?x))))",
      "p(1). p(2). n(1,2). n(1,3). n(1,4). n(2,4).");
  REQUIRE(chained.module);
  const auto metarules = passes::synthesise_metarules(*chained.module);
  const auto of = [&](ir::PremisePattern::Argument::Kind kind) {
    const auto found = std::find_if(metarules.begin(), metarules.end(), [&](const auto& metarule) {
      return metarule.premise.relation == "n" && metarule.premise.args[1].kind == kind &&
             metarule.bound == std::vector<std::string>{"v0"};
    });
    REQUIRE(found != metarules.end());
    return found->priority;
  };
  CHECK(of(ir::PremisePattern::Argument::Kind::variable) == 2);
  CHECK(of(ir::PremisePattern::Argument::Kind::any) == 1);
}

TEST_CASE("Metarules of premises with many variables", "[metarules][synthesis]") {
  // A premise of `width` variables, which another one has, too.
  const auto rule = [](std::size_t width) {
    std::string arguments;
    std::string fact;
    for (std::size_t i = 0; i < width; ++i) {
      arguments += " ?x" + std::to_string(i);
      fact += (i == 0 ? "" : ",") + std::to_string(i % 7);
    }
    return Chained("(rule r (premises (present (n" + arguments + ")) (present (m" + arguments +
                       ")) (absent (l" + arguments + "))) (conclusions (add (d ?x0))))",
                   "n(" + fact + "). m(" + fact + "). l(" + fact + ").");
  };
  const auto count = [](const std::vector<OrderingMetarule>& metarules) {
    return std::count_if(metarules.begin(), metarules.end(),
                         [](const auto& metarule) { return metarule.premise.relation == "n"; });
  };
  const Chained six = rule(6);
  REQUIRE(six.module);
  CHECK(count(passes::synthesise_metarules(*six.module)) == 64);

  for (const std::size_t width : {7, 40}) {
    CAPTURE(width);
    const Chained wide = rule(width);
    REQUIRE(wide.module);
    const auto metarules = passes::synthesise_metarules(*wide.module);
    CHECK(count(metarules) == static_cast<std::ptrdiff_t>(2 * width + 2));
    const Read read(frontend::print_metarules(metarules));
    INFO(read.diagnostics.render());
    REQUIRE(read.metarules);
    // Whatever is bound, there is a priority; more bound, no larger one.
    const auto views =
        passes::views_of(*wide.module, ir::premises_of(wide.module->agendas.front()));
    const passes::Metarules known(*read.metarules);
    for (std::size_t which = 0; which < 2; ++which) {
      std::vector<bool> bound(wide.module->agendas.front().variables.size());
      double before = std::numeric_limits<double>::infinity();
      for (std::size_t v = 0; v <= bound.size(); ++v) {
        const auto priority = known.priority(views, which, bound);
        REQUIRE(priority.has_value());
        CHECK(*priority <= before);
        before = *priority;
        if (v < bound.size()) bound[v] = true;
      }
    }
    CHECK(known.priority(views, 2, std::vector<bool>(width, true)) == 0);
  }
}

TEST_CASE("Synthesised metarules of several sets stand beside observed ones",
          "[metarules][synthesis]") {
  const auto one = [](const std::string& bound, const std::string& unbound, double priority) {
    OrderingMetarule metarule;
    metarule.name = "n_1";
    metarule.premise.relation = "n";
    for (const char* name : {"a", "b"}) {
      metarule.premise.args.push_back({ir::PremisePattern::Argument::Kind::variable, name});
    }
    metarule.bound = {bound};
    if (!unbound.empty()) metarule.unbound = {unbound};
    metarule.priority = priority;
    return metarule;
  };
  const std::vector<OrderingMetarule> observed{one("a", "b", 2)};
  CHECK(passes::with_others(observed, {one("a", "b", 3)}).size() == 1);
  CHECK(passes::with_others(observed, {one("b", "a", 3)}).size() == 2);
  CHECK(passes::with_others(observed, {one("a", "", 3)}).size() == 2);
}

TEST_CASE("Priorities are rounded as far as their order allows", "[metarules][synthesis]") {
  const std::vector<double> exact{32 / 9.0,  3.556,     3.5555,    1 / 3.0, 1 / 3.0,   0.33330001,
                                  123456,    123456.5,  0,         2.0,     1.9999999, 1e-9 / 3,
                                  2.0000001, 1e300 / 7, 0.1 + 0.2, 0.3};
  std::vector<OrderingMetarule> metarules;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    OrderingMetarule metarule;
    metarule.name = "m" + std::to_string(i);
    metarule.premise.relation = "r" + std::to_string(i);
    metarule.priority = exact[i];
    metarules.push_back(metarule);
  }
  std::vector<OrderingMetarule> alone{metarules[0]};
  passes::round_priorities(alone);
  CHECK(alone[0].priority == 3.556);

  passes::round_priorities(metarules);
  CHECK(metarules[6].priority == 123456);
  CHECK(metarules[3].priority == metarules[4].priority);
  const Read again(frontend::print_metarules(metarules));
  REQUIRE(again.metarules);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    CHECK((*again.metarules)[i].priority == metarules[i].priority);
    for (std::size_t j = 0; j < exact.size(); ++j) {
      CHECK((metarules[i].priority < metarules[j].priority) == (exact[i] < exact[j]));
    }
  }
}

TEST_CASE("Premises in the order of given metarules", "[metarules][order]") {
  const auto ordered = [](const std::string& meta) {
    Chained chained(
        "(rule r (premises (present (a ?x)) (present (b ?y)) (present (c ?x ?y))"
        " (different ?x ?y)) (conclusions (add (d ?y))))",
        "a(1). b(1). c(1,1).");
    const Read read(meta);
    REQUIRE(read.metarules);
    REQUIRE(passes::order_premises(*chained.module, passes::Metarules(*read.metarules)));
    CHECK(ir::verify(*chained.module, chained.diagnostics));
    std::string names;
    for (const ir::AgendaOperation& op : chained.module->agendas[0].ops) {
      names += op.relation == ir::no_id ? "#" : chained.module->relations[op.relation].name;
    }
    return names;
  };
  // Without any: c is mentioned with two variables, so it binds most; tests follow.
  CHECK(ordered("") == "cab#d");
  const auto gives = [](const std::string& premise, const std::string& number) {
    return "(metarule (conclusions (assign_priority " + premise + " " + number + ")))";
  };
  CHECK(ordered(gives("(present (b ?y))", "2")) == "bac#d");
  CHECK(ordered(gives("(present (b ?y))", "2") + gives("(present (a ?y))", "1")) == "abc#d");
  CHECK(ordered(gives("(present (b ?y))", "0.5") + gives("(different ?x ?y)", "0.1")) == "ba#cd");
}
