// Ends finished games: what is counted, and when.
#include "backend/llvm/gpu/play_emitter.h"
#include "runtime/core/tesuji/gpu_lanes.h"

#include <array>
#include <cstddef>
#include <utility>

namespace tesuji::llvm_backend {

namespace control = ir::lane_control;

static_assert(sizeof(tsj_lane_sums) == TSJ_GPU_START);

llvm::Value* PlayEmitter::parked_lanes() {
  llvm::Value* lanes = build_.load(kept_, parked_ended);
  for (const std::uint64_t word : {parked_cut, parked_stuck}) {
    lanes = build_.CreateOr(lanes, build_.load(kept_, word));
  }
  return lanes;
}

void PlayEmitter::park(llvm::Value* done) {
  for (const auto& [first, end] : goal_ranges_) {
    for_words(first, end, [&](auto i) {
      build_.store(build_.choose(done, build_.load(state_, i), build_.load(parked_, i)), parked_,
                   i);
    });
  }
  build_.set_bits(kept_, parked_ended, build_.CreateAnd(ended(), done));
  build_.set_bits(kept_, parked_cut, build_.CreateAnd(cut(), done));
  build_.set_bits(kept_, parked_stuck, build_.CreateAnd(stuck(), done));
  llvm::Value* high_lanes = build_.CreateAnd(done, build_.load(kept_, overflowed));
  build_.for_lanes(high_lanes, [&](llvm::Value* lane) {
    llvm::Value* high =
        build_.CreateShl(build_.load(high_, lane), std::uint64_t{TSJ_LANES_COUNTER});
    build_.add(counts_, steps, high);
    note_lengths(length_of(lane), length_of(lane));
  });
  build_.set_bits(kept_, parked_long, high_lanes);
}

void PlayEmitter::note_lengths(llvm::Value* least, llvm::Value* most) {
  const auto note = [&](Count count, llvm::CmpInst::Predicate better, llvm::Value* value) {
    llvm::Value* known = build_.load(counts_, count);
    build_.store(build_.CreateSelect(build_.CreateICmp(better, value, known), value, known),
                 counts_, count);
  };
  note(shortest, llvm::CmpInst::ICMP_ULT, least);
  note(longest, llvm::CmpInst::ICMP_UGT, most);
}

void PlayEmitter::count_parked() {
  llvm::Value* lanes = parked_lanes();
  if (goals_ != nullptr) {
    call(goals_, parked_);
    llvm::Value* terminal = build_.load(kept_, parked_ended);
    for (std::uint64_t i = 0; i < answer_words_; ++i) {
      llvm::Value* holds = build_.CreateAnd(build_.load(answers_, i), terminal);
      build_.add(answer_counts_, i, build_.popcount(holds));
    }
  }
  constexpr std::array<std::pair<Kept, Count>, 3> ways = {
      {{parked_ended, ended_count}, {parked_cut, cut_count}, {parked_stuck, stuck_count}}};
  for (const auto& [word, count] : ways) {
    build_.add(counts_, count, build_.popcount(build_.load(kept_, word)));
  }
  for (std::uint64_t i = 0; i < ir::lane_counter_bits; ++i) {
    llvm::Value* set = build_.popcount(build_.CreateAnd(counter(parked_, i), lanes));
    build_.add(counts_, steps, build_.CreateShl(set, i));
  }
  find_extremes(build_.CreateAnd(lanes, build_.CreateNot(build_.load(kept_, parked_long))));
  for (const std::uint64_t word : {parked_ended, parked_cut, parked_stuck, parked_long}) {
    build_.store(build_.getInt64(0), kept_, word);
  }
}

void PlayEmitter::find_extremes(llvm::Value* lanes) {
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

void PlayEmitter::add_counts() {
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
  // Otherwise no length has been noted.
  llvm::Value* noted =
      build_.CreateICmpULE(build_.load(counts_, shortest), build_.load(counts_, longest));
  build_.when(noted, [&] {
    note_for_all(sums, build_.load(counts_, shortest), build_.load(counts_, longest));
  });
  for (std::uint64_t i = 0; i < answer_words_; ++i) {
    llvm::Value* value = build_.load(answer_counts_, i);
    build_.when(build_.is_set(value), [&] {
      llvm::Value* place = build_.CreateConstInBoundsGEP1_64(
          build_.getInt64Ty(), address(offsetof(tsj_gpu_order, answers)), i);
      build_.add_for_all(place, value);
    });
  }
}

void PlayEmitter::note_for_all(llvm::Value* sums, llvm::Value* least, llvm::Value* most) {
  const auto at = [&](std::uint64_t offset) {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), sums, offset);
  };
  build_.atomic(llvm::AtomicRMWInst::UMin, at(offsetof(tsj_lane_sums, shortest)), least);
  build_.atomic(llvm::AtomicRMWInst::UMax, at(offsetof(tsj_lane_sums, longest)), most);
}

void PlayEmitter::count_each(llvm::Value* done) {
  if (goals_ != nullptr) {
    call(goals_, state_);
    llvm::Value* terminal = build_.CreateAnd(ended(), done);
    build_.for_numbers(answer_words_, [&](llvm::Value* answer) {
      llvm::Value* holds = build_.CreateAnd(build_.load(answers_, answer), terminal);
      build_.for_lanes(holds, [&](llvm::Value* lane) {
        llvm::Value* row =
            build_.CreateMul(build_.load(start_, lane), build_.getInt64(answer_words_));
        llvm::Value* place =
            build_.CreateInBoundsGEP(build_.getInt64Ty(), address(offsetof(tsj_gpu_order, answers)),
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
    build_.add_for_all(
        build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), sums, offsetof(tsj_lane_sums, steps)),
        length);
    note_for_all(sums, length, length);
  });
}

llvm::Value* PlayEmitter::length_of(llvm::Value* lane) {
  llvm::Value* length = build_.getInt64(0);
  for (std::uint64_t i = 0; i < ir::lane_counter_bits; ++i) {
    length = build_.CreateOr(length, build_.CreateShl(build_.bit_of(counter(state_, i), lane), i));
  }
  llvm::Value* high = build_.CreateShl(build_.load(high_, lane), std::uint64_t{TSJ_LANES_COUNTER});
  llvm::Value* is_long = build_.bit_of(build_.load(kept_, overflowed), lane);
  return build_.CreateAdd(length, build_.CreateMul(is_long, high));
}

}  // namespace tesuji::llvm_backend
