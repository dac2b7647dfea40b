// Adds the rivals of MIGO to the learners of experiments (learner/experiments/entrants.h): MENACE,
// HER, Q-learning.
#pragma once

namespace tesuji::learner {

/// Call it before learners are read.
void add_rivals();

}  // namespace tesuji::learner
