#include "backend/proofs/verify/playability.h"

#include "backend/proofs/formulas/automatic_sets.h"

#include <algorithm>
#include <optional>

namespace tesuji::proofs {

namespace {

using ir::Formula;

/// Returns the formula's value in a sequence that stops after `moves` moves; nothing if it depends
/// on the states. After the last move, `next` holds (ir/formulas/formula.h).
std::optional<bool> value_where_stopped(const Formula& formula, std::uint32_t moves) {
  const auto part = [&](const Formula& some) { return value_where_stopped(some, moves); };
  switch (formula.kind) {
    case Formula::Kind::next:
      return moves == 0 ? std::optional(true)
                        : value_where_stopped(formula.parts.front(), moves - 1);
    case Formula::Kind::negation: {
      const auto value = part(formula.parts.front());
      return value ? std::optional(!*value) : std::nullopt;
    }
    case Formula::Kind::conjunction:
    case Formula::Kind::disjunction: {
      const bool neutral = formula.kind == Formula::Kind::conjunction;
      bool all_neutral = true;
      for (const Formula& some : formula.parts) {
        const auto value = part(some);
        if (value && *value != neutral) return !neutral;
        all_neutral = all_neutral && value.has_value();
      }
      return all_neutral ? std::optional(neutral) : std::nullopt;
    }
    case Formula::Kind::count: {
      if (formula.lower == 0 && formula.upper == Formula::unbounded) return true;
      const bool no_way = std::all_of(formula.parts.begin(), formula.parts.end(),
                                      [&](const Formula& some) { return part(some) == false; });
      return no_way ? std::optional(formula.lower == 0) : std::nullopt;
    }
    case Formula::Kind::atom:
    case Formula::Kind::same:
    case Formula::Kind::knows:
      break;
  }
  return std::nullopt;
}

}  // namespace

bool presumes_playable(const Formula& formula) {
  const std::uint32_t degree = ir::degree(formula);
  for (std::uint32_t moves = 0; moves < degree; ++moves) {
    if (value_where_stopped(formula, moves) != true) return true;
  }
  return false;
}

Playability playability_of(const VerificationReport& report) {
  const std::uint64_t stuck = report.attack.stuck + report.sieve.stuck + report.enumeration.stuck;
  if (stuck > 0 || report.opening == Opening::stuck) return Playability::fails;
  if (report.enumeration.complete) return Playability::proved;
  for (const SetReport& set : report.sets) {
    for (const InvariantReport& some : set.invariants) {
      if (single_name(*some.invariant) != playability) continue;
      if (some.count(Verdict::refuted) > 0) return Playability::fails;
      return some.proved() > 0 ? Playability::proved : Playability::open;
    }
  }
  return Playability::untried;
}

void enter_presumptions(VerificationReport& report) {
  const Playability playable = playability_of(report);
  for (SetReport& set : report.sets) {
    for (InvariantReport& some : set.invariants) {
      if (some.proved() == 0 || !presumes_playable(some.invariant->formula)) continue;
      some.presumes = playable;
    }
  }
}

}  // namespace tesuji::proofs
