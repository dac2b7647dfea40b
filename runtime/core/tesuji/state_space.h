/* State space of a strategy or a solver: the part of the graph of a game of turns that has been
 * visited so far, the other half of strategy_abi.h. The only one, for plugins and for hosts
 * (runtime/host/game/state_space.h).
 *
 * C11, freestanding. States are interned once, successors computed when they are first asked for.
 * Nodes and edges lie in chunks that are kept when the space is cleared, and entries of the hash
 * table say which clearing they belong to: clearing costs next to nothing, and the table starts
 * small again, so that a question with an empty memory stays within the first-level cache. */
#ifndef TESUJI_STATE_SPACE_H
#define TESUJI_STATE_SPACE_H

#include "game_data.h"
#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Stands for no role where one of two is asked for. */
#define TSJ_NOBODY 2U

/* TSJ_HOLDS where the state is terminal; TSJ_OK where it is not, and then the legal moves. */
typedef int32_t (*tsj_position_function)(const tsj_plugin* game, tsj_work* work,
                                         const uint64_t* state, tsj_moves* moves);

struct tsj_state_entry;
struct tsj_edge_block;

/* For one thread. All zero but the part of the host until it is opened. */
typedef struct tsj_state_space {
  tsj_space abi; /* first: callbacks are given this; the host sets `stop`, never NULL, and `host` */

  /* Set by the host. Of `game`, only functions for questions are used, `role_count` is 2. It and
   * `work` may be exchanged between calls for an engine with the same states and moves. */
  const tsj_plugin* game;
  tsj_work* work;
  tsj_position_function position; /* or NULL: `terminal` and `legal` are to be asked */
  const tsj_turns* turns;
  void* (*resize)(void* context, void* memory, size_t bytes); /* as of tsj_memory_source */
  void* context;
  uint64_t limit;      /* bytes that may be taken */
  uint32_t memo_slots; /* two bits each, in every node */

  /* For the host to read. */
  uint32_t node_count;
  uint64_t visits;         /* successors computed since it was opened */
  const uint64_t* refused; /* the state in which the last question that failed was asked */
  int full;                /* the last failure was that there was no room for states */
  tsj_moves moves[2];      /* legal ones in `refused`, where it does not tell whose turn it is */

  uint64_t taken;
  uint64_t chunk_words;
  uint32_t place_bits; /* that number the nodes of a chunk */
  uint32_t state_words;
  uint32_t memo_words;
  uint32_t node_words;
  uint32_t nodes_per_chunk;

  /* Chunks of equal size; each begins with a word that counts the nodes in it, 0 if it holds
   * edges. The first chunks_used of them are in use since the space was last cleared. */
  uint64_t** chunks;
  uint32_t chunk_count;
  uint32_t chunk_room;
  uint32_t chunks_used;

  uint64_t* node_chunk; /* the one that is being filled; NULL: none */
  uint32_t node_chunk_number;

  tsj_edge* edges; /* edges_left more are free there */
  uint64_t edges_left;
  struct tsj_edge_block* blocks;
  uint64_t block_bytes;

  struct tsj_state_entry* table;
  uint64_t table_room;
  uint32_t mask; /* the part in use, a power of two minus one */
  uint16_t era;
} tsj_state_space;

/* Makes a space ready; takes no memory. */
void tsj_space_open(tsj_state_space* space);
/* Forgets every node; keeps the memory for the next ones. */
void tsj_space_clear(tsj_state_space* space);
/* Forgets every node and gives all memory back. Of spaces that were never opened too. */
void tsj_space_release(tsj_state_space* space);
/* Bytes in use since the space was last cleared. */
uint64_t tsj_space_used(const tsj_state_space* space);

/* The node of a state given from outside; NULL where that fails, then abi.status says why. The role
 * that moved into it is the one that does not move now: where no control fluent says, legal moves
 * do, and in a terminal state it then is unknown (neither won nor drawn holds). */
tsj_node* tsj_space_root(tsj_state_space* space, const uint64_t* state);
/* The node of a state whose role that moved into it is known; NULL as above. */
tsj_node* tsj_space_node(tsj_state_space* space, const uint64_t* state, uint32_t moved);
/* Makes the node's flag for terminal states valid; TSJ_OK or a negative status. */
int32_t tsj_space_know_terminal(tsj_state_space* space, tsj_node* node);

/* The first of these predicates (each of arity 2) with a solution that is one move away from the
 * node: TSJ_HOLDS; then `predicate` is its place in `order`, and `edge` the first such solution's.
 * TSJ_OK where none has. */
int32_t tsj_space_choose(tsj_state_space* space, tsj_node* node, const tsj_predicate* predicates,
                         const uint32_t* order, uint32_t order_count, uint32_t* predicate,
                         uint32_t* edge);

/* The role whose control fluent holds, when it is one only; else TSJ_NOBODY. Answers in terminal
 * states, too. */
uint32_t tsj_find_controller(const tsj_turns* turns, const uint64_t* state);
/* Who moves in a state with these legal moves, and what the other role does; TSJ_NOBODY where a
 * role has no move. TSJ_OK, or TSJ_UNKNOWN where that is not to be told: both have a choice, or
 * both have one move and nothing says which one is to wait. */
int32_t tsj_find_turn(const tsj_turns* turns, const tsj_moves* moves, const uint64_t* state,
                      uint32_t* mover, uint64_t* waiting);

#ifdef __cplusplus
}
#endif
#endif
