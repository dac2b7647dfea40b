#include "runtime/host/standby/guarded_code.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/standby/work_scope.h"

#include <algorithm>
#include <exception>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

constexpr std::uint32_t most_doublings = 6;

/// Code with a budget: the `self` of its entries, which begins with the standby's functions.
struct GuardedCode : tsj_standby {
  std::shared_ptr<QuestionGuard> guard;
  GameCode code;
  // For watched code:
  std::unique_ptr<ThreadWatch> watch;
  std::function<GameCode()> make_interpreted;
  std::once_flag made;
  GameCode interpreted;

  const GameCode& interpreter() {
    std::call_once(made, [this] { interpreted = make_interpreted(); });
    return interpreted;
  }
};

GuardedCode& code_of(const void* self) {
  // Callers see constant code; the parts that change are synchronised.
  return *const_cast<GuardedCode*>(
      static_cast<const GuardedCode*>(static_cast<const tsj_standby*>(self)));
}

/// State of the question that this thread is working on.
struct Asking {
  const QuestionGuard* guard = nullptr;
  GuardedQuestion question{};
  std::uint64_t budget = 0;            ///< of the plans' last try
  std::uint64_t next_budget = 0;       ///< of the plans' next try; 0: that of a new question
  const volatile int* stop = nullptr;  ///< the host's stop flag
  /// The scratch memory in which the interpreter has run instead of native code, so that rest
  /// entries cannot rely on its contents.
  const tsj_scratch* interpreted = nullptr;
  std::vector<std::vector<Move>> lists;
  std::vector<tsj_moves> moves;
};

Asking& asking() {
  thread_local Asking own;
  return own;
}

bool is_set(const volatile int* stop) {
  const auto* flag = reinterpret_cast<const volatile unsigned char*>(stop);
  return flag != nullptr && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

/// Returns the budget of a question that begins, or is tried again.
std::uint64_t begin(Asking& thread, const QuestionGuard* guard, const QuestionBudget& budget,
                    GuardedQuestion question, const tsj_scratch* scratch) {
  const bool goes_on =
      thread.next_budget != 0 && thread.guard == guard && thread.question == question;
  thread.budget = goes_on ? thread.next_budget : budget.of_plans();
  thread.next_budget = 0;
  thread.guard = guard;
  thread.question = question;
  thread.stop = scratch->stop;
  return thread.budget;
}

}  // namespace

/// The entries of guarded code, and the standby's functions.
struct GuardedEntries {
  using Entry = tsj_entry GameCode::*;

  static QuestionBudget& budget_of(QuestionGuard& guard, GuardedQuestion question) {
    return guard.budgets_[static_cast<std::size_t>(question)];
  }

  static std::int32_t give_up(QuestionGuard& guard) {
    guard.given_up_by_plans_.fetch_add(1, std::memory_order_relaxed);
    return TSJ_GIVEN_UP;
  }

  static std::int32_t run_counted(QuestionGuard& guard, GuardedQuestion question,
                                  std::uint64_t budget, tsj_entry entry, const void* self,
                                  tsj_scratch* scratch, const std::uint64_t* state,
                                  std::uint64_t* out) {
    const WorkScope scope(budget);
    const std::int32_t status = entry(self, scratch, state, out);
    if (scope.spent() > 0) {
      guard.plans_work_.fetch_add(scope.spent(), std::memory_order_relaxed);
      guard.pay(scope.spent());
    }
    if (status == TSJ_STOPPED && scope.is_over()) return give_up(guard);
    if (status >= 0) budget_of(guard, question).plans_answered(scope.spent());
    return status;
  }

  template <Entry entry, GuardedQuestion question>
  static std::int32_t counted(const void* self, tsj_scratch* scratch, const std::uint64_t* state,
                              std::uint64_t* out) {
    GuardedCode& code = code_of(self);
    QuestionGuard& guard = *code.guard;
    const std::uint64_t budget =
        begin(asking(), &guard, budget_of(guard, question), question, scratch);
    return run_counted(guard, question, budget, code.code.*entry, code.code.self, scratch, state, out);
  }

  /// `whole`: the entry that also computes what `entry` relies on; may be null.
  template <Entry entry, Entry whole, GuardedQuestion question>
  static std::int32_t watched(const void* self, tsj_scratch* scratch, const std::uint64_t* state,
                              std::uint64_t* out) {
    GuardedCode& code = code_of(self);
    QuestionGuard& guard = *code.guard;
    Asking& thread = asking();
    const bool suspended = guard.is_native_suspended() && thread.next_budget == 0;
    tsj_entry native = code.code.*entry;
    if (suspended || thread.interpreted == scratch) [[unlikely]] {
      constexpr bool is_rest = entry != whole;
      if constexpr (is_rest) {
        if (whole == nullptr) return TSJ_GIVEN_UP;
      }
      if (suspended) return interpret(code, whole, question, scratch, state, out);
      thread.interpreted = nullptr;
      if constexpr (is_rest) native = code.code.*whole;
    }
    const std::uint64_t budget =
        begin(thread, &guard, budget_of(guard, question), question, scratch);
    if (budget == unlimited_work) return native(code.code.self, scratch, state, out);
    WatchedThread& own = watched_thread();
    for (;;) {
      begin_watched(own, thread.stop, budget);
      scratch->stop = &own.flag;
      const std::int32_t status = native(code.code.self, scratch, state, out);
      scratch->stop = thread.stop;
      const bool over = end_watched(own);
      if (status != TSJ_STOPPED) [[likely]]
        return status;
      if (is_set(thread.stop)) return status;
      if (over) {
        guard.native_gave_up(std::max(budget, QuestionBudget::first));
        return give_up(guard);
      }
      // The stop was meant for the previous question.
      scratch->status = TSJ_OK;
    }
  }

  static std::int32_t interpret(GuardedCode& code, Entry entry, GuardedQuestion question,
                                tsj_scratch* scratch, const std::uint64_t* state,
                                std::uint64_t* out) noexcept {
    QuestionGuard& guard = *code.guard;
    Asking& thread = asking();
    const std::uint64_t budget =
        begin(thread, &guard, budget_of(guard, question), question, scratch);
    thread.interpreted = scratch;
    try {
      const GameCode& interpreted = code.interpreter();
      if (interpreted.*entry != nullptr) {
        return run_counted(guard, question, budget, interpreted.*entry, interpreted.self, scratch, state,
                           out);
      }
    } catch (const std::exception&) {
      // No memory: the standby answers, or native code continues.
    }
    return give_up(guard);
  }

  template <Entry entry, GuardedQuestion question>
  static void count(const GuardedCode& of, GameCode& code) {
    if (of.code.*entry != nullptr) code.*entry = counted<entry, question>;
  }
  template <Entry entry, Entry whole, GuardedQuestion question>
  static void watch(const GuardedCode& of, GameCode& code) {
    if (of.code.*entry != nullptr) code.*entry = watched<entry, whole, question>;
  }

  // Functions of the standby.

  static QuestionGuard& guard_of(const tsj_standby* self) {
    return *static_cast<const GuardedCode*>(self)->guard;
  }
  static StateView view(const QuestionGuard& guard, const std::uint64_t* state) {
    return {state, guard.words_};
  }
  static void hand_on(const std::vector<std::vector<std::string>>& terms, tsj_found_term found,
                      void* env) {
    for (std::uint32_t role = 0; role < terms.size(); ++role) {
      for (const std::string& term : terms[role]) found(env, role, term.c_str());
    }
  }

  static std::int32_t legal(const tsj_standby* self, const std::uint64_t* state,
                            const tsj_moves** moves) {
    QuestionGuard& guard = guard_of(self);
    return guard.ask_standby(GuardedQuestion::legal, [&](StandbyGame& standby) {
      Asking& thread = asking();
      thread.lists = standby.legal(view(guard, state));
      thread.moves.clear();
      for (const std::vector<Move>& list : thread.lists) {
        thread.moves.push_back({list.data(), list.size()});
      }
      *moves = thread.moves.data();
      return TSJ_OK;
    });
  }
  static std::int32_t terminal(const tsj_standby* self, const std::uint64_t* state) {
    QuestionGuard& guard = guard_of(self);
    return guard.ask_standby(GuardedQuestion::terminal, [&](StandbyGame& standby) {
      return standby.terminal(view(guard, state)) ? TSJ_HOLDS : TSJ_OK;
    });
  }
  static std::int32_t next(const tsj_standby* self, const std::uint64_t* state,
                           const std::uint64_t* joint, std::uint64_t* out) {
    QuestionGuard& guard = guard_of(self);
    return guard.ask_standby(GuardedQuestion::next, [&](StandbyGame& standby) {
      standby.next(view(guard, state), {joint, guard.roles_}, {out, guard.words_});
      return TSJ_OK;
    });
  }
  static std::int32_t goal_values(const tsj_standby* self, const std::uint64_t* state,
                                  std::int32_t* values) {
    QuestionGuard& guard = guard_of(self);
    return guard.ask_standby(GuardedQuestion::goal, [&](StandbyGame& standby) {
      standby.goal_values(view(guard, state), {values, guard.roles_});
      return TSJ_OK;
    });
  }
  static std::int32_t goals(const tsj_standby* self, const std::uint64_t* state,
                            tsj_found_term found, void* env) {
    QuestionGuard& guard = guard_of(self);
    return guard.ask_standby(GuardedQuestion::goal, [&](StandbyGame& standby) {
      hand_on(standby.goals(view(guard, state)), found, env);
      return TSJ_OK;
    });
  }
  static std::int32_t percepts(const tsj_standby* self, const std::uint64_t* state,
                               const std::uint64_t* joint, tsj_found_term found, void* env) {
    QuestionGuard& guard = guard_of(self);
    return guard.ask_standby(GuardedQuestion::percepts, [&](StandbyGame& standby) {
      hand_on(standby.percepts(view(guard, state), {joint, guard.roles_}), found, env);
      return TSJ_OK;
    });
  }

  static constexpr tsj_standby answers{legal, terminal, next, goal_values, goals, percepts};
};

namespace {

std::shared_ptr<GuardedCode> guarded(std::shared_ptr<QuestionGuard> guard, GameCode code) {
  auto made = std::make_shared<GuardedCode>();
  static_cast<tsj_standby&>(*made) = GuardedEntries::answers;
  made->guard = std::move(guard);
  made->code = std::move(code);
  return made;
}

/// Sets the entries' `self`, which they keep.
void finish(std::shared_ptr<GuardedCode> made, GameCode& code) {
  code.self = static_cast<const tsj_standby*>(made.get());
  code.keep = std::move(made);
}

}  // namespace

GameCode QuestionGuard::counted(GameCode code) {
  using Question = GuardedQuestion;
  auto made = guarded(shared_from_this(), std::move(code));
  GameCode result;
  GuardedEntries::count<&GameCode::legal, Question::legal>(*made, result);
  GuardedEntries::count<&GameCode::legal_after_terminal, Question::legal>(*made, result);
  GuardedEntries::count<&GameCode::next, Question::next>(*made, result);
  GuardedEntries::count<&GameCode::next_after_legal, Question::next>(*made, result);
  GuardedEntries::count<&GameCode::next_for_other_moves, Question::next>(*made, result);
  GuardedEntries::count<&GameCode::ended_after_next, Question::terminal>(*made, result);
  GuardedEntries::count<&GameCode::terminal, Question::terminal>(*made, result);
  GuardedEntries::count<&GameCode::goal, Question::goal>(*made, result);
  GuardedEntries::count<&GameCode::goal_at_end, Question::goal>(*made, result);
  GuardedEntries::count<&GameCode::sees, Question::percepts>(*made, result);
  finish(std::move(made), result);
  return result;
}

GameCode QuestionGuard::watched(GameCode code, std::function<GameCode()> interpreted) {
  using Question = GuardedQuestion;
  auto made = guarded(shared_from_this(), std::move(code));
  made->make_interpreted = std::move(interpreted);
  made->watch = std::make_unique<ThreadWatch>();
  if (!made->watch->watches()) return made->code;
  GameCode result;
  constexpr GuardedEntries::Entry none = nullptr;
  constexpr auto all_legal = &GameCode::legal;
  constexpr auto all_next = &GameCode::next;
  GuardedEntries::watch<&GameCode::legal, all_legal, Question::legal>(*made, result);
  GuardedEntries::watch<&GameCode::legal_after_terminal, all_legal, Question::legal>(*made, result);
  GuardedEntries::watch<&GameCode::next, all_next, Question::next>(*made, result);
  GuardedEntries::watch<&GameCode::next_after_legal, all_next, Question::next>(*made, result);
  GuardedEntries::watch<&GameCode::next_for_other_moves, all_next, Question::next>(*made, result);
  GuardedEntries::watch<&GameCode::ended_after_next, none, Question::terminal>(*made, result);
  GuardedEntries::watch<&GameCode::terminal, &GameCode::terminal, Question::terminal>(*made,
                                                                                      result);
  GuardedEntries::watch<&GameCode::goal, &GameCode::goal, Question::goal>(*made, result);
  GuardedEntries::watch<&GameCode::goal_at_end, &GameCode::goal, Question::goal>(*made, result);
  GuardedEntries::watch<&GameCode::sees, &GameCode::sees, Question::percepts>(*made, result);
  finish(std::move(made), result);
  return result;
}

template <typename Answer>
std::int32_t QuestionGuard::ask_standby(GuardedQuestion question, Answer answer) {
  Asking& thread = asking();
  QuestionBudget& budget = budgets_[static_cast<std::size_t>(question)];
  const std::uint64_t limit =
      std::max(QuestionBudget::first, QuestionBudget::after(thread.budget));
  const WorkScope scope(limit);
  const auto charge = [&] {
    standby_work_.fetch_add(scope.spent(), std::memory_order_relaxed);
    pay(scope.spent());
  };
  try {
    const StopScope stop(reinterpret_cast<const std::atomic<bool>*>(
        const_cast<const int*>(thread.stop)));
    const std::int32_t status = answer(standby_);
    charge();
    budget.standby_answered(scope.spent());
    answered_by_standby_.fetch_add(1, std::memory_order_relaxed);
    return status;
  } catch (const Stopped&) {
    charge();
    if (is_set(thread.stop) || !scope.is_over()) return TSJ_STOPPED;
    given_up_by_standby_.fetch_add(1, std::memory_order_relaxed);
    budget.standby_gave_up(limit);
    thread.next_budget = QuestionBudget::after(limit);
  } catch (const LimitReached&) {
    // The standby stores more than plans do, at least for this question.
    charge();
    failed_standbys_.fetch_add(1, std::memory_order_relaxed);
    budget.standby_gave_up(limit);
    thread.next_budget = unlimited_work;
  } catch (const std::exception&) {
    charge();
    failed_standbys_.fetch_add(1, std::memory_order_relaxed);
    budget.standby_failed();
    thread.next_budget = unlimited_work;
  }
  return TSJ_GIVEN_UP;
}

void QuestionGuard::native_gave_up(std::uint64_t work) {
  const std::uint32_t failures = failures_.load(std::memory_order_relaxed);
  failures_.store(std::min(failures + 1, most_doublings), std::memory_order_relaxed);
  plans_work_.fetch_add(work, std::memory_order_relaxed);
  debt_.store(static_cast<std::int64_t>(work << failures), std::memory_order_relaxed);
}

void QuestionGuard::pay(std::uint64_t work) {
  if (debt_.load(std::memory_order_relaxed) <= 0) return;
  debt_.fetch_sub(static_cast<std::int64_t>(work), std::memory_order_relaxed);
}

GuardCounts QuestionGuard::counts() const {
  GuardCounts counts;
  counts.plans_work = plans_work_.load(std::memory_order_relaxed);
  counts.standby_work = standby_work_.load(std::memory_order_relaxed);
  counts.given_up_by_plans = given_up_by_plans_.load(std::memory_order_relaxed);
  counts.given_up_by_standby = given_up_by_standby_.load(std::memory_order_relaxed);
  counts.answered_by_standby = answered_by_standby_.load(std::memory_order_relaxed);
  counts.failed_standbys = failed_standbys_.load(std::memory_order_relaxed);
  return counts;
}

}  // namespace tesuji::runtime
