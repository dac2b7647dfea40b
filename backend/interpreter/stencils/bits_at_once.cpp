// Applies filters, exceptions and insertions to up to 64 bits of a loop at once.

#include "backend/interpreter/stencils/plan_emitter.h"

#include <algorithm>
#include <utility>

namespace tesuji::interpreter {

bool PlanEmitter::take_along(const BitLoop& loop) {
  along_ = 0;
  if (loop.sum.terms.empty()) return false;
  for (std::size_t i = at_ + 1; i < along_end_; ++i) {
    const Instruction& instruction = plan_.code[i];
    bool done = false;
    switch (instruction.code) {
      case Instruction::Code::any:
        done = filter(loop, instruction.match,
                      loop.is_short ? Stencil::short_filter : Stencil::long_filter);
        break;
      case Instruction::Code::none:
        done = filter(loop, instruction.match,
                      loop.is_short ? Stencil::short_filter_not : Stencil::long_filter_not);
        break;
      case Instruction::Code::different:
        done = leave_out(loop, instruction.pairs);
        break;
      case Instruction::Code::insert:
        if (i + 2 == plan_.code.size() && insert_all(loop, instruction.insertion)) {
          ++along_;
          return true;
        }
        break;
      default:
        break;
    }
    if (!done) break;
    ++along_;
  }
  return false;
}

bool PlanEmitter::locate_all(const BitLoop& loop, const Words& words, std::uint64_t first,
                             const std::vector<KnownColumn>& known) {
  std::vector<Product> products = products_of(known);
  if (take_sum(loop.sum, products) != 1 ||
      std::any_of(products.begin(), products.end(),
                  [&](const Product& one) { return is_term(loop.sum, one.value); })) {
    return false;
  }
  base(words);
  index(first, std::move(products));
  return true;
}

bool PlanEmitter::filter(const BitLoop& loop, const Match& match, Stencil stencil) {
  if (match.path != AccessPath::bits || !is_one_bit(match) || !match.transfers.empty() ||
      !locate_all(loop, match.words, match.first_bit, match.known)) {
    return false;
  }
  code_.emit(stencil, {.b = loop.span, .c = loop.state});
  return true;
}

bool PlanEmitter::insert_all(const BitLoop& loop, const Insertion& insertion) {
  if (insertion.to_table || insertion.recursive || !insertion.transfers.empty() ||
      !locate_all(loop, insertion.words, insertion.first_bit, insertion.known)) {
    return false;
  }
  code_.emit(loop.is_short ? Stencil::short_add : Stencil::long_add,
             {.b = loop.span, .c = loop.state});
  return true;
}

bool PlanEmitter::leave_out(const BitLoop& loop, const std::vector<Pair>& pairs) {
  if (pairs.size() != loop.sum.terms.size()) return leave_out_value(loop, pairs);
  std::vector<Product> others;
  for (const Product& term : loop.sum.terms) {
    const std::size_t before = others.size();
    for (const Pair& pair : pairs) {
      if (pair.map != nullptr) return false;
      // A different value of the column would address another tuple.
      if (pair.left == term.value && pair.wider) return false;
      if (pair.left == term.value) others.push_back({pair.right, term.stride});
      if (pair.right == term.value) others.push_back({pair.left, term.stride});
    }
    if (others.size() != before + 1) return false;
  }
  for (const Product& other : others)
    if (is_term(loop.sum, other.value)) return false;
  index(0, std::move(others));
  code_.emit(loop.is_short ? Stencil::short_without : Stencil::long_without, {.c = loop.state});
  return true;
}

bool PlanEmitter::leave_out_value(const BitLoop& loop, const std::vector<Pair>& pairs) {
  if (pairs.size() != 1 || pairs[0].map != nullptr) return false;
  const auto constant =
      std::find_if(plan_.constants.begin(), plan_.constants.end(),
                   [&](const CompiledPlan::Constant& one) { return one.to == pairs[0].left; });
  const auto term = std::find_if(loop.sum.terms.begin(), loop.sum.terms.end(),
                                 [&](const Product& one) { return one.value == pairs[0].right; });
  if (constant == plan_.constants.end() || term == loop.sum.terms.end()) return false;
  if (loop.span > most_of_pattern) return false;
  const std::uint64_t size = loop.sizes[static_cast<std::size_t>(term - loop.sum.terms.begin())];
  std::vector<std::uint64_t> pattern((loop.span + word_bits - 1) / word_bits);
  for (std::uint64_t bit = 0; bit < loop.span; ++bit) {
    const bool has_value = bit / term->stride % size == constant->value;
    if (!has_value) pattern[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
  }
  code_.emit(loop.is_short ? Stencil::short_mask : Stencil::long_mask,
             {.c = loop.state, .p = pattern_pointer(loop, std::move(pattern))});
  return true;
}

}  // namespace tesuji::interpreter
