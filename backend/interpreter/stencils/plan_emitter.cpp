#include "backend/interpreter/stencils/plan_emitter.h"

#include "runtime/core/tesuji/abi.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tesuji::interpreter {

namespace {

/// Finds the product that is the term with `times` times its stride.
std::vector<Product>::iterator find_term(std::vector<Product>& products, const Product& term,
                                         std::uint64_t times) {
  return std::find_if(products.begin(), products.end(), [&](const Product& one) {
    return one.value == term.value && one.stride == times * term.stride;
  });
}

}  // namespace

std::uint64_t take_sum(const Sum& sum, std::vector<Product>& products) {
  if (sum.terms.empty()) return 0;
  const Product& first = sum.terms.front();
  for (const Product& candidate : products) {
    if (candidate.value != first.value || candidate.stride % first.stride != 0) continue;
    const std::uint64_t times = candidate.stride / first.stride;
    if (times == 0) continue;
    std::vector<Product> others = products;
    const bool all = std::all_of(sum.terms.begin(), sum.terms.end(), [&](const Product& term) {
      const auto found = find_term(others, term, times);
      if (found == others.end()) return false;
      others.erase(found);
      return true;
    });
    if (!all) continue;
    products = std::move(others);
    return times;
  }
  return 0;
}

std::vector<Product> products_of(const std::vector<KnownColumn>& known) {
  std::vector<Product> products;
  for (const KnownColumn& column : known) products.push_back({column.value, column.stride});
  return products;
}

bool is_term(const Sum& sum, Register value) {
  return std::any_of(sum.terms.begin(), sum.terms.end(),
                     [&](const Product& term) { return term.value == value; });
}

std::uint32_t PlanEmitter::emit() {
  for (const CompiledPlan::Constant& constant : plan_.constants)
    code_.emit(Stencil::set, {.a = place_of(constant.to), .b = constant.value});
  sequence(0, plan_.code.size() - 1, end_);  // the last is Code::found
  return registers_;
}

Label PlanEmitter::sequence(std::size_t begin, std::size_t end, Label fail) {
  for (std::size_t i = begin; i < end; ++i) {
    const Instruction& instruction = plan_.code[i];
    at_ = i;
    switch (instruction.code) {
      case Instruction::Code::each:
        along_end_ = end;
        fail = match(instruction.match, fail);
        i += std::exchange(along_, 0);
        along_end_ = 0;
        break;
      case Instruction::Code::any:
        alone([&] { match(instruction.match, fail); });
        break;
      case Instruction::Code::none:
        alone([&] { none(instruction.match, fail); });
        break;
      case Instruction::Code::different:
        different(instruction.pairs, fail);
        break;
      case Instruction::Code::same:
        check(instruction.pairs, fail);
        break;
      case Instruction::Code::exists:
        alone([&] { sequence(i + 1, i + instruction.skip - 1, fail); });
        i += instruction.skip - 1;
        break;
      case Instruction::Code::found:
      case Instruction::Code::fail:
        code_.emit(Stencil::go, {.next = fail});
        break;
      case Instruction::Code::insert:
        insert(instruction.insertion, fail, i + 2 == plan_.code.size());
        break;
      case Instruction::Code::given:
        given(instruction.match, fail);
        break;
    }
  }
  return fail;
}

void PlanEmitter::none(const Match& found, Label fail) {
  if (found.path == AccessPath::bits && is_one_bit(found)) {
    transfer(found.transfers, behind());
    test_bit(found, Stencil::absent, fail);
  } else {
    match(found, behind());
    code_.emit(Stencil::go, {.next = fail});
  }
  if (behind_) code_.bind(*std::exchange(behind_, std::nullopt));
}

Label PlanEmitter::behind() {
  if (!behind_) behind_ = code_.new_label();
  return *behind_;
}

Label PlanEmitter::match(const Match& match, Label fail) {
  transfer(match.transfers, fail);
  switch (match.path) {
    case AccessPath::nothing:
      code_.emit(Stencil::go, {.next = fail});
      return fail;
    case AccessPath::unit:
      return fail;
    case AccessPath::bits:
      return bits(match, fail);
    case AccessPath::rows:
      return rows(match, fail);
    case AccessPath::chain:
      return chain(match, fail);
    case AccessPath::fixed:
      return fixed(match, fail);
    case AccessPath::call: {
      static_assert(CallTuples{}.size() == 2 && offsetof(CallWords, delta) == sizeof(CallTuples));
      // The call's CallWords; for a recursive call, all of its tuples follow (stencils.c).
      constexpr Register words = sizeof(CallWords) / sizeof(Register);
      const bool recursive = !match.call->delta_plans.empty();
      call_ = slots((sizeof(CallWords) + sizeof(CallTuples)) / sizeof(std::uint64_t));
      const tsj_stencil_call* call = match.call;
      const Label begin = code_.new_label();
      code_.bind(begin);
      code_.emit(recursive ? Stencil::run_recursive_call : Stencil::run_call,
                 {.a = place_of(match.key), .c = place_of(call_), .p = call, .third = poll(begin)});
      if (recursive) call_ += words;
      return bits(match, fail);
    }
  }
  return fail;
}

void PlanEmitter::transfer(const std::vector<Transfer>& transfers, Label fail) {
  for (const Transfer& one : transfers) {
    const std::uint64_t to = place_of(one.to);
    const std::uint64_t from = place_of(one.from);
    if (one.map == nullptr) {
      code_.emit(Stencil::copy, {.a = to, .b = from});
    } else {
      code_.emit(Stencil::translate, {.a = to, .b = from, .p = one.map, .other = fail});
    }
  }
}

void PlanEmitter::check(const std::vector<Pair>& pairs, Label fail) {
  for (const Pair& pair : pairs) {
    code_.emit(pair.map == nullptr ? Stencil::equal : Stencil::equal_translated,
               {.a = place_of(pair.left), .b = place_of(pair.right), .p = pair.map, .other = fail});
  }
}

void PlanEmitter::different(const std::vector<Pair>& pairs, Label fail) {
  const Label found = code_.new_label();
  for (const Pair& pair : pairs) {
    const bool last = &pair == &pairs.back();
    Fillings fillings{.a = place_of(pair.left), .b = place_of(pair.right), .p = pair.map};
    fillings.other = last ? fail : found;
    if (last) {
      code_.emit(pair.map == nullptr ? Stencil::unequal : Stencil::unequal_translated, fillings);
    } else {
      code_.emit(pair.map == nullptr ? Stencil::equal : Stencil::equal_translated, fillings);
    }
  }
  code_.bind(found);
}

void PlanEmitter::given(const Match& match, Label fail) {
  transfer(match.transfers, fail);
  for (const KnownColumn& column : match.known)
    code_.emit(Stencil::given_equal,
               {.a = column.column, .b = place_of(column.value), .other = fail});
  for (const FreeColumn& column : match.inner)
    code_.emit(Stencil::given_bind, {.a = column.column, .b = place_of(column.value)});
  check(match.checks, fail);
}

Label PlanEmitter::rows(const Match& match, Label fail) {
  const std::uint64_t state = place_of(slots(2));
  const std::uint64_t table = match.table * sizeof(tsj_table);
  const Label step = code_.new_label();
  code_.emit(match.delta ? Stencil::delta_begin : Stencil::rows_begin,
             {.a = table, .c = state, .third = poll(step)});
  loop(Stencil::rows_next, {.a = table, .b = place_of(match.arity), .c = state}, step, fail);
  row(match, step);
  return step;
}

Label PlanEmitter::chain(const Match& match, Label fail) {
  const std::uint64_t state = place_of(slots(1));
  const std::uint64_t table = match.table * sizeof(tsj_table);
  const std::uint64_t index = match.index * sizeof(tsj_index);
  code_.emit(Stencil::chain_begin, {.a = table, .b = index, .c = state, .d = place_of(match.key)});
  const Label step = code_.new_label();
  Fillings next{.a = table, .b = place_of(match.arity), .c = state, .d = index};
  next.third = poll(step);
  loop(Stencil::chain_next, next, step, fail);
  row(match, step);
  return step;
}

Label PlanEmitter::fixed(const Match& match, Label fail) {
  const FixedIndex& index = *match.fixed;
  const void* offsets = index.offsets().data();
  if (index.is_complete()) {
    std::vector<Product> products;
    for (std::size_t i = 0; i < index.strides().size(); ++i)
      products.push_back({match.key + static_cast<Register>(i), index.strides()[i]});
    this->index(0, products);
    if (match.inner.empty() && match.checks.empty()) {
      code_.emit(Stencil::fixed_test, {.p = offsets, .other = fail});
      return fail;
    }
  }
  const std::uint64_t size = index.arity() * sizeof(std::uint32_t);
  if (index.is_complete() && index.is_function()) {
    code_.emit(Stencil::fixed_row,
               {.b = size, .p = offsets, .q = index.rows().data(), .other = fail});
    for (const FreeColumn& column : match.inner) bind_column(column);
    check(match.checks, fail);
    return fail;
  }
  const std::uint64_t state = place_of(slots(2));
  const Label step = code_.new_label();
  Fillings begin{.b = size, .c = state, .third = poll(step)};
  if (index.is_complete()) {
    begin.p = offsets;
    begin.q = index.rows().data();
    code_.emit(Stencil::fixed_begin, begin);
  } else {
    begin.a = place_of(match.key);
    begin.p = &index;
    code_.emit(Stencil::fixed_search, begin);
  }
  loop(Stencil::fixed_next, {.b = size, .c = state}, step, fail);
  for (const FreeColumn& column : match.inner) bind_column(column);
  check(match.checks, step);
  return step;
}

void PlanEmitter::row(const Match& match, Label step) {
  for (const KnownColumn& column : match.known) {
    code_.emit(
        Stencil::row_equal,
        {.a = column.column * sizeof(std::uint32_t), .b = place_of(column.value), .other = step});
  }
  for (const FreeColumn& column : match.inner) bind_column(column);
  check(match.checks, step);
}

void PlanEmitter::bind_column(const FreeColumn& column) {
  code_.emit(Stencil::row_bind,
             {.a = column.column * sizeof(std::uint32_t), .b = place_of(column.value)});
}

void PlanEmitter::insert(const Insertion& insertion, Label fail, bool last) {
  transfer(insertion.transfers, fail);
  Label next = insertion.once ? end_ : fail;
  if (last && next == end_) next = right_behind;
  Stencil direct{};
  if (insertion.to_table) {
    code_.emit(
        Stencil::insert_row,
        {.a = insertion.table * sizeof(tsj_table), .b = place_of(insertion.row), .next = next});
  } else if (insertion.known.empty() && !insertion.recursive &&
             find_stencil(insertion.words.area, Stencil::add_state, direct)) {
    Fillings fillings = place_of_bit(insertion.words, insertion.first_bit);
    fillings.next = next;
    code_.emit(direct, fillings);
  } else {
    base(insertion.words);
    index(insertion.first_bit, products_of(insertion.known));
    const Stencil add = insertion.words.one ? Stencil::add_word : Stencil::add;
    code_.emit(insertion.recursive ? Stencil::add_recursive : add,
               {.a = insertion.new_words.offset, .next = next});
  }
}

Register PlanEmitter::slots(std::size_t count) {
  registers_ = (registers_ + 1) / 2 * 2;
  return std::exchange(registers_, registers_ + static_cast<Register>(2 * count));
}

Label PlanEmitter::poll(Label step) {
  const Label label = code_.new_label();
  polls_.push_back({label, step});
  return label;
}

void PlanEmitter::loop(Stencil stencil, Fillings fillings, Label step, Label end) {
  code_.bind(step);
  fillings.other = end;
  code_.emit(stencil, fillings);
}

}  // namespace tesuji::interpreter
