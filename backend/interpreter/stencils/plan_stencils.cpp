#include "backend/interpreter/stencils/plan_stencils.h"

#include "runtime/core/tesuji/abi.h"

#include <algorithm>
#include <array>
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

/// The place of a bit that a loop has found, as a sum of the values that its columns got. Where the
/// same values are part of another bit's number, as of frame axioms, the sum serves as it is.
struct Sum {
  Register value;
  std::vector<Product> terms;
};

/// Where the term, so many times, is among the products.
std::vector<Product>::iterator find_term(std::vector<Product>& products, const Product& term,
                                         std::uint64_t times) {
  return std::find_if(products.begin(), products.end(), [&](const Product& one) {
    return one.value == term.value && one.stride == times * term.stride;
  });
}

/// How many times the sum is part of the products; 0: not. Then takes it out of them.
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

  /// Emits what binds nothing for those behind it.
  template <typename Emit>
  void alone(const Emit& emit) {
    const std::size_t known = sums_.size();
    emit();
    sums_.resize(known);
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
        // The call's CallWords, and behind them of a recursive one all of its tuples (stencils.c).
        constexpr Register words = sizeof(CallWords) / sizeof(Register);
        const bool recursive = !match.call->delta_plans.empty();
        call_ = slots((sizeof(CallWords) + sizeof(CallTuples)) / sizeof(std::uint64_t));
        const tsj_stencil_call* call = match.call;
        code_.emit(recursive ? Stencil::run_recursive_call : Stencil::run_call,
                   {.a = place_of(match.key), .c = place_of(call_), .p = call});
        if (recursive) call_ += words;
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

  void index(std::uint64_t first, std::vector<Product> products) {
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

  static bool is_one_word(const Match& match) {
    return match.path == AccessPath::bits && match.words.one;
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
    if (is_one_word(match)) stencil = absent ? Stencil::absent_word : Stencil::test_word;
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

  /// Whether columns that are looped over are better found as bits of a pattern than one by one.
  static bool has_pattern(const Match& match) {
    if (match.outer.empty() || (match.range > 1 && match.any_in_range)) return false;
    std::uint64_t places = match.range;
    for (const FreeColumn& column : match.outer) places *= column.size;
    constexpr std::uint64_t places_a_word = 3;  // as many take as long as a word of a pattern
    return (span_of(match) + word_bits - 1) / word_bits * places_a_word <= places;
  }

  /// Bits from the first that may match to the last.
  static std::uint64_t span_of(const Match& match) {
    std::uint64_t span = match.range;
    for (const FreeColumn& column : match.outer) span += (column.size - 1) * column.stride;
    return span;
  }

  /// All columns that are not given, by a pattern of the places that may match.
  Label pattern(const Match& match, Label fail) {
    std::vector<std::uint64_t> places{0};
    for (const FreeColumn& column : match.outer) {
      const std::size_t before = places.size();
      for (std::uint64_t value = 1; value < column.size; ++value)
        for (std::size_t i = 0; i < before; ++i)
          places.push_back(places[i] + value * column.stride);
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

  /// The columns of a range behind those that are given or looped over, which are known by now.
  Label range(const Match& match, Label fail) {
    if (match.any_in_range) {
      const bool is_short = match.range <= word_bits;
      code_.emit(is_short ? Stencil::short_test : Stencil::long_test,
                 {.a = is_short ? word_bits - match.range : 0, .b = match.range, .other = fail});
      return fail;
    }
    BitLoop loop = begin_loop(match.range);
    if (!loop.is_short)
      for (std::uint64_t bit = 0; bit < match.range; ++bit) allow(loop, bit);
    return emit_loop(match, loop, match.inner, match.range, fail);
  }

  /// A loop over bits.
  struct BitLoop {
    std::uint64_t span;
    bool is_short;
    std::uint64_t state;                 ///< its slots
    std::vector<std::uint64_t> pattern;  ///< bits that count; empty: all
    Sum sum{0, {}};                      ///< of the columns; empty: these are not all of the place
  };

  BitLoop begin_loop(std::uint64_t span) {
    const bool is_short = span <= word_bits;
    constexpr std::size_t long_slots = 4;  // stencils.c
    return {span, is_short, place_of(slots(is_short ? 1 : long_slots)), {}};
  }

  static void allow(BitLoop& loop, std::uint64_t bit) {
    loop.pattern.resize((loop.span + word_bits - 1) / word_bits);
    loop.pattern[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
  }

  /// Words as what a stencil of the loop has for P: themselves, or where they are.
  const void* pattern_pointer(const BitLoop& loop, std::vector<std::uint64_t> pattern) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    if (loop.is_short) return reinterpret_cast<const void*>(pattern[0]);
    return code_.keep(std::move(pattern));
  }

  /// Behind what locates the range. There are so many places.
  Label emit_loop(const Match& match, BitLoop& loop, const std::vector<FreeColumn>& columns,
                  std::uint64_t places, Label fail) {
    for (const FreeColumn& column : columns) {
      if (column.ignored) continue;
      loop.sum.terms.push_back({column.value, column.stride});
      places /= column.size;
    }
    if (places != 1) loop.sum.terms.clear();

    Fillings fillings{.b = loop.span, .c = loop.state};
    Label end = fail;  // where no bit is left
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
      fillings.p = pattern_pointer(loop, std::move(loop.pattern));
      fillings.other = fail;
      const Label begun = code_.new_label();
      fillings.third = poll(begun);
      code_.emit(Stencil::long_part, fillings);
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

  /// --- what a loop over bits does to all at once ---

  /// Emits the instructions behind the loop's own as far as they can be done to all bits at once;
  /// whether the last of the plan is among them. Those are then in along_.
  bool take_along(const BitLoop& loop) {
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

  /// Locates the bits that belong to those of the loop: the sum is part of their number. False: it
  /// is not.
  bool locate(const BitLoop& loop, const Words& words, std::uint64_t first,
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

  static bool is_term(const Sum& sum, Register value) {
    return std::any_of(sum.terms.begin(), sum.terms.end(),
                       [&](const Product& term) { return term.value == value; });
  }

  bool filter(const BitLoop& loop, const Match& match, Stencil stencil) {
    if (match.path != AccessPath::bits || !is_one_bit(match) || !match.transfers.empty() ||
        !locate(loop, match.words, match.first_bit, match.known)) {
      return false;
    }
    code_.emit(stencil, {.b = loop.span, .c = loop.state});
    return true;
  }

  bool insert_all(const BitLoop& loop, const Insertion& insertion) {
    if (insertion.to_table || insertion.recursive || !insertion.transfers.empty() ||
        !locate(loop, insertion.words, insertion.first_bit, insertion.known)) {
      return false;
    }
    code_.emit(loop.is_short ? Stencil::short_add : Stencil::long_add,
               {.b = loop.span, .c = loop.state});
    return true;
  }

  /// For `different`: without the places where the columns have the others' values.
  bool leave_out(const BitLoop& loop, const std::vector<Pair>& pairs) {
    if (pairs.size() != loop.sum.terms.size()) return leave_out_value(loop, pairs);
    std::vector<Product> others;
    for (const Product& term : loop.sum.terms) {
      for (const Pair& pair : pairs) {
        if (pair.map != nullptr) return false;
        if (pair.left == term.value) others.push_back({pair.right, term.stride});
        if (pair.right == term.value) others.push_back({pair.left, term.stride});
      }
    }
    if (others.size() != pairs.size()) return false;
    for (const Product& other : others)
      if (is_term(loop.sum, other.value)) return false;
    index(0, std::move(others));
    code_.emit(loop.is_short ? Stencil::short_without : Stencil::long_without, {.c = loop.state});
    return true;
  }

  /// The same for one column and a constant.
  bool leave_out_value(const BitLoop& loop, const std::vector<Pair>& pairs) {
    if (pairs.size() != 1 || pairs[0].map != nullptr) return false;
    const auto constant =
        std::find_if(plan_.constants.begin(), plan_.constants.end(),
                     [&](const CompiledPlan::Constant& one) { return one.to == pairs[0].left; });
    const auto term = std::find_if(loop.sum.terms.begin(), loop.sum.terms.end(),
                                   [&](const Product& one) { return one.value == pairs[0].right; });
    if (constant == plan_.constants.end() || term == loop.sum.terms.end()) return false;
    // Terms with smaller strides say how far places with one value reach.
    std::uint64_t period = loop.span;
    for (const Product& one : loop.sum.terms)
      if (one.stride > term->stride) period = std::min(period, one.stride);
    std::vector<std::uint64_t> pattern((loop.span + word_bits - 1) / word_bits);
    for (std::uint64_t bit = 0; bit < loop.span; ++bit) {
      const bool has_value = bit % period / term->stride == constant->value;
      if (!has_value) pattern[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
    }
    code_.emit(loop.is_short ? Stencil::short_mask : Stencil::long_mask,
               {.c = loop.state, .p = pattern_pointer(loop, std::move(pattern))});
    return true;
  }

  /// The columns' values from the number of a bit in the range, as far as anything reads them.
  void decode(const std::vector<FreeColumn>& columns, const BitLoop& loop) {
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

  /// Marks the registers that the instruction reads, or only its checks, but for those for which
  /// the sum serves; whether it does.
  static bool mark_read(const Instruction& instruction, bool only_checks, const Sum& sum,
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
    // A key or row of one column may be where a column was bound; of more it has registers of its
    // own.
    if (match.path == AccessPath::chain || match.path == AccessPath::fixed ||
        match.path == AccessPath::call) {
      mark(match.key);
    }
    if (insertion.to_table) mark(insertion.row);
    return serves;
  }

  /// A column's value from the number of a bit in the range.
  void decode(const FreeColumn& column, std::uint64_t range) {
    const std::uint64_t to = place_of(column.value);
    const bool leads = column.stride * column.size >= range;
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
               {.a = table, .c = state, .third = poll(step)});
    loop(Stencil::rows_next, {.a = table, .b = place_of(match.arity), .c = state}, step, fail);
    row(match, step);
    return step;
  }

  Label chain(const Match& match, Label fail) {
    const std::uint64_t state = place_of(slots(1));
    const std::uint64_t table = match.table * sizeof(tsj_table);
    const std::uint64_t index = match.index * sizeof(tsj_index);
    code_.emit(Stencil::chain_begin,
               {.a = table, .b = index, .c = state, .d = place_of(match.key)});
    const Label step = code_.new_label();
    loop(Stencil::chain_next, {.a = table, .b = place_of(match.arity), .c = state, .d = index},
         step, fail);
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
      const Stencil add = insertion.words.one ? Stencil::add_word : Stencil::add;
      code_.emit(insertion.recursive ? Stencil::add_recursive : add,
                 {.a = insertion.new_words.offset, .next = next});
    }
  }

  /// --- loops ---

  /// Registers for the state of a loop, as many slots of 64 bits.
  Register slots(std::size_t count) {
    registers_ = (registers_ + 1) / 2 * 2;
    return std::exchange(registers_, registers_ + static_cast<Register>(2 * count));
  }

  /// Code that looks whether to stop, and goes on at the loop's step.
  Label poll(Label step) {
    const Label label = code_.new_label();
    all_.polls_.push_back({label, step});
    return label;
  }

  /// A loop's step, which goes to `end` where nothing is left.
  void loop(Stencil stencil, Fillings fillings, Label step, Label end) {
    code_.bind(step);
    fillings.other = end;
    fillings.third = poll(step);
    code_.emit(stencil, fillings);
  }

  PlanStencils& all_;
  CodeBuffer& code_;
  const CompiledPlan& plan_;
  Label end_;
  std::uint32_t registers_;
  std::size_t at_ = 0;           ///< the instruction that is being emitted
  std::size_t along_end_ = 0;    ///< up to where a loop may take instructions along; 0: none
  std::size_t along_ = 0;        ///< how many instructions a loop has taken along
  std::vector<Sum> sums_;        ///< of the matches that have been emitted
  Register call_ = 0;            ///< the slots of the tuples that a call gave
  std::optional<Label> behind_;  ///< behind()
};

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
  for (const Poll& poll : polls_) {
    buffer_.bind(poll.label);
    buffer_.emit(Stencil::poll, {.next = poll.step});
  }
  polls_.clear();
}

void PlanStencils::emit(const CompiledStratum& stratum) {
  for (const CompiledStratum::Bits& bits : stratum.clear) {
    if (bits.count == 0) continue;
    // Relations that are computed lie in scratch memory or in the next state.
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
  registers_ = std::max(registers_, PlanEmitter(*this, plan, end).emit());
  buffer_.bind(end);
}

}  // namespace tesuji::interpreter
