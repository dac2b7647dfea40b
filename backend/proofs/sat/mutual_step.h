// The induction step of many formulas together (induction.h has what it proves, and why).
//
// A claim is that a formula of the group holds in state K. Each claim that was refuted by the
// solver rests on hypotheses (formulas of the group in the K states before) and on claims that were
// refuted before it. These are kept: a claim is asked again only when something that it rests on
// has gone. Where time is over before all claims stand, the largest part of the group that rests on
// nothing but itself is proved all the same.
#pragma once

#include "backend/proofs/sat/candidate.h"
#include "backend/proofs/sat/formula_literals.h"
#include "backend/proofs/sat/solver.h"
#include "backend/proofs/sat/unrolling.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::sat {

struct StepOptions {
  bool simple_paths = false;  ///< with K > 1: the states differ from each other
  bool nonplayable = false;   ///< a state in which a role has no legal move ends a play
  /// Conflicts of a question about many formulas, before it is asked of each.
  std::uint32_t easy_conflicts = 2'000;
  Limits limits{};
};

/// Candidates that are nowhere here are too large to be written out, or a limit was reached first.
struct StepResult {
  std::vector<std::size_t> proved;    ///< positions of candidates
  std::vector<std::size_t> failed;    ///< a model refutes their step
  std::vector<std::size_t> given_up;  ///< too hard, or not decided in time
  bool simple_paths = false;          ///< whether the proof takes for granted that states differ
  bool limit_reached = false;
};

class MutualStep {
 public:
  using Group = std::vector<std::size_t>;  ///< positions of candidates

  /// Everything outlives it.
  MutualStep(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
             std::span<const Candidate> premises, std::span<const Candidate> candidates,
             const StepOptions& options);

  /// Decides which candidates of the group hold in the next state if they held in `depth` ones, all
  /// of them being true in the first `depth` states of every play. What it proves is a premise
  /// of the calls after it. No call follows one whose limit was reached.
  [[nodiscard]] StepResult decide(const Group& group, std::uint32_t depth);

  [[nodiscard]] std::uint64_t solver_calls() const { return workspace_.solver.calls(); }

 private:
  enum class Refuted : std::uint8_t { no, all, too_hard, limit };
  /// What the refutation of a claim needed.
  struct Ground {
    std::vector<std::size_t> hypotheses;  ///< candidates that were assumed in the first states
    std::vector<std::size_t> claims;      ///< candidates that were assumed in the last one
    bool differences = false;             ///< that states differ
  };
  struct Assumed {
    Literal active = 0;
    std::vector<Literal> holds;  ///< by time
  };

  void run(std::uint32_t depth);
  /// Adds what the candidates say of the first states; gives up those for which half of the time
  /// that is left does not suffice.
  void prepare_all(const Group& group, std::uint32_t depth);
  [[nodiscard]] bool prepare(std::size_t i, std::uint32_t depth);
  void prepare_premises(std::uint32_t depth);
  void add_premise(const Candidate& premise, std::uint32_t degree, std::uint32_t time);

  /// Denies the claims of a degree until there is no model. Whether it ended before a limit.
  [[nodiscard]] bool deny(std::uint32_t depth, std::uint32_t degree);
  [[nodiscard]] std::vector<Literal> assumptions(std::uint32_t depth, std::uint32_t degree);
  [[nodiscard]] Refuted refute(const Group& claims, std::uint32_t depth);
  [[nodiscard]] Refuted refute_one_by_one(Group left, std::uint32_t depth);
  /// Enters what the solver's last call, which was unsatisfiable, needed to refute the claims.
  void enter_ground(const Group& claims, std::uint32_t depth);
  [[nodiscard]] bool separate_equal_states(std::uint32_t depth);
  [[nodiscard]] bool part_is_over(double part) const;

  [[nodiscard]] bool stands(std::size_t i, std::uint32_t depth) const;
  /// Takes away the grounds of claims that rest on what is not in the group.
  void withdraw_grounds(std::uint32_t depth);
  /// Takes candidates from the group.
  template <typename Goes>
  void reduce(std::uint32_t depth, Group& to, const Goes& goes);

  /// A literal that, assumed, makes the candidates whose literals are assumed hold at a time.
  [[nodiscard]] Literal hypothesis(std::uint32_t time);
  [[nodiscard]] Literal holds(std::size_t i, std::uint32_t time) const {
    return assumed_[i].holds[time];
  }

  std::span<const Candidate> premises_;
  std::span<const Candidate> candidates_;
  const StepOptions& options_;
  Workspace workspace_;
  Unrolling unrolling_;
  FormulaLiterals formulas_;
  std::vector<std::uint32_t> degrees_;          ///< by candidate
  std::vector<std::uint32_t> premise_degrees_;  ///< by premise
  std::vector<Assumed> assumed_;                ///< by candidate
  std::vector<Literal> hypotheses_;             ///< by time
  std::map<std::pair<std::uint32_t, std::uint32_t>, Literal> differences_;
  std::vector<Literal> different_;  ///< of these, those that are assumed
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::size_t> proved_;
  std::size_t proved_before_ = 0;    ///< of these, how many are premises
  std::uint32_t premise_times_ = 0;  ///< premises have been added for earlier times

  // Of one call of decide().
  Group group_;
  std::vector<Literal> assumptions_;  ///< of the claims that are being denied
  Group shown_;                       ///< claims of this degree that stand, and are assumed, too
  Group hard_;                        ///< claims of a refutation that was given up
  std::vector<std::shared_ptr<const Ground>> grounds_;  ///< by candidate; null: it does not stand
  StepResult result_;
};

}  // namespace tesuji::sat
