// Plans as machine code made of stencils: native code within milliseconds, without LLVM.
//
// Loops become backtracking: what matches an instruction goes on with the next one, what does not
// match jumps to the innermost loop's step, or behind the plan where no loop is open.
//
//     each p(?x, ?y)          base_state, index_0, range_begin
//     absent q(?x)         1: range_next   other: end    bind ?x, ?y
//     insert r(?y)            base_scratch, index_1, absent   other: 1
//                             base_out, index_1, add          next: 1
//                        end:
#pragma once

#include "backend/interpreter/bytecode.h"
#include "backend/interpreter/stencils/code_buffer.h"

#include <memory>

namespace tesuji::interpreter {

/// Makes code for strata and calls, which then know where theirs is (CompiledStratum::code and the
/// like).
class PlanStencils {
 public:
  /// `registers` of the call may grow: loops keep their state behind the plans' registers.
  void add(CompiledCall& call);
  /// The number of registers that the stratum's plans need.
  std::uint32_t add(CompiledStratum& stratum);

  /// Where code is entered (Enter), once it is finished.
  [[nodiscard]] std::size_t enter_offset() const { return buffer_.offset_of(enter_); }
  /// The code; from now on strata and calls refer to it. To be called once, last.
  [[nodiscard]] std::unique_ptr<CodeBlock> finish();

 private:
  friend class PlanEmitter;

  /// To be emitted behind a function, since it is seldom needed.
  struct Rare {
    Label label;
    Stencil stencil;
    Label next;
  };
  struct Reference {
    const void** to;
    Label label;
  };

  /// A function that runs the plans; the registers that the widest needs.
  std::uint32_t add_plans(const std::vector<CompiledPlan>& plans, bool one_tuple,
                          const std::vector<CompiledStratum::Bits>& clear, const void*& code);

  CodeBuffer buffer_;
  std::vector<Rare> rare_;
  std::vector<Reference> references_;
  Label enter_{};
};

}  // namespace tesuji::interpreter
