// Runs plans without LLVM, by interpretation or by stencils: the executable semantics of the IR,
// and the first tier.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/layout.h"
#include "ir/module/module.h"
#include "runtime/core/tesuji/abi.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace tesuji::interpreter {

class FixedRelations;

/// Whether a program counts the trials of its plans' operations, which takes time.
enum class Trials : std::uint8_t { ignored, counted };

/// How plans are run: by instruction, or as machine code made of stencils
/// (stencils/plan_stencils.h). Plans are interpreted if trials are counted, if the system allows no
/// new code, and on processors without stencils.
enum class Execution : std::uint8_t { interpreted, stencils };

/// A module prepared for execution. Immutable, except for counted trials; the module must outlive
/// it. `encoded`: static relations shared with programs over the same facts (fixed_data.h); null:
/// not shared.
class Program {
 public:
  Program(std::shared_ptr<const ir::Module> module, const ir::Layout& layout,
          Execution execution = Execution::interpreted, Trials trials = Trials::ignored,
          std::shared_ptr<FixedRelations> encoded = nullptr);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Returns the function to call with `self` = this for the entry; nullptr if the module has no
  /// such entry. Charges its steps (runtime/host/standby/work_scope.h).
  [[nodiscard]] tsj_entry entry(std::string_view name) const;

  /// Returns how its plans are run: as requested, or interpreted where that is impossible.
  [[nodiscard]] Execution execution() const;

  /// Returns, for each plan of the module, the trials so far: by operation in the order of the
  /// text, operations of an existence test after the test. Each binding that arrives counts as a
  /// trial, whether it matches or not. Requires Trials::counted, a module without a `static` entry,
  /// and that no entry is running.
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> trials() const;
  /// Returns, for each plan, the time of its runs so far, with the time of counting; otherwise as
  /// trials().
  [[nodiscard]] std::vector<std::uint64_t> nanoseconds() const;

  /// Runs the `static` entry, which must exist, for about `steps_left` steps at most, and sets
  /// `steps_left` to the rest. Returns TSJ_STOPPED if they did not suffice.
  [[nodiscard]] std::int32_t run_static(tsj_scratch* scratch, std::uint64_t& steps_left) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  friend struct Access;
};

/// Runs the module's `static` entry and stores the tuples found in Relation::facts (rows sorted by
/// domain positions). Returns false, with a diagnostic (code "limit"), if more than `max_rows` rows
/// came up, or tables grew to 768 MiB; expected_rows is then the number of rows of each relation in
/// a table. Also returns false if it takes more than `steps_left` steps (null: no limit); subtracts
/// the steps taken from it. In evaluate_static.cpp.
[[nodiscard]] bool evaluate_static(ir::Module& module, ir::Diagnostics& diagnostics,
                                   std::uint64_t max_rows = 20'000'000,
                                   std::uint64_t* steps_left = nullptr);

/// Turns the relations of a module's `static` entry into static relations with facts and removes
/// the entry; the module must be at level plans. Returns false as evaluate_static does. In
/// evaluate_static.cpp.
[[nodiscard]] bool fold_static_entry(ir::Module& module, ir::Diagnostics& diagnostics);

}  // namespace tesuji::interpreter
