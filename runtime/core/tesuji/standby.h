/* Answers questions that an entry of plans has given up on. C11, freestanding.
 *
 * A host that limits how long an entry may take (runtime/host/standby/guarded_code.h) gives code
 * whose `self` begins with a tsj_standby. If such an entry returns TSJ_GIVEN_UP, the question goes
 * to the standby. If the standby gives up, too, the entry is called again, with a higher limit. */
#ifndef TESUJI_STANDBY_H
#define TESUJI_STANDBY_H

#include "plugin.h"
#include "status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A status besides those of status.h, returned by entries that have a standby and by the
 * standby. */
enum { TSJ_GIVEN_UP = -4 };

typedef struct tsj_standby tsj_standby;

/* Functions like those of tsj_plugin, with states and moves of the plans. Thread-safe. */
struct tsj_standby {
  /* Sets `moves` to the lists of all roles, which stay valid until this thread's next call. */
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
