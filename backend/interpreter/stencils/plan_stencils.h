// Compiles plans to machine code made of stencils, without LLVM.
//
// Loops become backtracking: after a match, an instruction continues with the next one; without a
// match, it jumps to the innermost loop's step, or behind the plan if no loop is open.
//
//     each p(?x, ?y)         base_state, index_0, short_begin
//     none q(?x)          1: short_next        other: end
//     insert r(?y)           bind_quotient ?x, bind_remainder ?y
//                            base_scratch, index_1_unit ?x, absent_word     other: 1
//                            base_out, index_1_unit ?y, add_word            next: 1
//                       end:
#pragma once

#include "backend/interpreter/bytecode.h"
#include "backend/interpreter/stencils/plan_emitter.h"

#include <memory>

namespace tesuji::interpreter {

/// Compiles entries and calls. The strata and calls must live as long as the code.
class PlanStencils {
 public:
  /// Adds a function that runs the strata in order; finish() sets `code` to its address.
  void add_entry(const std::vector<const CompiledStratum*>& strata, const void*& code);
  /// Adds the code of a call.
  void add(CompiledCall& call);

  /// Returns the code. To be called once, last.
  [[nodiscard]] std::unique_ptr<CodeBlock> finish();
  /// Returns the offset of Enter in the finished code.
  [[nodiscard]] std::size_t enter_offset() const { return buffer_.offset_of(enter_); }
  /// Number of registers that the widest plan of an entry needs, rounded up to even: loops keep
  /// their state behind the plan's registers.
  [[nodiscard]] std::uint32_t registers() const { return (registers_ + 1) / 2 * 2; }
  /// Number of registers for all calls, if no call is recursive.
  [[nodiscard]] std::uint32_t call_registers() const { return call_registers_; }

 private:
  struct Reference {
    const void** to;
    Label label;
  };

  void begin_function(const void*& code);
  void end_function();
  void emit(const CompiledStratum& stratum);
  void emit(const CompiledPlan& plan);

  CodeBuffer buffer_;
  std::vector<StencilPoll> polls_;  ///< of the function that is being compiled
  std::vector<Reference> references_;
  std::uint32_t registers_ = 0;
  std::uint32_t call_registers_ = 0;
  Label enter_{};
};

}  // namespace tesuji::interpreter
