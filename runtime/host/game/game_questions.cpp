#include "runtime/host/game/game_questions.h"

#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/stop.h"

#include <exception>
#include <span>
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

}  // namespace tesuji::runtime
