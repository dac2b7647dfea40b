#include "backend/interpreter/stencils/plan_stencils.h"

#include "backend/interpreter/stencils/plan_emitter.h"
#include "runtime/core/tesuji/abi.h"

#include <algorithm>
#include <utility>

namespace tesuji::interpreter {

void PlanStencils::add_entry(const std::vector<const CompiledStratum*>& strata, const void*& code) {
  begin_function(code);
  for (const CompiledStratum* stratum : strata) emit(*stratum);
  end_function();
}

void PlanStencils::add(CompiledCall& call) {
  const std::uint32_t others = std::exchange(registers_, 0);
  begin_function(call.code);
  const Label found = buffer_.new_label();
  for (const CompiledPlan& plan : call.plans) {
    emit(plan);
    if (call.one_tuple) buffer_.emit(Stencil::call_is_open, {.other = found});
  }
  buffer_.bind(found);
  end_function();
  begin_function(call.delta_code);
  for (const CompiledPlan& plan : call.delta_plans) emit(plan);
  end_function();
  const std::uint32_t aligned = (std::exchange(registers_, others) + 1) / 2 * 2;
  call.size = place_of(aligned);
  call_registers_ += aligned;
}

std::unique_ptr<CodeBlock> PlanStencils::finish() {
  enter_ = buffer_.new_label();
  buffer_.bind(enter_);
  buffer_.emit(Stencil::enter, {});
  std::unique_ptr<CodeBlock> block = buffer_.finish();
  for (const Reference& reference : references_)
    *reference.to = block->at(buffer_.offset_of(reference.label));
  return block;
}

void PlanStencils::begin_function(const void*& code) {
  const Label begin = buffer_.new_label();
  buffer_.bind(begin);
  references_.push_back({&code, begin});
}

void PlanStencils::end_function() {
  buffer_.emit(Stencil::leave, {});
  for (const StencilPoll& poll : polls_) {
    buffer_.bind(poll.label);
    buffer_.emit(Stencil::poll, {.next = poll.step});
  }
  polls_.clear();
}

void PlanStencils::emit(const CompiledStratum& stratum) {
  for (const CompiledStratum::Bits& bits : stratum.clear) {
    if (bits.count == 0) continue;
    // Computed relations lie in scratch memory or in the next state.
    buffer_.emit(bits.words.area == Area::out ? Stencil::base_out : Stencil::base_scratch,
                 {.a = bits.words.offset});
    buffer_.emit(bits.count == 1 ? Stencil::clear_word : Stencil::clear, {.b = bits.count});
  }
  for (const std::uint32_t table : stratum.tables)
    buffer_.emit(Stencil::clear_table, {.a = table * sizeof(tsj_table)});
  for (const CompiledPlan& plan : stratum.plans) emit(plan);
  if (!stratum.recursive) return;
  const Label round = buffer_.new_label();
  const Label end = buffer_.new_label();
  buffer_.bind(round);
  buffer_.emit(Stencil::next_round, {.p = &stratum, .other = end});
  for (const CompiledPlan& plan : stratum.delta_plans) emit(plan);
  buffer_.emit(Stencil::go, {.next = round});
  buffer_.bind(end);
}

void PlanStencils::emit(const CompiledPlan& plan) {
  const Label end = buffer_.new_label();
  registers_ = std::max(registers_, PlanEmitter(buffer_, polls_, plan, end).emit());
  buffer_.bind(end);
}

}  // namespace tesuji::interpreter
