// The questions about states of any game, as functions in C: its own ones where it is made of them
// (c_game.h), or such as ask the object.
#pragma once

#include "runtime/core/tesuji/state_space.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/c_scratch.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <memory>
#include <optional>

namespace tesuji::runtime {

/// With scratch memory: for one thread.
class GameQuestions {
 public:
  /// `game` and `stop` must outlive it; `stop` may be null: the flag of whatever StopScope (stop.h)
  /// a question is asked in counts.
  GameQuestions(const Game& game, const std::atomic<bool>* stop);
  ~GameQuestions();
  GameQuestions(const GameQuestions&) = delete;
  GameQuestions& operator=(const GameQuestions&) = delete;

  /// Follows what changes with time: engines that are exchanged, and flags of scopes. To be called
  /// before questions; then the next three may be others.
  void refresh() {
    if (source_ == nullptr) return;
    if (tables_ != source_->load(std::memory_order_acquire)) [[unlikely]]
      exchange();
    if (stop_ == nullptr) watch_scope();
  }
  /// `legal`, `next`, `terminal`, `goal_values`, `role_count` and `state_words` are there.
  [[nodiscard]] const tsj_plugin* tables() const { return tables_; }
  [[nodiscard]] tsj_work* work() const { return work_; }
  /// Null where there is none.
  [[nodiscard]] tsj_position_function position() const { return position_; }

  /// Throws what a question of an object threw, if one did: it had a negative status then.
  void rethrow();

 private:
  struct Object;

  void exchange();
  void watch_scope();

  const std::atomic<bool>* stop_;
  const std::atomic<const tsj_plugin*>* source_;  ///< null: an object is asked
  bool watches_ = false;                          ///< every question, not only the first scope's
  std::unique_ptr<Object> object_;
  std::optional<ScratchMemory> memory_;
  const volatile int* watched_ = nullptr;
  const tsj_plugin* tables_ = nullptr;
  tsj_work* work_ = nullptr;
  tsj_position_function position_ = nullptr;
};

}  // namespace tesuji::runtime
