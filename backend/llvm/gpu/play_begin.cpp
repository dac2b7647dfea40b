// Begins games: blocks, start states, lengths.
#include "backend/llvm/emit/xoshiro.h"
#include "backend/llvm/gpu/play_emitter.h"
#include "runtime/core/tesuji/gpu_lanes.h"

#include <cstddef>

namespace tesuji::llvm_backend {
namespace {

namespace control = ir::lane_control;

/// Number of playouts that begin together in a block whose lanes have different start states
/// (lane_batch.c).
constexpr std::uint64_t begun_together = 16;

}  // namespace

void PlayEmitter::begin(llvm::Value* done, llvm::Value* starts_here) {
  llvm::Value* used = build_.CreateOr(build_.CreateOr(running(), over()), build_.load(kept_, left));
  llvm::Value* is_out = build_.CreateAnd(first_phase_, build_.is_zero(used));
  const WordArray free = free_;
  build_.store(done, free, 0);
  // Checked before the increment: at the end many threads find no block.
  llvm::Value* some = build_.CreateICmpULT(order(offsetof(tsj_gpu_order, next_block)),
                                           order(offsetof(tsj_gpu_order, blocks)));
  build_.when(build_.CreateAnd(build_.CreateAnd(is_out, some), build_.CreateNot(stopped_)),
              [&] { take_block(); });
  llvm::Value* lanes = build_.load(free, 0);
  llvm::Value* remaining = build_.load(kept_, left);
  if (shape_.many_starts) {
    // If lanes have different start states, several lanes begin at a time.
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

llvm::Value* PlayEmitter::smaller(llvm::Value* a, llvm::Value* b) {
  return build_.CreateSelect(build_.CreateICmpULT(a, b), a, b);
}

void PlayEmitter::take_block() {
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
      llvm::Value* first = build_.CreateAdd(build_.CreateMul(each, number), smaller(number, rest));
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

void PlayEmitter::seed(llvm::Value* block) {
  llvm::Value* mixed = mix_seed(build_, order(offsetof(tsj_gpu_order, seed)));
  const XoshiroState generator = seed_xoshiro(build_, mixed, block);
  for (std::uint64_t i = 0; i < generator.size(); ++i) {
    build_.store(generator[i], control_, control::generator + i);
  }
}

void PlayEmitter::reset_lengths(llvm::Value* begun) {
  build_.for_lanes(build_.CreateAnd(begun, build_.load(kept_, overflowed)), [&](llvm::Value* lane) {
    build_.CreateAlignedStore(build_.getInt64(0), build_.place(high_, lane), llvm::Align(8));
  });
  build_.clear_bits(kept_, overflowed, begun);
  build_.clear_bits(kept_, last, begun);
  build_.set_bits(kept_, last,
                  build_.CreateSelect(build_.is_zero(limit_high_), begun, build_.getInt64(0)));
}

void PlayEmitter::fill(llvm::Value* begun) {
  for_words(0, state_words_, [&](auto i) {
    llvm::Value* half =
        build_.CreateLoad(build_.getInt32Ty(), build_.place(WordArray{pattern_, 4}, i));
    build_.store(build_.choose(begun, build_.join(half, half), build_.load(state_, i)), state_, i);
  });
}

void PlayEmitter::set_starts(llvm::Value* begun) {
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

}  // namespace tesuji::llvm_backend
