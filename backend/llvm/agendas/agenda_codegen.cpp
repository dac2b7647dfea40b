// Generates a rule as loops.
//
// Operations are nested loops and conditions, one inside the other. Trials are counted exactly, and
// a rule stops exactly at the limit, yet inner loops do not check the limit: if the number of
// trials of the operations from some place on has a known bound (because they visit only fixed
// facts), these operations are emitted twice. If the trials left suffice for all of them, the
// unchecked version runs, and its trials are subtracted afterwards; otherwise the version runs that
// checks before every trial. Before that place all trials are checked, and so they are in rules
// that remove facts: the limit of removals may stop these anywhere.
//
// In the unchecked version, an operation inside a loop over constant rows is counted in front of
// the loop, by the number of rows, unless a witness may end the loop; and the conditions behind it
// are evaluated for all rows at once if possible (agenda_masks.h).

#include "backend/llvm/agendas/agenda_codegen.h"

#include "backend/llvm/agendas/agenda_access.h"
#include "backend/llvm/agendas/agenda_computations.h"
#include "backend/llvm/agendas/agenda_masks.h"
#include "backend/llvm/agendas/agenda_scope.h"
#include "backend/llvm/emit/emitter.h"
#include "backend/llvm/emit/loop_bounds.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace tesuji::llvm_backend {
namespace {

using agenda::AgendaCode;
using agenda::AgendaStep;
using Kind = ir::Operation::Kind;
using Steps = std::span<const AgendaStep>;

/// Larger bounds count as unknown.
constexpr std::uint64_t largest_bound = std::uint64_t{1} << 62;

class RuleEmitter {
 public:
  RuleEmitter(ModuleContext& module, const agenda::AgendaProgram& program, const AgendaCode& code,
              llvm::Function& function, std::vector<bool>& in_memory, bool count_trials)
      : code_(code),
        memory_(function.getArg(1)),
        emit_(module, function),
        scope_(emit_, program, code, memory_, in_memory),
        counts_(emit_, memory_, function.getArg(2), code.places, count_trials) {
    constexpr const char* names[] = {"self", "memory", "trials", "counters"};
    for (unsigned i = 0; i < std::size(names); ++i) function.getArg(i)->setName(names[i]);
    for (std::size_t i = code.premises; i < code.steps.size(); ++i) {
      conclusions_.push_back(code.steps[i].place);
    }
  }

  void run() {
    done_ = emit_.block("done");
    limit_ = emit_.block("limit");
    const Steps premises(code_.steps.data(), code_.premises);
    const std::size_t split = removes() ? premises.size() : first_bounded(premises);
    llvm::BasicBlock* fail = done_;
    looks_ = true;
    for (const AgendaStep& step : premises.first(split)) {
      poll();
      operation(step, fail, false);
    }
    if (split < premises.size()) {
      dispatch(premises.subspan(split), fail);
    } else {
      conclude(false);
      emit_.build.CreateBr(fail);
    }
    emit_.continue_in(limit_);
    emit_.store(emit_.number32(static_cast<std::uint32_t>(TSJ_LIMIT)), status_address(),
                emit_.module.alias_class("memory"));
    emit_.build.CreateBr(done_);
    if (stopped_ != nullptr) {
      emit_.continue_in(stopped_);
      emit_.store(emit_.number32(static_cast<std::uint32_t>(TSJ_STOPPED)), status_address(),
                  emit_.module.alias_class("memory"));
      emit_.build.CreateBr(done_);
    }
    emit_.continue_in(done_);
    counts_.store(conclusions_, emit_.function.getArg(2), emit_.function.getArg(3));
    emit_.build.CreateRet(status());
  }

 private:
  // Bounds ---------------------------------------------------------------------

  /// Returns the maximum number of trials of these operations; no_bound if unknown.
  std::uint64_t bound(Steps steps) const {
    std::uint64_t behind = 0;
    for (std::size_t i = steps.size(); i-- > 0;) behind = bound_with(steps[i], behind);
    return behind;
  }

  /// The same with one more operation in front of operations that take `behind` trials.
  std::uint64_t bound_with(const AgendaStep& step, std::uint64_t behind) const {
    std::uint64_t own = 1;
    std::uint64_t times = 1;
    if (step.kind == Kind::scan || step.kind == Kind::probe) times = most_matches(scope_, step);
    if (step.kind == Kind::exists || step.kind == Kind::unless) {
      own = bound(step.body) > largest_bound ? no_bound : own + bound(step.body);
    }
    std::uint64_t all = 0;
    if (times == no_bound || own > largest_bound || behind > largest_bound ||
        __builtin_mul_overflow(times, behind, &all) || __builtin_add_overflow(all, own, &all) ||
        all > largest_bound) {
      return no_bound;
    }
    return all;
  }

  /// Returns the first operation from which on a bound is known.
  std::size_t first_bounded(Steps premises) const {
    std::uint64_t behind = 0;
    for (std::size_t i = premises.size(); i-- > 0;) {
      behind = bound_with(premises[i], behind);
      if (behind == no_bound) return i + 1;
    }
    return 0;
  }

  // Requests to stop -----------------------------------------------------------

  /// Emits a poll that leaves the rule if the host wants to stop. Trials announced for the rest of
  /// a loop then stay counted, as with a full memory.
  void poll() {
    if (stopped_ == nullptr) stopped_ = emit_.block("stopped");
    emit_stop_check(emit_, emit_.at(memory_, offsetof(tsj_memory, stop)), stopped_);
  }

  /// Emits a poll inside a loop over the first of these operations, unless the loop is certainly
  /// short.
  void poll_inside(Steps steps) {
    const std::uint64_t most = bound(steps);
    if (most == no_bound || static_cast<double>(most) > most_steps_unwatched) poll();
  }

  // Operations -----------------------------------------------------------------

  void dispatch(Steps steps, llvm::BasicBlock* fail) {
    llvm::BasicBlock* free = emit_.block("free");
    llvm::BasicBlock* looking = emit_.block("looking");
    emit_.build.CreateCondBr(
        emit_.build.CreateICmpUGE(counts_.left(), emit_.number64(bound(steps))), free, looking);

    emit_.continue_in(free);
    std::vector<std::uint32_t> places;
    collect_places(steps, places);
    llvm::Value* before = counts_.sum(places);
    llvm::BasicBlock* spent = emit_.block("spent");
    looks_ = false;
    nest(steps, spent);
    emit_.continue_in(spent);
    counts_.spend(emit_.build.CreateSub(counts_.sum(places), before));
    emit_.build.CreateBr(fail);

    emit_.continue_in(looking);
    looks_ = true;
    nest(steps, fail);
  }

  static void collect_places(Steps steps, std::vector<std::uint32_t>& places) {
    for (const AgendaStep& step : steps) {
      places.push_back(step.place);
      collect_places(step.body, places);
    }
  }

  /// Emits premises and the conclusions behind them; ends in `fail`.
  void nest(Steps steps, llvm::BasicBlock* fail) {
    bool counted = false;
    Steps loop = steps;
    while (!steps.empty()) {
      poll_inside(loop);
      loop = steps;
      const auto masked = looks_ ? std::nullopt : masked_scan(scope_, steps);
      if (masked) {
        if (!counted) counts_.add_trials(steps[0].place, emit_.number64(1));
        emit_masked_scan(scope_, *masked, fail, [&](std::size_t behind, llvm::Value* rows) {
          arrive(steps.subspan(behind + 1), rows);
        });
        steps = steps.subspan(masked->conditions.size() + 1);
        counted = true;
        continue;
      }
      counted = operation(steps[0], fail, counted,
                          [&](llvm::Value* facts) { arrive(steps.subspan(1), facts); });
      steps = steps.subspan(1);
    }
    conclude(counted);
    emit_.build.CreateBr(fail);
  }

  /// Counts arrivals at the first of these operations, or, if the list is empty, at the
  /// conclusions.
  void arrive(Steps steps, llvm::Value* number) {
    if (steps.empty()) {
      counts_.add(AgendaCounter::firings, number);
    } else {
      counts_.add_trials(steps[0].place, number);
    }
  }

  /// Emits one premise. `counted`: its trials were counted already; returns whether those of the
  /// next operation were announced and counted.
  bool operation(const AgendaStep& step, llvm::BasicBlock*& fail, bool counted,
                 const Announce& announce = {}) {
    if (looks_) counts_.spend_one(limit_);
    if (!counted) counts_.add_trials(step.place, emit_.number64(1));
    switch (step.kind) {
      case Kind::scan:
      case Kind::probe: {
        const bool ahead = !looks_ && announce;
        const Announce nobody = [](llvm::Value*) {};
        return emit_each(scope_, step, fail, ahead ? announce : nobody) && ahead;
      }
      case Kind::test:
        emit_.require(emit_any(scope_, step), fail);
        break;
      case Kind::absent:
        emit_.require(emit_.build.CreateNot(emit_any(scope_, step)), fail);
        break;
      case Kind::compare:
        emit_.require(emit_comparison(scope_, step), fail);
        break;
      case Kind::compute:
        emit_computation(scope_, step, fail, done_);
        break;
      case Kind::unless:
        unless(step, fail);
        break;
      case Kind::unless_derived:
        unless_derived(fail);
        break;
      case Kind::exists:
        exists(step, fail);
        break;
      case Kind::insert:
      case Kind::remove:
        break;  // conclusions come last
      case Kind::different:
      case Kind::same:
      case Kind::given:
        break;  // only in plans
    }
    return false;
  }

  /// Emits an existence test: the first witness leaves all loops inside; operations inside are
  /// counted where they are tried.
  void exists(const AgendaStep& step, llvm::BasicBlock* fail) {
    llvm::BasicBlock* inner = fail;
    for (const AgendaStep& part : step.body) {
      poll_inside(step.body);
      operation(part, inner, false);
    }
  }

  /// Emits an `unless`: the first instance fails and leaves all loops inside.
  void unless(const AgendaStep& step, llvm::BasicBlock* fail) {
    llvm::BasicBlock* none = emit_.block("no.instance");
    exists(step, none);
    emit_.build.CreateBr(fail);
    emit_.continue_in(none);
  }

  void unless_derived(llvm::BasicBlock* fail) {
    llvm::BasicBlock* missing = emit_.block("missing");
    for (const AgendaStep& step : conclusions()) {
      if (step.impossible) emit_.give_up(missing);
      llvm::Value* there = emit_contains(scope_, step.relation, row(step, missing));
      llvm::BasicBlock* derived = emit_.block("derived");
      emit_.build.CreateCondBr(there, derived, missing);
      emit_.continue_in(derived);
    }
    emit_.build.CreateBr(fail);
    emit_.continue_in(missing);
  }

  // Conclusions ----------------------------------------------------------------

  [[nodiscard]] bool removes() const {
    const Steps steps = conclusions();
    return std::any_of(steps.begin(), steps.end(),
                       [](const AgendaStep& step) { return step.kind == Kind::remove; });
  }

  [[nodiscard]] Steps conclusions() const { return Steps(code_.steps).subspan(code_.premises); }

  /// Returns a conclusion's fact, by column.
  std::vector<llvm::Value*> row(const AgendaStep& step, llvm::BasicBlock* fail) {
    const std::vector<llvm::Value*> given = scope_.given(step, fail);
    std::vector<llvm::Value*> row(given.size());
    for (std::size_t i = 0; i < given.size(); ++i) row[step.given[i].column] = given[i];
    return row;
  }

  void conclude(bool counted) {
    if (!counted) counts_.add(AgendaCounter::firings, emit_.number64(1));
    llvm::Value* productive = emit_.build.getFalse();
    const Steps steps = conclusions();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      productive = emit_.build.CreateOr(productive, change(steps[i], steps.subspan(i + 1)));
    }
    counts_.add(AgendaCounter::productive, emit_.wide(productive));
  }

  /// Emits code that adds or removes a fact; returns whether that changed the memory, an i1.
  /// `left_out`: the conclusions that are skipped if a limit stops this one.
  llvm::Value* change(const AgendaStep& step, Steps left_out) {
    const bool adds = step.kind == Kind::insert;
    llvm::BasicBlock* same = emit_.block("same");
    llvm::BasicBlock* behind = emit_.block("behind");
    if (step.impossible) emit_.give_up(same);
    const std::vector<llvm::Value*> fact = row(step, same);
    llvm::Value* there = emit_contains(scope_, step.relation, fact);
    emit_.require(adds ? emit_.build.CreateNot(there) : there, same);
    llvm::Value* done =
        emit_.build.CreateCall(adds ? emit_.module.facts_add() : emit_.module.facts_remove(),
                               {scope_.facts(step.relation), emit_row(scope_, fact)});
    // The fact was new (or present, for removal), so only a limit can prevent the change; the
    // status says which.
    llvm::BasicBlock* stopped = emit_.block("stopped");
    emit_.require(emit_.build.CreateIsNotNull(done), stopped);
    counts_.add(adds ? AgendaCounter::added : AgendaCounter::removed, emit_.number64(1));
    llvm::BasicBlock* changed = emit_.build.GetInsertBlock();
    emit_.build.CreateBr(behind);
    emit_.continue_in(stopped);
    for (const AgendaStep& other : left_out) {
      counts_.add_trials(other.place, emit_.number64(~std::uint64_t{0}));
    }
    emit_.build.CreateBr(done_);
    emit_.continue_in(same);
    emit_.build.CreateBr(behind);
    emit_.continue_in(behind);
    llvm::PHINode* result = emit_.build.CreatePHI(emit_.build.getInt1Ty(), 2, "changed");
    result->addIncoming(emit_.build.getTrue(), changed);
    result->addIncoming(emit_.build.getFalse(), same);
    return result;
  }

  llvm::Value* status_address() { return emit_.at(memory_, offsetof(tsj_memory, status)); }
  llvm::Value* status() {
    return emit_.load(emit_.module.i32, status_address(), emit_.module.alias_class("memory"));
  }

  const AgendaCode& code_;
  llvm::Value* memory_;
  Emitter emit_;
  AgendaScope scope_;
  CountEmitter counts_;
  std::vector<std::uint32_t> conclusions_;
  llvm::BasicBlock* limit_ = nullptr;
  llvm::BasicBlock* done_ = nullptr;
  llvm::BasicBlock* stopped_ = nullptr;  ///< null: no poll yet
  bool looks_ = true;
};

}  // namespace

std::string agenda_symbol(const agenda::AgendaProgram& program, std::size_t number) {
  return "rule." + program.module().agendas[number].name;
}

AgendaModule generate_agendas(llvm::LLVMContext& context, const agenda::AgendaProgram& program,
                              bool count_trials) {
  AgendaModule result;
  result.module = std::make_unique<llvm::Module>("agendas", context);
  result.in_memory.resize(program.module().relations.size());
  llvm::Module& target = *result.module;
  const ir::Layout none;  // agendas work on a memory, not on states
  ModuleContext module(program.module(), none, target);
  auto* type = llvm::FunctionType::get(
      module.i32, {module.pointer, module.pointer, module.pointer, module.pointer}, false);
  for (std::size_t i = 0; i < program.agendas().size(); ++i) {
    llvm::Function* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                                      agenda_symbol(program, i), target);
    function->setDoesNotThrow();
    RuleEmitter(module, program, program.agendas()[i], *function, result.in_memory, count_trials)
        .run();
  }
  return result;
}

}  // namespace tesuji::llvm_backend
