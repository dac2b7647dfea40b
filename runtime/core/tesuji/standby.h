/* Answers questions that an entry of plans has given up. C11, freestanding.
 *
 * A host that limits how long an entry may take (runtime/host/standby/guarded_code.h) gives code
 * whose `self` begins with a tsj_standby. Where such an entry returns TSJ_GIVEN_UP, the question
 * goes to the standby. Where that gives up, too, the entry is called again: limits grow. */
#ifndef TESUJI_STANDBY_H
#define TESUJI_STANDBY_H

#include "plugin.h"
#include "status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Besides the statuses of status.h: for entries with a standby, and for what a standby returns. */
enum { TSJ_GIVEN_UP = -4 };

typedef struct tsj_standby tsj_standby;

/* Functions as those of tsj_plugin; states and moves are those of the plans. Safe from many
 * threads. */
struct tsj_standby {
  /* `moves` becomes the lists of all roles, which are there until this thread asks it again. */
  int32_t (*legal)(const tsj_standby* self, const uint64_t* state, const tsj_moves** moves);
  int32_t (*terminal)(const tsj_standby* self, const uint64_t* state);
  int32_t (*next)(const tsj_standby* self, const uint64_t* state, const uint64_t* joint,
                  uint64_t* out);
  int32_t (*goal_values)(const tsj_standby* self, const uint64_t* state, int32_t* values);
  int32_t (*goals)(const tsj_standby* self, const uint64_t* state, tsj_found_term found, void* env);
  int32_t (*percepts)(const tsj_standby* self, const uint64_t* state, const uint64_t* joint,
                      tsj_found_term found, void* env);
};

#ifdef __cplusplus
}
#endif
#endif
