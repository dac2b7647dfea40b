// Records of matches as JSON, in the shape that the public game server writes.
#pragma once

#include "ir/core/diagnostics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

/// What a player knows of a match that it took part in.
struct MatchRecord {
  std::string match;   ///< as the server names it
  std::string player;  ///< its own name
  std::string rules;
  std::vector<std::string> roles;
  std::size_t role = 0;  ///< its own
  double start_clock = 0;
  double play_clock = 0;
  std::uint64_t start_time = 0;                  ///< milliseconds since 1970
  std::vector<std::uint64_t> times;              ///< the same, of each state
  std::vector<std::vector<std::string>> states;  ///< fluents; one more than `moves`
  std::vector<std::vector<std::string>> moves;   ///< as it was told them, in role order
  /// Its own answers beside them; empty: it was not asked, or late.
  std::vector<std::string> answers;
  std::vector<int> goals;  ///< of a match that ended; -1: the game gives none
  bool completed = false;
  bool aborted = false;
};

/// `tesuji replay` reads it. A step's error of the own role is `IL MOVE` where the server went on
/// with another move than MOVE, which the player had sent, and `TO` where it had sent none.
[[nodiscard]] std::string match_record_text(const MatchRecord& record);

/// Writes it to `MATCH-ROLE.json` in `folder`, whole or not at all, with a number where such a file
/// is there already. Returns the file's path; reports and returns an empty one where it cannot.
std::string save_match_record(const MatchRecord& record, const std::string& folder,
                              ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
