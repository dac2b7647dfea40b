/* Interface of playouts in lanes on a GPU, between generated kernels and their host
 * (docs/engines/gpu.md).
 *
 * A thread plays a block of 64 lanes, exactly as lane_batch.h does, and takes another block once
 * its playouts are over. A *tile* holds the memory of the 32 threads of a warp: word w of the
 * thread with number l in its warp is at byte w * TSJ_GPU_STRIDE + 8 * l of the tile, so that a
 * warp reads and writes a word in one piece. A tile that is all zeros is a tile to begin with. */
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

/* Added to a phase's number: goals that were put off are evaluated now. */
#define TSJ_GPU_SETTLE 0x80000000u

/* What is to be played; in the device's memory, and the same for all launches. Pointers are
 * addresses on the device. */
typedef struct tsj_gpu_order {
  uint64_t next_block;         /* the next block that is free; threads count it up */
  uint64_t blocks;             /* of tsj_lane_division */
  uint64_t playouts;           /* the same */
  uint64_t playouts_per_start; /* playout p begins with start state p / playouts_per_start */
  uint64_t seed;
  uint64_t limit_low;    /* the step limit's lowest TSJ_LANES_COUNTER bits */
  uint64_t limit_high;   /* its other bits */
  uint64_t start_phases; /* the phases, a bit each, in which some game begins */
  uint64_t threads;      /* a multiple of TSJ_GPU_WARP */
  uint64_t stopped;      /* not 0: no playout is begun any more */
  uint64_t apart;        /* not 0: lanes begin several together (lane_batch.c) */
  uint64_t state_words;  /* of a state in `starts` */
  uint64_t starts;       /* states; read by kernels for many start states only */
  uint64_t sums;         /* tsj_lane_sums, one for each start state */
  uint64_t answers;      /* uint64_t, LaneGame::answers for each start state */
} tsj_gpu_order;

/* What a launch leaves behind. */
typedef struct tsj_gpu_status {
  uint64_t running; /* threads that have a game that is not over, or a block to take */
} tsj_gpu_status;

/* Of kernels in plugins: raised with every change to what this header, lanes.h, lane_batch.h,
 * lane_division.h and tsj_lane_tables say. A block plays alike wherever it is played: that holds of
 * its random numbers, too, which tests/unit/runtime/core/lane_random_test.cpp has beside the
 * version. */
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
  const tsj_gpu_part* parts;   /* of all phases, one after the other; NULL: none */
  const uint32_t* part_counts; /* of each phase */
  uint64_t tile_words;
  uint64_t pattern_words;
  uint32_t module_count;
  uint32_t phase_count; /* with parts; else 0 */
  uint32_t compiled_quickly;
  uint32_t reserved;
} tsj_gpu_program;

/* The kernels of a plugin. */
struct tsj_gpu_kernels {
  uint32_t version; /* TSJ_GPU_VERSION; all that follows is of this version */
  uint32_t reserved;
  const tsj_gpu_program* programs; /* for one start state, and for many */
  const tsj_lane_tables* lanes;    /* what they play, and code for the processor */
};

#ifdef __cplusplus
}
#endif
#endif
