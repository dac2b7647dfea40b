#include "backend/proofs/games/summary.h"

#include "backend/proofs/formulas/invariant_maker.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/prove/prover.h"
#include "runtime/host/game/stop.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace tesuji::driver {

namespace {

using proofs::Claim;
using proofs::InvariantReport;
using proofs::Verdict;
using Clock = std::chrono::steady_clock;

/// Maximum size of the graph whose automorphisms are the symmetries: without symmetries, the search
/// runs very long.
constexpr std::size_t most_vertices = 100'000;
constexpr std::uint64_t ground_steps =
    20'000'000;                         ///< of the net's joins, unless the options allow more
constexpr double part_of_a_set = 0.25;  ///< of all seconds
constexpr double part_for_lemmas = 0.1;
constexpr double part_for_play = 0.1;

VerifyRequest verify_request(const SummaryRequest& request) {
  VerifyRequest wanted;
  wanted.automatic = true;
  wanted.game = request.game;
  wanted.loaded = request.loaded;
  proofs::VerificationOptions& options = wanted.verification;
  options.provers = proofs::Provers::sat_first;
  options.counterexamples = proofs::Counterexamples::none;
  options.total_seconds = request.seconds;
  options.prover.clingo.seconds = part_of_a_set * request.seconds;
  options.prover.clingo.memory_bytes = request.memory_bytes;
  options.prover.clingo.stop = request.stop;
  options.directed_seconds = part_for_lemmas * request.seconds;
  if (request.seconds == 0)
    options.directed_seconds = proofs::VerificationOptions().directed_seconds;
  options.attack.states = request.states;
  options.attack.seconds = part_for_play * request.seconds;
  options.sieve_states = request.states;
  options.jobs = std::max(1U, request.threads);
  options.progress = request.progress;
  return wanted;
}

/// Derives facts from the report of one verification.
class Summariser {
 public:
  Summariser(GameSummary& summary, const std::vector<Claim>& claims, std::size_t first_set)
      : summary_(summary),
        module_(summary.verified->module),
        facts_(module_, summary.verified->report),
        claims_(claims),
        first_set_(first_set) {}

  void summarise() {
    find_functionals();
    summary_.playable = single(proofs::playability);
    summary_.turn_taking = single(proofs::turn_taking);
    summary_.unique_goals = single(proofs::unique_goals);
    summary_.monotonic_goals = single(proofs::monotonic_goals);
    find_goal_sum();
    find_turns();
    find_changes();
    summary_.lengths = length_bounds(facts_, claims_, first_set_);
    find_held();
    find_limits();
  }

 private:
  [[nodiscard]] const std::vector<proofs::SetReport>& sets() const { return facts_.report().sets; }
  [[nodiscard]] const InvariantReport& report(const Claim& claim) const {
    return sets()[first_set_ + claim.set].invariants[claim.invariant];
  }

  Property single(std::string_view name) const {
    for (const proofs::SetReport& set : sets()) {
      for (const InvariantReport& some : set.invariants) {
        if (proofs::single_name(*some.invariant) == name) return {&some, ProvedFacts::proof(some)};
      }
    }
    return {};
  }

  /// Leaves out "at most one" if "exactly one" is proved, which implies it.
  void find_functionals() {
    std::vector<const InvariantReport*> proved;
    for (const proofs::SetReport& set : sets()) {
      for (const InvariantReport& some : set.invariants) {
        if (!some.invariant->parameters.empty() || some.proved() == 0) continue;
        if (proofs::counted_atoms(some.invariant->formula)) proved.push_back(&some);
      }
    }
    for (const InvariantReport* some : proved) {
      const bool follows = std::any_of(proved.begin(), proved.end(), [&](const auto* other) {
        return other != some && is_at_most_of(*some->invariant, *other->invariant);
      });
      if (!follows) summary_.functionals.push_back(some);
    }
  }

  /// Whether both count the same atoms, the first at most one and the second exactly one.
  static bool is_at_most_of(const ir::Invariant& most, const ir::Invariant& exact) {
    const auto some = proofs::counted_atoms(most.formula);
    const auto other = proofs::counted_atoms(exact.formula);
    return some->count->lower == 0 && other->count->lower == 1 && some->each == other->each &&
           some->count->ranges == other->count->ranges && some->count->parts == other->count->parts;
  }

  void find_goal_sum() {
    const auto consider = [&](const InvariantReport& some, std::int64_t sum) {
      if (const auto proof = ProvedFacts::proof(some)) {
        if (!summary_.goal_sum) summary_.goal_sum.emplace(sum, *proof);
      }
    };
    constexpr std::int64_t zero_sum = 100;
    const Property zero = single(proofs::zero_sum);
    const bool tried = std::any_of(claims_.begin(), claims_.end(), [](const Claim& claim) {
      return claim.kind == Claim::Kind::adds_up;
    });
    summary_.may_add_up =
        !tried || zero.report == nullptr || zero.report->count(Verdict::refuted) == 0;
    const bool several = proofs::players_of(module_).size() > 1;
    if (several && zero.report != nullptr) consider(*zero.report, zero_sum);
    for (const Claim& claim : claims_) {
      if (claim.kind != Claim::Kind::adds_up) continue;
      consider(report(claim), claim.sum);
      summary_.may_add_up |= report(claim).count(Verdict::refuted) == 0;
    }
  }

  // Turns.

  void find_turns() {
    for (const Claim& claim : claims_) {
      if (claim.kind != Claim::Kind::waits) continue;
      auto order = turn_order(claim);
      const bool fewer =
          order && (!summary_.turns || order->turns.size() < summary_.turns->turns.size());
      if (fewer) summary_.turns = std::move(order);
    }
  }

  /// Returns nothing unless one value holds at a time, and at most one role moves with each.
  std::optional<TurnOrder> turn_order(const Claim& claim) const {
    TurnOrder order;
    order.relation = claim.relation;
    for (const auto& functional : facts_.functionals(claim.relation)) {
      if (!functional.atoms.each.empty() || functional.atoms.count->lower != 1) continue;
      order.single = true;
      order.evidence.add(functional.evidence);
    }
    if (!order.single) return std::nullopt;
    const ir::Relation& relation = module_.relations[claim.relation];
    std::set<ir::Symbol> movers;
    for (const ir::Symbol value : module_.domains[relation.columns.front()].values) {
      if (const auto never = facts_.never(claim.relation, std::span(&value, 1))) {
        order.evidence.add(*never);
        continue;
      }
      Turn& turn = order.turns.emplace_back();
      turn.value = value;
      find_movers(claim, turn, order.evidence);
      if (turn.movers.size() > 1) return std::nullopt;
      movers.insert(turn.movers.begin(), turn.movers.end());
      find_next(claim.relation, turn, order.evidence);
    }
    if (movers.size() < 2) return std::nullopt;
    sort_turns(order);
    return order;
  }

  void find_movers(const Claim& claim, Turn& turn, Evidence& evidence) const {
    for (const ir::Symbol role : module_.roles) {
      const Tuple instance{turn.value, role};
      if (const auto waits = ProvedFacts::proof(report(claim), instance)) {
        evidence.add(*waits);
      } else {
        turn.movers.push_back(role);
      }
    }
  }

  void find_next(ir::RelationId relation, Turn& turn, Evidence& evidence) const {
    for (const Claim& claim : claims_) {
      if (claim.kind != Claim::Kind::follows || claim.relation != relation) continue;
      const ir::Relation& of = module_.relations[relation];
      for (const ir::Symbol next : module_.domains[of.columns.front()].values) {
        const Tuple instance{turn.value, next};
        const auto proof = ProvedFacts::proof(report(claim), instance);
        if (!proof || turn.next) continue;
        turn.next = next;
        evidence.add(*proof);
      }
    }
  }

  void sort_turns(TurnOrder& order) const {
    const std::vector<Tuple>& initial = facts_.initial(order.relation);
    std::optional<ir::Symbol> value;
    if (!initial.empty()) value = initial.front().front();
    for (auto place = order.turns.begin(); value && place != order.turns.end(); ++place) {
      const auto found = std::find_if(place, order.turns.end(),
                                      [&](const Turn& turn) { return turn.value == *value; });
      if (found == order.turns.end()) return;
      std::rotate(place, found, found + 1);
      value = place->next;
    }
  }

  // Fluents.

  void find_changes() {
    if (!facts_.knows_start()) return;
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const InvariantReport* const stays = facts_.persistence(id, true);
      const InvariantReport* const stays_away = facts_.persistence(id, false);
      if (stays == nullptr || stays_away == nullptr) continue;
      FluentChanges changes;
      changes.relation = id;
      changes.family = stays->invariant;
      changes.fluents = stays->verdicts.size();
      for (std::uint64_t k = 0; k < stays->verdicts.size(); ++k)
        enter(changes, *stays, *stays_away, k);
      summary_.changes.push_back(std::move(changes));
    }
  }

  void enter(FluentChanges& changes, const InvariantReport& stays,
             const InvariantReport& stays_away, std::uint64_t k) const {
    const auto once_true = ProvedFacts::proof(stays, k);
    const auto once_false = ProvedFacts::proof(stays_away, k);
    if (!once_true && !once_false) return;
    const auto constants = ir::instance_symbols(*stays.invariant, k);
    if (facts_.initially(changes.relation, constants)) {
      if (once_true) {
        changes.always.push_back(k);
        changes.inert.add(*once_true);
      } else {
        changes.cleared_once.push_back(k);
        changes.latches.add(*once_false);
      }
    } else if (once_false) {
      changes.never.push_back(k);
      changes.inert.add(*once_false);
    } else {
      changes.set_once.push_back(k);
      changes.latches.add(*once_true);
    }
  }

  void find_held() {
    for (std::size_t i = 0; i < first_set_; ++i) {
      for (const InvariantReport& some : sets()[i].invariants) enter_held(some, std::nullopt);
    }
    for (const Claim& claim : claims_) {
      using Kind = Claim::Kind;
      const bool told =
          claim.kind == Kind::adds_up || claim.kind == Kind::rises || claim.kind == Kind::advances;
      if (told) enter_held(report(claim), claim);
    }
  }

  void enter_held(const InvariantReport& some, const std::optional<Claim>& claim) {
    if (!some.invariant->parameters.empty() || some.proved() > 0 || some.attacked == 0) return;
    if (some.count(Verdict::refuted) == 0) summary_.held.push_back({&some, claim});
  }

  void find_limits() {
    for (const proofs::SetReport& set : sets()) {
      const std::uint64_t unknown = set.count(Verdict::unknown);
      if (unknown > 0) {
        summary_.complete = false;
        summary_.limits.push_back(fmt::format("{}: {} of {} formulas are not decided{}{}", set.name,
                                              unknown, formulas(set),
                                              set.aborted.empty() ? "" : ": ", set.aborted));
      }
      for (const std::string& some : set.left_out) {
        summary_.limits.push_back(fmt::format("{}: {}", set.name, some));
      }
    }
  }
  static std::uint64_t formulas(const proofs::SetReport& set) {
    std::uint64_t sum = 0;
    for (const InvariantReport& some : set.invariants) sum += some.verdicts.size();
    return sum;
  }

  GameSummary& summary_;
  const ir::Module& module_;
  const ProvedFacts facts_;
  const std::vector<Claim>& claims_;
  const std::size_t first_set_;
};

/// `stop` ends the search; null: no limit.
void find_symmetries(const std::string& path, const Options& options, const std::atomic<bool>* stop,
                     const Session& session, GameSummary& summary) {
  const passes::SymmetryLimits limits{.most_vertices = most_vertices, .stop = stop};
  summary.symmetries = symmetries(path, options, session, limits);
  if (!summary.symmetries.unknown.empty()) {
    summary.complete = false;
    summary.limits.push_back("symmetries are unknown: " + summary.symmetries.unknown);
    return;
  }
  const ir::Module& module = summary.verified->module;
  if (module.roles.size() < 2) return;
  const auto exchanges = [&](const std::vector<std::string>& any_start) {
    summary.roles = role_exchanges(path, options, session, any_start, limits);
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
      summary.complete = false;
      summary.roles = {};
      summary.limits.emplace_back("symmetry of roles is unknown: the search was stopped");
    }
  };
  exchanges({});
  if (!summary.roles.generators.empty() || !summary.turns) return;
  exchanges({module.relations[summary.turns->relation].name});
  summary.but_for_start = !summary.roles.generators.empty();
}

}  // namespace

std::optional<GameSummary> summarise(const std::string& path, const SummaryRequest& request,
                                     Session& session) {
  const auto begin = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  GameSummary summary;
  VerifyRequest wanted = verify_request(request);
  wanted.game.ground_steps = request.game.ground_steps.value_or(ground_steps);
  proofs::SummarySets made;
  std::size_t sets = 0;
  wanted.more = [&](const ir::Module& module) {
    made = proofs::summary_sets(module);
    sets = made.sets.size();
    return std::move(made.sets);
  };
  summary.verified = verify(path, wanted, session);
  if (!summary.verified) return std::nullopt;
  Summariser(summary, made.claims, summary.verified->sets.size() - sets).summarise();
  if (request.progress) request.progress("symmetries");
  const double left = proofs::TimeBudget(request.seconds, begin).left();
  const runtime::TimedStop stop(proofs::within(0, left), request.stop);
  find_symmetries(path, wanted.game, stop.flag(), session, summary);
  summary.seconds = elapsed();
  return summary;
}

}  // namespace tesuji::driver
