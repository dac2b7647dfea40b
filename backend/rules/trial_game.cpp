#include "backend/rules/trial_game.h"

#include "backend/driver/games/game_code.h"
#include "backend/interpreter/interpreter.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/playouts/play_findings.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <new>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

namespace tesuji::driver {
namespace {

/// The entries of another program, which stop when a flag is set, even within an evaluation.
struct StoppableCode {
  runtime::GameCode code;
  int stop = 0;  ///< set by another thread
};

template <tsj_entry runtime::GameCode::* Entry>
std::int32_t run_stoppable(const void* self, tsj_scratch* scratch, const std::uint64_t* state,
                           std::uint64_t* out) {
  const auto& stoppable = *static_cast<const StoppableCode*>(self);
  scratch->stop = &stoppable.stop;
  return (stoppable.code.*Entry)(stoppable.code.self, scratch, state, out);
}

template <tsj_entry runtime::GameCode::* Entry>
void wrap(const StoppableCode& stoppable, runtime::GameCode& code) {
  if (stoppable.code.*Entry != nullptr) code.*Entry = run_stoppable<Entry>;
}

runtime::GameCode stoppable_code(const std::shared_ptr<StoppableCode>& stoppable) {
  runtime::GameCode code;
  wrap<&runtime::GameCode::legal>(*stoppable, code);
  wrap<&runtime::GameCode::next>(*stoppable, code);
  wrap<&runtime::GameCode::terminal>(*stoppable, code);
  wrap<&runtime::GameCode::goal>(*stoppable, code);
  wrap<&runtime::GameCode::goal_at_end>(*stoppable, code);
  wrap<&runtime::GameCode::sees>(*stoppable, code);
  wrap<&runtime::GameCode::legal_after_terminal>(*stoppable, code);
  wrap<&runtime::GameCode::next_after_legal>(*stoppable, code);
  wrap<&runtime::GameCode::ended_after_next>(*stoppable, code);
  wrap<&runtime::GameCode::next_for_other_moves>(*stoppable, code);
  code.self = stoppable.get();
  code.keep = stoppable;
  return code;
}

/// Sets the code's stop flag once the process has used `seconds` of processor time since
/// construction; wall-clock time would make results depend on the machine's load. The destructor
/// ends the thread.
class ProcessorLimit {
 public:
  ProcessorLimit(StoppableCode& code, double seconds)
      : watcher_([this, &code, seconds, begin = std::clock()](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          const auto spent = [&] {
            return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
          };
          while (!stop.stop_requested()) {
            wake_.wait_for(lock, stop, std::chrono::milliseconds(5), [] { return false; });
            if (spent() < seconds) continue;
            std::atomic_ref(code.stop).store(1, std::memory_order_relaxed);
            return;
          }
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread watcher_;  // the last: it uses the others
};

/// What the interpreter plays and somebody may stop.
struct Trial {
  std::shared_ptr<const ir::Layout> layout;
  std::shared_ptr<const interpreter::Program> program;
  std::shared_ptr<StoppableCode> code;
  LoadedGame loaded;
};

std::optional<Trial> make_trial(const std::shared_ptr<const ir::Module>& module,
                                const TrialLimits& limits, interpreter::Trials trials) {
  if (module->level != ir::Level::plans) return std::nullopt;
  const ir::Entry* fixed = module->find_entry("static");
  if (fixed != nullptr && !fixed->strata.empty()) return std::nullopt;
  Trial trial;
  trial.layout = std::make_shared<const ir::Layout>(ir::lay_out(*module));
  runtime::GameTables tables = make_tables(*module, *trial.layout);
  if (tables.state_size > limits.bytes || tables.scratch_size > limits.bytes) return std::nullopt;
  trial.program = std::make_shared<const interpreter::Program>(
      module, *trial.layout, interpreter::Execution::interpreted, trials);
  trial.code = std::make_shared<StoppableCode>(
      StoppableCode{interpreted_code(trial.program, module, trial.layout)});
  trial.loaded.module = module;
  trial.loaded.layout = trial.layout;
  if (trials == interpreter::Trials::counted) {
    trial.loaded.trials = [program = trial.program] { return program->trials(); };
  }
  trial.loaded.game = runtime::make_tabled_game(std::move(tables), stoppable_code(trial.code));
  return trial;
}

/// Calls `play` with the trial while its time is watched; false where that cannot be.
template <typename Play>
bool watched(Trial& trial, const TrialLimits& limits, const Play& play) {
  try {
    const ProcessorLimit limit(*trial.code, limits.seconds);
    play();
    return true;
  } catch (const std::system_error&) {  // no thread
  } catch (const std::bad_alloc&) {
  }
  return false;
}

}  // namespace

std::optional<TrialGame> play_trial(const std::shared_ptr<const ir::Module>& module,
                                    const TrialLimits& limits) {
  std::optional<Trial> trial = make_trial(module, limits, interpreter::Trials::counted);
  if (!trial) return std::nullopt;
  TrialGame result;
  const bool played = watched(*trial, limits, [&] {
    const runtime::Game& game = *trial->loaded.game;
    result.findings = runtime::try_play_faults(
        game, {.count = limits.games, .step_limit = limits.game_steps}, limits.steps);
    try {
      runtime::look_at_short_plays(game, limits.states, result.findings);
    } catch (const runtime::LimitReached&) {
      // What was found before it counts.
    }
  });
  if (!played) return std::nullopt;
  result.game = std::move(trial->loaded);
  return result;
}

ir::Span terminal_rule_at_start(const std::shared_ptr<const ir::Module>& module,
                                const TrialLimits& limits) {
  const ir::RelationId terminal = module->find_answer(ir::Answer::terminal);
  if (terminal == ir::no_id) return {};
  ir::Span place = module->relations[terminal].span;
  std::optional<Trial> trial = make_trial(module, limits, interpreter::Trials::counted);
  if (!trial) return place;
  const bool asked = watched(*trial, limits, [&] {
    const runtime::Game& game = *trial->loaded.game;
    const auto scratch = game.make_scratch();
    try {
      static_cast<void>(game.terminal(game.initial(), *scratch));
    } catch (const runtime::LimitReached&) {
    } catch (const runtime::Stopped&) {
    }
  });
  if (!asked) return place;
  const std::vector<std::vector<std::uint64_t>> trials = trial->loaded.trials();
  for (std::size_t i = 0; i < module->plans.size(); ++i) {
    const ir::Plan& plan = module->plans[i];
    // The last operation inserts what the rule has found.
    const bool fired = !plan.ops.empty() && plan.ops.back().relation == terminal &&
                       !trials[i].empty() && trials[i].back() > 0;
    if (fired && plan.span.known()) return plan.span;
  }
  return place;
}

}  // namespace tesuji::driver
