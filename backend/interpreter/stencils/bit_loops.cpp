// Emits loops over bits: parts of up to 64 bits at a time, and the columns of each set bit.

#include "backend/interpreter/stencils/plan_emitter.h"

#include <algorithm>
#include <utility>

namespace tesuji::interpreter {
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

}  // namespace tesuji::interpreter
