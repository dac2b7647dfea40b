/* Implements the state space of tesuji/state_space.h. */
#include "tesuji/state_space.h"

#include <string.h>

enum { nobody = TSJ_NOBODY };
enum { first_table_size = 512, least_chunk_words = 2048, fewest_nodes = 4 };

/* A place of the hash table; only eight bytes, because the table is the first to outgrow the
 * caches. */
typedef struct tsj_state_entry {
  uint32_t place; /* of the node: its chunk's number, then its own number in the chunk */
  uint16_t tag;   /* high half of the node's hash */
  uint16_t era;   /* a place whose era is not the table's is empty */
} state_entry;

/* Holds the edges of a node that has too many for a chunk. */
typedef struct tsj_edge_block {
  struct tsj_edge_block* next;
  uint64_t bytes;
  tsj_edge edges[];
} edge_block;

typedef tsj_state_space state_space;

/* --- Memory --------------------------------------------------------------------------------- */

static uint64_t chunk_bytes(const state_space* space) {
  return sizeof(uint64_t) * space->chunk_words;
}

/* Resizes as tsj_memory_source::resize, and counts bytes; returns NULL also if the limit forbids
 * it. */
static void* resize(state_space* space, void* memory, uint64_t before, uint64_t after) {
  if (after > before && after - before > space->limit - space->taken) return NULL;
  void* moved = space->resize(space->context, memory, after);
  if (moved != NULL || after == 0) space->taken = space->taken - before + after;
  return moved;
}

static void* no_room(state_space* space) {
  space->abi.status = TSJ_LIMIT;
  space->full = 1;
  return NULL;
}

static int grow_chunk_list(state_space* space) {
  const uint64_t before = space->chunk_room * sizeof(uint64_t*);
  const uint64_t after = before == 0 ? 16 * sizeof(uint64_t*) : 2 * before;
  uint64_t** chunks = resize(space, space->chunks, before, after);
  if (chunks == NULL) return 0;
  space->chunks = chunks;
  space->chunk_room = (uint32_t)(after / sizeof(uint64_t*));
  return 1;
}

/* Returns an unused chunk; its number is chunks_used - 1 afterwards. NULL: no room. */
static uint64_t* take_chunk(state_space* space) {
  if (space->chunks_used == space->chunk_count) {
    if ((uint64_t)space->chunk_count + 1 >= UINT64_C(1) << (32 - space->place_bits))
      return no_room(space); /* a place has 32 bits */
    if (space->chunk_count == space->chunk_room && !grow_chunk_list(space)) return no_room(space);
    uint64_t* chunk = resize(space, NULL, 0, chunk_bytes(space));
    if (chunk == NULL) return no_room(space);
    space->chunks[space->chunk_count++] = chunk;
  }
  uint64_t* chunk = space->chunks[space->chunks_used++];
  chunk[0] = 0;
  return chunk;
}

static tsj_edge* take_edges(state_space* space, uint64_t count) {
  const uint64_t of_chunk = (chunk_bytes(space) - sizeof(uint64_t)) / sizeof(tsj_edge);
  if (count > of_chunk) {
    const uint64_t bytes = sizeof(edge_block) + count * sizeof(tsj_edge);
    edge_block* block = resize(space, NULL, 0, bytes);
    if (block == NULL) return no_room(space);
    *block = (edge_block){space->blocks, bytes};
    space->blocks = block;
    space->block_bytes += bytes;
    return block->edges;
  }
  if (count > space->edges_left) {
    uint64_t* chunk = take_chunk(space);
    if (chunk == NULL) return NULL;
    space->edges = (tsj_edge*)(void*)(chunk + 1);
    space->edges_left = of_chunk;
  }
  tsj_edge* edges = space->edges;
  space->edges += count;
  space->edges_left -= count;
  return edges;
}

static int32_t expand(tsj_space* abi, tsj_node* node);
static tsj_node* visit(tsj_space* abi, tsj_node* node, uint32_t edge);
static int32_t judge(tsj_space* abi, tsj_node* node);

void tsj_space_open(state_space* space) {
  space->abi.expand = expand;
  space->abi.visit = visit;
  space->abi.judge = judge;
  space->abi.status = TSJ_OK;
  space->state_words = (uint32_t)space->game->state_words;
  space->memo_words = (space->memo_slots + 31) / 32;
  space->node_words =
      (uint32_t)(sizeof(tsj_node) / sizeof(uint64_t)) + space->memo_words + space->state_words;
  space->chunk_words = least_chunk_words;
  while (space->chunk_words < (uint64_t)fewest_nodes * space->node_words) space->chunk_words *= 2;
  space->nodes_per_chunk = (uint32_t)((space->chunk_words - 1) / space->node_words);
  space->place_bits = 32 - (uint32_t)__builtin_clz(space->nodes_per_chunk);
  space->mask = first_table_size - 1;
  space->era = 1;
}

static void empty_table(state_space* space) {
  if (++space->era != 0) return;
  memset(space->table, 0, space->table_room * sizeof(state_entry));
  space->era = 1;
}

void tsj_space_clear(state_space* space) {
  while (space->blocks != NULL) {
    edge_block* block = space->blocks;
    space->blocks = block->next;
    resize(space, block, block->bytes, 0);
  }
  space->block_bytes = 0;
  space->chunks_used = 0;
  space->node_chunk = NULL;
  space->node_count = 0;
  space->edges_left = 0;
  space->mask = first_table_size - 1;
  if (space->table != NULL) empty_table(space);
}

void tsj_space_release(state_space* space) {
  if (space->era == 0) return;
  tsj_space_clear(space);
  for (uint32_t c = 0; c < space->chunk_count; c++)
    resize(space, space->chunks[c], chunk_bytes(space), 0);
  if (space->chunks != NULL) resize(space, space->chunks, space->chunk_room * sizeof(uint64_t*), 0);
  if (space->table != NULL) resize(space, space->table, space->table_room * sizeof(state_entry), 0);
  space->chunks = NULL;
  space->chunk_count = space->chunk_room = 0;
  space->table = NULL;
  space->table_room = 0;
}

uint64_t tsj_space_used(const state_space* space) {
  return space->chunks_used * chunk_bytes(space) + space->block_bytes +
         ((uint64_t)space->mask + 1) * sizeof(state_entry);
}

/* --- Nodes ---------------------------------------------------------------------------------- */

static uint64_t* memo_of(tsj_node* node) {
  return (uint64_t*)(void*)(node + 1);
}

static uint64_t* state_of(const state_space* space, tsj_node* node) {
  return memo_of(node) + space->memo_words;
}

static uint32_t moved_to(const tsj_node* node) {
  return node->flags >> TSJ_NODE_MOVED_SHIFT & 3;
}

/* Returns where the next new node will lie; the caller may write its state there. NULL: no room. */
static tsj_node* next_free(state_space* space) {
  if (space->node_chunk == NULL || space->node_chunk[0] == space->nodes_per_chunk) {
    uint64_t* chunk = take_chunk(space);
    if (chunk == NULL) return NULL;
    space->node_chunk = chunk;
    space->node_chunk_number = space->chunks_used - 1;
  }
  return (tsj_node*)(void*)(space->node_chunk + 1 + space->node_chunk[0] * space->node_words);
}

static tsj_node* node_at(const state_space* space, uint32_t place) {
  const uint64_t number = place & ((UINT32_C(1) << space->place_bits) - 1);
  uint64_t* chunk = space->chunks[place >> space->place_bits];
  return (tsj_node*)(void*)(chunk + 1 + number * space->node_words);
}

/* Multiply and fold, two words at a step. */
static uint64_t fold(uint64_t a, uint64_t b) {
  __extension__ typedef unsigned __int128 product_type;
  const product_type product = (product_type)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint32_t hash_of(const uint64_t* words, uint64_t count, uint32_t moved) {
  uint64_t hash = UINT64_C(0x9e3779b97f4a7c15) + moved;
  uint64_t i = 0;
  for (; i + 1 < count; i += 2)
    hash = fold(words[i] ^ UINT64_C(0xa0761d6478bd642f) ^ hash,
                words[i + 1] ^ UINT64_C(0xe7037ed1a0b428db));
  if (i < count)
    hash = fold(words[i] ^ UINT64_C(0x8ebc6af09c88c6e3) ^ hash, UINT64_C(0x589965cc75374cc3));
  return (uint32_t)fold(hash, UINT64_C(0x1d8e4e27c47d124f));
}

/* Faster than memcmp for few words. */
static int same_words(const uint64_t* a, const uint64_t* b, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

static void enter(state_space* space, uint32_t hash, uint32_t node_place) {
  uint32_t at = hash & space->mask;
  while (space->table[at].era == space->era) at = (at + 1) & space->mask;
  space->table[at] = (state_entry){node_place, (uint16_t)(hash >> 16), space->era};
}

/* Doubles the table, or creates a first one; returns 0 if there is no room. */
static int grow_table(state_space* space) {
  const uint64_t size = space->table == NULL ? first_table_size : 2 * ((uint64_t)space->mask + 1);
  if (space->table_room < size) {
    const uint64_t before = space->table_room * sizeof(state_entry);
    const uint64_t after = size * sizeof(state_entry);
    state_entry* table = resize(space, space->table, before, after);
    if (table == NULL) return no_room(space) != NULL;
    memset((unsigned char*)table + before, 0, after - before);
    space->table = table;
    space->table_room = size;
  }
  space->mask = (uint32_t)(size - 1);
  empty_table(space);
  for (uint32_t c = 0; c < space->chunks_used; c++) {
    for (uint64_t n = 0; n < space->chunks[c][0]; n++) {
      const uint32_t place = (c << space->place_bits) + (uint32_t)n;
      enter(space, node_at(space, place)->hash, place);
    }
  }
  return 1;
}

/* Returns the node of the state that lies in `fresh`; if none exists yet, `fresh` becomes that
 * node. NULL: no room. */
static tsj_node* intern(state_space* space, tsj_node* fresh, uint32_t moved) {
  const uint64_t* words = state_of(space, fresh);
  const uint64_t count = space->state_words;
  const uint32_t hash = hash_of(words, count, moved);
  if ((space->table == NULL || space->node_count > space->mask / 2) && !grow_table(space))
    return NULL;
  const uint16_t tag = (uint16_t)(hash >> 16);
  uint32_t at = hash & space->mask;
  for (; space->table[at].era == space->era; at = (at + 1) & space->mask) {
    if (space->table[at].tag != tag) continue;
    tsj_node* known = node_at(space, space->table[at].place);
    if (known->hash == hash && moved_to(known) == moved &&
        same_words(state_of(space, known), words, count))
      return known;
  }
  *fresh = (tsj_node){NULL, 0, moved << TSJ_NODE_MOVED_SHIFT, 0, space->node_count++, hash};
  memset(memo_of(fresh), 0, space->memo_words * sizeof(uint64_t));
  const uint32_t number = (uint32_t)space->node_chunk[0]++;
  const uint32_t place = (space->node_chunk_number << space->place_bits) + number;
  space->table[at] = (state_entry){place, tag, space->era};
  return fresh;
}

/* --- What grows the space: tsj_space ---------------------------------------------------------- */

static int32_t failed(state_space* space, const uint64_t* state, int32_t status) {
  space->abi.status = status;
  space->refused = state;
  space->full = 0;
  return status;
}

/* Returns TSJ_HOLDS if the state is terminal; else its legal moves are in space->moves. */
static int32_t ask_position(state_space* space, const uint64_t* state) {
  if (space->position != NULL)
    return space->position(space->game, space->work, state, space->moves);
  const int32_t status = space->game->terminal(space->game, space->work, state);
  return status != TSJ_OK ? status
                          : space->game->legal(space->game, space->work, state, space->moves);
}

static void learn_terminal(tsj_node* node, int holds) {
  node->flags |= TSJ_NODE_TERMINAL_KNOWN | (holds ? (uint32_t)TSJ_NODE_TERMINAL : 0);
}

/* As ask_position, for a node. */
static int32_t legal_moves(state_space* space, tsj_node* node) {
  const uint64_t* state = state_of(space, node);
  if (node->flags & TSJ_NODE_TERMINAL) return TSJ_HOLDS;
  if (node->flags & TSJ_NODE_TERMINAL_KNOWN)
    return space->game->legal(space->game, space->work, state, space->moves);
  const int32_t status = ask_position(space, state);
  if (status >= 0) learn_terminal(node, status == TSJ_HOLDS);
  return status;
}

static int32_t expand(tsj_space* abi, tsj_node* node) {
  state_space* space = (state_space*)(void*)abi;
  if (node->flags & TSJ_NODE_EXPANDED) return TSJ_OK;
  uint32_t mover = nobody;
  int32_t status = legal_moves(space, node);
  if (status == TSJ_OK)
    status =
        tsj_find_turn(space->turns, space->moves, state_of(space, node), &mover, &node->waiting);
  if (status < 0) return failed(space, state_of(space, node), status);
  if (mover != nobody) {
    const tsj_moves* list = &space->moves[mover];
    tsj_edge* edges = take_edges(space, list->count);
    if (edges == NULL) return TSJ_LIMIT;
    for (uint64_t i = 0; i < list->count; i++) edges[i] = (tsj_edge){NULL, list->moves[i]};
    node->edges = edges;
    node->edge_count = (uint32_t)list->count;
  } else {
    node->edge_count = 0;
  }
  /* The host may have set the mover before. */
  node->flags &= ~(UINT32_C(3) << TSJ_NODE_MOVER_SHIFT);
  node->flags |= TSJ_NODE_EXPANDED | mover << TSJ_NODE_MOVER_SHIFT;
  return TSJ_OK;
}

static tsj_node* visit(tsj_space* abi, tsj_node* node, uint32_t edge) {
  state_space* space = (state_space*)(void*)abi;
  const uint64_t* state = state_of(space, node);
  if (__atomic_load_n(space->abi.stop, __ATOMIC_RELAXED) != 0) {
    failed(space, state, TSJ_STOPPED);
    return NULL;
  }
  space->visits++;
  const uint32_t mover = node->flags >> TSJ_NODE_MOVER_SHIFT & 3;
  uint64_t joint[2];
  joint[mover] = node->edges[edge].move;
  joint[1 - mover] = node->waiting;
  tsj_node* fresh = next_free(space);
  if (fresh == NULL) return NULL;
  const int32_t status =
      space->game->next(space->game, space->work, state, joint, state_of(space, fresh));
  if (status < 0) {
    failed(space, state, status);
    return NULL;
  }
  return node->edges[edge].node = intern(space, fresh, mover);
}

int32_t tsj_space_know_terminal(state_space* space, tsj_node* node) {
  if (node->flags & TSJ_NODE_TERMINAL_KNOWN) return TSJ_OK;
  const uint64_t* state = state_of(space, node);
  const int32_t status = space->game->terminal(space->game, space->work, state);
  if (status < 0) return failed(space, state, status);
  learn_terminal(node, status == TSJ_HOLDS);
  return TSJ_OK;
}

static int32_t judge(tsj_space* abi, tsj_node* node) {
  state_space* space = (state_space*)(void*)abi;
  if (node->flags & TSJ_NODE_JUDGED) return TSJ_OK;
  const int32_t known = tsj_space_know_terminal(space, node);
  if (known < 0) return known;
  const uint32_t moved = moved_to(node);
  uint32_t outcome = 0;
  if ((node->flags & TSJ_NODE_TERMINAL) && moved != nobody) {
    int32_t goals[2];
    const uint64_t* state = state_of(space, node);
    const int32_t status = space->game->goal_values(space->game, space->work, state, goals);
    if (status < 0) return failed(space, state, status);
    if (goals[moved] == 100)
      outcome = TSJ_NODE_WON;
    else if (goals[0] == 50 && goals[1] == 50)
      outcome = TSJ_NODE_DRAWN;
  }
  node->flags |= TSJ_NODE_JUDGED | outcome;
  return TSJ_OK;
}

tsj_node* tsj_space_node(state_space* space, const uint64_t* state, uint32_t moved) {
  tsj_node* fresh = next_free(space);
  if (fresh == NULL) return NULL;
  memcpy(state_of(space, fresh), state, space->state_words * sizeof(uint64_t));
  return intern(space, fresh, moved);
}

tsj_node* tsj_space_root(state_space* space, const uint64_t* state) {
  uint32_t mover = tsj_find_controller(space->turns, state);
  if (mover == nobody) {
    int32_t status = ask_position(space, state);
    uint64_t waiting = 0;
    if (status == TSJ_OK)
      status = tsj_find_turn(space->turns, space->moves, state, &mover, &waiting);
    if (status < 0) {
      failed(space, state, status);
      return NULL;
    }
  }
  return tsj_space_node(space, state, mover == nobody ? nobody : 1 - mover);
}
