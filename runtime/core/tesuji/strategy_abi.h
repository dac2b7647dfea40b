/* Declares what compiled strategies and a state space share. These are nodes of the game graph, the
 * calls that grow it, and the functions of a predicate; tesuji/state_space.h is the state space.
 *
 * C11, freestanding. Generated code reads nodes in place and calls the host only through the
 * function pointers of tsj_space. A node never moves while its space is not cleared. One space
 * serves one thread at a time.
 *
 * Part of the interface of plugins, whose predicates tesuji calls: every change here requires a new
 * TSJ_PLUGIN_ABI. */
#ifndef TESUJI_STRATEGY_ABI_H
#define TESUJI_STRATEGY_ABI_H

#include "status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tsj_node;

/* One legal move of a node's mover, in move order. */
typedef struct tsj_edge {
  struct tsj_node* node; /* the next state; NULL until it is visited */
  uint64_t move;
} tsj_edge;

/* tsj_node::flags */
enum {
  TSJ_NODE_EXPANDED = 1,       /* edges, edge_count and waiting are valid */
  TSJ_NODE_TERMINAL_KNOWN = 2, /* TSJ_NODE_TERMINAL is valid */
  TSJ_NODE_TERMINAL = 4,
  TSJ_NODE_JUDGED = 8,      /* TSJ_NODE_WON and TSJ_NODE_DRAWN are valid */
  TSJ_NODE_WON = 16,        /* terminal, and the role that moved here has goal 100 */
  TSJ_NODE_DRAWN = 32,      /* terminal, not won, and both goals are 50 */
  TSJ_NODE_MOVED_SHIFT = 8, /* two bits: the role that moved here, 2 if unknown */
  TSJ_NODE_MOVER_SHIFT = 10 /* two bits, once expanded: the role that moves, 2 if neither does */
};

/* A state, together with the role that has moved into it. Behind the struct lie the space's memo
 * words, then the state's words. Memo slot s is the two bits from 2 * (s % 32) of word s / 32: see
 * tsj_memo. */
typedef struct tsj_node {
  tsj_edge* edges;
  uint32_t edge_count; /* 0 in terminal states and if a role has no legal move */
  uint32_t flags;
  uint64_t waiting; /* the move of the role that does not move */
  uint32_t number;  /* nodes of a space are numbered from 0 */
  uint32_t hash;
} tsj_node;

/* Value of a memo slot: whether the slot's predicate has a solution here. */
enum { TSJ_MEMO_UNKNOWN = 0, TSJ_MEMO_NONE = 1, TSJ_MEMO_SOME = 3 };

/* The host's half. `status` is TSJ_OK or the negative status of status.h with which the last call
 * failed; the host keeps the full description of the failure. */
typedef struct tsj_space {
  /* Computes the node's edges; returns TSJ_OK or a negative status. */
  int32_t (*expand)(struct tsj_space* space, tsj_node* node);
  /* Returns the next state along an edge, and stores it in the edge; NULL on failure. */
  tsj_node* (*visit)(struct tsj_space* space, tsj_node* node, uint32_t edge);
  /* Computes the flags won and drawn; returns TSJ_OK or a negative status. */
  int32_t (*judge)(struct tsj_space* space, tsj_node* node);
  /* Not 0: the search must end with TSJ_STOPPED. Another thread or a signal handler may set it at
   * any time, so it is read atomically; never NULL. */
  const unsigned char* stop;
  void* host;
  int32_t status;
} tsj_space;

/* Receives one solution; if it returns non-zero, the search ends and returns that value. */
typedef int32_t (*tsj_solution)(void* env, tsj_node* solution);

/* Passes every solution for `node` to `found`, in Prolog's order, with repetitions. Returns 0 after
 * the last one; the value of `found` if that is not 0; a negative status on failure. For a
 * predicate of one argument the solution is the node itself. `self` is the value registered with
 * the function. */
typedef int32_t (*tsj_search)(const void* self, tsj_space* space, tsj_node* node,
                              tsj_solution found, void* env);

#ifdef __cplusplus
}
#endif
#endif
