// Records how often each premise was tried and matched during a run.
#pragma once

#include "ir/formulas/metarule.h"
#include "ir/module/module.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::passes {

/// A premise at its position in a rule that ran.
struct ProfiledPremise {
  ir::PremisePattern premise;      ///< with the rule's own variables
  std::vector<std::string> bound;  ///< those that were bound when it was tried
  std::uint64_t trials = 0;
  /// Number of bindings that passed. If `first_witness`, it may have had more: it was in an
  /// existence test, which ends at the first witness, or some of its variables occur in no other
  /// literal, so that one of their values was enough.
  std::uint64_t matches = 0;
  bool first_witness = false;
  /// It matched only tuples new in a round of recursion, which do not show the relation's size.
  bool new_only = false;
};

struct ProfiledRule {
  std::string name;
  std::vector<ProfiledPremise> premises;  ///< in the order in which they were tried
  std::uint64_t evaluations = 0;          ///< 0: not counted
  std::uint64_t nanoseconds = 0;          ///< of all evaluations, including counting
  ir::Span place{};                       ///< in the rulesheet; may be unknown
};

using Profile = std::vector<ProfiledRule>;

/// In an aborted run the last trial of each premise may be unfinished and lack matches: premises
/// with fewer trials than this are dropped.
inline constexpr std::uint64_t least_broken_trials = 16;

/// Drops premises with fewer trials than that.
void leave_out_broken(ProfiledRule& rule);

/// Computes a profile from the counts of a run (trials by position in the text, as in
/// runtime::AgendaCounts; one element per agenda of the module). `whole`: the run was not aborted.
[[nodiscard]] Profile make_profile(const ir::Module& module,
                                   const std::vector<std::vector<std::uint64_t>>& trials,
                                   bool whole);

}  // namespace tesuji::passes
