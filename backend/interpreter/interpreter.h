// Runs plans without code generation: the executable semantics of the IR, and the first tier.
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

/// Whether a program counts how often the operations of its plans are tried, which takes time.
enum class Trials : std::uint8_t { ignored, counted };

/// How plans are run: instruction by instruction, or as machine code made of stencils
/// (stencils/plan_stencils.h). Plans are interpreted where trials are counted, where the system
/// lets no new code run, and on processors that no stencils were compiled for.
enum class Execution : std::uint8_t { interpreted, stencils };

/// A module made ready to be run. Immutable, but for the trials where they are counted; the
/// module must outlive it. `encoded`: static relations that programs over the same facts share
/// (fixed_data.h); null: this one's own.
class Program {
 public:
  Program(std::shared_ptr<const ir::Module> module, const ir::Layout& layout,
          Execution execution = Execution::interpreted, Trials trials = Trials::ignored,
          std::shared_ptr<FixedRelations> encoded = nullptr);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// The function to call with `self` = this for the entry; nullptr if the
  /// module has no such entry. Charges its steps (runtime/host/standby/work_scope.h).
  [[nodiscard]] tsj_entry entry(std::string_view name) const;

  /// How its plans are run: what was asked for, or interpreted where that cannot be.
  [[nodiscard]] Execution execution() const;

  /// For each plan of the module the trials so far: of its operations in the order of the text,
  /// those in existence tests behind the test. A binding that arrives is a trial, whatever
  /// becomes of it. Requires Trials::counted, and a module without `static` entry; not while an
  /// entry runs.
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> trials() const;
  /// For each plan the time of its runs so far, with that of counting; otherwise as trials().
  [[nodiscard]] std::vector<std::uint64_t> nanoseconds() const;

  /// Runs the `static` entry, which there is, for at most about so many steps; what is left of
  /// them when it ends. TSJ_STOPPED when there were not enough.
  [[nodiscard]] std::int32_t run_static(tsj_scratch* scratch, std::uint64_t& steps_left) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  friend struct Access;
};

/// Runs the module's `static` entry and stores every tuple found in
/// Relation::facts (rows sorted by domain positions). False, with a diagnostic
/// (code "limit"), when more than `max_rows` rows came up, or tables grew to 768 MiB; expected_rows
/// then says how many rows each relation kept as a table had. Also false when it takes
/// more than `steps_left` steps (null: no limit), from which those taken are subtracted.
[[nodiscard]] bool evaluate_static(ir::Module& module, ir::Diagnostics& diagnostics,
                                   std::uint64_t max_rows = 20'000'000,
                                   std::uint64_t* steps_left = nullptr);

/// Makes the relations of a module's `static` entry static ones with facts, so that
/// the entry is gone; the module is at level plans. False as evaluate_static is.
[[nodiscard]] bool fold_static_entry(ir::Module& module, ir::Diagnostics& diagnostics);

}  // namespace tesuji::interpreter
