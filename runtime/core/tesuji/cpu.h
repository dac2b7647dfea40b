/* Detects the features of this processor. C11, freestanding. */
#ifndef TESUJI_CPU_H
#define TESUJI_CPU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the TSJ_CPU_.. (plugin.h) of all features that the processor has and the system lets
 * programs use; 0 if it is not an x86-64. */
uint64_t tsj_cpu_features(void);

#ifdef __cplusplus
}
#endif
#endif
