// Runs sliced programs: 512 positions at a time.
#pragma once

#include "backend/features/traced/sliced_program.h"
#include "runtime/host/game/game.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::slices {

/// Seconds of the clock, added up.
struct Times {
  double relations = 0;          ///< positions as slices, and what the features speak of
  std::vector<double> features;  ///< by feature of the program
};

/// Memory of one thread. The program must outlive it.
class Machine {
 public:
  explicit Machine(const SlicedProgram& program);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// The values of all features in up to 512 positions; `values` is row-major, a row of
  /// `stride` numbers for each position, of which the features' are the first. Saturates at
  /// 2^64 - 1. Where `times` is given, what it took is added to them. Throws Stopped where the flag
  /// of a StopScope is set (runtime/host/game/stop.h), at most some milliseconds later.
  void evaluate(std::span<const runtime::State> positions, std::span<std::uint64_t> values,
                std::size_t stride, Times* times = nullptr);

 private:
  struct Memory;
  void load(std::span<const runtime::State> positions);
  /// Instructions [first, end).
  void run(std::size_t first, std::size_t end);
  /// `values`: the feature's, slice_bits numbers; those beyond the last position mean nothing.
  void evaluate(std::size_t feature, std::uint64_t* values);

  const SlicedProgram& program_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tesuji::slices
