// Runs lane programs: 512 positions at a time.
#pragma once

#include "backend/lanes/lane_program.h"
#include "runtime/host/game.h"

#include <cstdint>
#include <memory>
#include <span>

namespace tesuji::lanes {

/// Memory of one thread. The program must outlive it.
class Machine {
 public:
  explicit Machine(const LaneProgram& program);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// The values of all features in up to 512 positions; `values` is row-major, a row of
  /// `stride` numbers for each position, of which the features' are the first. Saturates at
  /// 2^64 - 1.
  void evaluate(std::span<const runtime::State> positions, std::span<std::uint64_t> values,
                std::size_t stride);

 private:
  struct Memory;
  const LaneProgram& program_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tesuji::lanes
