// Proves the induction step of many formulas together (induction.h states it and its soundness).
//
// A claim is that a formula of the group holds in state K. Each claim that the solver proved (whose
// negation it refuted) depends on hypotheses (formulas of the group in the K states before) and on
// claims proved earlier. These dependencies are stored: a claim is queried again only if one of
// them is dropped. If time runs out before all claims are proved, the largest part of the group
// that depends only on itself is still proved.
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
  /// Conflicts of a query about many formulas before each of them is queried separately.
  std::uint32_t easy_conflicts = 2'000;
  Limits limits{};
};

/// Candidates in none of the lists are too large to expand, or a limit was reached first.
struct StepResult {
  std::vector<std::size_t> proved;    ///< positions of candidates
  std::vector<std::size_t> failed;    ///< a model refutes their step
  std::vector<std::size_t> given_up;  ///< too hard, or undecided in time
  bool simple_paths = false;          ///< whether the proof assumes that states differ
  bool limit_reached = false;
};

class MutualStep {
 public:
  using Group = std::vector<std::size_t>;  ///< positions of candidates

  /// All references must outlive it.
  MutualStep(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
             std::span<const Candidate> premises, std::span<const Candidate> candidates,
             const StepOptions& options);

  /// Decides which candidates of the group hold in the next state if they held in `depth` states;
  /// all must be true in the first `depth` states of every play. Proved candidates are premises of
  /// later calls. After a call that reached its limit, no call may follow.
  [[nodiscard]] StepResult decide(const Group& group, std::uint32_t depth);

  [[nodiscard]] std::uint64_t solver_calls() const { return workspace_.solver.calls(); }

 private:
  enum class Refuted : std::uint8_t { no, all, too_hard, limit };
  /// The assumptions that the refutation of a claim's negation needed.
  struct Ground {
    std::vector<std::size_t> hypotheses;  ///< candidates that were assumed in the first states
    std::vector<std::size_t> claims;      ///< candidates that were assumed in the last state
    bool differences = false;             ///< that states differ
  };
  struct Assumed {
    Literal active = 0;
    std::vector<Literal> holds;  ///< by time
  };

  void run(std::uint32_t depth);
  /// Adds the candidates' formulas for the first states; gives up those for which half of the
  /// remaining time does not suffice.
  void prepare_all(const Group& group, std::uint32_t depth);
  [[nodiscard]] bool prepare(std::size_t i, std::uint32_t depth);
  void prepare_premises(std::uint32_t depth);
  void add_premise(const Candidate& premise, std::uint32_t degree, std::uint32_t time);

  /// Negates the claims of a degree until there is no model. Returns whether it ended before a
  /// limit.
  [[nodiscard]] bool deny(std::uint32_t depth, std::uint32_t degree);
  [[nodiscard]] std::vector<Literal> assumptions(std::uint32_t depth, std::uint32_t degree);
  [[nodiscard]] Refuted refute(const Group& claims, std::uint32_t depth);
  [[nodiscard]] Refuted refute_one_by_one(Group left, std::uint32_t depth);
  /// Stores the assumptions that the solver's last call, which was unsatisfiable, needed for the
  /// claims.
  void enter_ground(const Group& claims, std::uint32_t depth);
  [[nodiscard]] bool separate_equal_states(std::uint32_t depth);
  [[nodiscard]] bool part_is_over(double part) const;

  [[nodiscard]] bool stands(std::size_t i, std::uint32_t depth) const;
  /// Removes the grounds of claims that depend on formulas outside the group.
  void withdraw_grounds(std::uint32_t depth);
  /// Moves candidates from the group to `to`.
  template <typename Goes>
  void reduce(std::uint32_t depth, Group& to, const Goes& goes);

  /// Returns a literal that, if assumed, makes the candidates whose literals are assumed hold at
  /// that time.
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
  std::vector<Literal> different_;  ///< those of these that are assumed
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::size_t> proved_;
  std::size_t proved_before_ = 0;    ///< number of these that are premises
  std::uint32_t premise_times_ = 0;  ///< premises have been added for earlier times

  // Of one call of decide():
  Group group_;
  std::vector<Literal> assumptions_;  ///< of the claims that are being negated
  Group shown_;                       ///< proved claims of this degree, which are also assumed
  Group hard_;                        ///< claims of an abandoned refutation
  std::vector<std::shared_ptr<const Ground>> grounds_;  ///< by candidate; null: not proved
  StepResult result_;
};

}  // namespace tesuji::sat
