// Specialises a net for each of a few kinds of states.
//
// In a game of turns one of a few fluents says whose turn it is, and most of the net asks for
// it. A *case* is what the net comes to where one fluent of such a group holds and the others do
// not: a net of the same fluents and moves, with constants in their place.
#pragma once

#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::ir {

struct NetCase {
  static constexpr std::uint32_t several = UINT32_MAX;

  std::uint32_t fluent = 0;  ///< position in Net::fluents: of the group, this one holds
  /// Same fluents and moves as the whole net. Only the questions that NetCases names have their
  /// answers, others are false; `next` for the only moves.
  Net net;
  /// By role: which of its moves is the only legal one in all these states, or `several`.
  std::vector<std::uint32_t> only_moves;
  std::shared_ptr<const Bitboards> boards{};  ///< of these states; null: there are none
};

/// A case for each fluent of a group; none where there is no group, or it does not pay. States
/// in which none or several of the group hold are left to the whole net.
struct NetCases {
  std::vector<NetCase> cases;                 ///< ascending by fluent; never one alone
  bool position = false;                      ///< legal moves and terminal
  bool next = false;                          ///< where roles with an only move make it
  std::shared_ptr<const Bitboards> boards{};  ///< of all states; null: there are none
};

}  // namespace tesuji::ir
