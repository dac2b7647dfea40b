#include "runtime/host/game/state_space.h"

#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/stop.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {

/// A game that is no tables. It is its own scratch memory.
struct GameQuestions::Object {
  const Game& game;
  const std::atomic<bool>* stop;
  std::unique_ptr<Scratch> scratch;
  tsj_plugin tables{};
  std::vector<std::vector<Move>> legal;
  std::exception_ptr failure;

  Object(const Game& asked, const std::atomic<bool>* flag)
      : game(asked), stop(flag), scratch(make_scratch(asked, flag)) {
    tables.role_count = static_cast<std::uint32_t>(game.roles().size());
    tables.state_words = game.state_words();
    tables.legal = [](const tsj_plugin*, tsj_work* work, const std::uint64_t* state,
                      tsj_moves* moves) {
      return answer(work, state, [&](Object& self, StateView view) {
        self.game.legal(view, *self.scratch, self.legal);
        for (const std::vector<Move>& list : self.legal) *moves++ = {list.data(), list.size()};
        return TSJ_OK;
      });
    };
    tables.terminal = [](const tsj_plugin*, tsj_work* work, const std::uint64_t* state) {
      return answer(work, state, [](Object& self, StateView view) {
        return self.game.terminal(view, *self.scratch) ? TSJ_HOLDS : TSJ_OK;
      });
    };
    tables.next = [](const tsj_plugin* tables, tsj_work* work, const std::uint64_t* state,
                     const std::uint64_t* joint, std::uint64_t* out) {
      return answer(work, state, [&](Object& self, StateView view) {
        self.game.next(view, {joint, tables->role_count}, *self.scratch, {out, view.size()});
        return TSJ_OK;
      });
    };
    tables.goal_values = [](const tsj_plugin* tables, tsj_work* work, const std::uint64_t* state,
                            std::int32_t* values) {
      return answer(work, state, [&](Object& self, StateView view) {
        self.game.goal_values(view, *self.scratch, std::span<int>(values, tables->role_count));
        return TSJ_OK;
      });
    };
  }

  tsj_work* work() { return reinterpret_cast<tsj_work*>(this); }

 private:
  /// Exceptions must not cross C: they wait here.
  template <typename Body>
  static std::int32_t answer(tsj_work* work, const std::uint64_t* state, Body body) noexcept {
    auto& self = *reinterpret_cast<Object*>(work);
    const StopScope scope(self.stop);
    try {
      return body(self, StateView(state, self.tables.state_words));
    } catch (const Stopped&) {
      self.failure = std::current_exception();
      return TSJ_STOPPED;
    } catch (...) {
      self.failure = std::current_exception();
      return TSJ_LIMIT;
    }
  }
};

GameQuestions::GameQuestions(const Game& game, const std::atomic<bool>* stop)
    : stop_(stop), source_(c_source_of(game)) {
  if (source_ == nullptr) {
    object_ = std::make_unique<Object>(game, stop);
    tables_ = &object_->tables;
    work_ = object_->work();
    return;
  }
  if (c_tables_of(game, CGameKind::memory) != nullptr) {
    watches_ = true;
    position_ = tsj_find_position;
  }
  exchange();
}

GameQuestions::~GameQuestions() = default;

void GameQuestions::exchange() {
  const StopScope scope(stop_);
  tables_ = source_->load(std::memory_order_acquire);
  watched_ = requested_stop_word();
  memory_.emplace(*tables_, 0, watched_);
  work_ = memory_->get();
}

void GameQuestions::watch_scope() {
  if (!watches_ || watched_ == requested_stop_word()) return;
  watched_ = requested_stop_word();
  tsj_watch(work_, watched_);
}

void GameQuestions::rethrow() {
  if (object_ == nullptr) return;
  if (std::exception_ptr failure = std::exchange(object_->failure, nullptr))
    std::rethrow_exception(failure);
}

StateSpace::StateSpace(const Game& game, const Turns& turns, StateSpaceOptions options)
    : game_(game), turns_(turns), options_(options), questions_(game, options.stop) {
  static constexpr unsigned char never = 0;
  static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);
  space_.abi.stop = options_.stop ? reinterpret_cast<const unsigned char*>(options_.stop) : &never;
  space_.abi.host = this;
  refresh();
  space_.turns = &turns_.tables();
  space_.resize = &StateSpace::resize;
  space_.context = this;
  space_.limit = options_.budget;
  space_.memo_slots = options_.memo_slots;
  tsj_space_open(&space_);
}

StateSpace::~StateSpace() {
  tsj_space_release(&space_);
}

void* StateSpace::resize(void* self, void* memory, std::size_t bytes) noexcept {
  if (bytes == 0) {
    std::free(memory);
    return nullptr;
  }
  void* const moved = std::realloc(memory, bytes);
  if (moved == nullptr)
    static_cast<StateSpace*>(self)->failure_ = std::make_exception_ptr(std::bad_alloc());
  return moved;
}

void StateSpace::refresh() {
  questions_.refresh();
  space_.game = questions_.tables();
  space_.work = questions_.work();
  space_.position = questions_.position();
}

void StateSpace::rethrow() {
  const std::int32_t status = std::exchange(space_.abi.status, TSJ_OK);
  if (std::exception_ptr failure = std::exchange(failure_, nullptr))
    std::rethrow_exception(failure);
  questions_.rethrow();
  if (status == TSJ_STOPPED) throw Stopped();
  if (status == TSJ_UNKNOWN) {
    std::string where = ":";
    for (const std::string& fluent : game_.fluents({space_.refused, space_.state_words}))
      where += " " + fluent;
    throw turns_.error(space_.moves, where);
  }
  if (status == TSJ_LIMIT && space_.full != 0) fail_budget();
  if (status == TSJ_LIMIT) throw LimitReached("a relation has more rows than the limit");
  poll();
  throw std::logic_error("a strategy failed without a reason");
}

void StateSpace::fail_budget() const {
  throw BudgetExceeded(std::string(game_.name()) + ": more than " +
                       std::to_string(options_.budget >> 10) +
                       " KiB of states; a larger budget is needed");
}

void StateSpace::clear() {
  ++clearings_;
  // Where there was no room, what is kept may be of the wrong kind for what comes.
  if (std::exchange(space_.full, 0) != 0)
    tsj_space_release(&space_);
  else
    tsj_space_clear(&space_);
}

Node* StateSpace::root(StateView state) {
  refresh();
  return checked(tsj_space_root(&space_, state.data()));
}

Node* StateSpace::remembered(StateView state, Role moved, Role mover, bool terminal,
                             std::uint32_t edge_count) {
  Node* node = checked(tsj_space_node(&space_, state.data(), moved));
  if (!(node->flags & TSJ_NODE_EXPANDED)) {
    node->flags |= TSJ_NODE_TERMINAL_KNOWN | (terminal ? TSJ_NODE_TERMINAL : 0) |
                   (mover << TSJ_NODE_MOVER_SHIFT);
    node->edge_count = edge_count;
  }
  return node;
}

bool StateSpace::terminal(Node& node) {
  refresh();
  checked(tsj_space_know_terminal(&space_, &node));
  return (node.flags & TSJ_NODE_TERMINAL) != 0;
}

void StateSpace::judge(Node& node) {
  refresh();
  checked(space_.abi.judge(&space_.abi, &node));
}

void StateSpace::compute_edges(Node& node) {
  refresh();
  checked(space_.abi.expand(&space_.abi, &node));
  if (options_.progress != nullptr) {
    options_.progress->store(node_count(), std::memory_order_relaxed);
  }
}

Node* StateSpace::visit(Node& node, std::uint32_t edge) {
  refresh();
  return checked(space_.abi.visit(&space_.abi, &node, edge));
}

void StateSpace::goal_values(const Node& node, std::span<int> values) {
  refresh();
  space_.full = 0;
  space_.abi.status =
      space_.game->goal_values(space_.game, space_.work, state(node).data(), values.data());
  checked(space_.abi.status);
}

}  // namespace tesuji::runtime
