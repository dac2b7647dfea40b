// Guards entries of plans: they give up on a question that takes far too long, and another engine
// answers it.
//
// The order of a join is chosen by an estimate, and estimates can be wrong by any factor. A guard
// limits the damage to a constant factor: plans have a budget for each question
// (question_budget.h); when it is used up, a standby answers, which shares nothing with the plans:
// the reference reasoner, which tables every call and so cannot repeat itself. States are plain
// bytes, so a question can be repeated with any engine, with the same answer.
//
//   interpreter   counts its steps (work_scope.h): budgets are exact, and do not depend on a clock
//   stencils      count steps in lots of up to 64: budgets are rough, and do not depend on a clock
//   native code   counts nothing: a thread watches its time (thread_watch.h), which is rough. After
//                 a question took too long, the interpreter runs the plans instead, with exact
//                 budgets, until it has done as much work as was wasted; the next time, twice as
//                 much, and so on
//   standby       counts its steps
//
// A short question costs one more call, and with native code some stores.
#pragma once

#include "runtime/core/tesuji/standby.h"
#include "runtime/host/game/tabled_game.h"
#include "runtime/host/standby/question_budget.h"
#include "runtime/host/standby/standby_game.h"
#include "runtime/host/standby/thread_watch.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace tesuji::runtime {

/// Questions that plans and a standby answer.
enum class GuardedQuestion : std::uint8_t { legal, next, terminal, goal, percepts };
inline constexpr std::size_t guarded_questions = 5;

/// Counts since the guard was created. Work is in the units of WorkScope; for questions that native
/// code gave up on, nanoseconds of processor time. Does not count the work of native code that
/// answers.
struct GuardCounts {
  std::uint64_t plans_work = 0;
  std::uint64_t standby_work = 0;
  std::uint64_t given_up_by_plans = 0;
  std::uint64_t given_up_by_standby = 0;
  std::uint64_t answered_by_standby = 0;
  std::uint64_t failed_standbys = 0;  ///< questions that the standby could not answer at all
};

/// The state that the code of one game shares. Thread-safe.
class QuestionGuard : public std::enable_shared_from_this<QuestionGuard> {
 public:
  explicit QuestionGuard(StandbyMaker make) : standby_(std::move(make)) {}

  /// Sets the game that is made of the code. Must be called before the game's first question.
  void stand_by(const Game& game) {
    standby_.stand_by(game);
    roles_ = game.roles().size();
    words_ = game.state_words();
  }

  /// Returns the code with budgets. `code` must charge its work (charge_work).
  [[nodiscard]] GameCode counted(GameCode code);
  /// Returns the code with budgets, for code that does not charge its work and checks its stop flag
  /// often. `interpreted` makes code as for `counted`, of the same module and layout; called at
  /// most once.
  [[nodiscard]] GameCode watched(GameCode code, std::function<GameCode()> interpreted);

  [[nodiscard]] GuardCounts counts() const;

 private:
  friend struct GuardedEntries;

  /// Records work that native code has wasted; pay() subtracts the work of other engines.
  void native_gave_up(std::uint64_t work);
  void pay(std::uint64_t work);
  [[nodiscard]] bool is_native_suspended() const {
    return debt_.load(std::memory_order_relaxed) > 0;
  }

  /// Calls `answer` with the standby, with twice the plans' budget. Returns TSJ_GIVEN_UP if it took
  /// longer.
  template <typename Answer>
  std::int32_t ask_standby(GuardedQuestion question, Answer answer);

  StandbyGame standby_;
  std::size_t roles_ = 0;
  std::size_t words_ = 0;
  std::array<QuestionBudget, guarded_questions> budgets_;
  std::atomic<std::int64_t> debt_{0};
  std::atomic<std::uint32_t> failures_{0};  ///< of native code
  std::atomic<std::uint64_t> plans_work_{0};
  std::atomic<std::uint64_t> standby_work_{0};
  std::atomic<std::uint64_t> given_up_by_plans_{0};
  std::atomic<std::uint64_t> given_up_by_standby_{0};
  std::atomic<std::uint64_t> answered_by_standby_{0};
  std::atomic<std::uint64_t> failed_standbys_{0};
};

}  // namespace tesuji::runtime
