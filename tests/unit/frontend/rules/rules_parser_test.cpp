// Production rules and facts: every form that is read, every refusal with its place.
#include "frontend/rules/rules_parser.h"
#include "frontend/text/sexpr.h"
#include "tests/unit/support/chained.h"

#include <string>
#include <vector>

using namespace tesuji;
using namespace tesuji::tests;
using frontend::RuleArgument;
using frontend::RulePremise;

namespace {

struct Parsed {
  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics{sources};
  std::optional<frontend::RuleSet> set;

  explicit Parsed(std::string text) {
    set = frontend::parse_rules(sources.add("test.rules", std::move(text)), symbols, diagnostics);
    CHECK(set.has_value() != diagnostics.has_errors());
  }

  [[nodiscard]] std::string text(const frontend::RulePattern& pattern) const {
    std::string text = pattern.relation == ir::no_symbol ? "" : symbols.text(pattern.relation);
    for (const RuleArgument& argument : pattern.args) {
      text += argument.kind == RuleArgument::Kind::any        ? " _"
              : argument.kind == RuleArgument::Kind::variable ? " ?" + symbols.text(argument.name)
                                                              : " " + symbols.text(argument.name);
    }
    return text;
  }

  /// A rule's name, premises and conclusions, in words of its own.
  [[nodiscard]] std::string shown(std::size_t number) const {
    const frontend::ProductionRule& rule = set->rules.at(number);
    std::string all = rule.name + ":";
    for (const RulePremise& premise : rule.premises) {
      all += premise.kind == RulePremise::Kind::present ? " +"
             : premise.kind == RulePremise::Kind::absent
                 ? " -"
                 : " #" + std::to_string(static_cast<int>(premise.comparison));
      all += "(" + text(premise.pattern) + ")";
    }
    all += " =>";
    for (const frontend::RuleConclusion& conclusion : rule.conclusions) {
      all += std::string(conclusion.adds ? " +(" : " -(") + text(conclusion.pattern) + ")";
    }
    return all;
  }
};

/// The first error as `line:column code`.
std::string first_error(const std::string& text) {
  const Parsed parsed(text);
  REQUIRE(parsed.diagnostics.has_errors());
  const ir::Diagnostic& error = parsed.diagnostics.all().front();
  CHECK(!error.message.empty());
  return std::to_string(error.span.begin.line) + ":" + std::to_string(error.span.begin.column) +
         " " + error.code;
}

std::string with_premise(const std::string& premise) {
  return "(rule r (premises (present (p ?x)) " + premise + ") (conclusions (add (q ?x))))";
}

}  // namespace

TEST_CASE("A rule in tesuji's own form", "[rules]") {
  const Parsed parsed(
      "; a comment\n"
      "(rule Connect\n"
      "  (premises (present (Colour ?C)) (absent (move ?c b _)) (different ?c 3.79))\n"
      "  (conclusions (add (move ?c 1 -2)) (remove (flag))))");
  REQUIRE(parsed.set);
  CHECK(parsed.shown(0) ==
        "connect: +(colour ?c) -(move ?c b _) #0( ?c 3.79) => +(move ?c 1 -2) -(flag)");
}

TEST_CASE("The paper's form, flat and in French", "[rules]") {
  const Parsed parsed(
      "(premisses (present (Couleur (?c)) intersections_differentes (?c noir)\n"
      "  absent (Coup (?c Connecter)))\n"
      " conclusions (ajoute (Coup (?c Connecter)) enleve (Couleur (?c))))\n"
      "((nom (Regle_2)) premisses (present (Couleur (?c))) conclusions (ajoute (vu)))");
  REQUIRE(parsed.set);
  CHECK(parsed.shown(0) ==
        "rule_1: +(couleur ?c) #0( ?c noir) -(coup ?c connecter) => "
        "+(coup ?c connecter) -(couleur ?c)");
  CHECK(parsed.shown(1) == "regle_2: +(couleur ?c) => +(vu)");
}

TEST_CASE("Every comparison, by each of its names", "[rules]") {
  const std::vector<std::vector<std::string>> names{
      {"different", "distinct", "!=", "differentes", "intersections_differentes"},
      {"same", "equal", "=", "egal"},
      {"less", "<", "inferieur", "inferieur_reel"},
      {"less_or_equal", "<=", "inferieur_ou_egal"},
      {"greater", ">", "superieur", "superieur_reel"},
      {"greater_or_equal", ">=", "superieur_ou_egal"}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const std::string& name : names[i]) {
      CAPTURE(name);
      const Parsed parsed(with_premise("(" + name + " ?x 3)"));
      REQUIRE(parsed.set);
      CHECK(parsed.set->rules[0].premises[1].comparison == static_cast<ir::Comparison>(i));
    }
  }
}

TEST_CASE("A rule without premises, and relations without arguments", "[rules]") {
  const Parsed parsed(
      "(rule a (conclusions (add start)))(rule b (premises (present start))"
      "(conclusions (add (go))))");
  REQUIRE(parsed.set);
  CHECK(parsed.shown(0) == "a: => +(start)");
  CHECK(parsed.shown(1) == "b: +(start) => +(go)");
}

TEST_CASE("What is no rule is refused where it stands", "[rules]") {
  CHECK(first_error("rule") == "1:1 parse");
  CHECK(first_error("()") == "1:1 parse");
  CHECK(first_error("(rule r (premises (present (p ?x))))") == "1:1 parse");
  CHECK(first_error("(rule r (premise (present (p ?x))) (conclusions (add (q ?x))))") ==
        "1:9 parse");
  CHECK(first_error("(rule r (premises (present (p ?x))) (conclusions (assert (q ?x))))") ==
        "1:50 parse");
  CHECK(first_error("(rule r (premises (present (p ?x)))") == "1:1 parse");
  CHECK(first_error("(rule r))") == "1:9 parse");
  CHECK(first_error("(rule r premises)") == "1:9 parse");
  CHECK(first_error("(rule (name) (premises (present (p))) (conclusions (add (q))))") ==
        "1:7 parse");
  CHECK(first_error(with_premise("(present)")) == "1:36 parse");
  CHECK(first_error(with_premise("(present (p ?x) (p ?x))")) == "1:36 parse");
  CHECK(first_error(with_premise("(present (p a (f ?x)))")) == "1:50 parse");
  CHECK(first_error(with_premise("(present (p ?))")) == "1:48 parse");
  CHECK(first_error(with_premise("(present (?x a))")) == "1:45 parse");
  CHECK(first_error(with_premise("(present ?x)")) == "1:45 parse");
  CHECK(first_error(with_premise("(maybe (p ?x))")) == "1:36 parse");
  CHECK(first_error(with_premise("present")) == "1:36 parse");
  CHECK(first_error(with_premise("(different ?x)")) == "1:36 parse");
  CHECK(first_error(with_premise("(different ?x _)")) == "1:50 parse");
}

TEST_CASE("Variables that nothing binds", "[rules]") {
  CHECK(first_error("(rule r (premises (present (p ?x))) (conclusions (add (q ?y))))") ==
        "1:58 unsafe");
  CHECK(first_error("(rule r (premises (present (p ?x))) (conclusions (add (q _))))") ==
        "1:58 unsafe");
  CHECK(first_error(with_premise("(different ?x ?y)")) == "1:50 unsafe");
  CHECK(first_error(with_premise("(absent (p ?y)) (absent (p ?y))")) == "1:47 unsafe");
  // Twice in one premise it would mean more than `whatever it is`.
  CHECK(first_error(with_premise("(absent (r ?y ?y))")) == "1:47 unsafe");
  CHECK(Parsed(with_premise("(absent (p ?y))")).set);
}

TEST_CASE("Arities, names and sizes", "[rules]") {
  CHECK(first_error(with_premise("(present (q ?x ?x))")) == "1:75 arity");
  CHECK(first_error("(rule r (conclusions (add (a))))\n(rule r (conclusions (add (a))))") ==
        "2:1 parse");
  std::string many;
  for (std::size_t i = 0; i < frontend::max_premises; ++i) many += "(present (p ?x)) ";
  CHECK(first_error(with_premise(many)) == "1:1 limit");
  std::string repeated = "(present (w";
  for (std::size_t i = 0; i <= frontend::max_premises; ++i) repeated += " ?x";
  CHECK(first_error(with_premise(repeated + "))")) == "1:1 limit");
}

TEST_CASE("Rules without a name take numbers that are free", "[rules]") {
  const std::string nameless = "((conclusions (add (a))))";
  Parsed parsed(nameless + "(rule rule_2 (conclusions (add (a))))" + nameless + nameless +
                "(rule rule_4 (conclusions (add (a))))");
  REQUIRE(parsed.set);
  std::vector<std::string> names;
  for (const frontend::ProductionRule& rule : parsed.set->rules) names.push_back(rule.name);
  CHECK(names == std::vector<std::string>{"rule_1", "rule_2", "rule_3", "rule_5", "rule_4"});
}

TEST_CASE("Several errors in one run", "[rules]") {
  const Parsed parsed(with_premise("(different ?x ?y) (present (p a (f)))") + with_premise("(x)"));
  CHECK(parsed.diagnostics.error_count() >= 2);
}

TEST_CASE("S-expressions: places, depth, stray parentheses", "[rules][sexpr]") {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const auto read = [&](const std::string& text) {
    return frontend::read_sexprs(sources.add("s", text), diagnostics);
  };
  const auto two = read("(a (B c))\n d ; e");
  REQUIRE(two);
  REQUIRE(two->size() == 2);
  CHECK((*two)[0].head() == "a");
  CHECK((*two)[0].items[1].items[0].is("b"));
  CHECK((*two)[0].items[1].span.begin.column == 4);
  CHECK((*two)[0].items[1].span.end.column == 9);
  CHECK((*two)[1].is("d"));
  CHECK((*two)[1].span.begin.line == 2);
  const std::size_t deepest = frontend::max_sexpr_depth;
  CHECK(read(std::string(deepest, '(') + std::string(deepest, ')')));
  CHECK(!read(std::string(deepest + 1, '(')));
  CHECK(diagnostics.all().back().code == "limit");
  CHECK(!read(")"));
  CHECK(!read(std::string("a\0b", 3)));
  CHECK(diagnostics.all().back().code == "parse");
}
