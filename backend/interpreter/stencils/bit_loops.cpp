// Emits loops over bits: parts of up to 64 bits at a time, and the columns of each set bit.

#include "backend/interpreter/stencils/plan_emitter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::interpreter {

// Computes where bits lie: maps a tuple to words and the number of a bit.

bool PlanEmitter::is_one_bit(const Match& match) {
  return match.outer.empty() && match.range == 1 && match.inner.empty() && match.checks.empty();
}

bool PlanEmitter::find_stencil(Area area, Stencil kind, Stencil& found) {
  constexpr auto stencils_of_area =
      static_cast<int>(Stencil::test_out) - static_cast<int>(Stencil::test_state);
  static_assert(static_cast<int>(Stencil::add_scratch) ==
                static_cast<int>(Stencil::add_state) + 2 * stencils_of_area);
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

Fillings PlanEmitter::place_of_bit(const Words& words, std::uint64_t bit) {
  constexpr std::uint64_t part = 32;
  return {.a = words.offset + bit / part * sizeof(std::uint32_t),
          .b = std::uint64_t{1} << (bit % part)};
}

void PlanEmitter::base(const Match& match) {
  if (match.path == AccessPath::call) {
    code_.emit(Stencil::base_slots, {.a = place_of(call_)});
  } else {
    base(match.words);
  }
}

void PlanEmitter::base(const Words& words) {
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

void PlanEmitter::index(std::uint64_t first, std::vector<Product> products) {
  for (const Sum& sum : sums_) {
    while (const std::uint64_t times = take_sum(sum, products))
      products.push_back({sum.value, times});
  }
  Fillings fillings{.a = first};
  const std::size_t used = std::min<std::size_t>(products.size(), 2);
  if (used >= 1) {
    fillings.b = place_of(products[0].value);
    fillings.c = products[0].stride;
  }
  if (used == 2) {
    fillings.d = place_of(products[1].value);
    fillings.e = products[1].stride;
  }
  const bool unit = used > 0 && products[used - 1].stride == 1;
  constexpr std::array by_number = {std::array{Stencil::index_0, Stencil::index_0},
                                    std::array{Stencil::index_1, Stencil::index_1_unit},
                                    std::array{Stencil::index_2, Stencil::index_2_unit}};
  code_.emit(by_number[used][unit ? 1 : 0], fillings);
  for (std::size_t i = used; i < products.size(); ++i)
    code_.emit(Stencil::index_more, {.a = place_of(products[i].value), .b = products[i].stride});
}

bool PlanEmitter::is_one_word(const Match& match) {
  return match.path == AccessPath::bits && match.words.one;
}

void PlanEmitter::test_bit(const Match& match, Stencil stencil, Label fail) {
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
  if (is_one_word(match)) stencil = absent ? Stencil::absent_word : Stencil::test_word;
  code_.emit(stencil, {.other = fail});
}

void PlanEmitter::locate(const Match& match) {
  std::vector<Product> products = products_of(match.known);
  for (const FreeColumn& column : match.outer) products.push_back({column.value, column.stride});
  base(match);
  index(match.first_bit, products);
}

Label PlanEmitter::bits(const Match& match, Label fail) {
  if (has_pattern(match)) return pattern(match, fail);
  for (const FreeColumn& column : match.outer) {
    const Label step = code_.new_label();
    code_.emit(Stencil::values_begin,
               {.a = place_of(column.value), .b = column.size, .third = poll(step)});
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

namespace {

/// Division of a number below `range` by `divisor` is a multiplication by its reciprocal
/// (stencils.c).
constexpr unsigned quotient_bits = 31;
std::uint64_t reciprocal(std::uint64_t divisor) {
  return ((std::uint64_t{1} << quotient_bits) + divisor - 1) / divisor;
}
bool has_reciprocal(std::uint64_t range, std::uint64_t divisor) {
  return range <= (std::uint64_t{1} << quotient_bits) / divisor && divisor > 1;
}

}  // namespace

bool PlanEmitter::has_pattern(const Match& match) {
  if (match.outer.empty() || (match.range > 1 && match.any_in_range)) return false;
  std::uint64_t places = match.range;
  for (const FreeColumn& column : match.outer) places *= column.size;
  if (span_of(match) > most_of_pattern) return false;
  constexpr std::uint64_t places_a_word =
      3;  // testing this many takes as long as a word of a pattern
  return (span_of(match) + word_bits - 1) / word_bits * places_a_word <= places;
}

std::uint64_t PlanEmitter::span_of(const Match& match) {
  std::uint64_t span = match.range;
  for (const FreeColumn& column : match.outer) span += (column.size - 1) * column.stride;
  return span;
}

Label PlanEmitter::pattern(const Match& match, Label fail) {
  std::vector<std::uint64_t> places{0};
  for (const FreeColumn& column : match.outer) {
    const std::size_t before = places.size();
    for (std::uint64_t value = 1; value < column.size; ++value)
      for (std::size_t i = 0; i < before; ++i) places.push_back(places[i] + value * column.stride);
  }
  BitLoop loop = begin_loop(span_of(match));
  for (const std::uint64_t place : places)
    for (std::uint64_t bit = place; bit < place + match.range; ++bit) allow(loop, bit);
  std::vector<FreeColumn> columns = match.outer;
  columns.insert(columns.end(), match.inner.begin(), match.inner.end());
  base(match);
  index(match.first_bit, products_of(match.known));
  return emit_loop(match, loop, columns, places.size() * match.range, fail);
}

Label PlanEmitter::range(const Match& match, Label fail) {
  if (match.any_in_range) {
    const bool is_short = match.range <= word_bits;
    code_.emit(is_short ? Stencil::short_test : Stencil::long_test,
               {.a = is_short ? word_bits - match.range : 0, .b = match.range, .other = fail});
    return fail;
  }
  BitLoop loop = begin_loop(match.range);
  return emit_loop(match, loop, match.inner, match.range, fail);
}

PlanEmitter::BitLoop PlanEmitter::begin_loop(std::uint64_t span) {
  const bool is_short = span <= word_bits;
  constexpr std::size_t long_slots = 4;  // stencils.c
  BitLoop loop;
  loop.span = span;
  loop.is_short = is_short;
  loop.state = place_of(slots(is_short ? 1 : long_slots));
  return loop;
}

void PlanEmitter::allow(BitLoop& loop, std::uint64_t bit) {
  loop.pattern.resize((loop.span + word_bits - 1) / word_bits);
  loop.pattern[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
}

const void* PlanEmitter::pattern_pointer(const BitLoop& loop, std::vector<std::uint64_t> pattern) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  if (loop.is_short) return reinterpret_cast<const void*>(pattern[0]);
  return code_.keep(std::move(pattern));
}

Label PlanEmitter::emit_loop(const Match& match, BitLoop& loop,
                             const std::vector<FreeColumn>& columns, std::uint64_t places,
                             Label fail) {
  for (const FreeColumn& column : columns) {
    if (column.ignored) continue;
    loop.sum.terms.push_back({column.value, column.stride});
    loop.sizes.push_back(column.size);
    places /= column.size;
  }
  if (places != 1) loop.sum.terms.clear();

  Fillings fillings{.b = loop.span, .c = loop.state};
  Label end = fail;  // where no set bit is left
  if (loop.is_short) {
    const Label begun = code_.new_label();
    fillings.third = poll(begun);
    fillings.a = word_bits - loop.span;
    Stencil begin = is_one_word(match) ? Stencil::word_begin : Stencil::short_begin;
    if (!loop.pattern.empty()) {
      begin = Stencil::short_pattern;
      fillings.p = pattern_pointer(loop, loop.pattern);
    }
    code_.emit(begin, fillings);
    code_.bind(begun);
  } else {
    code_.emit(Stencil::long_begin, fillings);
    end = code_.new_label();
    code_.bind(end);
    const bool all = loop.pattern.empty();
    if (!all) fillings.p = pattern_pointer(loop, std::move(loop.pattern));
    fillings.other = fail;
    const Label begun = code_.new_label();
    fillings.third = poll(begun);
    code_.emit(all ? Stencil::long_all : Stencil::long_part, fillings);
    code_.bind(begun);
  }
  if (match.checks.empty() && take_along(loop)) {
    code_.emit(Stencil::go, {.next = end});
    return end;
  }
  const Label step = code_.new_label();
  code_.bind(step);
  code_.emit(loop.is_short ? Stencil::short_next : Stencil::long_next,
             {.c = loop.state, .other = end});
  decode(columns, loop);
  check(match.checks, step);
  return step;
}

void PlanEmitter::decode(const std::vector<FreeColumn>& columns, const BitLoop& loop) {
  Sum sum = loop.sum;
  if (sum.terms.size() < 2) sum.terms.clear();
  bool serves = false;
  std::vector<bool> read(registers_);
  for (std::size_t i = at_; i < plan_.code.size(); ++i) {
    if (i > at_ && i <= at_ + along_) continue;
    serves = mark_read(plan_.code[i], i == at_, sum, read) || serves;
  }
  if (serves) {
    sum.value = registers_++;
    code_.emit(Stencil::bind, {.a = place_of(sum.value)});
    sums_.push_back(sum);
  }
  for (const FreeColumn& column : columns)
    if (read[column.value]) decode(column, loop.span);
}

bool PlanEmitter::mark_read(const Instruction& instruction, bool only_checks, const Sum& sum,
                            std::vector<bool>& read) {
  const auto mark = [&](Register value) {
    if (value < read.size()) read[value] = true;
  };
  const auto mark_pairs = [&](const std::vector<Pair>& pairs) {
    for (const Pair& pair : pairs) {
      mark(pair.left);
      mark(pair.right);
    }
  };
  bool serves = false;
  const auto mark_known = [&](const std::vector<KnownColumn>& known, bool of_bit) {
    std::vector<Product> products = products_of(known);
    while (of_bit && take_sum(sum, products) != 0) serves = true;
    for (const Product& one : products) mark(one.value);
  };
  mark_pairs(instruction.match.checks);
  if (only_checks) return false;
  mark_pairs(instruction.pairs);
  const Match& match = instruction.match;
  const Insertion& insertion = instruction.insertion;
  for (const Transfer& transfer : match.transfers) mark(transfer.from);
  for (const Transfer& transfer : insertion.transfers) mark(transfer.from);
  mark_known(match.known, match.path == AccessPath::bits || match.path == AccessPath::call);
  mark_known(insertion.known, true);
  // A key or row of one column may be the register that bound the column; one of several columns
  // has its own registers.
  if (match.path == AccessPath::chain || match.path == AccessPath::fixed ||
      match.path == AccessPath::call) {
    mark(match.key);
  }
  if (insertion.to_table) mark(insertion.row);
  return serves;
}

void PlanEmitter::decode(const FreeColumn& column, std::uint64_t range) {
  const std::uint64_t to = place_of(column.value);
  const bool leads = column.stride * column.size >= range;
  if (leads && column.stride == 1) {
    code_.emit(Stencil::bind, {.a = to});
  } else if (leads && has_reciprocal(range, column.stride)) {
    code_.emit(Stencil::bind_quotient, {.a = to, .b = reciprocal(column.stride)});
  } else if (column.stride == 1 && has_reciprocal(range, column.size)) {
    code_.emit(Stencil::bind_remainder, {.a = to, .b = reciprocal(column.size), .c = column.size});
  } else if (has_reciprocal(range, column.stride) && has_reciprocal(range, column.size)) {
    code_.emit(
        Stencil::bind_middle,
        {.a = to, .b = reciprocal(column.stride), .c = reciprocal(column.size), .d = column.size});
  } else {
    code_.emit(Stencil::bind_divided, {.a = to, .b = column.stride, .c = column.size});
  }
}

// Applies filters, exceptions and insertions to up to 64 bits of a loop at once.

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
