// Generates procs as loops.
//
// A call of a proc with one clause is inlined: a chain of MIGO's predicates, win_3 <- win_3_1_1 <-
// win_2_1_1 <- move, becomes one loop over the successors with all the chain's tests inside. A proc
// with several clauses is called, with the rest of the calling clause as a separate function (a
// continuation, whose environment is the live nodes): inlining it would double the code at every
// level.
//
// "Has a solution" (`absent p(B,_)`, the inner question of learned strategies) is a function
// `exists.NAME`. The memo slot of the node is read first, inline at the place of the question.
//
// Tests are pure, so facts established about a node before a place are not tested there again.

#include "backend/llvm/strategies/strategy_codegen.h"

#include "backend/llvm/strategies/node_emitter.h"
#include "runtime/core/tesuji/strategy_abi.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {

namespace {

using ir::ProcBody;
using ir::ProcProgram;
using ir::ProcStep;
using ir::ProcUnit;
using llvm::BasicBlock;
using llvm::Value;

/// Emits the code for a solution and ends the block: a branch to the given block continues the
/// search.
using Solution = std::function<void(Value*, BasicBlock*)>;

class Generator {
 public:
  Generator(llvm::Module& module, const ProcProgram& program)
      : module_(module),
        program_(program),
        emit_(module),
        builder_(emit_.builder()),
        exists_(program.procs.size(), nullptr) {
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Type* status = builder_.getInt32Ty();
    search_type_ =
        llvm::FunctionType::get(status, {pointer, pointer, pointer, pointer, pointer}, false);
    solution_type_ = llvm::FunctionType::get(status, {pointer, pointer}, false);
  }

  void run() {
    for (const ProcUnit& unit : program_.procs) {
      search_.push_back(make(search_type_, search_symbol(unit)));
      search_.back()->setLinkage(llvm::Function::ExternalLinkage);
      // Inlined into each other, they would grow as fast as the game's tree.
      search_.back()->addFnAttr(llvm::Attribute::NoInline);
    }
    for (std::uint32_t p = 0; p < program_.procs.size(); ++p) define_search(p);
    // Bodies of `exists` functions may need further ones.
    for (std::size_t i = 0; i < wanted_exists_.size(); ++i) define_exists(wanted_exists_[i]);
  }

 private:
  /// The nodes bound in the clause that is being emitted, by variable.
  using Variables = std::vector<Value*>;

  /// A fact known to hold at the place that is being emitted.
  struct Fact {
    ProcStep::Kind kind;
    ProcStep::Callee callee;
    std::uint32_t proc;
    Value* node;
    friend bool operator==(const Fact&, const Fact&) = default;
  };

  /// The state of the function being emitted; saved while a function that it needs is emitted.
  struct Suspended {
    FunctionContext function;
    BasicBlock* block;
    std::vector<Fact> facts;
    unsigned inlined;
    unsigned loops;
  };

  Suspended begin(llvm::Function* function) {
    Suspended outer{{},
                    builder_.GetInsertBlock(),
                    std::exchange(facts_, {}),
                    std::exchange(inlined_, 0),
                    std::exchange(loops_, 0)};
    outer.function = emit_.enter(function);
    return outer;
  }

  void end(Suspended outer) {
    emit_.leave(outer.function);
    facts_ = std::move(outer.facts);
    inlined_ = outer.inlined;
    loops_ = outer.loops;
    if (outer.block) builder_.SetInsertPoint(outer.block);
  }

  llvm::Function* make(llvm::FunctionType* type, const std::string& name) {
    llvm::Function* function =
        llvm::Function::Create(type, llvm::Function::InternalLinkage, name, module_);
    function->setDoesNotThrow();
    return function;
  }

  // ---- functions -------------------------------------------------------------

  // tsj_search: passes every solution to `found`.
  void define_search(std::uint32_t proc) {
    llvm::Function* function = search_[proc];
    Suspended outer = begin(function);
    emit_.set_space(function->getArg(1));
    emit_.poll();
    BasicBlock* exhausted = emit_.block("exhausted");
    Variables sink{function->getArg(3), function->getArg(4)};
    live_.push_back(&sink);
    clauses(proc, function->getArg(2), exhausted, [&](Value* solution, BasicBlock* next) {
      exit_unless_zero(builder_.CreateCall(solution_type_, sink[0], {sink[1], solution}), next);
    });
    live_.pop_back();
    builder_.SetInsertPoint(exhausted);
    emit_.exit(builder_.getInt32(0));
    end(std::move(outer));
  }

  // i32 (space, node): 1 at the first solution, 0 without a solution, negative on failure. Sets the
  // memo slot, if there is one, but does not read it.
  llvm::Function* exists_function(std::uint32_t proc) {
    if (!exists_[proc]) {
      exists_[proc] = make(solution_type_, "exists." + program_.procs[proc].name);
      exists_[proc]->addFnAttr(llvm::Attribute::NoInline);
      wanted_exists_.push_back(proc);
    }
    return exists_[proc];
  }

  void define_exists(std::uint32_t proc) {
    const ProcUnit& unit = program_.procs[proc];
    llvm::Function* exists = exists_[proc];
    Suspended outer = begin(exists);
    emit_.set_space(exists->getArg(0));
    Value* node = exists->getArg(1);
    Value* result = call_search(search_[proc], node, any_node(), null());
    if (unit.slot) {
      emit_.exit_if_negative(result);
      emit_.set_memo(node, *unit.slot, builder_.CreateIsNotNull(result));
    }
    emit_.exit(result);
    end(std::move(outer));
  }

  // tsj_search of the primitive move, to test a given pair of states.
  llvm::Function* move_search() {
    if (move_search_) return move_search_;
    move_search_ = make(search_type_, "search.move/2");
    Suspended outer = begin(move_search_);
    emit_.set_space(move_search_->getArg(1));
    BasicBlock* exhausted = emit_.block("exhausted");
    emit_.each_successor(
        move_search_->getArg(2), exhausted, [&](Value* successor, BasicBlock* next) {
          exit_unless_zero(builder_.CreateCall(solution_type_, move_search_->getArg(3),
                                               {move_search_->getArg(4), successor}),
                           next);
        });
    builder_.SetInsertPoint(exhausted);
    emit_.exit(builder_.getInt32(0));
    end(std::move(outer));
    return move_search_;
  }

  Value* null() { return llvm::ConstantPointerNull::get(builder_.getPtrTy()); }

  Value* call_search(llvm::Function* search, Value* node, Value* found, Value* environment) {
    return builder_.CreateCall(search, {null(), emit_.function().space, node, found, environment});
  }

  // tsj_solution: ends the search at the first solution.
  llvm::Function* any_node() {
    if (any_node_) return any_node_;
    any_node_ = make(solution_type_, "any_node");
    Suspended outer = begin(any_node_);
    emit_.exit(builder_.getInt32(1));
    end(std::move(outer));
    return any_node_;
  }

  // tsj_solution: ends the search at the node that is its environment.
  llvm::Function* same_node() {
    if (same_node_) return same_node_;
    same_node_ = make(solution_type_, "same_node");
    Suspended outer = begin(same_node_);
    Value* same = builder_.CreateICmpEQ(same_node_->getArg(0), same_node_->getArg(1));
    emit_.exit(builder_.CreateZExt(same, builder_.getInt32Ty()));
    end(std::move(outer));
    return same_node_;
  }

  // ---- clauses ---------------------------------------------------------------

  void clauses(std::uint32_t proc, Value* node, BasicBlock* exhausted, const Solution& solution) {
    const std::vector<ProcBody>& bodies = program_.procs[proc].clauses;
    for (std::size_t c = 0; c < bodies.size(); ++c) {
      const bool last = c + 1 == bodies.size();
      BasicBlock* next = last ? exhausted : emit_.block("clause");
      Variables variables(bodies[c].variables, nullptr);
      variables[0] = node;
      live_.push_back(&variables);
      steps(bodies[c], 0, variables, next, solution);
      live_.pop_back();
      if (!last) builder_.SetInsertPoint(next);
    }
    if (bodies.empty()) builder_.CreateBr(exhausted);
  }

  /// Emits a clause from step `at` on; ends the block. `fail` continues the search if the steps do
  /// not hold or are exhausted.
  void steps(const ProcBody& clause, std::size_t at, Variables& variables, BasicBlock* fail,
             const Solution& solution) {
    const std::size_t known = facts_.size();
    for (; clause.steps[at].kind == ProcStep::Kind::require ||
           clause.steps[at].kind == ProcStep::Kind::refuse;
         ++at)
      condition(clause.steps[at], variables, fail);
    const ProcStep& step = clause.steps[at];
    if (step.kind == ProcStep::Kind::yield) {
      solution(variables[step.in], fail);
    } else {
      const Solution rest = [&](Value* found, BasicBlock* next) {
        variables[step.out] = found;
        steps(clause, at + 1, variables, next, solution);
        variables[step.out] = nullptr;
      };
      Value* node = variables[step.in];
      if (step.callee == ProcStep::Callee::move) {
        ++loops_;
        emit_.each_successor(node, fail, rest);
        --loops_;
      } else if (in_place(program_.procs[step.proc])) {
        ++inlined_;
        clauses(step.proc, node, fail, rest);
      } else {
        each_by_call(step.proc, node, fail, rest);
      }
    }
    facts_.resize(known);
  }

  /// Whether the callee's clause is inlined. Deep nests take LLVM too long, and chains of chains
  /// would grow without bound.
  [[nodiscard]] bool in_place(const ProcUnit& callee) const {
    return callee.clauses.size() == 1 && loops_ < most_loops && inlined_ < most_inlined;
  }

  /// Continues in a new block if the condition holds.
  void condition(const ProcStep& step, const Variables& variables, BasicBlock* fail) {
    const Fact fact{step.kind, step.callee, step.proc, variables[step.in]};
    const bool about_node = step.out_kind != ProcStep::Out::given;
    if (about_node && std::find(facts_.begin(), facts_.end(), fact) != facts_.end()) return;
    Value* holds = value(step, variables);
    BasicBlock* passed = emit_.block("passed");
    if (step.kind == ProcStep::Kind::require)
      builder_.CreateCondBr(holds, passed, fail);
    else
      builder_.CreateCondBr(holds, fail, passed);
    builder_.SetInsertPoint(passed);
    if (about_node) facts_.push_back(fact);
  }

  /// Returns whether the step's callee holds, an i1.
  Value* value(const ProcStep& step, const Variables& variables) {
    Value* node = variables[step.in];
    const bool move = step.callee == ProcStep::Callee::move;
    if (step.callee == ProcStep::Callee::won) return emit_.outcome(node, TSJ_NODE_WON);
    if (step.callee == ProcStep::Callee::drawn) return emit_.outcome(node, TSJ_NODE_DRAWN);
    if (step.callee == ProcStep::Callee::fluent) {
      const ir::FluentBit& bit = program_.fluents[step.proc].bit.value();
      return emit_.state_bit(node, (program_.memo_slots + 31) / 32, bit.word, bit.mask, bit.value);
    }
    if (step.out_kind == ProcStep::Out::given) {
      Value* result = call_search(move ? move_search() : search_[step.proc], node, same_node(),
                                  variables[step.out]);
      emit_.exit_if_negative(result);
      return builder_.CreateIsNotNull(result);
    }
    if (move) {
      emit_.expand(node);
      return builder_.CreateIsNotNull(emit_.edge_count(node));
    }
    return exists(step.proc, node);
  }

  Value* exists(std::uint32_t proc, Value* node) {
    const ProcUnit& unit = program_.procs[proc];
    BasicBlock* before = nullptr;
    BasicBlock* answered = nullptr;
    Value* remembered = nullptr;
    if (unit.slot) {
      BasicBlock* ask = emit_.block("ask");
      answered = emit_.block("answered");
      Value* memo = emit_.memo(node, *unit.slot);
      remembered = builder_.CreateICmpEQ(memo, builder_.getInt32(TSJ_MEMO_SOME));
      before = builder_.GetInsertBlock();
      builder_.CreateCondBr(builder_.CreateIsNull(memo), ask, answered);
      builder_.SetInsertPoint(ask);
    }
    Value* result = builder_.CreateCall(exists_function(proc), {emit_.function().space, node});
    emit_.exit_if_negative(result);
    Value* some = builder_.CreateIsNotNull(result);
    if (!unit.slot) return some;
    BasicBlock* asked = builder_.GetInsertBlock();
    builder_.CreateBr(answered);
    builder_.SetInsertPoint(answered);
    llvm::PHINode* phi = builder_.CreatePHI(builder_.getInt1Ty(), 2);
    phi->addIncoming(remembered, before);
    phi->addIncoming(some, asked);
    return phi;
  }

  /// Emits a loop over the callee's solutions as a call, with `rest` as a function: tsj_solution,
  /// whose environment holds the space and every live node.
  void each_by_call(std::uint32_t proc, Value* node, BasicBlock* fail, const Solution& rest) {
    std::vector<Value**> places;
    for (Variables* variables : live_)
      for (Value*& value : *variables)
        if (value) places.push_back(&value);
    std::vector<Value*> values;
    for (Value** place : places) values.push_back(*place);

    llvm::Type* pointer = builder_.getPtrTy();
    BasicBlock& entry = emit_.function().function->getEntryBlock();
    Value* environment =
        llvm::IRBuilder<>(&entry, entry.begin())
            .CreateAlloca(llvm::ArrayType::get(pointer, places.size() + 1), nullptr, "environment");
    builder_.CreateStore(emit_.function().space, environment);
    for (std::size_t i = 0; i < values.size(); ++i)
      builder_.CreateStore(values[i], builder_.CreateConstGEP1_64(pointer, environment, i + 1));

    llvm::Function* function = make(solution_type_, "rest");
    const unsigned inlined = inlined_;
    Suspended outer = begin(function);
    inlined_ = inlined;  // this is the rest of the same clauses
    emit_.set_space(builder_.CreateLoad(pointer, function->getArg(0)));
    for (std::size_t i = 0; i < places.size(); ++i)
      *places[i] = builder_.CreateLoad(
          pointer, builder_.CreateConstGEP1_64(pointer, function->getArg(0), i + 1));
    BasicBlock* more = emit_.block("more");
    rest(function->getArg(1), more);
    builder_.SetInsertPoint(more);
    emit_.exit(builder_.getInt32(0));
    end(std::move(outer));
    for (std::size_t i = 0; i < places.size(); ++i) *places[i] = values[i];

    exit_unless_zero(call_search(search_[proc], node, function, environment), fail);
  }

  /// Ends the block: returns `result`, or branches to `next` if it is 0.
  void exit_unless_zero(Value* result, BasicBlock* next) {
    BasicBlock* stop = emit_.block("stop");
    builder_.CreateCondBr(builder_.CreateIsNull(result), next, stop);
    builder_.SetInsertPoint(stop);
    emit_.exit(result);
  }

  /// Maximum number of clauses inlined into one function and its continuations.
  static constexpr unsigned most_inlined = 32;
  /// Maximum number of loops around a place at which a clause is still inlined.
  static constexpr unsigned most_loops = 4;

  llvm::Module& module_;
  const ProcProgram& program_;
  NodeEmitter emit_;
  llvm::IRBuilder<>& builder_;
  llvm::FunctionType* search_type_ = nullptr;
  llvm::FunctionType* solution_type_ = nullptr;
  std::vector<llvm::Function*> search_;
  std::vector<llvm::Function*> exists_;       ///< by proc; null until needed
  std::vector<std::uint32_t> wanted_exists_;  ///< procs whose function must still be defined
  llvm::Function* move_search_ = nullptr;
  llvm::Function* same_node_ = nullptr;
  llvm::Function* any_node_ = nullptr;
  std::vector<Variables*> live_;  ///< of the clauses around the current place
  std::vector<Fact> facts_;
  unsigned inlined_ = 0;
  unsigned loops_ = 0;
};

}  // namespace

std::string search_symbol(const ProcUnit& proc) {
  return "search." + proc.name;
}

std::unique_ptr<llvm::Module> generate_strategy(llvm::LLVMContext& context,
                                                const ProcProgram& program) {
  auto module = std::make_unique<llvm::Module>("strategy", context);
  Generator(*module, program).run();
  return module;
}

}  // namespace tesuji::llvm_backend
