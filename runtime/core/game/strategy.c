/* Finds a strategy's moves: the first solution of the first predicate that has one. */
#include "tesuji/plugin_functions.h"
#include "tesuji/state_space.h"
#include "work.h"

static uint32_t memo(const tsj_node* node, uint32_t slot) {
  const uint64_t* words = (const uint64_t*)(const void*)(node + 1);
  return (uint32_t)(words[slot / 32] >> 2 * (slot % 32)) & 3;
}

static void set_memo(tsj_node* node, uint32_t slot, int some) {
  uint64_t* words = (uint64_t*)(void*)(node + 1);
  words[slot / 32] |= (uint64_t)(some ? TSJ_MEMO_SOME : TSJ_MEMO_NONE) << 2 * (slot % 32);
}

/* Receives each solution of a search; chooses the first that is one move away. */
typedef struct move_finder {
  const tsj_node* from;
  int any;
  uint32_t edge;
} move_finder;

static int32_t find_edge(void* env, tsj_node* solution) {
  move_finder* finder = env;
  finder->any = 1;
  for (uint32_t edge = 0; edge < finder->from->edge_count; edge++)
    if (finder->from->edges[edge].node == solution) {
      finder->edge = edge;
      return 1;
    }
  return 0;
}

int32_t tsj_space_choose(tsj_state_space* space, tsj_node* node, const tsj_predicate* predicates,
                         const uint32_t* order, uint32_t order_count, uint32_t* predicate,
                         uint32_t* edge) {
  for (uint32_t i = 0; i < order_count; i++) {
    const tsj_predicate* asked = &predicates[order[i]];
    const int remembered = asked->memo_slot != TSJ_NO_SLOT;
    if (remembered && memo(node, asked->memo_slot) == TSJ_MEMO_NONE) continue;
    move_finder finder = {node, 0, 0};
    const int32_t found = asked->search(asked->self, &space->abi, node, find_edge, &finder);
    if (found < 0) return found;
    if (remembered) set_memo(node, asked->memo_slot, finder.any);
    if (found == 0) continue;
    *predicate = i;
    *edge = finder.edge;
    return TSJ_HOLDS;
  }
  return TSJ_OK;
}

static int32_t choose(tsj_state_space* space, const uint64_t* state, tsj_choice* choice) {
  const tsj_plugin* game = space->game;
  tsj_node* node = tsj_space_root(space, state);
  if (node == NULL) return space->abi.status;
  int32_t status = space->abi.expand(&space->abi, node);
  if (status < 0) return status;
  choice->role = node->flags >> TSJ_NODE_MOVER_SHIFT & 3;
  choice->waiting = node->waiting;
  if (node->edge_count == 0) return TSJ_OK;
  uint32_t place = 0;
  uint32_t edge = 0;
  status = tsj_space_choose(space, node, game->predicates, game->order, game->order_count, &place,
                            &edge);
  if (status != TSJ_HOLDS) return status;
  choice->move = node->edges[edge].move;
  choice->predicate = game->order[place];
  return TSJ_HOLDS;
}

/* Returns the space in scratch memory, opened. */
static tsj_state_space* space_of(const tsj_plugin* game, tsj_work* work) {
  static const unsigned char never = 0;
  tsj_state_space* space = work->space;
  const volatile int* stop = work->source.stop;
  /* little-endian: the lowest byte */
  space->abi.stop = stop != NULL ? (const unsigned char*)stop : &never;
  if (space->game != NULL) return space;
  space->abi.host = space;
  space->game = game;
  space->work = work;
  space->position = tsj_find_position;
  space->turns = work->data->turns;
  space->resize = work->source.resize;
  space->context = work->source.context;
  space->memo_slots = game->memo_slots;
  tsj_space_open(space);
  return space;
}

int32_t tsj_plugin_choose(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                          tsj_choice* choice) {
  tsj_state_space* space = space_of(game, work);
  if (tsj_space_used(space) > space->limit / 2) tsj_space_clear(space);
  const int fresh = space->taken == 0;
  int32_t status = choose(space, state, choice);
  if (status == TSJ_LIMIT && !fresh) {
    /* Earlier questions may have used up the memory, for the space or for lists and tables. */
    tsj_space_release(space);
    status = choose(space, state, choice);
  }
  /* The other functions may need the memory that the space has taken. */
  if (status == TSJ_LIMIT) tsj_space_release(space);
  return status;
}

void tsj_plugin_forget(const tsj_plugin* game, tsj_work* work) {
  (void)game;
  if (work->space->game != NULL) tsj_space_clear(work->space);
}
