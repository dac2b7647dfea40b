#include "backend/interpreter/stencils/plan_stencils.h"

#include "runtime/core/tesuji/abi.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::interpreter {
namespace {

constexpr std::uint64_t word_bits = 64;

constexpr std::uint64_t place_of(Register number) {
  return std::uint64_t{number} * sizeof(Register);
}

/// Quotients by `divisor` of numbers below `range` come from a multiplication by this (stencils.c).
constexpr unsigned quotient_bits = 31;
std::uint64_t reciprocal(std::uint64_t divisor) {
  return ((std::uint64_t{1} << quotient_bits) + divisor - 1) / divisor;
}
bool has_reciprocal(std::uint64_t range, std::uint64_t divisor) {
  return range <= (std::uint64_t{1} << quotient_bits) / divisor && divisor > 1;
}

/// A term of a bit's number.
struct Product {
  Register value;
  std::uint64_t stride;
};

}  // namespace

/// Emits one plan.
class PlanEmitter {
 public:
  PlanEmitter(PlanStencils& all, const CompiledPlan& plan, Label end)
      : all_(all), code_(all.buffer_), plan_(plan), end_(end), registers_(plan.registers) {}

  /// Gives the number of registers that the plan and its loops need.
  std::uint32_t emit() {
    for (const CompiledPlan::Constant& constant : plan_.constants)
      code_.emit(Stencil::set, {.a = place_of(constant.to), .b = constant.value});
    sequence(0, plan_.code.size() - 1, end_);  // the last is Code::found
    return registers_;
  }

 private:
  /// Instructions [begin, end): falls through where they match. Gives where to go on for another
  /// match.
  Label sequence(std::size_t begin, std::size_t end, Label fail) {
    for (std::size_t i = begin; i < end; ++i) {
      const Instruction& instruction = plan_.code[i];
      switch (instruction.code) {
        case Instruction::Code::each:
          fail = match(instruction.match, fail);
          break;
        case Instruction::Code::any:
          match(instruction.match, fail);
          break;
        case Instruction::Code::none:
          none(instruction.match, fail);
          break;
        case Instruction::Code::different:
          different(instruction.pairs, fail);
          break;
        case Instruction::Code::same:
          check(instruction.pairs, fail);
          break;
        case Instruction::Code::exists:
          sequence(i + 1, i + instruction.skip - 1, fail);
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

  void none(const Match& found, Label fail) {
    if (found.path == AccessPath::bits && is_one_bit(found)) {
      transfer(found.transfers, behind());
      test_bit(found, Stencil::absent, fail);
    } else {
      match(found, behind());
      code_.emit(Stencil::go, {.next = fail});
    }
    if (behind_) code_.bind(*std::exchange(behind_, std::nullopt));
  }

  /// A label behind the `none` that is being emitted.
  Label behind() {
    if (!behind_) behind_ = code_.new_label();
    return *behind_;
  }

  /// Falls through for a match; gives where to go on for another. `fail`: where no match is left.
  Label match(const Match& match, Label fail) {
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
        call_ = slots(CallTuples{}.size());
        code_.emit(Stencil::run_call,
                   {.a = place_of(match.key), .c = place_of(call_), .p = match.call});
        return bits(match, fail);
      }
    }
    return fail;
  }

  void transfer(const std::vector<Transfer>& transfers, Label fail) {
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

  void check(const std::vector<Pair>& pairs, Label fail) {
    for (const Pair& pair : pairs) {
      code_.emit(
          pair.map == nullptr ? Stencil::equal : Stencil::equal_translated,
          {.a = place_of(pair.left), .b = place_of(pair.right), .p = pair.map, .other = fail});
    }
  }

  void different(const std::vector<Pair>& pairs, Label fail) {
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

  void given(const Match& match, Label fail) {
    transfer(match.transfers, fail);
    for (const KnownColumn& column : match.known)
      code_.emit(Stencil::given_equal,
                 {.a = column.column, .b = place_of(column.value), .other = fail});
    for (const FreeColumn& column : match.inner)
      code_.emit(Stencil::given_bind, {.a = column.column, .b = place_of(column.value)});
    check(match.checks, fail);
  }

  /// --- bits ---

  static bool is_one_bit(const Match& match) {
    return match.outer.empty() && match.range == 1 && match.inner.empty() && match.checks.empty();
  }

  /// Whether the area has stencils for a bit whose place is known, which then are `kind`, that of
  /// the state, and those behind it.
  static bool find_stencil(Area area, Stencil kind, Stencil& found) {
    constexpr auto stencils_of_area =
        static_cast<int>(Stencil::test_out) - static_cast<int>(Stencil::test_state);
    int step = 0;
    if (area == Area::out)
      step = 1;
    else if (area == Area::scratch)
      step = 2;
    else if (area != Area::state)
      return false;
    found = static_cast<Stencil>(static_cast<int>(kind) + step * stencils_of_area);
    return true;
  }

  static Fillings place_of_bit(const Words& words, std::uint64_t bit) {
    constexpr std::uint64_t part = 32;
    return {.a = words.offset + bit / part * sizeof(std::uint32_t),
            .b = std::uint64_t{1} << (bit % part)};
  }

  void base(const Match& match) {
    if (match.path == AccessPath::call) {
      code_.emit(Stencil::base_slots, {.a = place_of(call_)});
    } else {
      base(match.words);
    }
  }

  void base(const Words& words) {
    switch (words.area) {
      case Area::constant:
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        code_.emit(Stencil::base_constant, {.p = reinterpret_cast<const void*>(words.offset)});
        break;
      case Area::state:
        code_.emit(Stencil::base_state, {.a = words.offset});
        break;
      case Area::out:
        code_.emit(Stencil::base_out, {.a = words.offset});
        break;
      case Area::scratch:
        code_.emit(Stencil::base_scratch, {.a = words.offset});
        break;
      case Area::call:
        code_.emit(Stencil::base_call, {.a = words.offset});
        break;
    }
  }

  void index(std::uint64_t first, const std::vector<Product>& products) {
    std::size_t used = std::min<std::size_t>(products.size(), 2);
    if (used == 2) {
      code_.emit(Stencil::index_2, {.a = first,
                                    .b = place_of(products[0].value),
                                    .c = products[0].stride,
                                    .d = place_of(products[1].value),
                                    .e = products[1].stride});
    } else if (used == 1) {
      code_.emit(Stencil::index_1,
                 {.a = first, .b = place_of(products[0].value), .c = products[0].stride});
    } else {
      code_.emit(Stencil::index_0, {.a = first});
    }
    for (; used < products.size(); ++used)
      code_.emit(Stencil::index_more,
                 {.a = place_of(products[used].value), .b = products[used].stride});
  }

  static std::vector<Product> products_of(const std::vector<KnownColumn>& known) {
    std::vector<Product> products;
    for (const KnownColumn& column : known) products.push_back({column.value, column.stride});
    return products;
  }

  /// `stencil`: test or absent.
  void test_bit(const Match& match, Stencil stencil, Label fail) {
    const bool absent = stencil == Stencil::absent;
    Stencil direct{};
    if (match.path == AccessPath::bits && match.known.empty() && match.outer.empty() &&
        find_stencil(match.words.area, absent ? Stencil::absent_state : Stencil::test_state,
                     direct)) {
      Fillings fillings = place_of_bit(match.words, match.first_bit);
      fillings.other = fail;
      code_.emit(direct, fillings);
      return;
    }
    locate(match);
    code_.emit(stencil, {.other = fail});
  }

  /// The first bit that may match.
  void locate(const Match& match) {
    std::vector<Product> products = products_of(match.known);
    for (const FreeColumn& column : match.outer) products.push_back({column.value, column.stride});
    base(match);
    index(match.first_bit, products);
  }

  Label bits(const Match& match, Label fail) {
    for (const FreeColumn& column : match.outer) {
      const Label step = code_.new_label();
      code_.emit(
          Stencil::values_begin,
          {.a = place_of(column.value), .b = column.size, .third = rarely(Stencil::give_up, step)});
      code_.bind(step);
      code_.emit(Stencil::values_next,
                 {.a = place_of(column.value), .b = column.size, .other = fail});
      fail = step;
    }
    if (match.range == 1) {
      test_bit(match, Stencil::test, fail);
      for (const FreeColumn& column : match.inner)
        code_.emit(Stencil::set, {.a = place_of(column.value), .b = 0});
    } else {
      locate(match);
      fail = range(match, fail);
    }
    check(match.checks, fail);
    return fail;
  }

  Label range(const Match& match, Label fail) {
    const bool is_short = match.range <= word_bits;
    const std::uint64_t above = is_short ? word_bits - match.range : 0;
    if (match.any_in_range) {
      code_.emit(is_short ? Stencil::range_test : Stencil::long_test,
                 {.a = above, .b = match.range, .other = fail});
      return fail;
    }
    constexpr std::size_t long_slots = 5;  // stencils.c
    const std::uint64_t state = place_of(slots(is_short ? 1 : long_slots));
    code_.emit(is_short ? Stencil::range_begin : Stencil::long_begin,
               {.a = above, .b = match.range, .c = state});
    const Label step =
        loop(is_short ? Stencil::range_next : Stencil::long_next, {.c = state}, fail);
    for (const FreeColumn& column : match.inner) decode(column, match.range);
    return step;
  }

  /// A column's value from the number of a bit in the range.
  void decode(const FreeColumn& column, std::uint64_t range) {
    const std::uint64_t to = place_of(column.value);
    const bool leads = column.stride * column.size == range;
    if (leads && column.stride == 1) {
      code_.emit(Stencil::bind, {.a = to});
    } else if (leads && has_reciprocal(range, column.stride)) {
      code_.emit(Stencil::bind_quotient, {.a = to, .b = reciprocal(column.stride)});
    } else if (column.stride == 1 && has_reciprocal(range, column.size)) {
      code_.emit(Stencil::bind_remainder,
                 {.a = to, .b = reciprocal(column.size), .c = column.size});
    } else if (has_reciprocal(range, column.stride) && has_reciprocal(range, column.size)) {
      code_.emit(Stencil::bind_middle, {.a = to,
                                        .b = reciprocal(column.stride),
                                        .c = reciprocal(column.size),
                                        .d = column.size});
    } else {
      code_.emit(Stencil::bind_divided, {.a = to, .b = column.stride, .c = column.size});
    }
  }

  /// --- rows ---

  Label rows(const Match& match, Label fail) {
    const std::uint64_t state = place_of(slots(2));
    const std::uint64_t table = match.table * sizeof(tsj_table);
    const Label step = code_.new_label();
    code_.emit(match.delta ? Stencil::delta_begin : Stencil::rows_begin,
               {.a = table, .c = state, .third = rarely(Stencil::give_up, step)});
    loop(Stencil::rows_next, {.a = table, .b = place_of(match.arity), .c = state}, fail, step);
    row(match, step);
    return step;
  }

  Label chain(const Match& match, Label fail) {
    const std::uint64_t state = place_of(slots(1));
    const std::uint64_t table = match.table * sizeof(tsj_table);
    const std::uint64_t index = match.index * sizeof(tsj_index);
    code_.emit(Stencil::chain_begin,
               {.a = table, .b = index, .c = state, .d = place_of(match.key)});
    const Label step = loop(Stencil::chain_next,
                            {.a = table, .b = place_of(match.arity), .c = state, .d = index}, fail);
    row(match, step);
    return step;
  }

  Label fixed(const Match& match, Label fail) {
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
    const std::uint64_t state = place_of(slots(2));
    const std::uint64_t size = index.arity() * sizeof(std::uint32_t);
    if (index.is_complete()) {
      code_.emit(Stencil::fixed_begin,
                 {.b = size, .c = state, .p = offsets, .q = index.rows().data()});
    } else {
      code_.emit(Stencil::fixed_search, {.a = place_of(match.key), .c = state, .p = &index});
    }
    const Label step = loop(Stencil::fixed_next, {.b = size, .c = state}, fail);
    for (const FreeColumn& column : match.inner) bind_column(column);
    check(match.checks, step);
    return step;
  }

  void row(const Match& match, Label step) {
    for (const KnownColumn& column : match.known) {
      code_.emit(
          Stencil::row_equal,
          {.a = column.column * sizeof(std::uint32_t), .b = place_of(column.value), .other = step});
    }
    for (const FreeColumn& column : match.inner) bind_column(column);
    check(match.checks, step);
  }

  void bind_column(const FreeColumn& column) {
    code_.emit(Stencil::row_bind,
               {.a = column.column * sizeof(std::uint32_t), .b = place_of(column.value)});
  }

  /// --- insertions ---

  /// `last`: nothing of the plan comes behind.
  void insert(const Insertion& insertion, Label fail, bool last) {
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
      code_.emit(insertion.recursive ? Stencil::add_recursive : Stencil::add,
                 {.a = insertion.new_words.offset, .next = next});
    }
  }

  /// --- loops ---

  /// Registers for the state of a loop, as many slots of 64 bits.
  Register slots(std::size_t count) {
    registers_ = (registers_ + 1) / 2 * 2;
    return std::exchange(registers_, registers_ + static_cast<Register>(2 * count));
  }

  Label rarely(Stencil stencil, Label next) {
    const Label label = code_.new_label();
    all_.rare_.push_back({label, stencil, next});
    return label;
  }

  /// A loop's step, which looks now and then whether to stop.
  Label loop(Stencil stencil, Fillings fillings, Label end) {
    const Label step = code_.new_label();
    loop(stencil, fillings, end, step);
    return step;
  }

  void loop(Stencil stencil, Fillings fillings, Label end, Label step) {
    code_.bind(step);
    fillings.other = end;
    fillings.third = rarely(Stencil::poll, step);
    code_.emit(stencil, fillings);
  }

  PlanStencils& all_;
  CodeBuffer& code_;
  const CompiledPlan& plan_;
  Label end_;
  std::uint32_t registers_;
  Register call_ = 0;            ///< the slots of the tuples that a call gave
  std::optional<Label> behind_;  ///< behind()
};

std::uint32_t PlanStencils::add_plans(const std::vector<CompiledPlan>& plans, bool one_tuple,
                                      const std::vector<CompiledStratum::Bits>& clear,
                                      const void*& code) {
  const Label begin = buffer_.new_label();
  buffer_.bind(begin);
  references_.push_back({&code, begin});
  std::uint32_t registers = 0;
  const Label end = buffer_.new_label();
  for (const CompiledStratum::Bits& bits : clear) {
    // Relations that the interpreter clears lie in scratch memory or in the next state.
    buffer_.emit(bits.words.area == Area::out ? Stencil::base_out : Stencil::base_scratch,
                 {.a = bits.words.offset});
    buffer_.emit(bits.count == 1 ? Stencil::clear_word : Stencil::clear, {.b = bits.count});
  }
  for (const CompiledPlan& plan : plans) {
    if (one_tuple && &plan != &plans.front()) buffer_.emit(Stencil::call_is_open, {.other = end});
    const Label plan_end = buffer_.new_label();
    registers = std::max(registers, PlanEmitter(*this, plan, plan_end).emit());
    buffer_.bind(plan_end);
  }
  buffer_.bind(end);
  buffer_.emit(Stencil::leave, {});
  for (const Rare& rare : rare_) {
    buffer_.bind(rare.label);
    buffer_.emit(rare.stencil, {.next = rare.next});
  }
  rare_.clear();
  return registers;
}

void PlanStencils::add(CompiledCall& call) {
  call.registers = std::max(call.registers, add_plans(call.plans, call.one_tuple, {}, call.code));
  call.registers =
      std::max(call.registers, add_plans(call.delta_plans, false, {}, call.delta_code));
}

std::uint32_t PlanStencils::add(CompiledStratum& stratum) {
  const std::uint32_t registers = add_plans(stratum.plans, false, stratum.clear, stratum.code);
  return std::max(registers, add_plans(stratum.delta_plans, false, {}, stratum.delta_code));
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

}  // namespace tesuji::interpreter
