/* Declares what generated GPU kernels for playouts in lanes and their host share
 * (docs/engines/gpu.md).
 *
 * A thread plays a block of 64 lanes, exactly as lane_batch.h does, and takes another block when
 * all playouts of that block are over. A *tile* holds the memory of the 32 threads of a warp: word
 * w of the thread with number l in its warp is at byte w * TSJ_GPU_STRIDE + 8 * l of the tile, so
 * that a warp reads and writes a word in one piece. The host starts with tiles that are all
 * zeros. */
#ifndef TESUJI_GPU_LANES_H
#define TESUJI_GPU_LANES_H

#include "game_data.h"
#include "lane_batch.h"
#include "plugin.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TSJ_GPU_WARP = 32,    /* threads of a warp */
  TSJ_GPU_GROUP = 64,   /* threads of a block of the grid */
  TSJ_GPU_STRIDE = 256, /* bytes from one word of a tile to the next */
  TSJ_GPU_START = 48    /* bytes of tsj_lane_sums */
};

/* Added to a phase's number: the kernel now evaluates the goals that were deferred. */
#define TSJ_GPU_SETTLE 0x80000000u

/* What to play; lies in the device's memory and is the same for all launches. Pointers are device
 * addresses. */
typedef struct tsj_gpu_order {
  uint64_t next_block;         /* the next free block; threads increment it */
  uint64_t blocks;             /* of tsj_lane_division */
  uint64_t playouts;           /* of tsj_lane_division */
  uint64_t playouts_per_start; /* playout p starts from start state p / playouts_per_start */
  uint64_t seed;
  uint64_t limit_low;    /* the step limit's lowest TSJ_LANES_COUNTER bits */
  uint64_t limit_high;   /* its other bits */
  uint64_t start_phases; /* a bit for each phase in which some game begins */
  uint64_t threads;      /* a multiple of TSJ_GPU_WARP */
  uint64_t stopped;      /* not 0: no more playouts begin */
  uint64_t apart;        /* not 0: a block begins several playouts together (lane_batch.c) */
  uint64_t state_words;  /* of a state in `starts` */
  uint64_t starts;       /* states; read by kernels for many start states only */
  uint64_t sums;         /* tsj_lane_sums, one for each start state */
  uint64_t answers;      /* uint64_t, LaneGame::answers for each start state */
} tsj_gpu_order;

/* Result of a launch. */
typedef struct tsj_gpu_status {
  uint64_t running; /* threads with an unfinished game, or with a block to take */
} tsj_gpu_status;

/* Version of the kernels in plugins. Raise it with every change to the contents of this header,
 * lanes.h, lane_batch.h, lane_division.h or tsj_lane_tables. A block plays the same games on every
 * processor, which includes its random numbers; tests/unit/runtime/core/lane_random_test.cpp
 * records them next to this version. */
#define TSJ_GPU_VERSION 1u

/* A kernel of one of a program's modules. */
typedef struct tsj_gpu_part {
  uint32_t module;
  const char* kernel;
} tsj_gpu_part;

/* As runtime::GpuCode (runtime/host/gpu/gpu_code.h). */
typedef struct tsj_gpu_program {
  const char* const* modules; /* PTX texts, each with a zero at its end */
  const char* kernel;
  const tsj_gpu_part* parts;   /* of all phases, one after the other; may be NULL */
  const uint32_t* part_counts; /* of each phase */
  uint64_t tile_words;
  uint64_t pattern_words;
  uint32_t module_count;
  uint32_t phase_count; /* 0 without parts */
  uint32_t compiled_quickly;
  uint32_t reserved;
} tsj_gpu_program;

/* The kernels of a plugin. */
struct tsj_gpu_kernels {
  uint32_t version; /* TSJ_GPU_VERSION; it covers all fields that follow */
  uint32_t reserved;
  const tsj_gpu_program* programs; /* the first for one start state, the second for many */
  const tsj_lane_tables* lanes;    /* the game's tables, with code for the processor */
};

#ifdef __cplusplus
}
#endif
#endif
