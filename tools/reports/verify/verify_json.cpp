// Prints the result of `tesuji verify --json` (docs/cli/verify.md).
#include "tools/reports/verify/verify_report.h"

#include "backend/proofs/verify/playability.h"
#include "tools/base/json.h"
#include "tools/base/version.h"
#include "tools/reports/verify/length_words.h"
#include "tools/reports/verify/verify_words.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

using proofs::InvariantReport;
using proofs::Verdict;

/// Instances of one verdict that are listed; more than a million formulas of a family would be a
/// gigabyte.
constexpr std::size_t most_in_json = 100'000;

class JsonReport {
 public:
  explicit JsonReport(const ReportScene& scene)
      : scene_(scene), report_(scene.report), words_(scene.module) {}

  Json write() const {
    Json sets = Json::array();
    for (const proofs::SetReport& set : report_.sets) sets.push_back(to_json(set));
    return {{"schema", "tesuji-verify/1"},
            {"version", release_text()},
            {"game", scene_.path},
            {"clingo", report_.clingo},
            {"clingo_usable", report_.clingo_usable},
            {"seconds", report_.seconds},
            {"stopped", report_.stopped},
            {"disagreements", report_.disagreements},
            {"sets", std::move(sets)},
            {"attack", attack()},
            {"enumeration", enumeration()},
            {"no_induction", report_.no_induction},
            {"playable", name_of(proofs::playability_of(report_))},
            {"starts", report_.opening == proofs::Opening::plays},
            {"knowledge", knowledge()},
            {"length", length()}};
  }

 private:
  /// Null if it was not tried.
  [[nodiscard]] Json length() const {
    if (scene_.length == nullptr || !scene_.length->tried) return nullptr;
    const auto& bound = scene_.length->bound;
    return {{"most", bound ? Json(bound->most) : Json(nullptr)},
            {"least", bound ? Json(bound->least) : Json(nullptr)},
            {"statement", play_length_words(*scene_.length, scene_.module, words_)},
            {"seconds", scene_.length->seconds}};
  }

  Json to_json(const proofs::SetReport& set) const {
    std::uint64_t formulas = 0;
    Json invariants = Json::array();
    for (const InvariantReport& invariant : set.invariants) {
      formulas += invariant.verdicts.size();
      invariants.push_back(to_json(invariant));
    }
    return {{"set", set.name},
            {"of_user", set.of_user},
            {"proved", set.proved()},
            {"base_holds", set.base_holds()},
            {"formulas", formulas},
            {"seconds", set.seconds},
            {"proved_seconds", set.proved_seconds},
            {"aborted", set.aborted},
            {"left_out", set.left_out},
            {"invariants", std::move(invariants)},
            {"by_enumeration", set.count(Verdict::enumerated)},
            {"tried", set.tried},
            {"presume_playable", set.presuming()}};
  }

  /// How many instances have each verdict, and which: of families, and where they are few enough.
  std::pair<Json, Json> by_verdict(const ir::Invariant& invariant,
                                   std::span<const Verdict> verdicts) const {
    Json counts = Json::object();
    Json instances = Json::object();
    for (const Verdict verdict : all_verdicts) {
      const std::string name(name_of(verdict));
      const std::vector<std::uint64_t> numbers = instances_with(verdicts, verdict);
      counts[name] = numbers.size();
      if (invariant.parameters.empty() || numbers.empty() || numbers.size() > most_in_json)
        continue;
      Json& list = instances[name] = Json::array();
      for (const std::uint64_t number : numbers) {
        list.push_back(words_.constants(ir::instance_symbols(invariant, number)));
      }
    }
    return {std::move(counts), std::move(instances)};
  }

  Json to_json(const InvariantReport& report) const {
    const ir::Invariant& invariant = *report.invariant;
    const bool family = !invariant.parameters.empty();
    auto [verdicts, instances] = by_verdict(invariant, report.verdicts);
    Json json{{"invariant", invariant.name}, {"statement", words_.statement(invariant)}};
    const std::string meaning = words_.meaning(invariant);
    if (!meaning.empty()) json["meaning"] = meaning;
    json["degree"] = ir::degree(invariant.formula);
    json["formulas"] = report.verdicts.size();
    json["verdicts"] = std::move(verdicts);
    if (family) json["instances"] = std::move(instances);
    json["base_holds"] = report.base_holds;
    json["reason"] = report.reason;
    if (report.presumes) json["presumes_playable"] = name_of(*report.presumes);
    json["attacked"] = report.attacked;
    if (report.play) json["play"] = to_json(*report.play, family);
    if (report.pair) json["pair"] = to_json(*report.pair, family);
    if (!report.pair_note.empty()) json["pair_note"] = report.pair_note;
    return json;
  }

  Json to_json(const proofs::Play& play, bool family) const {
    Json steps = Json::array();
    for (std::size_t i = 0; i < play.steps.size(); ++i) {
      Json& step = steps.emplace_back(Json{{"state", play.steps[i].fluents}});
      if (i + 1 < play.steps.size()) step["joint"] = play.steps[i].joint;
    }
    Json json = Json::object();
    if (family) json["instance"] = words_.constants(play.instance);
    json["violated"] = play.violated;
    json["steps"] = std::move(steps);
    if (play.shortest) json["shortest"] = true;
    return json;
  }

  Json to_json(const proofs::KnownFormula& formula) const {
    const ir::Invariant& invariant = *formula.invariant;
    auto [verdicts, instances] = by_verdict(invariant, formula.verdicts);
    Json json{{"invariant", invariant.name},
              {"statement", words_.statement(invariant)},
              {"formulas", formula.verdicts.size()},
              {"verdicts", std::move(verdicts)},
              {"instances", std::move(instances)},
              {"induction", formula.induction},
              {"reason", formula.reason}};
    if (!formula.plays) return json;
    json["instance"] = words_.constants(formula.instance);
    json["play"] = to_json(formula.plays->play, false);
    Json& witnesses = json["witnesses"] = Json::array();
    for (const proofs::PlaysApart::Witness& witness : formula.plays->witnesses) {
      witnesses.push_back({{"role", scene_.module.symbols->text(scene_.module.roles[witness.role])},
                           {"play", to_json(witness.play, false)}});
    }
    return json;
  }

  /// Null if it was not requested, or the game has no percepts.
  Json knowledge() const {
    if (!report_.knowledge) return nullptr;
    static constexpr std::array<const char*, 3> names = {"legal", "terminal", "goal"};
    Json roles = Json::array();
    for (const proofs::RoleKnowledge& role : report_.knowledge->roles) {
      Json facts = Json::array();
      for (const proofs::KnownFact& fact : role.facts) {
        Json& one = facts.emplace_back(Json{{"knows", names[static_cast<std::size_t>(fact.known)]},
                                            {"verdict", name_of(fact.verdict)},
                                            {"reason", fact.reason}});
        if (fact.verdict == Verdict::proved) one["induction"] = fact.depth;
        if (fact.plays) {
          one["plays"] = {to_json(fact.plays->first, false), to_json(fact.plays->second, false)};
        }
      }
      roles.push_back({{"role", scene_.module.symbols->text(scene_.module.roles[role.role])},
                       {"facts", std::move(facts)},
                       {"fluents", role.fluents}});
    }
    Json formulas = Json::array();
    for (const proofs::KnownFormula& formula : report_.knowledge->formulas) {
      formulas.push_back(to_json(formula));
    }
    return {{"roles", std::move(roles)},
            {"formulas", std::move(formulas)},
            {"pairs", report_.knowledge->pairs},
            {"seconds", report_.knowledge->seconds},
            {"left_out", report_.knowledge->left_out}};
  }

  /// Null if it was not tried.
  Json enumeration() const {
    const proofs::EnumerationResult& found = report_.enumeration;
    if (!found.tried) return nullptr;
    return {{"complete", found.complete},   {"states", found.states},
            {"looked_at", found.looked_at}, {"steps", found.edges},
            {"seconds", found.seconds},     {"reason", found.reason}};
  }

  Json attack() const {
    const proofs::AttackResult& attack = report_.attack;
    const AttackTotals sums = totals(report_);
    Json json{{"states", attack.states},    {"playouts", attack.playouts},
              {"cut", attack.cut},          {"stuck", attack.stuck},
              {"limited", attack.limited},  {"sequences", sums.windows},
              {"failed", sums.failed},      {"violations", report_.violations},
              {"seconds", attack.seconds},  {"states_per_second", sums.states_per_second},
              {"complete", attack.complete}};
    if (!attack.limit.empty()) json["limit"] = attack.limit;
    if (!attack.error.empty()) json["error"] = attack.error;
    json["sieve"] = Json{{"states", report_.sieve.states}, {"seconds", report_.sieve.seconds}};
    return json;
  }

  const ReportScene& scene_;
  const proofs::VerificationReport& report_;
  FormulaWords words_;
};

}  // namespace

Json verify_json(const ReportScene& scene) {
  return JsonReport(scene).write();
}

}  // namespace tesuji::tools
