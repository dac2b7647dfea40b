/* State space of a strategy in a plugin: the part of the game graph visited so far, the other half
 * of tesuji/strategy_abi.h. Internal to this folder. */
#ifndef TESUJI_PLUGIN_SPACE_H
#define TESUJI_PLUGIN_SPACE_H

#include "work.h"

/* A place of the hash table; eight bytes. */
typedef struct state_entry {
  uint32_t place; /* of the node: number of its chunk, then of its first word there */
  uint16_t tag;   /* high half of the node's hash */
  uint16_t era;   /* places of another era than the table's are empty */
} state_entry;

/* Edges of a node that has too many for a chunk. */
typedef struct edge_block {
  struct edge_block* next;
  uint64_t bytes;
  tsj_edge edges[];
} edge_block;

/* Lies in scratch memory; all zero but `limit` until it is opened. */
typedef struct state_space {
  tsj_space abi; /* first: callbacks are given this */
  const tsj_plugin* game;
  const tsj_turns* turns;
  tsj_work* work;
  uint64_t limit; /* bytes that may be taken from the source */
  uint64_t taken;
  uint32_t place_bits; /* log2 of the words of a chunk */
  uint32_t memo_words;
  uint32_t node_words;
  uint32_t nodes_per_chunk;

  /* Chunks of equal size; each begins with a word that counts the nodes in it, 0 if it holds
   * edges. The first chunks_used of them are in use since the last space_clear. */
  uint64_t** chunks;
  uint32_t chunk_count;
  uint32_t chunk_room;
  uint32_t chunks_used;

  uint64_t* node_chunk; /* the one that is being filled; NULL: none */
  uint32_t node_chunk_number;
  uint32_t node_count;

  tsj_edge* edges; /* edges_left more are free there */
  uint64_t edges_left;
  edge_block* blocks;
  uint64_t block_bytes;

  state_entry* table;
  uint64_t table_room;
  uint32_t mask; /* the part in use, a power of two minus one */
  uint16_t era;
} state_space;

/* Stands for no role where one of two is asked for. */
enum { nobody = 2 };

/* turns.c: the role whose control fluent holds, when it is one only; else nobody. */
uint32_t find_controller(const tsj_turns* turns, const uint64_t* state);
/* Who moves in a state whose legal moves lie in the lists, and what the other role does; nobody
 * where a role has no move. TSJ_OK, or TSJ_UNKNOWN where that is not to be told. */
int32_t find_turn(const tsj_turns* turns, const move_list* lists, const uint64_t* state,
                  uint32_t* mover, uint64_t* waiting);

/* space.c. Makes an all-zero space ready; takes no memory. */
void space_open(state_space* space, const tsj_plugin* game, tsj_work* work);
/* Forgets every node; keeps the memory for the next ones. */
void space_clear(state_space* space);
/* Forgets every node and gives all memory back. Of spaces that were never opened too. */
void space_release(state_space* space);
/* Bytes in use since the last space_clear. */
uint64_t space_used(const state_space* space);
/* The node of a state given from outside; NULL where that fails, then abi.status says why. The role
 * that moved into it is the one that does not move now, as of runtime::StateSpace::root. */
tsj_node* space_root(state_space* space, const uint64_t* state);

#endif
