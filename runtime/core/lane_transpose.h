/* Converts between states as words of fluents and arrays of words of lanes. */
#ifndef TESUJI_LANE_TRANSPOSE_H
#define TESUJI_LANE_TRANSPOSE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes one block of an array, element i at lanes[i * stride], as 64 states of `state_words`
 * words. */
void tsj_lanes_to_states(const uint64_t* lanes, uint64_t stride, uint64_t fluents,
                         uint64_t state_words, uint64_t* states);

/* The inverse, for `count` states, at most 64; sets other lanes to zero. */
void tsj_states_to_lanes(const uint64_t* states, uint64_t count, uint64_t state_words,
                         uint64_t fluents, uint64_t stride, uint64_t* lanes);

#ifdef __cplusplus
}
#endif
#endif
