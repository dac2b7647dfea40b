#include "backend/llvm/gpu/play_kernel.h"

#include "backend/llvm/gpu/kernel_builder.h"
#include "backend/llvm/lanes/lane_codegen.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "runtime/core/tesuji/gpu_lanes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

namespace control = ir::lane_control;

static_assert(sizeof(tsj_lane_sums) == TSJ_GPU_START);
static_assert(offsetof(tsj_gpu_order, next_block) == 0);
static_assert(offsetof(tsj_gpu_status, running) == 0);

/// Playouts of a block with start states of their own begin so many at a time (lane_batch.c).
constexpr std::uint64_t begun_together = 16;

/// Words that registers hold: more make the driver's compiler spill, in a minute instead of a
/// second.
constexpr std::uint64_t most_register_words = 100;
constexpr std::size_t most_inlined_operations = 3'000;
/// A thread's stack is taken for all threads that may ever run.
constexpr std::uint64_t most_stack_words = 2'000;

/// What a thread keeps from launch to launch, beside a state and its control words; the first
/// words of its tile.
enum Kept : std::uint64_t {
  last,        ///< lanes whose length's high part is that of the limit
  overflowed,  ///< lanes whose length has a high part
  left,        ///< playouts of the block that are not begun
  start,       ///< the start state of the next playout
  start_left,  ///< playouts of it that are not begun
  kept_count
};

/// What is counted in one launch.
enum Count : std::uint64_t {
  ended_count,
  cut_count,
  stuck_count,
  steps,
  shortest,
  longest,
  counts
};

/// Lanes whose games are over and not yet counted.
enum Parked : std::uint64_t { parked_ended, parked_cut, parked_stuck, parked_long, parked_count };

std::uint64_t words_read(const ir::LutProgram& program) {
  const std::vector<std::uint64_t> ranges = ranges_read(program);
  std::uint64_t words = 0;
  for (std::size_t i = 0; i < ranges.size(); i += 2) words += ranges[i + 1] - ranges[i];
  return words;
}

/// Whether it costs less to keep the last states of games that are over, and to ask of several at
/// once, than to ask of each: in instructions a tick.
bool puts_off_goals(const ir::LaneGame& game, StatePlace place) {
  const std::uint64_t kept = words_read(game.goals) + ir::lane_counter_bits;
  const std::uint64_t to_keep = kept * (place == StatePlace::registers ? 2 : 10);
  const std::uint64_t to_ask = 2 * game.goals.operations.size() + 12 * game.answers.size() + 300;
  constexpr std::uint64_t asked_together = 5;  // ticks, or more
  return to_keep + to_ask / asked_together < to_ask;
}

class PlayKernel {
 public:
  PlayKernel(llvm::Module& module, const ir::LaneGame& game, const std::string& symbol,
             const PlayKernelShape& shape)
      : module_(module),
        game_(game),
        shape_(shape),
        in_registers_(shape.place == StatePlace::registers),
        in_tiles_(shape.place == StatePlace::tiles),
        state_words_(game.fluents + ir::lane_counter_bits),
        answer_words_(game.answers.size()),
        puts_off_(!shape.many_starts && puts_off_goals(game, shape.place)),
        kernel_(new_kernel(module, symbol, parameters(), shape.target)),
        build_(*kernel_, shape.target) {
    emit_programs();
    lay_out();
    const std::uint64_t bytes = state_words_ * sizeof(std::uint32_t);
    if (shape_.many_starts) return;
    auto* type = llvm::ArrayType::get(build_.getInt32Ty(), state_words_);
    pattern_ = new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage,
                                        llvm::Constant::getNullValue(type), symbol + "_pattern",
                                        nullptr, llvm::GlobalVariable::NotThreadLocal,
                                        constant_space(shape_.target, bytes), true);
  }

  std::uint64_t emit() {
    enter();
    llvm::BasicBlock* before = build_.GetInsertBlock();
    llvm::BasicBlock* head = build_.block("head");
    llvm::BasicBlock* finish = build_.block("finish");
    build_.CreateBr(head);
    build_.SetInsertPoint(head);
    phase_ = build_.CreatePHI(build_.getInt32Ty(), 2, "phase");
    llvm::PHINode* tick = build_.CreatePHI(build_.getInt32Ty(), 2, "tick");
    phase_->addIncoming(build_.getInt32(0), before);
    tick->addIncoming(build_.getInt32(0), before);
    first_phase_ = build_.CreateICmpEQ(phase_, build_.getInt32(0));

    watch_lengths();
    refill();
    // All threads of a warp leave together.
    llvm::Value* idle = build_.CreateNot(any_in_warp(build_, is_busy(), shape_.target));
    llvm::Value* enough = build_.CreateOr(idle, build_.CreateICmpUGE(tick, kernel_->getArg(3)));
    llvm::BasicBlock* play = build_.block("play");
    build_.CreateCondBr(build_.CreateAnd(first_phase_, enough), finish, play);
    build_.SetInsertPoint(play);
    make_ticks();
    llvm::Value* next = build_.CreateAdd(phase_, build_.getInt32(1));
    llvm::Value* count = build_.getInt32(static_cast<std::uint32_t>(game_.phases.size()));
    phase_->addIncoming(
        build_.CreateSelect(build_.CreateICmpEQ(next, count), build_.getInt32(0), next),
        build_.GetInsertBlock());
    tick->addIncoming(build_.CreateAdd(tick, build_.getInt32(1)), build_.GetInsertBlock());
    build_.CreateBr(head);

    build_.SetInsertPoint(finish);
    leave();
    return tile_words_;
  }

 private:
  // Before the kernel.

  [[nodiscard]] std::vector<llvm::Type*> parameters() const {
    llvm::LLVMContext& context = module_.getContext();
    llvm::Type* pointer = llvm::PointerType::get(context, global_space(shape_.target));
    return {pointer, pointer, pointer, llvm::Type::getInt32Ty(context)};
  }

  [[nodiscard]] LaneShape lane_shape() const {
    LaneShape lanes;
    lanes.blocks = 1;
    lanes.ternary = shape_.target == KernelTarget::gpu ? TernaryLogic::lop3 : TernaryLogic::none;
    lanes.operations_per_part = shape_.operations_per_part;
    lanes.half = !in_registers_;
    lanes.one_function = in_registers_;
    if (in_tiles_) {
      lanes.stride = TSJ_GPU_STRIDE / 2;
      lanes.space = global_space(shape_.target);
    }
    return lanes;
  }

  llvm::Function* emit_program(const ir::LutProgram& program, const std::string& symbol) {
    scratch_words_ = std::max<std::uint64_t>(
        scratch_words_, emit_lane_function(module_, program, 0, symbol, lane_shape()));
    llvm::Function* function = module_.getFunction(symbol);
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
    return function;
  }

  void emit_programs() {
    const std::string name = kernel_->getName().str();
    for (std::size_t i = 0; i < game_.phases.size(); ++i) {
      const ir::LanePhase& phase = game_.phases[i];
      random_words_ = std::max<std::uint64_t>(random_words_, phase.random_words);
      ticks_.push_back(emit_program(phase.tick, name + ".tick" + std::to_string(i)));
    }
    if (answer_words_ != 0) goals_ = emit_program(game_.goals, name + ".goals");
    const std::vector<std::uint64_t> read = ranges_read(game_.goals);
    for (std::size_t i = 0; i < read.size(); i += 2)
      goal_ranges_.emplace_back(read[i], read[i + 1]);
    goal_ranges_.emplace_back(game_.fluents, state_words_);
  }

  /// Divides a tile.
  void lay_out() {
    const auto take = [&](std::uint64_t words) {
      const std::uint64_t first = tile_words_;
      tile_words_ += std::max<std::uint64_t>(words, 1);
      return first;
    };
    take(kept_count);
    control_at_ = take(control::count);
    state_at_ = take(state_words_);
    high_at_ = take(64);
    if (shape_.many_starts) start_at_ = take(64);
    if (!in_tiles_) return;
    if (puts_off_) parked_at_ = take(state_words_);
    answers_at_ = take(answer_words_);
    random_at_ = take(random_words_);
    scratch_at_ = take((scratch_words_ + 1) / 2);
  }

  // The kernel's parts, in the order in which they are run.

  void enter() {
    llvm::Value* thread =
        build_.CreateZExt(thread_number(build_, *kernel_, shape_.target), build_.getInt64Ty());
    llvm::BasicBlock* none = build_.block("none");
    llvm::BasicBlock* some = build_.block("some");
    build_.CreateCondBr(build_.CreateICmpULT(thread, order(offsetof(tsj_gpu_order, threads))), some,
                        none);
    build_.SetInsertPoint(none);
    build_.CreateRetVoid();
    build_.SetInsertPoint(some);
    llvm::Value* tile = build_.CreateUDiv(thread, build_.getInt64(TSJ_GPU_WARP));
    llvm::Value* lane = build_.CreateURem(thread, build_.getInt64(TSJ_GPU_WARP));
    llvm::Value* offset =
        build_.CreateAdd(build_.CreateMul(tile, build_.getInt64(tile_words_ * TSJ_GPU_STRIDE)),
                         build_.CreateMul(lane, build_.getInt64(sizeof(std::uint64_t))));
    tile_ = {build_.CreateInBoundsGEP(build_.getInt8Ty(), kernel_->getArg(0), offset),
             TSJ_GPU_STRIDE};
    // Of words in halves, 32 lower ones lie side by side, as many upper ones elsewhere.
    llvm::Value* back = build_.CreateMul(lane, build_.getInt64(-4));
    half_tile_ = build_.CreateInBoundsGEP(build_.getInt8Ty(), tile_.base, back);

    kept_ = build_.variables(kept_count, "kept");
    free_ = build_.variables(2, "free");
    parked_ends_ = build_.variables(parked_count, "parked.ends");
    counts_ = build_.variables(counts, "counts");
    answer_counts_ = build_.variables(std::max<std::uint64_t>(answer_words_, 1), "answer.counts");
    build_.store(build_.getInt64(~std::uint64_t{0}), counts_, shortest);
    const auto working = [&](std::uint64_t words, std::uint64_t at, const char* name) {
      const std::uint64_t some = std::max<std::uint64_t>(words, 1);
      if (in_registers_) return build_.variables(some, name);
      return in_tiles_ ? halves_of_tile(at, some) : build_.stack(some, name);
    };
    control_ = working(control::count, control_at_, "control");
    state_ = working(state_words_, state_at_, "state");
    parked_ = puts_off_ ? working(state_words_, parked_at_, "parked") : state_;
    answers_ = working(answer_words_, answers_at_, "answers");
    random_ = working(random_words_, random_at_, "random");
    scratch_ = working(scratch_words_, scratch_at_, "scratch");
    high_ = build_.from(tile_, high_at_);
    if (shape_.many_starts) start_ = build_.from(tile_, start_at_);

    copy(tile_, 0, kept_, 0, kept_count);
    if (!in_tiles_) {
      copy(tile_, control_at_, control_, 0, control::count);
      copy(tile_, state_at_, state_, 0, state_words_);
    }
    stopped_ = build_.is_set(order(offsetof(tsj_gpu_order, stopped)));
    build_.when(stopped_, [&] { build_.store(build_.getInt64(0), kept_, left); });
    limit_low_ = order(offsetof(tsj_gpu_order, limit_low));
    limit_high_ = order(offsetof(tsj_gpu_order, limit_high));
    start_phases_ = order(offsetof(tsj_gpu_order, start_phases));
  }

  /// Words of the tile as an array of words in halves.
  [[nodiscard]] WordArray halves_of_tile(std::uint64_t at, std::uint64_t words) {
    constexpr std::uint64_t stride = TSJ_GPU_STRIDE / 2;
    return {build_.beyond(half_tile_, at * TSJ_GPU_STRIDE), stride, stride * words};
  }

  /// Of lanes that have made many moves, or as many as they may.
  void watch_lengths() {
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

  /// Ends the games that are over and begins others in their place.
  void refill() {
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

  void make_ticks() {
    llvm::BasicBlock* after = build_.block("ticked");
    llvm::BasicBlock* none = build_.block("no.phase");
    auto* choice = build_.CreateSwitch(phase_, none, static_cast<unsigned>(game_.phases.size()));
    for (std::uint32_t i = 0; i < game_.phases.size(); ++i) {
      llvm::BasicBlock* tick = build_.block("tick" + std::to_string(i));
      choice->addCase(build_.getInt32(i), tick);
      build_.SetInsertPoint(tick);
      draw(game_.phases[i].random_words);
      call(ticks_[i], state_);
      build_.CreateBr(after);
    }
    build_.SetInsertPoint(none);
    build_.CreateUnreachable();
    build_.SetInsertPoint(after);
  }

  void leave() {
    if (!shape_.many_starts) {
      count_parked();
      add_counts();
    }
    copy(kept_, 0, tile_, 0, kept_count);
    if (!in_tiles_) {
      copy(control_, 0, tile_, control_at_, control::count);
      copy(state_, 0, tile_, state_at_, state_words_);
    }
    build_.when(is_busy(), [&] { build_.add_for_all(kernel_->getArg(2), build_.getInt64(1)); });
    build_.CreateRetVoid();
  }

  // Games that are over: kernels for one start state.

  [[nodiscard]] llvm::Value* parked_lanes() {
    llvm::Value* lanes = build_.load(parked_ends_, parked_ended);
    for (const std::uint64_t word : {parked_cut, parked_stuck}) {
      lanes = build_.CreateOr(lanes, build_.load(parked_ends_, word));
    }
    return lanes;
  }

  /// Keeps what is asked of the last states of these lanes.
  void park(llvm::Value* done) {
    for (const auto& [first, end] : puts_off_ ? goal_ranges_ : no_ranges_) {
      for_words(first, end, [&](auto i) {
        build_.store(build_.choose(done, build_.load(state_, i), build_.load(parked_, i)), parked_,
                     i);
      });
    }
    build_.set_bits(parked_ends_, parked_ended, build_.CreateAnd(ended(), done));
    build_.set_bits(parked_ends_, parked_cut, build_.CreateAnd(cut(), done));
    build_.set_bits(parked_ends_, parked_stuck, build_.CreateAnd(stuck(), done));
    llvm::Value* high_lanes = build_.CreateAnd(done, build_.load(kept_, overflowed));
    build_.for_lanes(high_lanes, [&](llvm::Value* lane) {
      llvm::Value* high =
          build_.CreateShl(build_.load(high_, lane), std::uint64_t{TSJ_LANES_COUNTER});
      build_.add(counts_, steps, high);
      note_lengths(length_of(lane), length_of(lane));
    });
    build_.set_bits(parked_ends_, parked_long, high_lanes);
  }

  void note_lengths(llvm::Value* least, llvm::Value* most) {
    const auto note = [&](Count count, llvm::CmpInst::Predicate better, llvm::Value* value) {
      llvm::Value* known = build_.load(counts_, count);
      build_.store(build_.CreateSelect(build_.CreateICmp(better, value, known), value, known),
                   counts_, count);
    };
    note(shortest, llvm::CmpInst::ICMP_ULT, least);
    note(longest, llvm::CmpInst::ICMP_UGT, most);
  }

  /// Counts what is parked; then nothing is.
  void count_parked() {
    llvm::Value* lanes = parked_lanes();
    if (goals_ != nullptr) {
      call(goals_, parked_);
      llvm::Value* terminal = build_.load(parked_ends_, parked_ended);
      for (std::uint64_t i = 0; i < answer_words_; ++i) {
        llvm::Value* holds = build_.CreateAnd(build_.load(answers_, i), terminal);
        build_.add(answer_counts_, i, build_.popcount(holds));
      }
    }
    constexpr std::array<std::pair<Parked, Count>, 3> ways = {
        {{parked_ended, ended_count}, {parked_cut, cut_count}, {parked_stuck, stuck_count}}};
    for (const auto& [word, count] : ways) {
      build_.add(counts_, count, build_.popcount(build_.load(parked_ends_, word)));
    }
    for (std::uint64_t i = 0; i < ir::lane_counter_bits; ++i) {
      llvm::Value* set = build_.popcount(build_.CreateAnd(counter(parked_, i), lanes));
      build_.add(counts_, steps, build_.CreateShl(set, i));
    }
    find_extremes(
        build_.CreateAnd(lanes, build_.CreateNot(build_.load(parked_ends_, parked_long))));
    for (std::uint64_t i = 0; i < parked_count; ++i) {
      build_.store(build_.getInt64(0), parked_ends_, i);
    }
  }

  /// The shortest and the longest of these lanes, by their counters.
  void find_extremes(llvm::Value* lanes) {
    llvm::Value* long_lanes = lanes;
    llvm::Value* short_lanes = lanes;
    llvm::Value* most = build_.getInt64(0);
    llvm::Value* least = build_.getInt64(0);
    for (std::uint64_t i = ir::lane_counter_bits; i-- > 0;) {
      llvm::Value* word = counter(parked_, i);
      llvm::Value* longer = build_.CreateAnd(long_lanes, word);
      llvm::Value* shorter = build_.CreateAnd(short_lanes, build_.CreateNot(word));
      llvm::Value* some_longer = build_.is_set(longer);
      llvm::Value* none_shorter = build_.is_zero(shorter);
      const auto if_so = [&](llvm::Value* condition) {
        return build_.CreateSelect(condition, build_.getInt64(std::uint64_t{1} << i),
                                   build_.getInt64(0));
      };
      most = build_.CreateOr(most, if_so(some_longer));
      least = build_.CreateOr(least, if_so(none_shorter));
      long_lanes = build_.CreateSelect(some_longer, longer, long_lanes);
      short_lanes = build_.CreateSelect(none_shorter, short_lanes, shorter);
    }
    llvm::Value* some = build_.is_set(lanes);
    note_lengths(build_.CreateSelect(some, least, build_.getInt64(~std::uint64_t{0})),
                 build_.CreateSelect(some, most, build_.getInt64(0)));
  }

  /// Adds what this launch has counted to the results.
  void add_counts() {
    llvm::Value* sums = address(offsetof(tsj_gpu_order, sums));
    const auto at = [&](std::uint64_t offset) {
      return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), sums, offset);
    };
    constexpr std::array<std::pair<Count, std::size_t>, 4> added = {
        {{ended_count, offsetof(tsj_lane_sums, ends) + 8 * TSJ_LANE_TERMINAL},
         {cut_count, offsetof(tsj_lane_sums, ends) + 8 * TSJ_LANE_CUT},
         {stuck_count, offsetof(tsj_lane_sums, ends) + 8 * TSJ_LANE_STUCK},
         {steps, offsetof(tsj_lane_sums, steps)}}};
    for (const auto& [count, offset] : added) {
      llvm::Value* value = build_.load(counts_, count);
      build_.when(build_.is_set(value), [&] { build_.add_for_all(at(offset), value); });
    }
    note_for_all(sums, build_.load(counts_, shortest), build_.load(counts_, longest));
    for (std::uint64_t i = 0; i < answer_words_; ++i) {
      llvm::Value* value = build_.load(answer_counts_, i);
      build_.when(build_.is_set(value), [&] {
        llvm::Value* place = build_.CreateConstInBoundsGEP1_64(
            build_.getInt64Ty(), address(offsetof(tsj_gpu_order, answers)), i);
        build_.add_for_all(place, value);
      });
    }
  }

  void note_for_all(llvm::Value* sums, llvm::Value* least, llvm::Value* most) {
    const auto at = [&](std::uint64_t offset) {
      return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), sums, offset);
    };
    build_.atomic(llvm::AtomicRMWInst::UMin, at(offsetof(tsj_lane_sums, shortest)), least);
    build_.atomic(llvm::AtomicRMWInst::UMax, at(offsetof(tsj_lane_sums, longest)), most);
  }

  // The same: kernels for many start states.

  /// Counts the games of these lanes, each for the start state that it began with.
  void count_each(llvm::Value* done) {
    if (goals_ != nullptr) {
      call(goals_, state_);
      llvm::Value* terminal = build_.CreateAnd(ended(), done);
      build_.for_numbers(answer_words_, [&](llvm::Value* answer) {
        llvm::Value* holds = build_.CreateAnd(build_.load(answers_, answer), terminal);
        build_.for_lanes(holds, [&](llvm::Value* lane) {
          llvm::Value* row =
              build_.CreateMul(build_.load(start_, lane), build_.getInt64(answer_words_));
          llvm::Value* place = build_.CreateInBoundsGEP(build_.getInt64Ty(),
                                                        address(offsetof(tsj_gpu_order, answers)),
                                                        build_.CreateAdd(row, answer));
          build_.add_for_all(place, build_.getInt64(1));
        });
      });
    }
    llvm::Value* cut_lanes = cut();
    llvm::Value* stuck_lanes = stuck();
    build_.for_lanes(done, [&](llvm::Value* lane) {
      llvm::Value* offset =
          build_.CreateMul(build_.load(start_, lane), build_.getInt64(TSJ_GPU_START));
      llvm::Value* sums = build_.CreateInBoundsGEP(build_.getInt8Ty(),
                                                   address(offsetof(tsj_gpu_order, sums)), offset);
      llvm::Value* way = build_.CreateAdd(
          build_.CreateMul(build_.bit_of(cut_lanes, lane), build_.getInt64(TSJ_LANE_CUT)),
          build_.CreateMul(build_.bit_of(stuck_lanes, lane), build_.getInt64(TSJ_LANE_STUCK)));
      llvm::Value* length = length_of(lane);
      build_.add_for_all(build_.CreateInBoundsGEP(build_.getInt64Ty(), sums, way),
                         build_.getInt64(1));
      build_.add_for_all(build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), sums,
                                                           offsetof(tsj_lane_sums, steps)),
                         length);
      note_for_all(sums, length, length);
    });
  }

  // Games that begin.

  /// Begins playouts in free lanes: those whose games are over, and all of a new block.
  void begin(llvm::Value* done, llvm::Value* starts_here) {
    llvm::Value* used =
        build_.CreateOr(build_.CreateOr(running(), over()), build_.load(kept_, left));
    llvm::Value* is_out = build_.CreateAnd(first_phase_, build_.is_zero(used));
    const WordArray free = free_;
    build_.store(done, free, 0);
    build_.when(build_.CreateAnd(is_out, build_.CreateNot(stopped_)), [&] { take_block(); });
    llvm::Value* lanes = build_.load(free, 0);
    llvm::Value* remaining = build_.load(kept_, left);
    if (shape_.many_starts) {
      // Where lanes have start states of their own, they begin several at a time.
      llvm::Value* apart = build_.is_set(order(offsetof(tsj_gpu_order, apart)));
      lanes = build_.CreateSelect(build_.CreateAnd(apart, starts_here), build_.CreateNot(running()),
                                  lanes);
      llvm::Value* count = smaller(build_.popcount(lanes), remaining);
      llvm::Value* waits = build_.CreateAnd(
          build_.CreateAnd(apart, build_.CreateICmpULT(count, build_.getInt64(begun_together))),
          build_.CreateAnd(build_.CreateICmpULT(count, remaining), build_.is_set(running())));
      lanes = build_.CreateSelect(waits, build_.getInt64(0), lanes);
    }
    build_.store(lanes, free, 0);
    build_.when(build_.CreateICmpUGT(build_.popcount(lanes), remaining), [&] {
      build_.store(build_.getInt64(0), free, 0);
      build_.store(remaining, free, 1);
      build_.for_lanes(lanes, [&](llvm::Value* lane) {
        llvm::Value* more = build_.load(free, 1);
        llvm::Value* some = build_.is_set(more);
        build_.set_bits(free, 0, build_.CreateSelect(some, build_.bit(lane), build_.getInt64(0)));
        build_.store(build_.CreateSub(more, build_.CreateZExt(some, build_.getInt64Ty())), free, 1);
      });
    });
    llvm::Value* begun = build_.load(free, 0);
    build_.store(build_.CreateSub(remaining, build_.popcount(begun)), kept_, left);
    build_.set_bits(control_, control::running, begun);
    reset_lengths(begun);
    if (shape_.many_starts) {
      set_starts(begun);
    } else {
      fill(begun);
    }
  }

  [[nodiscard]] llvm::Value* smaller(llvm::Value* a, llvm::Value* b) {
    return build_.CreateSelect(build_.CreateICmpULT(a, b), a, b);
  }

  /// The next block, if there is one: its playouts, its generator, all lanes free.
  void take_block() {
    llvm::Value* number =
        build_.atomic(llvm::AtomicRMWInst::Add, kernel_->getArg(1), build_.getInt64(1));
    llvm::Value* blocks = order(offsetof(tsj_gpu_order, blocks));
    build_.when(build_.CreateICmpULT(number, blocks), [&] {
      llvm::Value* playouts = order(offsetof(tsj_gpu_order, playouts));
      llvm::Value* each = build_.CreateUDiv(playouts, blocks);
      llvm::Value* rest = build_.CreateURem(playouts, blocks);
      llvm::Value* has_more = build_.CreateICmpULT(number, rest);
      build_.store(build_.CreateAdd(each, build_.CreateZExt(has_more, build_.getInt64Ty())), kept_,
                   left);
      if (shape_.many_starts) {
        llvm::Value* first =
            build_.CreateAdd(build_.CreateMul(each, number), smaller(number, rest));
        llvm::Value* of_start = order(offsetof(tsj_gpu_order, playouts_per_start));
        build_.store(build_.CreateUDiv(first, of_start), kept_, start);
        build_.store(build_.CreateSub(of_start, build_.CreateURem(first, of_start)), kept_,
                     start_left);
      }
      seed(number);
      build_.store(build_.getInt64(0), control_, control::held);
      build_.store(build_.getInt64(~std::uint64_t{0}), free_, 0);
    });
  }

  [[nodiscard]] llvm::Value* splitmix(llvm::Value*& mix) {
    mix = build_.CreateAdd(mix, build_.getInt64(0x9E3779B97F4A7C15U));
    llvm::Value* z = mix;
    z = build_.CreateMul(build_.CreateXor(z, build_.CreateLShr(z, 30)),
                         build_.getInt64(0xBF58476D1CE4E5B9U));
    z = build_.CreateMul(build_.CreateXor(z, build_.CreateLShr(z, 27)),
                         build_.getInt64(0x94D049BB133111EBU));
    return build_.CreateXor(z, build_.CreateLShr(z, 31));
  }

  /// As seed_block of lane_batch.c.
  void seed(llvm::Value* block) {
    llvm::Value* mix = order(offsetof(tsj_gpu_order, seed));
    mix = build_.CreateXor(splitmix(mix), block);
    mix = splitmix(mix);
    for (std::uint64_t i = 0; i < 4; ++i) {
      build_.store(splitmix(mix), control_, control::generator + i);
    }
  }

  /// In lanes that begin no move has been made.
  void reset_lengths(llvm::Value* begun) {
    build_.for_lanes(
        build_.CreateAnd(begun, build_.load(kept_, overflowed)), [&](llvm::Value* lane) {
          build_.CreateAlignedStore(build_.getInt64(0), build_.place(high_, lane), llvm::Align(8));
        });
    build_.clear_bits(kept_, overflowed, begun);
    build_.clear_bits(kept_, last, begun);
    build_.set_bits(kept_, last,
                    build_.CreateSelect(build_.is_zero(limit_high_), begun, build_.getInt64(0)));
  }

  /// Makes lanes what all begin with.
  void fill(llvm::Value* begun) {
    for_words(0, state_words_, [&](auto i) {
      llvm::Value* half =
          build_.CreateLoad(build_.getInt32Ty(), build_.place(WordArray{pattern_, 4}, i));
      build_.store(build_.choose(begun, build_.join(half, half), build_.load(state_, i)), state_,
                   i);
    });
  }

  /// Makes each lane its own start state, in the order of playouts.
  void set_starts(llvm::Value* begun) {
    build_.for_lanes(begun, [&](llvm::Value* lane) {
      llvm::Value* number = build_.load(kept_, start);
      build_.store(number, start_, lane);
      llvm::Value* more = build_.CreateSub(build_.load(kept_, start_left), build_.getInt64(1));
      llvm::Value* is_last = build_.is_zero(more);
      build_.add(kept_, start, build_.CreateZExt(is_last, build_.getInt64Ty()));
      build_.store(
          build_.CreateSelect(is_last, order(offsetof(tsj_gpu_order, playouts_per_start)), more),
          kept_, start_left);
      llvm::Value* state = build_.CreateInBoundsGEP(
          build_.getInt64Ty(), address(offsetof(tsj_gpu_order, starts)),
          build_.CreateMul(number, order(offsetof(tsj_gpu_order, state_words))));
      llvm::Value* here = build_.bit(lane);
      llvm::Value* word = nullptr;
      for (std::uint64_t i = 0; i < game_.fluents; ++i) {
        if (i % 64 == 0) {
          word = load_number(build_.CreateConstInBoundsGEP1_64(build_.getInt64Ty(), state, i / 64));
        }
        llvm::Value* holds = build_.CreateNeg(build_.bit_of(word, build_.getInt64(i % 64)));
        build_.store(build_.choose(here, holds, build_.load(state_, i)), state_, i);
      }
    });
    for (std::uint64_t i = 0; i < ir::lane_counter_bits; ++i) {
      build_.clear_bits(state_, game_.fluents + i, begun);
    }
  }

  // What all of these are made of.

  [[nodiscard]] llvm::Value* running() { return build_.load(control_, control::running); }
  [[nodiscard]] llvm::Value* ended() { return build_.load(control_, control::ended); }
  [[nodiscard]] llvm::Value* cut() { return build_.load(control_, control::cut); }
  [[nodiscard]] llvm::Value* stuck() { return build_.load(control_, control::stuck); }

  /// Lanes whose games are over, and that have not been begun again.
  [[nodiscard]] llvm::Value* over() {
    return build_.CreateOr(build_.CreateOr(ended(), cut()), stuck());
  }
  /// Whether the thread has games that run, or that are to be counted.
  [[nodiscard]] llvm::Value* is_busy() { return build_.is_set(build_.CreateOr(running(), over())); }

  /// Bit i of the counters of moves.
  [[nodiscard]] llvm::Value* counter(const WordArray& state, std::uint64_t i) {
    return build_.load(state, game_.fluents + i);
  }

  /// The length of the game in this lane of the state.
  [[nodiscard]] llvm::Value* length_of(llvm::Value* lane) {
    llvm::Value* length = build_.getInt64(0);
    for (std::uint64_t i = 0; i < ir::lane_counter_bits; ++i) {
      length =
          build_.CreateOr(length, build_.CreateShl(build_.bit_of(counter(state_, i), lane), i));
    }
    llvm::Value* high =
        build_.CreateShl(build_.load(high_, lane), std::uint64_t{TSJ_LANES_COUNTER});
    llvm::Value* is_long = build_.bit_of(build_.load(kept_, overflowed), lane);
    return build_.CreateAdd(length, build_.CreateMul(is_long, high));
  }

  /// `body(i)` for words of a state: one after the other where they may be in registers, and with
  /// little code where they are in tiles.
  template <typename Body>
  void for_words(std::uint64_t first, std::uint64_t end, Body body) {
    if (in_registers_) {
      for (std::uint64_t i = first; i < end; ++i) body(i);
      return;
    }
    constexpr std::uint64_t at_once = 8;
    const std::uint64_t turns = (end - first) / at_once;
    const auto turn = [&](llvm::Value* number) {
      llvm::Value* index = build_.CreateAdd(build_.CreateMul(number, build_.getInt64(at_once)),
                                            build_.getInt64(first));
      for (std::uint64_t i = 0; i < at_once; ++i) body(build_.CreateAdd(index, build_.getInt64(i)));
    };
    if (turns > 0) build_.for_numbers(turns, turn);
    for (std::uint64_t i = first + turns * at_once; i < end; ++i) body(build_.getInt64(i));
  }

  [[nodiscard]] llvm::Value* load_number(llvm::Value* place) {
    return build_.CreateAlignedLoad(build_.getInt64Ty(), place, llvm::Align(8));
  }

  /// A number of the order.
  [[nodiscard]] llvm::Value* order(std::size_t offset) {
    return load_number(
        build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), kernel_->getArg(1), offset));
  }

  /// An address of the order.
  [[nodiscard]] llvm::Value* address(std::size_t offset) {
    return build_.CreateIntToPtr(order(offset), kernel_->getArg(0)->getType());
  }

  void copy(const WordArray& from, std::uint64_t from_index, const WordArray& to,
            std::uint64_t to_index, std::uint64_t count) {
    const WordArray source = build_.from(from, from_index);
    const WordArray target = build_.from(to, to_index);
    const auto one = [&](auto i) { build_.store(build_.load(source, i), target, i); };
    if (count == state_words_) {
      for_words(0, count, one);
    } else {
      for (std::uint64_t i = 0; i < count; ++i) one(i);
    }
  }

  /// New random words.
  void draw(std::uint32_t count) {
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

  /// Runs a program on this state; where words are in halves, on the lower ones, then on the upper
  /// ones.
  void call(llvm::Function* function, const WordArray& state) {
    if (in_registers_) {
      build_.CreateCall(function,
                        {state.base, control_.base, random_.base, answers_.base, scratch_.base});
      return;
    }
    build_.for_numbers(2, [&](llvm::Value* half) {
      const auto of = [&](const WordArray& array) {
        return build_.CreateInBoundsGEP(build_.getInt8Ty(), array.base,
                                        build_.CreateMul(half, build_.getInt64(array.upper)));
      };
      build_.CreateCall(function,
                        {of(state), of(control_), of(random_), of(answers_), scratch_.base});
    });
  }

  llvm::Module& module_;
  const ir::LaneGame& game_;
  const PlayKernelShape& shape_;
  bool in_registers_;
  bool in_tiles_;
  std::uint64_t state_words_;
  std::uint64_t answer_words_;
  bool puts_off_;  ///< what is asked at the end of a game is asked once for several
  std::uint64_t random_words_ = 0;
  std::uint64_t scratch_words_ = 0;
  /// First and end of words of a state: what is read when a game is over.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> goal_ranges_;
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> no_ranges_;
  llvm::Function* kernel_;
  KernelBuilder build_;
  std::vector<llvm::Function*> ticks_;
  llvm::Function* goals_ = nullptr;
  llvm::GlobalVariable* pattern_ = nullptr;

  std::uint64_t tile_words_ = 0;
  std::uint64_t control_at_ = 0;
  std::uint64_t state_at_ = 0;
  std::uint64_t high_at_ = 0;
  std::uint64_t start_at_ = 0;
  std::uint64_t parked_at_ = 0;
  std::uint64_t answers_at_ = 0;
  std::uint64_t random_at_ = 0;
  std::uint64_t scratch_at_ = 0;

  WordArray tile_;
  llvm::Value* half_tile_ = nullptr;
  WordArray kept_;
  WordArray free_;  ///< lanes that begin, and how many more may
  WordArray parked_ends_;
  WordArray counts_;
  WordArray answer_counts_;
  WordArray control_;
  WordArray state_;
  WordArray parked_;
  WordArray answers_;
  WordArray random_;
  WordArray scratch_;
  WordArray high_;   ///< by lane: of the length, above the counter; where it is `overflowed`
  WordArray start_;  ///< by lane: the start state of its game

  llvm::PHINode* phase_ = nullptr;
  llvm::Value* first_phase_ = nullptr;
  llvm::Value* stopped_ = nullptr;
  llvm::Value* limit_low_ = nullptr;
  llvm::Value* limit_high_ = nullptr;
  llvm::Value* start_phases_ = nullptr;
};

}  // namespace

StatePlace choose_place(const ir::LaneGame& game) {
  const std::uint64_t words = game.fluents + ir::lane_counter_bits;
  if (words > most_stack_words) return StatePlace::tiles;
  const std::uint64_t kept = words_read(game.goals) + ir::lane_counter_bits;
  const bool small =
      std::all_of(game.phases.begin(), game.phases.end(), [](const ir::LanePhase& phase) {
        return phase.tick.operations.size() <= most_inlined_operations;
      });
  return small && words + kept <= most_register_words ? StatePlace::registers : StatePlace::stack;
}

std::uint64_t emit_play_kernel(llvm::Module& module, const ir::LaneGame& game,
                               const std::string& symbol, const PlayKernelShape& shape) {
  return PlayKernel(module, game, symbol, shape).emit();
}

}  // namespace tesuji::llvm_backend
