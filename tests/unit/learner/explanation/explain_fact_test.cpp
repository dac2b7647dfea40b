// Rules learned from deductions of random rule sets: in other memories they conclude nothing that
// these rule sets do not.
#include "learner/explanation/explain_fact.h"
#include "backend/rules/fact_origins.h"
#include "backend/rules/production.h"
#include "learner/explanation/learn_wins.h"
#include "tests/property/random_rules.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace tesuji;
using learner::MemoryFact;

namespace {

/// A rule set with facts, run stratum by stratum; nothing where that cannot be.
std::optional<driver::TracedRun> run_of(const std::string& rules, const std::string& facts,
                                        const std::shared_ptr<ir::SymbolTable>& symbols) {
  driver::Session session;
  session.symbols = symbols;
  session.texts["theory.rules"] = rules;
  session.texts["facts.pl"] = facts;
  auto module = driver::load_rules("theory.rules", {"facts.pl"}, session);
  if (!module) return std::nullopt;
  const auto shared = std::make_shared<const ir::Module>(std::move(*module));
  const auto strata = driver::strata_of(*shared, session.diagnostics);
  if (!strata) return std::nullopt;
  runtime::ProductionLimits limits;
  limits.nodes = 200'000;
  auto run = driver::trace_rules(shared, *strata, limits);
  if (run.result.end != runtime::ProductionEnd::fixpoint) return std::nullopt;
  return run;
}

/// The facts of relations that rules conclude.
std::set<MemoryFact> concluded(const driver::TracedRun& run,
                               const std::set<ir::Symbol>& relations) {
  std::set<MemoryFact> facts;
  const learner::FactTrace trace(run);
  for (const auto& [relation, rows] : trace.facts()) {
    if (!relations.contains(relation)) continue;
    for (const auto& args : rows) facts.insert({relation, args});
  }
  return facts;
}

/// The facts that are no relation's of these, each kept with probability `share`.
std::string some_facts(const std::string& facts, const std::set<ir::Symbol>& without,
                       const ir::SymbolTable& symbols, double share, unsigned seed) {
  std::mt19937 random(seed);
  std::istringstream lines(facts);
  std::string kept;
  std::string fact;
  while (std::getline(lines, fact, '.')) {
    const std::size_t begin = fact.find_first_not_of(" \n");
    if (begin == std::string::npos) continue;
    const std::string name = fact.substr(begin, fact.find('(') - begin);
    const bool drop = std::any_of(without.begin(), without.end(), [&](ir::Symbol relation) {
      return symbols.text(relation) == name;
    });
    if (drop || std::uniform_real_distribution<>()(random) >= share) continue;
    kept += fact.substr(begin) + ".\n";
  }
  return kept;
}

struct Totals {
  std::size_t sets = 0;
  std::size_t rules = 0;
  std::size_t absences = 0;
  std::size_t explained = 0;
  std::size_t refused = 0;
  std::size_t elsewhere = 0;  ///< conclusions in other memories
};

void check_rule_set(const tests::RandomRules& text, unsigned seed, Totals& totals) {
  const auto symbols = std::make_shared<ir::SymbolTable>();
  auto first = run_of(text.rules, text.facts, symbols);
  if (!first) return;
  const learner::DomainTheory theory(*first->module);
  std::set<ir::Symbol> relations;
  for (const learner::TheoryRule& rule : theory.rules()) {
    for (const auto& conclusion : rule.conclusions) relations.insert(conclusion.relation);
  }
  // What rules conclude must not be given, too.
  const std::string facts = some_facts(text.facts, relations, *symbols, 2, seed);
  const auto run = run_of(text.rules, facts, symbols);
  if (!run) return;
  const auto deduced = concluded(*run, relations);
  const auto learned = learner::explain_facts(*run, {deduced.begin(), deduced.end()}, {});
  if (learned.rules.empty()) return;
  ++totals.sets;
  totals.rules += learned.rules.size();
  totals.explained += learned.facts;
  for (const auto& [reason, count] : learned.refused) totals.refused += count;
  for (const auto& rule : learned.rules) {
    for (const auto& premise : rule.premises) {
      totals.absences += premise.kind == learner::RuleCondition::Kind::absent ? 1 : 0;
    }
  }
  const std::string rules = learner::rules_text(learned.rules, *symbols);
  INFO(text.rules << "\nlearned:\n" << rules << "\nfacts:\n" << facts);
  const auto same = run_of(rules, facts, symbols);
  REQUIRE(same);
  const auto again = concluded(*same, relations);
  CHECK(std::includes(deduced.begin(), deduced.end(), again.begin(), again.end()));
  if (learned.refused.empty()) CHECK(again == deduced);
  for (unsigned other = 0; other < 6; ++other) {
    const std::string fewer = some_facts(facts, {}, *symbols, 0.3 + 0.1 * other, seed * 7 + other);
    const auto wanted = run_of(text.rules, fewer, symbols);
    const auto found = run_of(rules, fewer, symbols);
    if (!wanted || !found) continue;
    INFO("in the memory\n" << fewer);
    const auto right = concluded(*wanted, relations);
    const auto concluded_there = concluded(*found, relations);
    CHECK(
        std::includes(right.begin(), right.end(), concluded_there.begin(), concluded_there.end()));
    totals.elsewhere += concluded_there.size();
  }
}

}  // namespace

TEST_CASE("rules learned from random rule sets are sound in other memories",
          "[explanation][random]") {
  Totals totals;
  for (std::uint64_t number = 0; number < 1'500; ++number) {
    CAPTURE(number);
    check_rule_set(tests::random_rules(number), static_cast<unsigned>(number), totals);
  }
  INFO("sets " << totals.sets << ", rules " << totals.rules << ", absent " << totals.absences
               << ", explained " << totals.explained << ", refused " << totals.refused
               << ", elsewhere " << totals.elsewhere);
  CHECK(totals.sets > 100);
  CHECK(totals.rules > 200);
  CHECK(totals.absences > 10);
  CHECK(totals.elsewhere > 500);
  CHECK(totals.refused < totals.explained / 4);
}

TEST_CASE("rules learned from random rule sets with functions are sound in other memories",
          "[explanation][random]") {
  Totals totals;
  for (std::uint64_t number = 0; number < 600; ++number) {
    CAPTURE(number);
    check_rule_set(tests::random_rules_with_functions(number), static_cast<unsigned>(number),
                   totals);
  }
  INFO("sets " << totals.sets << ", rules " << totals.rules << ", elsewhere " << totals.elsewhere);
  CHECK(totals.sets > 20);
  CHECK(totals.elsewhere > 50);
}
