// Specialises a net for each of a few kinds of states.
//
// In a turn-taking game one of a few fluents states whose turn it is, and most of the net reads it.
// A *case* is the net simplified for states in which one fluent of such a group holds and the
// others do not: a net with the same fluents and moves, with constants for those fluents.
#pragma once

#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::ir {

struct NetCase {
  static constexpr std::uint32_t several = UINT32_MAX;

  std::uint32_t fluent = 0;  ///< position in Net::fluents: the fluent of the group that holds
  /// Same fluents and moves as the whole net. Only the questions that NetCases names have their
  /// answers, others are false; `next` assumes the only moves.
  Net net;
  /// By role: which of its moves is the only legal one in all these states, or `several`.
  std::vector<std::uint32_t> only_moves;
  std::shared_ptr<const Bitboards> boards{};  ///< for these states; null if none were built
};

/// A case for each fluent of a group; none if there is no group, or cases do not pay. The whole net
/// handles states in which none or several fluents of the group hold.
struct NetCases {
  std::vector<NetCase> cases;                 ///< ascending by fluent; never exactly one
  bool position = false;                      ///< answers legal moves and terminal
  bool next = false;                          ///< answers next, if roles with an only move make it
  std::shared_ptr<const Bitboards> boards{};  ///< for all states; null if none were built
};

}  // namespace tesuji::ir
