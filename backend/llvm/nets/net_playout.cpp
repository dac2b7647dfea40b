#include "backend/llvm/nets/net_playout.h"

#include "backend/llvm/emit/word_bits.h"
#include "backend/llvm/emit/xoshiro.h"
#include "backend/llvm/orc/target_cpu.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

/// Limits: a step copies the state, and moves are counted word by word.
constexpr std::size_t most_state_words = 256;
constexpr std::size_t most_move_words = 64;

/// Number of games played in turns: more gain nothing.
constexpr std::size_t games_at_a_time = 2;

/// Maximum number of instructions of the steps of all cases that are repeated in one loop.
constexpr std::size_t most_repeated = 800;

constexpr std::array<ir::NetQuestion, 3> asked = {ir::NetQuestion::legal, ir::NetQuestion::next,
                                                  ir::NetQuestion::terminal};

/// Whether every role up to the last with a move has one; the net does not record later roles.
bool every_role_moves(const ir::Net& net) {
  std::uint32_t next = 0;
  for (const ir::NetMove& move : net.moves) {  // by role
    if (move.role > next) return false;
    next = std::max(next, move.role + 1);
  }
  return next > 0;
}

llvm::Function* new_function(llvm::Module& module, const std::string& symbol,
                             const std::vector<llvm::Type*>& arguments) {
  auto* const type =
      llvm::FunctionType::get(llvm::Type::getInt32Ty(module.getContext()), arguments, false);
  auto* const function =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, symbol, module);
  function->setDoesNotThrow();
  return function;
}

/// Emits many playouts, several at a time.
class ManyEmitter {
 public:
  ManyEmitter(llvm::Module& module, const PlayoutNet& net, const std::string& symbol)
      : net_(net),
        build_(module.getContext()),
        i64_(build_.getInt64Ty()),
        function_(new_function(
            module, symbol,
            {build_.getPtrTy(), build_.getPtrTy(), build_.getPtrTy(), build_.getPtrTy()})),
        run_(function_->getArg(3)),
        step_(module, net, enter(), *function_,
              {function_->getArg(0), function_->getArg(1), function_->getArg(2)}) {}

  void run(std::size_t at_a_time) {
    for (std::size_t i = 0; i < at_a_time; ++i)
      games_.push_back({step_.new_game(step_.block("end"))});
    for (Slot& game : games_) game.stream = build_.CreateAlloca(i64_);
    next_ = build_.CreateAlloca(i64_);
    ended_ = build_.CreateAlloca(i64_);
    start_ = build_.CreateLoad(build_.getPtrTy(), field(offsetof(tsj_circuit_run, start)));
    mixed_ = mix_seed(build_, word(offsetof(tsj_circuit_run, seed)));
    end_ = word(offsetof(tsj_circuit_run, end));
    most_steps_ = word(offsetof(tsj_circuit_run, most_steps));
    counts_ = build_.CreateLoad(build_.getPtrTy(), field(offsetof(tsj_circuit_run, goals)));
    llvm::Value* const first = word(offsetof(tsj_circuit_run, first));
    llvm::Value* const wanted = build_.CreateSub(end_, first);
    llvm::Value* const stop =
        build_.CreateLoad(build_.getPtrTy(), field(offsetof(tsj_circuit_run, stop)));
    if (net_.over) over_ = step_.is_over(start_);
    build_.CreateStore(first, next_);
    build_.CreateStore(build_.getInt64(0), ended_);
    for (const Slot& game : games_) leave_empty(game);
    llvm::BasicBlock* const loop = step_.block("loop");
    exit_ = step_.block("exit");
    build_.CreateBr(loop);

    build_.SetInsertPoint(loop);
    llvm::Value* const stopped = build_.CreateLoad(build_.getInt8Ty(), stop, /*isVolatile=*/true);
    llvm::BasicBlock* turn = step_.block("turn");
    llvm::BasicBlock* const left = step_.block("left");
    build_.CreateCondBr(build_.CreateIsNotNull(stopped), left, turn, step_.seldom());
    for (Slot& game : games_) {
      llvm::BasicBlock* const after = &game == &games_.back() ? loop : step_.block("turn");
      build_.SetInsertPoint(turn);
      step_.step(game.played, most_steps_, after);
      build_.SetInsertPoint(game.played.end);
      count(game, wanted);
      begin(game);
      build_.CreateBr(after);
      turn = after;
    }
    build_.SetInsertPoint(left);
    build_.CreateStore(build_.CreateLoad(i64_, ended_), field(offsetof(tsj_circuit_run, playouts)));
    build_.CreateRet(build_.getInt32(TSJ_STOPPED));
    build_.SetInsertPoint(exit_);
    build_.CreateStore(build_.CreateLoad(i64_, ended_), field(offsetof(tsj_circuit_run, playouts)));
    build_.CreateRet(build_.getInt32(TSJ_OK));
  }

 private:
  struct Slot {
    PlayedGame played;
    llvm::Value* stream = nullptr;  ///< number of its playout
  };

  llvm::IRBuilder<>& enter() {
    build_.SetInsertPoint(llvm::BasicBlock::Create(build_.getContext(), "entry", function_));
    return build_;
  }

  llvm::Value* field(std::size_t offset) {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), run_, offset);
  }
  llvm::Value* word(std::size_t offset) { return build_.CreateLoad(i64_, field(offset)); }

  void add_to(std::size_t offset, llvm::Value* value) {
    build_.CreateStore(build_.CreateAdd(word(offset), value), field(offset));
  }

  /// Emits an empty game that is not counted and is cut at once: the first playouts begin where
  /// later ones do.
  void leave_empty(const Slot& game) {
    build_.CreateStore(end_, game.stream);
    step_.copy(start_, game.played.state, state_words(net_.net));
    build_.CreateStore(most_steps_, game.played.steps);
    if (net_.over) build_.CreateStore(build_.getFalse(), game.played.over);
  }

  /// Begins the next playout; those after the last one fill the remaining slots and are not
  /// counted.
  void begin(const Slot& game) {
    llvm::Value* const number = build_.CreateLoad(i64_, next_);
    build_.CreateStore(build_.CreateAdd(number, build_.getInt64(1)), next_);
    build_.CreateStore(number, game.stream);
    const XoshiroState words = seed_xoshiro(build_, mixed_, number);
    for (std::size_t i = 0; i < words.size(); ++i) {
      build_.CreateStore(words[i], step_.word_at(game.played.random, i));
    }
    step_.copy(start_, game.played.state, state_words(net_.net));
    build_.CreateStore(build_.getInt64(0), game.played.steps);
    if (net_.over) build_.CreateStore(over_, game.played.over);
  }

  /// Counts the game that has ended; branches to the exit if it was the last one.
  void count(const Slot& game, llvm::Value* wanted) {
    llvm::Value* const status = step_.status(game.played);
    llvm::BasicBlock* const counted = step_.block("counted");
    llvm::BasicBlock* const again = step_.block("again");
    build_.CreateCondBr(build_.CreateICmpULT(build_.CreateLoad(i64_, game.stream), end_), counted,
                        again);
    build_.SetInsertPoint(counted);
    llvm::Value* const steps = build_.CreateLoad(i64_, game.played.steps);
    add_to(offsetof(tsj_circuit_run, steps), steps);
    const auto extreme = [&](std::size_t offset, llvm::Intrinsic::ID of) {
      build_.CreateStore(build_.CreateBinaryIntrinsic(of, word(offset), steps), field(offset));
    };
    extreme(offsetof(tsj_circuit_run, shortest), llvm::Intrinsic::umin);
    extreme(offsetof(tsj_circuit_run, longest), llvm::Intrinsic::umax);
    llvm::BasicBlock* const over = step_.block("over");
    llvm::BasicBlock* const other = step_.block("unfinished");
    llvm::BasicBlock* const added = step_.block("added");
    build_.CreateCondBr(build_.CreateICmpEQ(status, build_.getInt32(TSJ_TERMINAL)), over, other);
    build_.SetInsertPoint(over);
    llvm::Value* const place =
        build_.CreateInBoundsGEP(i64_, counts_, step_.goals(game.played.state));
    build_.CreateStore(build_.CreateAdd(build_.CreateLoad(i64_, place), build_.getInt64(1)), place);
    build_.CreateBr(added);
    build_.SetInsertPoint(other);
    llvm::Value* const stuck =
        build_.CreateZExt(build_.CreateICmpEQ(status, build_.getInt32(TSJ_STUCK)), i64_);
    add_to(offsetof(tsj_circuit_run, stuck), stuck);
    build_.CreateBr(added);
    build_.SetInsertPoint(added);
    llvm::Value* const ended =
        build_.CreateAdd(build_.CreateLoad(i64_, ended_), build_.getInt64(1));
    build_.CreateStore(ended, ended_);
    build_.CreateCondBr(build_.CreateICmpEQ(ended, wanted), exit_, again, step_.seldom());
    build_.SetInsertPoint(again);
  }

  const PlayoutNet& net_;
  llvm::IRBuilder<> build_;
  llvm::Type* i64_;
  llvm::Function* function_;
  llvm::Value* run_;
  StepEmitter step_;
  std::vector<Slot> games_;
  llvm::BasicBlock* exit_ = nullptr;
  // Set in the entry:
  llvm::Value* start_ = nullptr;
  llvm::Value* mixed_ = nullptr;
  llvm::Value* end_ = nullptr;
  llvm::Value* most_steps_ = nullptr;
  llvm::Value* counts_ = nullptr;
  llvm::Value* over_ = nullptr;  ///< whether the start is terminal
  // In local memory:
  llvm::Value* next_ = nullptr;   ///< number of the next playout
  llvm::Value* ended_ = nullptr;  ///< number of playouts that have ended
};

}  // namespace

bool can_play(const ir::Net& net, const llvm::TargetMachine& machine) {
  return every_role_moves(net) && state_words(net) <= most_state_words &&
         move_words(net) <= most_move_words &&
         std::all_of(asked.begin(), asked.end(),
                     [&](ir::NetQuestion question) { return net.knows(question); }) &&
         has_x86_features(*machine.getMCSubtargetInfo(), "+popcnt,+bmi,+bmi2");
}

void emit_playout(llvm::Module& module, const PlayoutNet& net, const std::string& symbol) {
  llvm::IRBuilder<> build(module.getContext());
  llvm::Type* const i64 = build.getInt64Ty();
  llvm::Type* const pointer = build.getPtrTy();
  llvm::Function* const function = new_function(
      module, symbol, {pointer, pointer, pointer, pointer, pointer, i64, pointer, pointer});
  build.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function));
  llvm::Value* const state = function->getArg(1);
  llvm::Value* const random = function->getArg(4);
  StepEmitter step(module, net, build, *function,
                   {function->getArg(0), function->getArg(2), function->getArg(3)});
  llvm::BasicBlock* const end = step.block("end");
  PlayedGame game = step.new_game(end);
  const std::size_t random_words = std::tuple_size_v<XoshiroState>;
  step.copy(state, game.state, state_words(net.net));
  step.copy(random, game.random, random_words);
  build.CreateStore(build.getInt64(0), game.steps);
  if (net.over) build.CreateStore(step.is_over(game.state), game.over);
  llvm::BasicBlock* const loop = step.block("step");
  build.CreateBr(loop);

  build.SetInsertPoint(loop);
  llvm::Value* const stopped =
      build.CreateLoad(build.getInt8Ty(), function->getArg(6), /*isVolatile=*/true);
  step.end_if(game, build.CreateIsNotNull(stopped), TSJ_STOPPED);
  step.step(game, function->getArg(5), loop);

  build.SetInsertPoint(end);
  llvm::Value* const status = step.status(game);
  step.copy(game.state, state, state_words(net.net));
  step.copy(game.random, random, random_words);
  build.CreateStore(build.CreateLoad(i64, game.steps), function->getArg(7));
  build.CreateRet(status);
}

bool can_play_many(const llvm::Module& module, const PlayoutNet& net) {
  const std::size_t goals = net.net.goals.size();
  if (!net.net.knows(ir::NetQuestion::goal) || goals == 0 || goals > TSJ_MOST_COUNTED_GOALS) {
    return false;
  }
  const std::optional<std::size_t> size = inlined_size(module, net);
  return size && *size <= most_repeated;
}

void emit_playouts(llvm::Module& module, const PlayoutNet& net, const std::string& symbol) {
  ManyEmitter(module, net, symbol).run(games_at_a_time);
}

}  // namespace tesuji::llvm_backend
