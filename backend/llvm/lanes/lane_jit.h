// Compiles games in lanes to native code. Includes no LLVM header.
#pragma once

#include "backend/llvm/orc/jit_options.h"
#include "backend/llvm/plans/jit.h"
#include "ir/nets/lane_game.h"
#include "runtime/core/tesuji/lanes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// How code for lanes is generated; for tests and measurements.
struct LaneJitShape {
  std::uint32_t blocks = 8;  ///< of a word, 64 lanes each: 1, 4 or 8
  /// Operations in one function: with more, registers run out and compiling becomes slower.
  std::size_t operations_per_function = 120;
  /// Larger programs are compiled without optimisation, in a tenth of the time: steps of chess, and
  /// goals that count pieces on a board, and are seldom evaluated.
  std::size_t most_optimised_operations = 20'000;
};

/// Names of the functions in object code.
struct LaneSymbols {
  std::vector<std::string> ticks;  ///< by phase
  std::string goals;               ///< empty: no function
  std::string blend;
  std::string fill;
  std::string count;
};

/// The other fields of tsj_lane_code.
struct LaneNumbers {
  std::uint32_t blocks = 0;
  std::vector<std::uint64_t> phase_fluents;  ///< by phase; empty: one phase for all states
  std::vector<std::uint64_t> goal_ranges;
  std::uint64_t random_words = 0;
  std::uint64_t scratch_words = 0;
};

/// All but `ticks`; `address` finds functions by their names. Points into `numbers`.
[[nodiscard]] tsj_lane_code lane_code(
    const LaneSymbols& symbols, const LaneNumbers& numbers,
    const std::function<void*(const std::string& symbol)>& address);

/// Code before it is loaded.
struct LaneObjects {
  std::vector<ObjectFile> files;
  LaneSymbols symbols;
  LaneNumbers numbers;
  std::uint64_t cpu_features = 0;  ///< TSJ_CPU_.. of plugin.h that the code needs
};

/// Compiles for the options' processor or, if that has no words of this width, for any that has.
/// `prefix`: of all symbols.
[[nodiscard]] LaneObjects make_lane_objects(const ir::LaneGame& game, const JitOptions& options,
                                            const LaneJitShape& shape, const std::string& prefix);

/// `keep` owns the functions and the data that `code` points to.
struct CompiledLanes {
  tsj_lane_code code{};
  std::shared_ptr<const void> keep;
};

/// Returns the ranges of a state that a program reads, in the form of tsj_lane_code::goal_ranges.
[[nodiscard]] std::vector<std::uint64_t> ranges_read(const ir::LutProgram& program);

/// Returns the numbers of blocks per word that this machine supports: 1 everywhere, then 4 and 8.
/// On aarch64: 1 and 4, as two NEON registers.
[[nodiscard]] std::vector<std::uint32_t> lane_blocks();
/// Numbers of blocks for which plugins have code; the loader chooses.
#ifdef __x86_64__
inline constexpr std::array<std::uint32_t, 3> plugin_lane_blocks = {1, 4, 8};
#else
inline constexpr std::array<std::uint32_t, 2> plugin_lane_blocks = {1, 4};
#endif

/// Throws std::runtime_error with LLVM's message if code generation fails (a bug of ours). `name`:
/// the game's, for listings of the object cache, in which the code is looked up first.
[[nodiscard]] CompiledLanes compile_lanes(const ir::LaneGame& game, const JitOptions& options = {},
                                          const LaneJitShape& shape = {},
                                          const std::string& name = {});

/// Programs that read `state` and write `answers`, or other arrays as their caller defines.
struct CompiledLanePrograms {
  std::vector<tsj_lane_function> functions;  ///< in their order; null if a program has no outputs
  std::uint64_t scratch_words = 0;
  std::shared_ptr<const void> keep;
};

/// `kind` and `name`: the kind of programs and the game's name, for listings of the object cache.
[[nodiscard]] CompiledLanePrograms compile_lane_programs(
    const std::vector<const ir::LutProgram*>& programs, const JitOptions& options,
    const LaneJitShape& shape, const std::string& kind, const std::string& name);

/// Programs before they are loaded.
struct LaneProgramObjects {
  std::vector<ObjectFile> files;
  std::vector<std::string> symbols;  ///< in their order; empty if a program has no outputs
  std::uint64_t scratch_words = 0;
  std::uint64_t cpu_features = 0;  ///< TSJ_CPU_.. of plugin.h that the code needs
};

/// As make_lane_objects.
[[nodiscard]] LaneProgramObjects make_lane_program_objects(
    const std::vector<const ir::LutProgram*>& programs, const JitOptions& options,
    const LaneJitShape& shape, const std::string& prefix);

struct CompiledLaneQuestions {
  tsj_lane_questions code{};
  std::shared_ptr<const void> keep;
};

/// The same for questions; programs without outputs have no function.
[[nodiscard]] CompiledLaneQuestions compile_lane_questions(const ir::LaneQuestions& questions,
                                                           const JitOptions& options = {},
                                                           const LaneJitShape& shape = {},
                                                           const std::string& name = {});

}  // namespace tesuji::llvm_backend
