// Finds the tasks of a game in a folder, laid out as by `tesuji iggp` or as in the IGGP data set.
#pragma once

#include "backend/driver/session.h"
#include "learner/game_rules/play_file.h"
#include "learner/game_rules/rule_learning.h"

#include <memory>
#include <string>
#include <vector>

namespace tesuji::learner {

struct PlayFolder {
  std::string game;
  std::vector<PlayTask> tasks;    ///< in the order of play_targets; only those found
  std::vector<PlayAtom> initial;  ///< may be empty
  PlayVocabulary vocabulary;
};

/// Reads DIR/train/GAME_legal_train.dat and so on, and DIR/GAME_initial.dat if it exists; a folder
/// `data` may lie in between. `game` empty: the only one in the folder. Errors: "io"; "usage" if
/// the folder does not have the game, or has several and none is named; those of read_play_part.
[[nodiscard]] std::unique_ptr<PlayFolder> read_play_folder(const std::string& folder,
                                                           const std::string& game,
                                                           driver::Session& session);

}  // namespace tesuji::learner
