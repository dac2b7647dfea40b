// Makes a net for each state of turns, by constant propagation.
//
//   before:  legal legal.go(white) = and(true.control(white), x)
//            legal legal.wait(white) = true.control(black)
//   after, where true.control(white) holds and true.control(black) does not:
//            legal legal.go(white) = x       legal legal.wait(white) = false
//
// In a game of turns half of a net, or more, is about those who are not to move. Of the groups of
// which exactly one fluent holds (fluent_groups.h) the one is taken that decides the most gates.
// States that do not fit keep the whole net, so that nothing depends on the group being right.
#pragma once

#include "ir/nets/net_cases.h"
#include "passes/nets/fluent_groups.h"

#include <cstdint>
#include <string_view>

namespace tesuji::passes {

/// The name by which it can be left out.
inline constexpr std::string_view specialise_net_name = "specialise-net";

/// Where cases pay. They are code of their own for the same question.
struct CaseLimits {
  std::size_t fluents = 8;              ///< of the group
  std::uint64_t percent = 85;           ///< of the gates, at most, in the mean of the cases,
  std::uint64_t saved_gates = 30;       ///< and so many fewer
  std::uint64_t draw_gates = 30;        ///< that drawing a role's move takes as long as
  std::uint64_t all_gates = 30'000;     ///< of all cases together, which are optimised then;
  std::uint64_t quick_gates = 120'000;  ///< where the whole has more than all_gates, and is not
  std::uint64_t net_gates = 120'000;    ///< of the net; of larger ones no cases are made,
  std::uint64_t group_gates = 450'000;  ///< and of these it is not looked for a group
  bool position = false;  ///< legal moves and terminal by cases whether they pay or not
  bool next = false;      ///< the same of the next state
};

/// The group of few fluents whose values decide the most gates of a step; empty if there is none.
[[nodiscard]] FluentList control_group(const ir::Net& net, const CaseLimits& limits = {});

/// A case for each fluent of the group, with those questions for which they pay; none if there
/// are none.
[[nodiscard]] ir::NetCases specialise_net(const ir::Net& net, const FluentList& group,
                                          const CaseLimits& limits = {});

/// The gates of legal moves and terminal together.
[[nodiscard]] std::uint64_t position_gates(const ir::Net& net);
/// Those of the next state that read the state. The others cost nothing: native code has tables of
/// what depends on moves alone.
[[nodiscard]] std::uint64_t next_gates(const ir::Net& net);

}  // namespace tesuji::passes
