#include "backend/llvm/plans/plan_codegen.h"

#include "backend/llvm/emit/access.h"
#include "backend/llvm/emit/domain_translation.h"
#include "backend/llvm/emit/emitter.h"
#include "backend/llvm/emit/loop_bounds.h"
#include "backend/llvm/emit/source_lines.h"
#include "backend/llvm/plans/frame_copy.h"
#include "backend/llvm/plans/fused_scan.h"
#include "runtime/core/tesuji/abi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>

namespace tesuji::llvm_backend {
namespace {

using ir::Argument;
using ir::Operation;

/// Two columns of one tuple that must be equal, since they share a variable.
struct Tie {
  std::uint32_t column;
  std::uint32_t binder;  ///< column that binds the variable
};

/// An operation's arguments as a pattern. `possible` is false if a constant is outside its column's
/// domain.
struct Request {
  Pattern pattern;
  std::vector<Tie> ties;
  bool possible = true;
};

ir::RelationId head_of(const ir::Plan& plan) {
  if (plan.ops.empty() || plan.ops.back().kind != Operation::Kind::insert) {
    throw std::runtime_error(fmt::format("plan {} does not end in an insert", plan.rule));
  }
  return plan.ops.back().relation;
}

class PlanCodegen {
 public:
  PlanCodegen(ModuleContext& module, const ir::Plan& plan, PlanPlace place,
              llvm::Function& function)
      : module_(module),
        plan_(plan),
        place_(place),
        emit_(module, function),
        head_{head_of(plan), place.recursive},
        registers_(plan.variables.size()) {}

  void run() {
    if (place_.head_empty && !place_.recursive) {
      if (const std::optional<FrameCopy> frame = frame_copy(module_, plan_)) {
        locate(plan_.ops.back());
        emit_frame_copy(emit_, *frame);
        emit_.build.CreateRetVoid();
        return;
      }
    }
    end_ = emit_.block("end");
    llvm::BasicBlock* fail = end_;
    if (is_call()) begin_call();
    if (module_.source.relations[head_.relation].columns.empty()) {
      emit_.require(emit_.build.CreateNot(emit_holds(emit_, head_.relation)), end_);
    }
    emit_all(plan_.ops, fail);
    emit_.build.CreateBr(fail);
    if (stopped_ != nullptr) {
      emit_.continue_in(stopped_);
      emit_.build.CreateStore(llvm::ConstantInt::getSigned(module_.i32, TSJ_STOPPED),
                              emit_.at(emit_.scratch, offsetof(tsj_scratch, status)));
      emit_.build.CreateBr(end_);
    }
    emit_.continue_in(end_);
    if (is_call()) {
      emit_.build.CreateRet(
          emit_.build.CreateLoad(call_tuples_type(module_, head_.relation), head_.result));
    } else {
      emit_.build.CreateRetVoid();
    }
  }

 private:
  bool is_call() const {
    return module_.source.relations[head_.relation].storage == ir::Storage::call;
  }

  void begin_call() {
    llvm::IntegerType* const type = call_tuples_type(module_, head_.relation);
    head_.result = emit_.build.CreateAlloca(type, nullptr, "found");
    head_.delta = emit_.function.getArg(static_cast<unsigned>(emit_.function.arg_size() - 1));
    emit_.build.CreateStore(llvm::ConstantInt::get(type, 0), head_.result);
  }

  /// Binds the arguments of the call, which follow scratch, state and out.
  void emit_given(const Operation& operation, llvm::BasicBlock* fail) {
    const ir::Relation& relation = module_.source.relations[operation.relation];
    Positions tuple(relation.columns.size(), nullptr);
    for (std::size_t i = 0; i < relation.indexes[0].size(); ++i) {
      const std::uint32_t column = relation.indexes[0][i];
      tuple[column] = emit_.function.getArg(static_cast<unsigned>(3 + i));
      const Argument& argument = operation.args[column];
      if (argument.kind != Argument::Kind::constant) continue;
      llvm::Value* place = position(argument, relation.columns[column], fail);
      if (place == nullptr) return emit_.give_up(fail);
      emit_.require(emit_.build.CreateICmpEQ(tuple[column], place), fail);
    }
    bind(operation, tuple, fail);
  }

  void emit_all(std::span<const Operation> operations, llvm::BasicBlock*& fail) {
    std::vector<bool> done(operations.size(), false);  // absorbed by a scan before it
    const std::vector<double> steps = most_steps(module_.source, operations);
    for (std::size_t i = 0; i < operations.size(); ++i) {
      if (done[i]) continue;
      locate(operations[i]);
      if (walks(operations[i])) {
        if (emit_binding(operations, i, done, fail)) return;
        if (steps[i] > most_steps_unwatched) poll();
      } else {
        emit(operations[i], fail);
      }
    }
  }

  /// Sets the source location of the following instructions to this literal.
  void locate(const Operation& operation) {
    if (module_.lines == nullptr) return;
    const ir::Span& span = operation.span.known() ? operation.span : plan_.span;
    emit_.build.SetCurrentDebugLocation(module_.lines->location(emit_.function, span));
  }

  void emit(const Operation& operation, llvm::BasicBlock*& fail) {
    switch (operation.kind) {
      case Operation::Kind::scan:
      case Operation::Kind::probe:
        break;  // see emit_all
      case Operation::Kind::test:
        emit_filter(operation, fail);
        break;
      case Operation::Kind::absent:
        emit_absent(operation, fail);
        break;
      case Operation::Kind::different:
        emit_.require(emit_.build.CreateNot(all_equal(operation)), fail);
        break;
      case Operation::Kind::same:
        emit_.require(all_equal(operation), fail);
        break;
      case Operation::Kind::exists:
        emit_exists(operation, fail);
        break;
      case Operation::Kind::unless_derived:
        emit_check(fail);
        break;
      case Operation::Kind::insert:
        emit_head(operation, fail);
        break;
      case Operation::Kind::given:
        emit_given(operation, fail);
        break;
      case Operation::Kind::compare:
      case Operation::Kind::compute:
      case Operation::Kind::unless:
      case Operation::Kind::remove:
        break;  // only in agendas
    }
  }

  /// Emits a poll that sets the status and leaves the plan if the host wants to stop. Loops that
  /// are certainly short have no poll: an enclosing loop polls.
  void poll() {
    if (stopped_ == nullptr) stopped_ = emit_.block("stopped");
    emit_stop_check(emit_, stopped_);
  }

  /// Branches to `fail` if a used variable has no position in the column's domain.
  Request request(const Operation& operation, llvm::BasicBlock* fail) {
    const std::vector<ir::DomainId>& columns = module_.source.relations[operation.relation].columns;
    Request result;
    result.pattern.fixed.assign(columns.size(), nullptr);
    result.pattern.wanted.assign(columns.size(), false);
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
      const Argument& argument = operation.args[i];
      if (argument.kind == Argument::Kind::ignore) continue;
      const std::uint32_t binder = binder_column(operation, argument);
      if (binder != ir::no_id) {
        result.pattern.wanted[i] = true;
        if (binder != i) result.ties.push_back({i, binder});
        continue;
      }
      result.pattern.fixed[i] = position(argument, columns[i], fail);
      if (result.pattern.fixed[i] == nullptr) {
        result.possible = false;
        return result;
      }
    }
    return result;
  }

  /// Returns the first column of the operation that binds the argument's variable.
  static std::uint32_t binder_column(const Operation& operation, const Argument& argument) {
    if (argument.kind == Argument::Kind::constant) return ir::no_id;
    for (std::uint32_t i = 0; i < operation.args.size(); ++i) {
      if (operation.args[i].kind == Argument::Kind::binder && operation.args[i].id == argument.id) {
        return i;
      }
    }
    return ir::no_id;
  }

  /// Returns the position of a constant or bound variable; nullptr if it has none.
  llvm::Value* position(const Argument& argument, ir::DomainId domain, llvm::BasicBlock* fail) {
    if (argument.kind == Argument::Kind::constant) {
      const std::int32_t place = module_.source.domains[domain].position(argument.id);
      return place < 0 ? nullptr : emit_.number32(static_cast<std::uint64_t>(place));
    }
    const Register& bound = use(argument);
    return emit_translated(emit_, bound.value, bound.domain, domain, fail);
  }

  const Register& use(const Argument& argument) const {
    const Register& bound = registers_[argument.id];
    if (bound.value == nullptr) {
      throw std::runtime_error(fmt::format("plan {} uses {} before it is bound", plan_.rule,
                                           plan_.variables[argument.id]));
    }
    return bound;
  }

  /// Emits the scan or probe `operations[place]`. Returns true if it also did the remaining
  /// operations, with the insert.
  bool emit_binding(std::span<const Operation> operations, std::size_t place,
                    std::vector<bool>& done, llvm::BasicBlock*& fail) {
    const Operation& operation = operations[place];
    const std::vector<ir::DomainId>& columns = module_.source.relations[operation.relation].columns;
    const Request asked = request(operation, fail);
    Positions tuple(columns.size(), nullptr);
    if (!asked.possible) {
      emit_.give_up(fail);
      std::fill(tuple.begin(), tuple.end(), llvm::PoisonValue::get(module_.i32));
    } else if (may_fuse(operation, asked)) {
      BitBlock block = open_scan(emit_, operation.relation, operation.delta, asked.pattern, fail);
      bind(operation, block.looped, fail);
      if (fuse(operations, place, block, done)) return true;
      tuple = finish_scan(emit_, operation.relation, block, asked.pattern, fail);
    } else {
      tuple = emit_scan(emit_, head_, operation.relation, operation.delta, asked.pattern, fail);
    }
    for (const Tie& tie : asked.ties) {
      emit_.require(emit_equal(emit_, tuple[tie.column], columns[tie.column], tuple[tie.binder],
                               columns[tie.binder]),
                    fail);
    }
    bind(operation, tuple, fail);
    return false;
  }

  bool may_fuse(const Operation& operation, const Request& asked) const {
    return asked.ties.empty() && !asked.pattern.none_wanted() &&
           !module_.is_static(operation.relation) &&
           module_.source.relations[operation.relation].storage == ir::Storage::bits &&
           !is_impossible(module_, operation.relation);
  }

  /// Lets the scan's block absorb as many of the following operations as possible.
  bool fuse(std::span<const Operation> operations, std::size_t place, BitBlock& block,
            std::vector<bool>& done) {
    FusedScan scan(emit_, head_, operations[place], block, registers_);
    for (std::size_t i = place + 1; i < operations.size(); ++i) {
      if (!done[i]) done[i] = scan.absorb(operations[i]);
    }
    const bool only_insert = operations.back().kind == Operation::Kind::insert &&
                             std::all_of(done.begin() + static_cast<std::ptrdiff_t>(place) + 1,
                                         done.end() - 1, [](bool absorbed) { return absorbed; });
    return only_insert && scan.absorb_insert(operations.back());
  }

  /// Binds the operation's variables to the positions read.
  void bind(const Operation& operation, const Positions& tuple, llvm::BasicBlock* fail) {
    const std::vector<ir::DomainId>& columns = module_.source.relations[operation.relation].columns;
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
      if (tuple[i] == nullptr || binder_column(operation, operation.args[i]) != i) continue;
      if (registers_[operation.args[i].id].value == tuple[i])
        continue;  // bound by an outer loop of this operation
      if (llvm::isa<llvm::Instruction>(tuple[i]) && !tuple[i]->hasName()) {
        tuple[i]->setName(plan_.variables[operation.args[i].id]);
      }
      registers_[operation.args[i].id] = {tuple[i], columns[i], fail, ++bound_};
    }
  }

  void emit_filter(const Operation& operation, llvm::BasicBlock* fail) {
    const Request asked = request(operation, fail);
    if (!asked.possible) {
      emit_.give_up(fail);
      return;
    }
    llvm::BasicBlock* hit = emit_.block("found");
    emit_test(emit_, head_, operation.relation, asked.pattern, hit, fail);
    emit_.continue_in(hit);
  }

  void emit_absent(const Operation& operation, llvm::BasicBlock* fail) {
    llvm::BasicBlock* absent = emit_.block("absent");
    const Request asked = request(operation, absent);
    if (asked.possible) {
      emit_test(emit_, head_, operation.relation, asked.pattern, fail, absent);
    } else {
      emit_.build.CreateBr(absent);
    }
    emit_.continue_in(absent);
  }

  llvm::Value* all_equal(const Operation& operation) {
    llvm::Value* equal = emit_.build.getTrue();
    for (std::size_t i = 0; i < operation.args.size(); ++i) {
      equal = emit_.build.CreateAnd(equal, equal_terms(operation.args[i], operation.right[i]));
    }
    return equal;
  }

  llvm::Value* equal_terms(const Argument& left, const Argument& right) {
    if (left.kind == Argument::Kind::constant && right.kind == Argument::Kind::constant) {
      return emit_.build.getInt1(left.id == right.id);
    }
    if (left.kind == Argument::Kind::constant) return equal_terms(right, left);
    const Register& bound = use(left);
    if (right.kind == Argument::Kind::constant) {
      const std::int32_t place = module_.source.domains[bound.domain].position(right.id);
      if (place < 0) return emit_.build.getFalse();
      return emit_.build.CreateICmpEQ(bound.value,
                                      emit_.number32(static_cast<std::uint64_t>(place)));
    }
    const Register& other = use(right);
    return emit_equal(emit_, bound.value, bound.domain, other.value, other.domain);
  }

  /// The first success inside continues behind all loops of the `exists`.
  void emit_exists(const Operation& operation, llvm::BasicBlock* fail) {
    llvm::BasicBlock* found = emit_.block("witness");
    llvm::BasicBlock* inner = fail;
    emit_all(operation.body, inner);
    emit_.build.CreateBr(found);
    emit_.continue_in(found);
  }

  /// Returns the block that continues behind all loops on which the head's tuple does not depend.
  llvm::BasicBlock* behind(const Operation& insert) const {
    llvm::BasicBlock* done = end_;
    std::size_t latest = 0;
    for (const Argument& argument : insert.args) {
      if (argument.kind == Argument::Kind::constant) continue;
      const Register& bound = use(argument);
      if (bound.order < latest) continue;
      latest = bound.order;
      done = bound.next;
    }
    return done;
  }

  /// Skips the other bindings of a tuple that already exists.
  void emit_check(llvm::BasicBlock* fail) {
    const Operation& insert = plan_.ops.back();
    llvm::BasicBlock* done = behind(insert);
    const Request tuple = request(insert, done);
    if (!tuple.possible) {
      emit_.give_up(fail);
      return;
    }
    llvm::BasicBlock* missing = emit_.block("missing");
    emit_test(emit_, head_, insert.relation, tuple.pattern, done, missing);
    emit_.continue_in(missing);
  }

  void emit_head(const Operation& operation, llvm::BasicBlock* fail) {
    llvm::BasicBlock* done = behind(operation);
    const Request tuple = request(operation, done);
    if (tuple.possible) {
      emit_insert(emit_, head_, tuple.pattern.fixed, done, end_);
      emit_.continue_in(emit_.block("unreached"));
    } else {
      emit_.give_up(fail);
    }
  }

  ModuleContext& module_;
  const ir::Plan& plan_;
  PlanPlace place_;
  Emitter emit_;
  Head head_;
  Registers registers_;
  std::size_t bound_ = 0;
  llvm::BasicBlock* end_ = nullptr;
  llvm::BasicBlock* stopped_ = nullptr;  ///< null: no poll yet
};

}  // namespace

void emit_plan(ModuleContext& module, const ir::Plan& plan, PlanPlace place,
               llvm::Function& function) {
  PlanCodegen(module, plan, place, function).run();
}

}  // namespace tesuji::llvm_backend
