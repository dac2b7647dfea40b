/* From arrays of words of lanes to states as words of fluents. */
#ifndef TESUJI_LANE_TRANSPOSE_H
#define TESUJI_LANE_TRANSPOSE_H

#include <stdint.h>

/* One column of an array, element i at lanes[i * stride], as 64 states of `state_words` words. */
void tsj_lanes_to_states(const uint64_t* lanes, uint64_t stride, uint64_t fluents,
                         uint64_t state_words, uint64_t* states);

#endif
