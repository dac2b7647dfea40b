/* Checks whether a state can start playouts in lanes, or be an input of strategies in lanes. */
#ifndef TESUJI_LANE_START_H
#define TESUJI_LANE_START_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline int tsj_lane_holds(const uint64_t* state, uint64_t fluent) {
  return (int)(state[fluent / 64] >> (fluent % 64) & 1);
}

/* Checks what lanes assume about a state: its bits in the mask `fixed` are those of the initial
 * state, and exactly one of the fluents that say whose turn it is holds, if the game has such
 * fluents. */
static inline int tsj_lane_suits(const uint64_t* state, const uint64_t* initial,
                                 const uint64_t* fixed, uint64_t fixed_words,
                                 const uint64_t* control, uint64_t control_count) {
  for (uint64_t i = 0; i < fixed_words; ++i) {
    if (((state[i] ^ initial[i]) & fixed[i]) != 0) return 0;
  }
  uint64_t holding = 0;
  for (uint64_t i = 0; i < control_count; ++i) {
    holding += (uint64_t)tsj_lane_holds(state, control[i]);
  }
  return control_count == 0 || holding == 1;
}

#ifdef __cplusplus
}
#endif
#endif
