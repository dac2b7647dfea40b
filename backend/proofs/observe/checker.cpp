#include "backend/proofs/observe/checker.h"

#include "backend/proofs/formulas/bit_words.h"

#include <algorithm>
#include <utility>

namespace tesuji::proofs {

Checker::Checker(const Observer& observer, std::span<const ir::Invariant> invariants,
                 std::uint64_t most_choices)
    : observer_(&observer), invariants_(invariants) {
  for (const ir::Invariant& invariant : invariants) {
    const InstanceNumber count = ir::instances(invariant);
    left_out_.push_back(count > most_instances);
    instances_.push_back(left_out_.back() ? 0 : count);
    if (instances_.back() == 0) {
      CompiledFormula& none = formulas_.emplace_back();
      none.degree = ir::degree(invariant.formula);
    } else {
      formulas_.push_back(compile_formula(invariant, observer, most_choices));
    }
  }
}

// Evaluation of a formula in one window of states.

namespace {

/// Calls `visit(offset)` for each choice of these variables of a space.
template <typename Visit>
void for_each_choice(std::span<const SpaceVariable> variables, std::uint64_t offset,
                     const Visit& visit) {
  if (variables.empty()) {
    visit(offset);
    return;
  }
  for (std::uint32_t i = 0; i < variables[0].size; ++i) {
    for_each_choice(variables.subspan(1), offset + i * variables[0].stride, visit);
  }
}

}  // namespace

/// Evaluates one formula in one window.
class Evaluation {
 public:
  Evaluation(const CompiledFormula& formula, const Observer& observer, Window window,
             Checker::Memory& memory)
      : formula_(formula), observer_(observer), window_(window), memory_(memory) {
    memory_.used_ = 0;
    memory_.gave_up_ = false;
    memory_.looped_.resize(std::max(memory_.looped_.size(), formula.invariant->variables.size()));
  }

  std::span<const std::uint64_t> failing() {
    const Part& root = formula_.parts[formula_.root];
    const Space& space = formula_.spaces[root.space];
    std::uint64_t* out = take(std::max<std::size_t>(space.words(), 1));
    if (space.size == 1) {
      out[0] = truth(formula_.root, 0) ? 0 : 1;
    } else {
      const std::uint64_t* value = raw(formula_.root, 0, out);
      for (std::size_t w = 0; w < space.words(); ++w) out[w] = root.negated ? value[w] : ~value[w];
      trim(out, space.size);
    }
    return {out, space.words()};
  }

 private:
  /// Allocates a buffer that lasts until release().
  std::uint64_t* take(std::size_t words) {
    if (memory_.used_ == memory_.buffers_.size()) memory_.buffers_.emplace_back();
    Words& buffer = memory_.buffers_[memory_.used_++];
    if (buffer.size() < words) buffer.resize(words);
    return buffer.data();
  }
  void release() { --memory_.used_; }

  [[nodiscard]] bool over() {
    if (memory_.gave_up_) return true;
    memory_.gave_up_ = (memory_.stop != nullptr && memory_.stop->load(std::memory_order_relaxed)) ||
                       (memory_.deadline != nullptr && memory_.deadline->is_over());
    return memory_.gave_up_;
  }

  /// Evaluates a part whose space has one choice.
  bool truth(std::uint32_t id, std::size_t k) {
    const Part& part = formula_.parts[id];
    switch (part.kind) {
      case Part::Kind::conjunction:
        return std::all_of(part.parts.begin(), part.parts.end(),
                           [&](std::uint32_t inner) { return truth(inner, k); });
      case Part::Kind::disjunction:
        return std::any_of(part.parts.begin(), part.parts.end(),
                           [&](std::uint32_t inner) { return truth(inner, k); });
      case Part::Kind::next:
        return (k + 1 == window_.size() || truth(part.parts[0], k + 1)) != part.negated;
      case Part::Kind::count:
        return count_holds(part, k) != part.negated;
      case Part::Kind::atom:
        if (part.spread.single) return single_holds(part.spread, k) != part.negated;
        break;
      case Part::Kind::same:
        break;
    }
    std::uint64_t bit = 0;
    const std::uint64_t* value = raw(id, k, &bit);
    return ((value[0] & 1) != 0) != part.negated;
  }

  /// Evaluates a part without its negation, in `out` or elsewhere.
  const std::uint64_t* raw(std::uint32_t id, std::size_t k, std::uint64_t* out) {
    const Part& part = formula_.parts[id];
    const Space& space = formula_.spaces[part.space];
    switch (part.kind) {
      case Part::Kind::atom:
        return spread_atom(part.spread, space, k, out);
      case Part::Kind::same:
        if (!part.constant.empty()) return part.constant.data();
        std::fill_n(out, space.words(), 0);
        fill_same(formula_, part, memory_.looped_, out);
        return out;
      case Part::Kind::conjunction:
      case Part::Kind::disjunction:
        join(part, space, k, out);
        return out;
      case Part::Kind::next:
        if (k + 1 < window_.size()) return next_value(part, space, k, out);
        fill_ones(out, space.words(), space.size);
        return out;
      case Part::Kind::count:
        count(part, space, k, out);
        return out;
    }
    return out;
  }

  const std::uint64_t* next_value(const Part& part, const Space& space, std::size_t k,
                                  std::uint64_t* out) {
    const std::uint64_t* value = raw(part.parts[0], k + 1, out);
    if (!formula_.parts[part.parts[0]].negated) return value;
    for (std::size_t w = 0; w < space.words(); ++w) out[w] = ~value[w];
    trim(out, space.size);
    return out;
  }

  void join(const Part& part, const Space& space, std::size_t k, std::uint64_t* out) {
    const bool conjunction = part.kind == Part::Kind::conjunction;
    const std::size_t words = space.words();
    if (conjunction) {
      fill_ones(out, words, space.size);
    } else {
      std::fill_n(out, words, 0);
    }
    std::uint64_t* buffer = take(words);
    for (const std::uint32_t inner : part.parts) {
      const std::uint64_t* value = raw(inner, k, buffer);
      const std::uint64_t flip = formula_.parts[inner].negated ? all_ones : 0;
      std::uint64_t open = 0;  // bits that later parts can still change
      if (conjunction) {
        for (std::size_t w = 0; w < words; ++w) open |= out[w] &= value[w] ^ flip;
      } else {
        for (std::size_t w = 0; w < words; ++w) open |= ~(out[w] |= value[w] ^ flip);
        trim(out, space.size);
        // The bits after the last choice are always zero, which must not keep the loop running.
        if (space.size % 64 != 0 && open != 0) open = count_bits(out, 0, space.size) != space.size;
      }
      if (open == 0) break;
    }
    release();
  }

  const std::uint64_t* spread_atom(const Spread& spread, const Space& space, std::size_t k,
                                   std::uint64_t* out) {
    if (spread.direct) return window_[k]->sets[spread.slot].bits().data();
    if (spread.single) {
      if (single_holds(spread, k)) {
        fill_ones(out, space.words(), space.size);
      } else {
        std::fill_n(out, space.words(), 0);
      }
      return out;
    }
    std::fill_n(out, space.words(), 0);
    walk(spread, k, [&](std::uint64_t place) {
      for_each_choice(spread.missing, place,
                      [&](std::uint64_t bit) { out[bit / 64] |= std::uint64_t{1} << (bit % 64); });
    });
    return out;
  }

  bool single_holds(const Spread& spread, std::size_t k) {
    if (spread.never) return false;
    const AtomSet& set = window_[k]->sets[spread.slot];
    std::uint64_t number = spread.constant;
    const runtime::MixedRadix& radix = observer_.radix(spread.slot);
    for (const BoundColumn& column : spread.columns) {
      const std::int32_t position = column.column_position[memory_.looped_[column.variable]];
      if (position < 0) return false;
      number += static_cast<std::uint64_t>(position) * radix.stride(column.column);
    }
    return set.contains(number);
  }

  /// Calls `visit(place)` for each true tuple that has a place.
  template <typename Visit>
  void walk(const Spread& spread, std::size_t k, const Visit& visit) {
    if (spread.never) return;
    const AtomSet& set = window_[k]->sets[spread.slot];
    if (!spread.places.empty()) {
      set.for_each([&](std::uint64_t number) {
        const std::uint32_t place = spread.places[number];
        if (place != Spread::nowhere) visit(std::uint64_t{place});
      });
      return;
    }
    walk_rows(spread, set, [&](const std::uint32_t*, std::uint64_t place) { visit(place); });
  }

  template <typename Visit>
  void walk_rows(const Spread& spread, const AtomSet& set, const Visit& visit) {
    const runtime::MixedRadix& radix = observer_.radix(spread.slot);
    memory_.row_.resize(radix.arity());
    set.for_each([&](std::uint64_t number) {
      radix.unpack(number, memory_.row_.data());
      const std::uint64_t place = place_of(spread, memory_.row_.data(), memory_.looped_);
      if (place != Spread::nowhere) visit(memory_.row_.data(), place);
    });
  }

  // Counts.

  bool count_holds(const Part& part, std::size_t k) {
    std::uint64_t sum = 0;
    for (const Part::Range& range : part.ranges) {
      sum += count_once(range, k, part.lower, part.upper);
      if (part.upper == ir::Formula::unbounded && sum >= part.lower) return true;
      if (sum > part.upper) return false;
    }
    return part.lower <= sum && sum <= part.upper;
  }

  /// Counts in a space of one choice. With loops, may stop once further matches cannot change the
  /// result.
  std::uint64_t count_once(const Part::Range& range, std::size_t k, std::uint64_t lower,
                           std::uint64_t upper) {
    std::uint64_t sum = 0;
    switch (range.way) {
      case Part::Way::tuples:
        if (range.spread.single) {
          sum = single_holds(range.spread, k) ? 1 : 0;
        } else {
          walk(range.spread, k, [&](std::uint64_t) { ++sum; });
        }
        sum *= range.times;
        return range.complement ? range.choices - sum : sum;
      case Part::Way::dense: {
        const Space& inner = formula_.spaces[formula_.parts[range.body].space];
        std::uint64_t* buffer = take(inner.words());
        sum = count_bits(raw(range.body, k, buffer), 0, inner.size);
        release();
        return formula_.parts[range.body].negated ? range.choices - sum : sum;
      }
      case Part::Way::looped:
        loop(range, k, [&] {
          if (truth(range.body, k)) ++sum;
          return sum <= upper && (upper != ir::Formula::unbounded || sum < lower);
        });
        return sum;
    }
    return sum;
  }

  void count(const Part& part, const Space& space, std::size_t k, std::uint64_t* out) {
    std::uint64_t* sums = take(static_cast<std::size_t>(space.size));
    std::fill_n(sums, space.size, 0);
    for (const Part::Range& range : part.ranges) add_counts(range, space, k, sums);
    std::fill_n(out, space.words(), 0);
    for (std::uint64_t place = 0; place < space.size; ++place) {
      if (part.lower <= sums[place] && sums[place] <= part.upper) {
        out[place / 64] |= std::uint64_t{1} << (place % 64);
      }
    }
    release();
  }

  void add_counts(const Part::Range& range, const Space& space, std::size_t k,
                  std::uint64_t* sums) {
    switch (range.way) {
      case Part::Way::tuples:
        add_tuples(range, space, k, sums);
        return;
      case Part::Way::dense: {
        const Part& body = formula_.parts[range.body];
        const Space& inner = formula_.spaces[body.space];
        std::uint64_t* buffer = take(inner.words());
        const std::uint64_t* value = raw(range.body, k, buffer);
        for (std::uint64_t place = 0; place < space.size; ++place) {
          const std::uint64_t sum =
              count_bits(value, place * range.choices, (place + 1) * range.choices);
          sums[place] += body.negated ? range.choices - sum : sum;
        }
        release();
        return;
      }
      case Part::Way::looped: {
        std::uint64_t* buffer = take(space.words());
        const std::uint64_t flip = formula_.parts[range.body].negated ? all_ones : 0;
        loop(range, k, [&] {
          const std::uint64_t* value = raw(range.body, k, buffer);
          for (std::uint64_t place = 0; place < space.size; ++place) {
            sums[place] += (value[place / 64] ^ flip) >> (place % 64) & 1;
          }
          return true;
        });
        release();
        return;
      }
    }
  }

  void add_tuples(const Part::Range& range, const Space& space, std::size_t k,
                  std::uint64_t* sums) {
    if (range.complement) {
      for (std::uint64_t place = 0; place < space.size; ++place) sums[place] += range.choices;
    }
    const std::uint64_t each = range.complement ? 0 - range.times : range.times;
    const auto add = [&](std::uint64_t place) {
      for_each_choice(range.spread.missing, place, [&](std::uint64_t at) { sums[at] += each; });
    };
    if (range.spread.single) {
      if (single_holds(range.spread, k)) add(0);
    } else {
      walk(range.spread, k, add);
    }
  }

  /// Calls `body()` for every choice of the range's variables for which it may hold, until it
  /// returns false: then returns false.
  template <typename Body>
  bool loop(const Part::Range& range, std::size_t k, const Body& body, std::size_t guard = 0) {
    if (guard == range.guards.size()) return loop_over(range.rest, body);
    const std::vector<ir::VariableId>& variables = range.guards[guard].variables;
    for (const std::vector<std::uint32_t>& choice : allowed(range.guards[guard], k)) {
      for (std::size_t i = 0; i < choice.size(); ++i) memory_.looped_[variables[i]] = choice[i];
      if (!loop(range, k, body, guard + 1)) return false;
    }
    return true;
  }

  /// Returns the constants that the guard's tuples allow for its variables.
  std::vector<std::vector<std::uint32_t>> allowed(const Part::Range::Guard& guard, std::size_t k) {
    std::vector<std::vector<std::uint32_t>> choices;
    if (guard.spread.never) return choices;
    walk_rows(
        guard.spread, window_[k]->sets[guard.spread.slot],
        [&](const std::uint32_t* row, std::uint64_t) {
          std::vector<std::uint32_t>& choice = choices.emplace_back();
          for (const ir::VariableId variable : guard.variables) {
            const auto column =
                std::find_if(guard.spread.columns.begin(), guard.spread.columns.end(),
                             [&](const BoundColumn& own) { return own.variable == variable; });
            choice.push_back(static_cast<std::uint32_t>(column->position[row[column->column]]));
          }
        });
    std::sort(choices.begin(), choices.end());
    choices.erase(std::unique(choices.begin(), choices.end()), choices.end());
    return choices;
  }

  /// Returns false if `body` ended it.
  template <typename Body>
  bool loop_over(const std::vector<ir::VariableId>& variables, const Body& body) {
    for (const ir::VariableId variable : variables) memory_.looped_[variable] = 0;
    for (;;) {
      if (over() || !body()) return false;
      std::size_t i = variables.size();
      while (i > 0) {
        const ir::VariableId variable = variables[i - 1];
        const std::size_t size = formula_.invariant->variables[variable].domain.size();
        if (++memory_.looped_[variable] < size) break;
        memory_.looped_[variable] = 0;
        --i;
      }
      if (i == 0) return true;
    }
  }

  const CompiledFormula& formula_;
  const Observer& observer_;
  Window window_;
  Checker::Memory& memory_;
};

std::span<const std::uint64_t> Checker::failing(std::size_t i, Window window,
                                                Memory& memory) const {
  if (instances_[i] == 0) return {};
  return Evaluation(formulas_[i], *observer_, window, memory).failing();
}

}  // namespace tesuji::proofs
