// Makes machine code of plans from stencils, without LLVM.
//
// Loops become backtracking: what matches an instruction goes on with the next one, what does not
// match jumps to the innermost loop's step, or behind the plan where no loop is open.
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

/// Makes code for entries and calls. What it is made of has to live as long as the code.
class PlanStencils {
 public:
  /// A function that runs the strata one after the other; finish() sets `code` to its address.
  void add_entry(const std::vector<const CompiledStratum*>& strata, const void*& code);
  /// The same for the code of a call.
  void add(CompiledCall& call);

  /// The code. To be called once, last.
  [[nodiscard]] std::unique_ptr<CodeBlock> finish();
  /// Where code is entered (Enter), once it is finished.
  [[nodiscard]] std::size_t enter_offset() const { return buffer_.offset_of(enter_); }
  /// As many as the widest plan of an entry needs, an even number: loops keep their state behind
  /// the plan's registers.
  [[nodiscard]] std::uint32_t registers() const { return (registers_ + 1) / 2 * 2; }
  /// What all calls need where none calls itself.
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
  std::vector<StencilPoll> polls_;  ///< of the function that is being made
  std::vector<Reference> references_;
  std::uint32_t registers_ = 0;
  std::uint32_t call_registers_ = 0;
  Label enter_{};
};

}  // namespace tesuji::interpreter
