#include "backend/proofs/games/length_bounds.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::driver {

namespace {

using proofs::Claim;
using ClaimKind = Claim::Kind;

class Bounds {
 public:
  Bounds(const ProvedFacts& facts, std::span<const Claim> claims, std::size_t first_set)
      : facts_(facts), claims_(claims), first_set_(first_set) {}

  std::vector<LengthBound> find() {
    if (!facts_.knows_start()) return {};
    for (const Claim& claim : claims_) {
      switch (claim.kind) {
        case ClaimKind::rises:
        case ClaimKind::advances:
          by_steps(claim);
          break;
        case ClaimKind::uses_up:
        case ClaimKind::fills:
          by_supply(claim);
          break;
        case ClaimKind::waits:
        case ClaimKind::follows:
        case ClaimKind::adds_up:
        case ClaimKind::goes_on:
        case ClaimKind::over:
          break;
      }
    }
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) {
      return std::pair(a.most, b.least) < std::pair(b.most, a.least);
    });
    return std::move(found_);
  }

 private:
  [[nodiscard]] const proofs::InvariantReport& report(const Claim& claim) const {
    return facts_.report().sets[first_set_ + claim.set].invariants[claim.invariant];
  }

  /// Returns the proof of goes_on or over for a value.
  [[nodiscard]] std::optional<Evidence> ending(const Claim& step, ClaimKind kind,
                                               ir::Symbol value) const {
    for (const Claim& claim : claims_) {
      if (claim.kind == kind && claim.relation == step.relation && claim.column == step.column) {
        return ProvedFacts::proof(report(claim), std::span(&value, 1));
      }
    }
    return std::nullopt;
  }

  /// If the value is the whole fluent: returns the proof that it never holds.
  [[nodiscard]] std::optional<Evidence> never(const Claim& step, ir::Symbol value) const {
    if (facts_.module().relations[step.relation].columns.size() != 1) return std::nullopt;
    return facts_.never(step.relation, std::span(&value, 1));
  }

  /// Returns the index in `order` of the last value that holds initially.
  [[nodiscard]] std::optional<std::size_t> first_position(const Claim& step) const {
    std::optional<std::size_t> last;
    for (const Tuple& tuple : facts_.initial(step.relation)) {
      const auto place = std::find(step.order.begin(), step.order.end(), tuple[step.column]);
      if (place == step.order.end()) continue;
      const auto position = static_cast<std::size_t>(place - step.order.begin());
      last = std::max(last.value_or(0), position);
    }
    return last;
  }

  void by_steps(const Claim& claim) {
    const auto evidence = ProvedFacts::proof(report(claim));
    const auto first = evidence ? first_position(claim) : std::nullopt;
    if (!first) return;
    LengthBound bound;
    bound.kind = claim.kind;
    bound.relation = claim.relation;
    bound.column = claim.column;
    bound.evidence = *evidence;
    if (claim.kind == ClaimKind::rises) {
      count_later(claim, *first, bound);
    } else {
      count_steps(claim, *first, bound);
    }
    found_.push_back(std::move(bound));
  }

  /// Counts values after the first; values that end the game come last in a play, so at most one of
  /// them counts.
  void count_later(const Claim& claim, std::size_t first, LengthBound& bound) const {
    bool ends = false;
    for (std::size_t i = first + 1; i < claim.order.size(); ++i) {
      if (const auto none = never(claim, claim.order[i])) {
        bound.evidence.add(*none);
      } else if (const auto over = ending(claim, ClaimKind::over, claim.order[i])) {
        bound.evidence.add(*over);
        ends = true;
      } else {
        ++bound.most;
      }
    }
    if (ends) ++bound.most;
  }

  /// After n moves, the value is the n-th after the first one.
  void count_steps(const Claim& claim, std::size_t first, LengthBound& bound) const {
    const std::size_t last = claim.order.size() - 1;
    for (std::size_t i = first;; ++i) {
      bound.most = i - first;
      if (i == last) break;
      if (const auto over = ending(claim, ClaimKind::over, claim.order[i])) {
        bound.evidence.add(*over);
        break;
      }
      if (const auto none = never(claim, claim.order[i + 1])) {
        bound.evidence.add(*none);
        break;
      }
    }
    count_least(claim, first, bound);
  }

  /// Requires one value at a time, and that every role always has a move.
  void count_least(const Claim& claim, std::size_t first, LengthBound& bound) const {
    if (facts_.module().relations[claim.relation].columns.size() != 1) return;
    Evidence evidence;
    bool single = false;
    for (const auto& functional : facts_.functionals(claim.relation)) {
      if (!functional.atoms.each.empty() || single) continue;
      single = true;
      evidence = functional.evidence;
    }
    const auto playable = playable_proof();
    if (!single || !playable) return;
    evidence.add(*playable);
    std::uint64_t least = 0;
    for (std::size_t i = first; i < claim.order.size(); ++i, ++least) {
      const auto goes_on = ending(claim, ClaimKind::goes_on, claim.order[i]);
      if (!goes_on) break;
      evidence.add(*goes_on);
    }
    if (least == 0) return;
    bound.least = std::min(least, bound.most);
    bound.evidence.add(evidence);
  }

  [[nodiscard]] std::optional<Evidence> playable_proof() const {
    for (const proofs::SetReport& set : facts_.report().sets) {
      for (const proofs::InvariantReport& some : set.invariants) {
        if (proofs::single_name(*some.invariant) == proofs::playability)
          return ProvedFacts::proof(some);
      }
    }
    return std::nullopt;
  }

  void by_supply(const Claim& claim) {
    if (claim.column == Claim::no_column) {
      if (const auto evidence = ProvedFacts::proof(report(claim))) {
        count_supply(claim, std::nullopt, *evidence);
      }
      return;
    }
    const ir::Relation& relation = facts_.module().relations[claim.relation];
    for (const ir::Symbol value : facts_.module().domains[relation.columns[claim.column]].values) {
      const auto evidence = ProvedFacts::proof(report(claim), std::span(&value, 1));
      if (evidence) count_supply(claim, value, *evidence);
    }
  }

  void count_supply(const Claim& claim, std::optional<ir::Symbol> value, Evidence evidence) {
    const bool fills = claim.kind == ClaimKind::fills;
    std::vector<Tuple> supply;  // fluents that a move may still change
    for (Tuple& tuple : all_tuples(facts_.module(), claim.relation)) {
      if (value && tuple[claim.column] != *value) continue;
      const auto for_good = facts_.stays(claim.relation, tuple, fills);
      if (!for_good) return;
      evidence.add(*for_good);
      if (facts_.initially(claim.relation, tuple) == fills) continue;
      // A fluent that never changes is not part of the supply either.
      if (facts_.stays(claim.relation, tuple, !fills)) continue;
      supply.push_back(std::move(tuple));
    }
    std::uint64_t count = supply.size();
    if (fills) count = at_most(claim, supply, count, evidence);
    LengthBound bound;
    bound.kind = claim.kind;
    bound.relation = claim.relation;
    bound.column = claim.column;
    bound.value = value;
    bound.moves = claim.moves;
    bound.most = claim.moves * count + (claim.moves - 1);
    bound.evidence = evidence;
    found_.push_back(std::move(bound));
  }

  /// Returns how many of the fluents can hold at the same time, by formulas proved of the relation.
  std::uint64_t at_most(const Claim& claim, const std::vector<Tuple>& supply, std::uint64_t count,
                        Evidence& evidence) const {
    const ProvedFacts::Functional* best = nullptr;
    const auto functionals = facts_.functionals(claim.relation);
    for (const auto& functional : functionals) {
      const std::vector<ir::Argument>& args = functional.atoms.count->parts.front().args;
      std::set<Tuple> groups;
      for (const Tuple& tuple : supply) {
        Tuple group;
        for (std::size_t i = 0; i < args.size(); ++i) {
          const auto& each = functional.atoms.each;
          const bool variable = args[i].kind == ir::Argument::Kind::variable;
          if (variable && std::find(each.begin(), each.end(), args[i].id) != each.end()) {
            group.push_back(tuple[i]);
          }
        }
        groups.insert(std::move(group));
      }
      if (groups.size() >= count) continue;
      count = groups.size();
      best = &functional;
    }
    if (best != nullptr) evidence.add(best->evidence);
    return count;
  }

  const ProvedFacts& facts_;
  std::span<const Claim> claims_;
  const std::size_t first_set_;
  std::vector<LengthBound> found_;
};

}  // namespace

std::vector<LengthBound> length_bounds(const ProvedFacts& facts,
                                       std::span<const proofs::Claim> claims,
                                       std::size_t first_set) {
  return Bounds(facts, claims, first_set).find();
}

}  // namespace tesuji::driver
