/* A strategy's moves: as runtime/host/strategy/strategy.cpp, in plugins. */
#include "space.h"
#include "tesuji/plugin_functions.h"

static uint32_t memo(const tsj_node* node, uint32_t slot) {
  const uint64_t* words = (const uint64_t*)(const void*)(node + 1);
  return (uint32_t)(words[slot / 32] >> 2 * (slot % 32)) & 3;
}

static void set_memo(tsj_node* node, uint32_t slot, int some) {
  uint64_t* words = (uint64_t*)(void*)(node + 1);
  words[slot / 32] |= (uint64_t)(some ? TSJ_MEMO_SOME : TSJ_MEMO_NONE) << 2 * (slot % 32);
}

/* For each solution of a search: is it one move away? Then it is the choice. */
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

static int32_t choose(state_space* space, const uint64_t* state, tsj_choice* choice) {
  const tsj_plugin* game = space->game;
  tsj_node* node = space_root(space, state);
  if (node == NULL) return space->abi.status;
  const int32_t status = space->abi.expand(&space->abi, node);
  if (status < 0) return status;
  choice->role = node->flags >> TSJ_NODE_MOVER_SHIFT & 3;
  choice->waiting = node->waiting;
  if (node->edge_count == 0) return TSJ_OK;
  for (uint32_t i = 0; i < game->order_count; i++) {
    const tsj_predicate* predicate = &game->predicates[game->order[i]];
    const int remembered = predicate->memo_slot != TSJ_NO_SLOT;
    if (remembered && memo(node, predicate->memo_slot) == TSJ_MEMO_NONE) continue;
    move_finder finder = {node, 0, 0};
    const int32_t found = predicate->search(predicate->self, &space->abi, node, find_edge, &finder);
    if (found < 0) return found;
    if (remembered) set_memo(node, predicate->memo_slot, finder.any);
    if (found == 0) continue;
    choice->move = node->edges[finder.edge].move;
    choice->predicate = game->order[i];
    return TSJ_HOLDS;
  }
  return TSJ_OK;
}

int32_t tsj_plugin_choose(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                          tsj_choice* choice) {
  state_space* space = work->space;
  if (space->game == NULL) space_open(space, game, work);
  if (space_used(space) > space->limit / 2) space_clear(space);
  const int fresh = space->taken == 0;
  int32_t status = choose(space, state, choice);
  if (status == TSJ_LIMIT && !fresh) {
    /* Among what earlier questions left behind, be it for the space or for lists and tables. */
    space_release(space);
    status = choose(space, state, choice);
  }
  /* The other functions may need what it has taken. */
  if (status == TSJ_LIMIT) space_release(space);
  return status;
}

void tsj_plugin_forget(const tsj_plugin* game, tsj_work* work) {
  (void)game;
  if (work->space->game != NULL) space_clear(work->space);
}
