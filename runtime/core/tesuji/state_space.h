/* Stores the state space of a strategy or a solver: the visited part of the graph of a game with
 * turns. It implements the host's half of strategy_abi.h, for plugins and for hosts
 * (runtime/host/game/state_space.h).
 *
 * C11, freestanding. States are interned once; successors are computed on first use. Nodes and
 * edges lie in chunks that are kept when the space is cleared, and entries of the hash table are
 * tagged with the clearing they belong to: so clearing is almost free, and the table starts small
 * again, so that a question with an empty memory stays within the first-level cache. */
#ifndef TESUJI_STATE_SPACE_H
#define TESUJI_STATE_SPACE_H

#include "game_data.h"
#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Stands for neither role where one of two is expected. */
#define TSJ_NOBODY 2U

/* Returns TSJ_HOLDS if the state is terminal; else TSJ_OK and the legal moves. */
typedef int32_t (*tsj_position_function)(const tsj_plugin* game, tsj_work* work,
                                         const uint64_t* state, tsj_moves* moves);

struct tsj_state_entry;
struct tsj_edge_block;

/* For one thread. Before it is opened, all fields but the host's must be zero. */
typedef struct tsj_state_space {
  tsj_space abi; /* must come first: it is passed to callbacks; the host sets `stop`, never NULL,
                  * and `host` */

  /* Set by the host. The space uses only the functions of `game` that answer questions; its
   * `role_count` must be 2. Between calls the host may exchange it and `work` for those of an
   * engine with the same states and moves. */
  const tsj_plugin* game;
  tsj_work* work;
  tsj_position_function position; /* NULL: the space calls `terminal` and `legal` */
  const tsj_turns* turns;
  void* (*resize)(void* context, void* memory, size_t bytes); /* as in tsj_memory_source */
  void* context;
  uint64_t limit;      /* bytes that it may allocate */
  uint32_t memo_slots; /* two bits each, in every node */

  /* For the host to read. */
  uint32_t node_count;
  uint64_t visits;         /* successors computed since it was opened */
  const uint64_t* refused; /* the state in which the last failed question was asked */
  int full;                /* whether the last failure was that no room for states is left */
  tsj_moves moves[2];      /* legal moves in `refused`, if it is not clear whose turn it is there */

  uint64_t taken;
  uint64_t chunk_words;
  uint32_t place_bits; /* number of bits that number the nodes of a chunk */
  uint32_t state_words;
  uint32_t memo_words;
  uint32_t node_words;
  uint32_t nodes_per_chunk;

  /* Chunks of equal size; each begins with a word that counts its nodes, 0 if it holds edges. The
   * first chunks_used of them are in use since the last clearing. */
  uint64_t** chunks;
  uint32_t chunk_count;
  uint32_t chunk_room;
  uint32_t chunks_used;

  uint64_t* node_chunk; /* the chunk being filled; may be NULL */
  uint32_t node_chunk_number;

  tsj_edge* edges; /* where edges_left more fit */
  uint64_t edges_left;
  struct tsj_edge_block* blocks;
  uint64_t block_bytes;

  struct tsj_state_entry* table;
  uint64_t table_room;
  uint32_t mask; /* size of the part in use, a power of two, minus one */
  uint16_t era;
} tsj_state_space;

/* Makes a space ready; allocates nothing. */
void tsj_space_open(tsj_state_space* space);
/* Forgets every node; keeps the memory for the next ones. */
void tsj_space_clear(tsj_state_space* space);
/* Forgets every node and frees all memory. Also for spaces that were never opened. */
void tsj_space_release(tsj_state_space* space);
/* Returns the bytes in use since the last clearing. */
uint64_t tsj_space_used(const tsj_state_space* space);

/* Returns the node of a state given from outside; NULL on failure, with the reason in abi.status.
 * Takes the role that does not move now as the one that has just moved. If no control fluent says
 * whose turn it is, legal moves do; then in a terminal state that role is unknown, and neither won
 * nor drawn holds. */
tsj_node* tsj_space_root(tsj_state_space* space, const uint64_t* state);
/* Returns the node of a state when the role that moved into it is known; NULL on failure, as
 * above. */
tsj_node* tsj_space_node(tsj_state_space* space, const uint64_t* state, uint32_t moved);
/* Computes the node's flag for terminal states; returns TSJ_OK or a negative status. */
int32_t tsj_space_know_terminal(tsj_state_space* space, tsj_node* node);

/* Finds the first of these predicates (each of arity 2) that has a solution one move away from the
 * node. Returns TSJ_HOLDS and sets `predicate` to its place in `order`, and `edge` to the first
 * such solution; TSJ_OK if none has one. */
int32_t tsj_space_choose(tsj_state_space* space, tsj_node* node, const tsj_predicate* predicates,
                         const uint32_t* order, uint32_t order_count, uint32_t* predicate,
                         uint32_t* edge);

/* Returns the role whose control fluent holds, if exactly one holds; else TSJ_NOBODY. Works in
 * terminal states, too. */
uint32_t tsj_find_controller(const tsj_turns* turns, const uint64_t* state);
/* Computes who moves in a state with these legal moves, and the other role's move; TSJ_NOBODY if a
 * role has no move. Returns TSJ_OK, or TSJ_UNKNOWN if that is not clear: both have a choice, or
 * both have one move and no rule says which one waits. */
int32_t tsj_find_turn(const tsj_turns* turns, const tsj_moves* moves, const uint64_t* state,
                      uint32_t* mover, uint64_t* waiting);

#ifdef __cplusplus
}
#endif
#endif
