/* Computes whose turn it is (tesuji/state_space.h). */
#include "tesuji/state_space.h"

enum { nobody = TSJ_NOBODY };

static int in_control(const tsj_turns* turns, uint32_t role, const uint64_t* state) {
  return (state[turns->control_word[role]] & turns->control_mask[role]) ==
         turns->control_value[role];
}

uint32_t tsj_find_controller(const tsj_turns* turns, const uint64_t* state) {
  if (turns->control_mask[0] == 0) return nobody;
  const int first = in_control(turns, 0, state);
  if (first == in_control(turns, 1, state)) return nobody;
  return first ? 0 : 1;
}

/* Both roles have one move: returns TSJ_OK and the role that moves, or TSJ_UNKNOWN. */
static int32_t mover_of_single_moves(const tsj_turns* turns, const tsj_moves* moves,
                                     uint32_t* mover) {
  int known[2];
  int waits[2];
  for (uint32_t role = 0; role < 2; role++) {
    known[role] = turns->waiting[role] != UINT64_MAX;
    waits[role] = moves[role].moves[0] == turns->waiting[role];
  }
  if (known[0] ? known[1] && waits[0] == waits[1] : !known[1]) return TSJ_UNKNOWN;
  *mover = known[0] ? (waits[0] ? 1 : 0) : (waits[1] ? 0 : 1);
  return TSJ_OK;
}

int32_t tsj_find_turn(const tsj_turns* turns, const tsj_moves* moves, const uint64_t* state,
                      uint32_t* mover, uint64_t* waiting) {
  *mover = nobody;
  if (moves[0].count == 0 || moves[1].count == 0) return TSJ_OK;
  *mover = tsj_find_controller(turns, state);
  if (*mover == nobody) {
    if (moves[0].count == 1 && moves[1].count == 1) {
      const int32_t status = mover_of_single_moves(turns, moves, mover);
      if (status < 0) return status;
    } else {
      *mover = moves[0].count > 1 ? 0 : 1;
    }
  }
  const tsj_moves* other = &moves[1 - *mover];
  if (other->count > 1) return TSJ_UNKNOWN;
  *waiting = other->moves[0];
  return TSJ_OK;
}
