// Computes where bits lie: maps a tuple to words and the number of a bit.

#include "backend/interpreter/stencils/plan_emitter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::interpreter {

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

}  // namespace tesuji::interpreter
