// Clause search by trying everything: all programs of a size, each run bottom-up.
#pragma once

#include "ir/formulas/clause_metarule.h"
#include "learner/search/clause_search.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace tesuji::test {

/// Relations over the values 0 .. domain-1, as sets of tuples.
struct SmallWorld {
  std::uint32_t domain = 0;
  std::vector<learner::BackgroundPredicate> predicates;
  std::vector<std::set<std::vector<learner::Value>>> tuples;
};

/// The world as a background.
class SmallBackground final : public learner::Background {
 public:
  explicit SmallBackground(const SmallWorld& world) : world_(world) {}
  [[nodiscard]] std::span<const learner::BackgroundPredicate> predicates() const override {
    return world_.predicates;
  }
  [[nodiscard]] bool holds(std::uint32_t predicate, std::span<const learner::Value> args) override;
  void solve(std::uint32_t predicate, std::span<const learner::Value> args,
             std::vector<learner::Value>& solutions) override;
  [[nodiscard]] std::string text(learner::Value value) const override {
    return "c" + std::to_string(value);
  }

 private:
  const SmallWorld& world_;
};

/// All tuples of the target that the program derives, by naive iteration over all substitutions.
[[nodiscard]] std::set<std::vector<learner::Value>> derived(
    const learner::Hypothesis& program, std::span<const ir::ClauseMetarule> metarules,
    const SmallWorld& world);

/// The size of a smallest program, of at most `most` clauses without circles but for recursive
/// metarules, that derives every positive example and no negative one.
[[nodiscard]] std::optional<std::uint32_t> smallest_program(
    std::span<const ir::ClauseMetarule> metarules, const SmallWorld& world,
    std::span<const learner::Example> positive, std::span<const learner::Example> negative,
    std::uint32_t most);

}  // namespace tesuji::test
