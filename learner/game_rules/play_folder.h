// Finds the tasks of a game in a folder, as `tesuji iggp` writes them and the IGGP data set has
// them.
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
  std::vector<PlayTask> tasks;    ///< in the order of play_targets; those that there are
  std::vector<PlayAtom> initial;  ///< may be empty
  PlayVocabulary vocabulary;
};

/// Reads DIR/train/GAME_legal_train.dat and its like, and DIR/GAME_initial.dat if it is there;
/// `data` may stand between. `game` empty: the only one in the folder. Errors: "io"; "usage" where
/// the folder has no such game, or several and none is named; those of read_play_part.
[[nodiscard]] std::unique_ptr<PlayFolder> read_play_folder(const std::string& folder,
                                                           const std::string& game,
                                                           driver::Session& session);

}  // namespace tesuji::learner
