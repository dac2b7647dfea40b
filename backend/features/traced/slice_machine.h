// Runs sliced programs: 512 positions at a time.
#pragma once

#include "backend/features/traced/sliced_program.h"
#include "runtime/host/game/game.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::slices {

/// Sums of wall-clock seconds.
struct Times {
  double relations =
      0;  ///< loading positions as slices, and computing the relations on which features depend
  std::vector<double> features;  ///< by feature of the program
};

/// Working memory of one thread. The program must outlive it.
class Machine {
 public:
  explicit Machine(const SlicedProgram& program);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Computes all features in up to 512 positions. `values` is row-major: a row of `stride` numbers
  /// per position, which begins with the features. Values saturate at 2^64 - 1. Adds the time taken
  /// to `times`, if given. Throws Stopped if the flag of a StopScope is set
  /// (runtime/host/game/stop.h), some milliseconds later at most.
  void evaluate(std::span<const runtime::State> positions, std::span<std::uint64_t> values,
                std::size_t stride, Times* times = nullptr);

 private:
  struct Memory;
  void load(std::span<const runtime::State> positions);
  /// Runs instructions [first, end).
  void run(std::size_t first, std::size_t end);
  /// `values`: slice_bits values of the feature; those after the last position are undefined.
  void evaluate(std::size_t feature, std::uint64_t* values);

  const SlicedProgram& program_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tesuji::slices
