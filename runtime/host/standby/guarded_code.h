// Guards entries of plans: they give a question up where it takes far longer than it should, and
// another engine answers it.
//
// Which order of a join is good is an estimate, and estimates can be wrong by any factor. A guard
// makes that cost a constant factor instead: plans have a budget for each question
// (question_budget.h), and where they have used it up, a standby answers, which shares nothing with
// the plans: the reference reasoner, which keeps a table of every call and so cannot repeat itself.
// States are plain bytes, so a question can be asked again, of anyone, and the answer is the same.
//
//   interpreter   counts its steps (work_scope.h): budgets are exact, and do not depend on a clock
//   stencils      count theirs in lots of up to 64: budgets are rough, and do not depend on a clock
//   native code   counts nothing: a thread watches how long it takes (thread_watch.h), which is
//                 rough. Where it was too long, the interpreter runs the plans in its place, with
//                 exact budgets, until as much work has been done as was wasted; the next time,
//                 twice as much, and so on
//   standby       counts its steps
//
// A question that is short costs one call more, and in native code some stores.
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

/// What is asked of plans and of a standby.
enum class GuardedQuestion : std::uint8_t { legal, next, terminal, goal, percepts };
inline constexpr std::size_t guarded_questions = 5;

/// Counted since the guard was made. Work is in the units of WorkScope; of questions that native
/// code gave up, nanoseconds of processor time. Not counted is what native code answers.
struct GuardCounts {
  std::uint64_t plans_work = 0;
  std::uint64_t standby_work = 0;
  std::uint64_t given_up_by_plans = 0;
  std::uint64_t given_up_by_standby = 0;
  std::uint64_t answered_by_standby = 0;
  std::uint64_t failed_standbys = 0;  ///< questions that the standby could not answer at all
};

/// What the code of one game shares. Safe from many threads.
class QuestionGuard : public std::enable_shared_from_this<QuestionGuard> {
 public:
  explicit QuestionGuard(StandbyMaker make) : standby_(std::move(make)) {}

  /// The game that is made of the code. To be called before it is asked anything.
  void stand_by(const Game& game) {
    standby_.stand_by(game);
    roles_ = game.roles().size();
    words_ = game.state_words();
  }

  /// The same code with budgets. `code` charges its work (charge_work).
  [[nodiscard]] GameCode counted(GameCode code);
  /// The same, of code that charges nothing and stops soon where it may take long. `interpreted`
  /// makes code as for `counted`, of the same module and layout; at most once.
  [[nodiscard]] GameCode watched(GameCode code, std::function<GameCode()> interpreted);

  [[nodiscard]] GuardCounts counts() const;

 private:
  friend struct GuardedEntries;

  /// Work that native code wasted and others have not done since.
  void native_gave_up(std::uint64_t work);
  void pay(std::uint64_t work);
  [[nodiscard]] bool is_native_suspended() const {
    return debt_.load(std::memory_order_relaxed) > 0;
  }

  /// Asks the standby, `answer`, with twice the budget that plans had. TSJ_GIVEN_UP: it took
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
