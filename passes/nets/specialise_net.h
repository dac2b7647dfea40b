// specialise-net: specialises a net for each state of turns, by constant propagation.
//
//   before:  legal legal.go(white) = and(true.control(white), x)
//            legal legal.wait(white) = true.control(black)
//   after, where true.control(white) holds and true.control(black) does not:
//            legal legal.go(white) = x       legal legal.wait(white) = false
//
// In a turn-taking game half of a net, or more, concerns roles that are not to move. Chooses the
// group with exactly one true fluent (fluent_groups.h) that decides the most gates. States that do
// not fit use the whole net, so that correctness does not depend on the group.
#pragma once

#include "ir/nets/net_cases.h"
#include "passes/nets/fluent_groups.h"

#include <cstdint>
#include <string_view>

namespace tesuji::passes {

/// The name by which it can be disabled.
inline constexpr std::string_view specialise_net_name = "specialise-net";

/// Limits within which cases pay. Each is separate code for the same question.
struct CaseLimits {
  std::size_t fluents = 8;              ///< of the group
  std::uint64_t percent = 85;           ///< maximum percentage of the gates, on average over the
                                        ///< cases,
  std::uint64_t saved_gates = 30;       ///< and minimum number of gates saved
  std::uint64_t draw_gates = 30;        ///< number of gates equivalent to drawing a role's move
  std::uint64_t all_gates = 30'000;     ///< of all cases together, which are then optimised;
  std::uint64_t quick_gates = 120'000;  ///< limit for cases, unoptimised, if the whole exceeds
                                        ///< all_gates
  std::uint64_t net_gates = 120'000;    ///< of the net; larger nets get no cases,
  std::uint64_t group_gates = 450'000;  ///< and above this no group is searched
  bool position = false;  ///< legal moves and terminal get cases whether they pay or not
  bool next = false;      ///< the same for the next state
};

/// Returns the group of few fluents whose values decide the most gates of a step; empty if no
/// group pays.
[[nodiscard]] FluentList control_group(const ir::Net& net, const CaseLimits& limits = {});

/// Returns a case for each fluent of the group, with those questions for which cases pay; empty if
/// none do.
[[nodiscard]] ir::NetCases specialise_net(const ir::Net& net, const FluentList& group,
                                          const CaseLimits& limits = {});

/// Returns the number of gates of legal moves and terminal together.
[[nodiscard]] std::uint64_t position_gates(const ir::Net& net);
/// Returns the number of gates of the next state that read the state. The others cost nothing:
/// native code has tables of values that depend only on moves.
[[nodiscard]] std::uint64_t next_gates(const ir::Net& net);

}  // namespace tesuji::passes
