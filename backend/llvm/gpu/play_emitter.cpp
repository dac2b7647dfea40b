#include "backend/llvm/gpu/play_emitter.h"

#include "backend/llvm/lanes/lane_codegen.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "runtime/core/tesuji/gpu_lanes.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tesuji::llvm_backend {
namespace {

namespace control = ir::lane_control;

static_assert(offsetof(tsj_gpu_order, next_block) == 0);
static_assert(offsetof(tsj_gpu_status, running) == 0);

/// Larger goals are a function, since they are evaluated in two places.
constexpr std::size_t most_copied_operations = 200;

}  // namespace

PlayEmitter::PlayEmitter(llvm::Module& module, const ir::LaneGame& game, const std::string& symbol,
                         const PlayKernelShape& shape, TileLayout& layout)
    : module_(module),
      game_(game),
      shape_(shape),
      layout_(layout),
      in_registers_(shape.place == StatePlace::registers),
      in_tiles_(shape.place == StatePlace::tiles),
      state_words_(game.fluents + ir::lane_counter_bits),
      answer_words_(game.answers.size()),
      puts_off_(!shape.many_starts && puts_off_goals(game, shape.place)),
      kernel_(new_kernel(module, symbol, kernel_parameters(module.getContext(), shape.target),
                         shape.target)),
      build_(*kernel_, shape.target) {
  const std::vector<std::uint64_t> read = ranges_read(game_.goals);
  for (std::size_t i = 0; puts_off_ && i < read.size(); i += 2) {
    goal_ranges_.emplace_back(read[i], read[i + 1]);
  }
  if (puts_off_) goal_ranges_.emplace_back(game_.fluents, state_words_);
  emit_programs();
  if (shape_.many_starts) return;
  auto* type = llvm::ArrayType::get(build_.getInt32Ty(), state_words_);
  pattern_ = new llvm::GlobalVariable(
      module_, type, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(type),
      symbol + "_pattern", nullptr, llvm::GlobalVariable::NotThreadLocal,
      constant_space(shape_.target, state_words_ * sizeof(std::uint32_t)), true);
}

void PlayEmitter::emit_programs() {
  const std::string name = kernel_->getName().str();
  for (std::size_t i = 0; i < game_.phases.size(); ++i) {
    layout_.random_words =
        std::max<std::uint64_t>(layout_.random_words, game_.phases[i].random_words);
    if (in_tiles_) continue;  // separate kernels
    ticks_.push_back(emit_program(game_.phases[i].tick, name + ".tick" + std::to_string(i)));
  }
  if (answer_words_ == 0) return;
  goals_ = emit_program(game_.goals, name + ".goals");
  if (!in_registers_ && game_.goals.operations.size() > most_copied_operations) {
    goals_->removeFnAttr(llvm::Attribute::AlwaysInline);
    goals_->addFnAttr(llvm::Attribute::NoInline);
  }
}

llvm::Function* PlayEmitter::emit_program(const ir::LutProgram& program,
                                          const std::string& symbol) {
  layout_.scratch_words = std::max<std::uint64_t>(
      layout_.scratch_words, emit_lane_function(module_, program, 0, symbol, lane_shape(shape_)));
  llvm::Function* function = module_.getFunction(symbol);
  function->setLinkage(llvm::GlobalValue::InternalLinkage);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  return function;
}

void PlayEmitter::emit() {
  lay_out();
  enter();
  if (in_tiles_) {
    begin_tick();
  } else {
    play();
  }
  leave();
}

void PlayEmitter::lay_out() {
  layout_.take(kept_count);
  layout_.control = layout_.take(control::count);
  layout_.state = layout_.take(state_words_);
  layout_.high = layout_.take(64);
  if (shape_.many_starts) layout_.start = layout_.take(64);
  if (!in_tiles_) return;
  if (puts_off_) layout_.parked = layout_.take(state_words_);
  layout_.answers = layout_.take(answer_words_);
  layout_.random = layout_.take(layout_.random_words);
  layout_.scratch = layout_.take(layout_.scratch_words);
}

void PlayEmitter::enter() {
  tile_.enter(build_, *kernel_, layout_, shape_.target);
  kept_ = build_.variables(kept_count, "kept");
  free_ = build_.variables(2, "free");
  counts_ = build_.variables(counts, "counts");
  answer_counts_ = build_.variables(std::max<std::uint64_t>(answer_words_, 1), "answer.counts");
  build_.store(build_.getInt64(~std::uint64_t{0}), counts_, std::uint64_t{shortest});
  const auto working = [&](std::uint64_t words, std::uint64_t at, const char* name) {
    const std::uint64_t some = std::max<std::uint64_t>(words, 1);
    if (in_registers_) return build_.variables(some, name);
    return in_tiles_ ? tile_.halves(build_, at, some) : build_.stack(some, name);
  };
  control_ = working(control::count, layout_.control, "control");
  state_ = working(state_words_, layout_.state, "state");
  parked_ = puts_off_ ? working(state_words_, layout_.parked, "parked") : state_;
  answers_ = working(answer_words_, layout_.answers, "answers");
  random_ = working(layout_.random_words, layout_.random, "random");
  // On the stack, both halves of words use the same scratch memory.
  const std::uint64_t scratch = layout_.scratch_words;
  scratch_ = working(shape_.place == StatePlace::stack ? (scratch + 1) / 2 : scratch,
                     layout_.scratch, "scratch");
  high_ = tile_.words(build_, layout_.high);
  if (shape_.many_starts) start_ = tile_.words(build_, layout_.start);

  copy(tile_.words(build_, 0), kept_, kept_count);
  if (!in_tiles_) {
    copy(tile_.words(build_, layout_.control), control_, control::count);
    copy(tile_.words(build_, layout_.state), state_, state_words_);
  }
  stopped_ = build_.is_set(order(offsetof(tsj_gpu_order, stopped)));
  build_.when(stopped_, [&] { build_.store(build_.getInt64(0), kept_, left); });
  limit_low_ = order(offsetof(tsj_gpu_order, limit_low));
  limit_high_ = order(offsetof(tsj_gpu_order, limit_high));
  start_phases_ = order(offsetof(tsj_gpu_order, start_phases));
}

void PlayEmitter::play() {
  settles_ = build_.getTrue();
  llvm::BasicBlock* before = build_.GetInsertBlock();
  llvm::BasicBlock* head = build_.block("head");
  llvm::BasicBlock* finish = build_.block("finish");
  build_.CreateBr(head);
  build_.SetInsertPoint(head);
  llvm::PHINode* phase = build_.CreatePHI(build_.getInt32Ty(), 2, "phase");
  llvm::PHINode* tick = build_.CreatePHI(build_.getInt32Ty(), 2, "tick");
  phase->addIncoming(build_.getInt32(0), before);
  tick->addIncoming(build_.getInt32(0), before);
  phase_ = phase;
  first_phase_ = build_.is_zero(phase_);
  watch_lengths();
  refill();
  // All threads of a warp leave together.
  llvm::Value* idle = build_.CreateNot(any_in_warp(build_, is_busy(), shape_.target));
  llvm::Value* enough = build_.CreateOr(idle, build_.CreateICmpUGE(tick, kernel_->getArg(3)));
  llvm::BasicBlock* body = build_.block("play");
  build_.CreateCondBr(build_.CreateAnd(first_phase_, enough), finish, body);
  build_.SetInsertPoint(body);
  make_ticks();
  llvm::Value* next = build_.CreateAdd(phase_, build_.getInt32(1));
  llvm::Value* count = build_.getInt32(static_cast<std::uint32_t>(game_.phases.size()));
  phase->addIncoming(
      build_.CreateSelect(build_.CreateICmpEQ(next, count), build_.getInt32(0), next),
      build_.GetInsertBlock());
  tick->addIncoming(build_.CreateAdd(tick, build_.getInt32(1)), build_.GetInsertBlock());
  build_.CreateBr(head);
  build_.SetInsertPoint(finish);
}

void PlayEmitter::begin_tick() {
  llvm::Value* number = kernel_->getArg(3);
  settles_ = build_.is_set(build_.CreateAnd(number, TSJ_GPU_SETTLE));
  phase_ = build_.CreateAnd(number, ~TSJ_GPU_SETTLE);
  first_phase_ = build_.is_zero(phase_);
  watch_lengths();
  refill();
  in_phase([&](std::size_t phase) { draw(game_.phases[phase].random_words); });
}

void PlayEmitter::watch_lengths() {
  llvm::Value* carry = build_.load(control_, control::carry);
  build_.when(build_.is_set(carry), [&] {
    build_.for_lanes(carry, [&](llvm::Value* lane) {
      llvm::Value* high = build_.CreateAdd(build_.load(high_, lane), build_.getInt64(1));
      build_.store(high, high_, lane);
      llvm::Value* reached = build_.CreateSelect(build_.CreateICmpEQ(high, limit_high_),
                                                 build_.bit(lane), build_.getInt64(0));
      build_.set_bits(kept_, last, reached);
    });
    build_.set_bits(kept_, overflowed, carry);
    build_.store(build_.getInt64(0), control_, control::carry);
  });
  llvm::Value* at_limit = build_.load(kept_, last);
  build_.when(build_.is_set(at_limit), [&] {
    llvm::Value* lanes = at_limit;
    for (std::uint64_t i = 0; i < ir::lane_counter_bits; ++i) {
      llvm::Value* wanted = build_.CreateNeg(build_.bit_of(limit_low_, build_.getInt64(i)));
      llvm::Value* differs = build_.CreateXor(counter(state_, i), wanted);
      lanes = build_.CreateAnd(lanes, build_.CreateNot(differs));
    }
    build_.set_bits(control_, control::held, build_.CreateAnd(lanes, running()));
  });
}

void PlayEmitter::refill() {
  llvm::Value* phase = build_.CreateZExt(phase_, build_.getInt64Ty());
  llvm::Value* starts_here =
      build_.CreateICmpEQ(build_.bit_of(start_phases_, phase), build_.getInt64(1));
  build_.when(build_.CreateOr(starts_here, first_phase_), [&] {
    llvm::Value* done = build_.CreateSelect(starts_here, over(), build_.getInt64(0));
    if (shape_.many_starts) {
      build_.when_any(build_.is_set(done), [&] { count_each(done); });
    } else {
      if (puts_off_) {
        llvm::Value* collides = build_.is_set(build_.CreateAnd(done, parked_lanes()));
        build_.when_any(collides, [&] { count_parked(); });
        park(done);
      } else {
        build_.when_any(build_.is_set(done), [&] {
          park(done);
          count_parked();
        });
      }
    }
    build_.clear_bits(control_, control::held, done);
    for (const std::uint32_t word : {control::ended, control::cut, control::stuck}) {
      build_.clear_bits(control_, word, done);
    }
    begin(done, starts_here);
  });
}

void PlayEmitter::make_ticks() {
  in_phase([&](std::size_t phase) {
    draw(game_.phases[phase].random_words);
    call(ticks_[phase], state_);
  });
}

void PlayEmitter::draw(std::uint32_t count) {
  std::array<llvm::Value*, 4> generator{};
  for (std::uint64_t i = 0; i < generator.size(); ++i) {
    generator[i] = build_.load(control_, control::generator + i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    build_.store(emit_next_random(build_, generator), random_, std::uint64_t{i});
  }
  for (std::uint64_t i = 0; i < generator.size(); ++i) {
    build_.store(generator[i], control_, control::generator + i);
  }
}

void PlayEmitter::call(llvm::Function* function, const WordArray& state) {
  if (in_registers_) {
    build_.CreateCall(function,
                      {state.base, control_.base, random_.base, answers_.base, scratch_.base});
    return;
  }
  // The functions declare which memory they read.
  const auto in_space = [&](llvm::Value* pointer) {
    return build_.CreateAddrSpaceCast(pointer, function->getArg(0)->getType());
  };
  build_.for_numbers(2, [&](llvm::Value* half) {
    const auto of = [&](const WordArray& array) {
      return in_space(build_.CreateInBoundsGEP(
          build_.getInt8Ty(), array.base, build_.CreateMul(half, build_.getInt64(array.upper))));
    };
    build_.CreateCall(
        function, {of(state), of(control_), of(random_), of(answers_), in_space(scratch_.base)});
  });
}

void PlayEmitter::leave() {
  if (!shape_.many_starts) {
    if (puts_off_) build_.when(settles_, [&] { count_parked(); });
    add_counts();
  }
  copy(kept_, tile_.words(build_, 0), kept_count);
  if (!in_tiles_) {
    copy(control_, tile_.words(build_, layout_.control), control::count);
    copy(state_, tile_.words(build_, layout_.state), state_words_);
  }
  build_.when(is_busy(), [&] { build_.add_for_all(kernel_->getArg(2), build_.getInt64(1)); });
  build_.CreateRetVoid();
}

llvm::Value* PlayEmitter::running() {
  return build_.load(control_, control::running);
}

llvm::Value* PlayEmitter::ended() {
  return build_.load(control_, control::ended);
}

llvm::Value* PlayEmitter::cut() {
  return build_.load(control_, control::cut);
}

llvm::Value* PlayEmitter::stuck() {
  return build_.load(control_, control::stuck);
}

llvm::Value* PlayEmitter::over() {
  return build_.CreateOr(build_.CreateOr(ended(), cut()), stuck());
}

llvm::Value* PlayEmitter::is_busy() {
  return build_.is_set(build_.CreateOr(running(), over()));
}

llvm::Value* PlayEmitter::counter(const WordArray& state, std::uint64_t i) {
  return build_.load(state, game_.fluents + i);
}

llvm::Value* PlayEmitter::load_number(llvm::Value* place) {
  return build_.CreateAlignedLoad(build_.getInt64Ty(), place, llvm::Align(8));
}

llvm::Value* PlayEmitter::order(std::size_t offset) {
  return load_number(
      build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), kernel_->getArg(1), offset));
}

llvm::Value* PlayEmitter::address(std::size_t offset) {
  return build_.CreateIntToPtr(order(offset), kernel_->getArg(0)->getType());
}

void PlayEmitter::copy(const WordArray& from, const WordArray& to, std::uint64_t count) {
  const auto one = [&](auto i) { build_.store(build_.load(from, i), to, i); };
  if (count == state_words_) {
    for_words(0, count, one);
  } else {
    for (std::uint64_t i = 0; i < count; ++i) one(i);
  }
}

}  // namespace tesuji::llvm_backend
