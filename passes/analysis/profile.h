// Records how often each premise was tried and matched while rules ran.
#pragma once

#include "ir/formulas/metarule.h"
#include "ir/module/module.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::passes {

/// A premise as it stood in a rule that ran.
struct ProfiledPremise {
  ir::PremisePattern premise;      ///< with the rule's own variables
  std::vector<std::string> bound;  ///< which of these were bound when it was tried
  std::uint64_t trials = 0;
  /// Bindings it let through; where `first_witness`, perhaps not all of those it would
  /// have: it stood in an existence test, which ends at the first witness, or some of its
  /// variables are in no other literal, so that one of their values was enough.
  std::uint64_t matches = 0;
  bool first_witness = false;
  /// It looked only at what was new in a round of recursion, which tells nothing of how much
  /// there is.
  bool new_only = false;
};

struct ProfiledRule {
  std::string name;
  std::vector<ProfiledPremise> premises;  ///< in the order in which they were tried
  std::uint64_t evaluations = 0;          ///< 0: not counted
  std::uint64_t nanoseconds = 0;          ///< of all evaluations, counting included
  ir::Span place{};                       ///< in the rulesheet; may be unknown
};

using Profile = std::vector<ProfiledRule>;

/// In a run that was broken off the last trial of each premise may not be over, and has fewer
/// matches than it would have: premises with fewer trials than this are left out.
inline constexpr std::uint64_t least_broken_trials = 16;

/// Leaves out premises with fewer trials than that.
void leave_out_broken(ProfiledRule& rule);

/// What the counts of a run tell (trials by place in the text, as runtime::AgendaCounts
/// has them; one element per agenda of the module). `whole`: it was not broken off.
[[nodiscard]] Profile make_profile(const ir::Module& module,
                                   const std::vector<std::vector<std::uint64_t>>& trials,
                                   bool whole);

}  // namespace tesuji::passes
