// Runs plans as nested loops: one function per kind of access, each calling the rest of the plan
// for every match. After a call, a loop reads its data from memory again, because the rest of the
// plan may insert into the very relation that is being scanned (see runtime/core/table.c for
// tables; a bit set behind the loop is seen in the next round of the recursion).
#include "backend/interpreter/machine.h"

#include "runtime/host/standby/work_scope.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace tesuji::interpreter {
namespace {

/// `counting`: adds trials to frame.trials.
template <bool counting>
bool run(const Instruction* at, Frame& frame);

/// Returns the tuples of a call with the arguments in `given`.
CallTuples run_call(const CompiledCall& call, const Register* given, Frame& frame);

bool transfer(const std::vector<Transfer>& transfers, Register* registers) {
  for (const Transfer& t : transfers) {
    std::uint32_t value = registers[t.from];
    if (t.map != nullptr) {
      const std::int32_t translated = t.map[value];
      if (translated < 0) return false;
      value = static_cast<std::uint32_t>(translated);
    }
    registers[t.to] = value;
  }
  return true;
}

bool equal(const Pair& pair, const Register* registers) {
  const std::uint32_t left = registers[pair.left];
  const std::uint32_t right = registers[pair.right];
  if (pair.map == nullptr) return left == right;
  return pair.map[left] >= 0 && static_cast<std::uint32_t>(pair.map[left]) == right;
}

bool all_equal(const std::vector<Pair>& pairs, const Register* registers) {
  for (const Pair& pair : pairs)
    if (!equal(pair, registers)) return false;
  return true;
}

std::uint64_t bit_of(std::uint64_t first, const std::vector<KnownColumn>& known,
                     const Register* registers) {
  for (const KnownColumn& column : known) first += registers[column.value] * column.stride;
  return first;
}

bool has_bit(const std::uint64_t* words, std::uint64_t bit) {
  return (words[bit / 64] >> (bit % 64) & 1) != 0;
}

/// Returns the part of word `w` that lies in bits [begin, last].
std::uint64_t masked(const std::uint64_t* words, std::uint64_t w, std::uint64_t begin,
                     std::uint64_t last) {
  std::uint64_t word = words[w];
  if (w == begin / 64) word &= ~std::uint64_t{0} << (begin % 64);
  if (w == last / 64) word &= ~std::uint64_t{0} >> (63 - last % 64);
  return word;
}

// The matching functions call found() for every match until it returns true, and return whether it
// did.

template <typename Found>
bool match_range(const Match& match, Frame& frame, const std::uint64_t* words, std::uint64_t begin,
                 const Found& found) {
  Register* registers = frame.registers;
  if (match.range == 1) {
    if (!has_bit(words, begin)) return false;
    for (const FreeColumn& column : match.inner) registers[column.value] = 0;
    return all_equal(match.checks, registers) && found();
  }
  const std::uint64_t last = begin + match.range - 1;
  for (std::uint64_t w = begin / 64; w <= last / 64; ++w) {
    std::uint64_t word = masked(words, w, begin, last);
    if (match.any_in_range) {
      if (word != 0) return all_equal(match.checks, registers) && found();
      continue;
    }
    for (; word != 0; word &= word - 1) {
      const std::uint64_t offset =
          w * 64 + static_cast<std::uint64_t>(std::countr_zero(word)) - begin;
      if (match.inner.size() == 1 && match.inner[0].size == match.range) {
        registers[match.inner[0].value] = static_cast<Register>(offset);
      } else {
        for (const FreeColumn& column : match.inner)
          registers[column.value] = static_cast<Register>(offset / column.stride % column.size);
      }
      if (all_equal(match.checks, registers) && found()) return true;
    }
  }
  return false;
}

/// Whether the host wants to stop; its flag is the lowest byte.
bool is_stopped(const Frame& frame) {
  const auto* flag = reinterpret_cast<const volatile unsigned char*>(frame.scratch->stop);
  return flag != nullptr && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

/// Counts places that a walk visits. Returns true if the walk must end; the plan then ends with its
/// next step.
bool give_up_walk(Frame& frame, std::uint64_t places) {
  frame.walked += places;
  if (frame.walked < walk_interval) return false;
  const bool affordable = runtime::charge_work(frame.walked * work_of_place);
  frame.walked = 0;
  if (affordable && !is_stopped(frame)) return false;
  frame.interval = frame.until_poll = 1;
  frame.status = TSJ_STOPPED;
  return true;
}

template <typename Found>
bool match_outer(const Match& match, Frame& frame, const std::uint64_t* words, std::size_t depth,
                 std::uint64_t begin, const Found& found) {
  if (depth == match.outer.size()) return match_range(match, frame, words, begin, found);
  const FreeColumn& column = match.outer[depth];
  if (give_up_walk(frame, column.size)) return true;
  for (std::uint64_t value = 0; value < column.size; ++value) {
    frame.registers[column.value] = static_cast<Register>(value);
    if (match_outer(match, frame, words, depth + 1, begin + value * column.stride, found))
      return true;
  }
  return false;
}

template <typename Found>
bool match_row(const Match& match, Register* registers, const std::uint32_t* row,
               const Found& found) {
  for (const KnownColumn& column : match.known)
    if (row[column.column] != registers[column.value]) return false;
  for (const FreeColumn& column : match.inner) registers[column.value] = row[column.column];
  return all_equal(match.checks, registers) && found();
}

template <typename Found>
bool match_rows(const Match& match, Frame& frame, const Found& found) {
  const tsj_table& table = frame.scratch->tables[match.table];
  const std::uint32_t end = match.delta ? table.delta_end : table.count;
  if (give_up_walk(frame, end - (match.delta ? table.delta_begin : 0))) return true;
  for (std::uint32_t r = match.delta ? table.delta_begin : 0; r < end; ++r) {
    if (match_row(match, frame.registers, table.rows + std::size_t{r} * table.arity, found))
      return true;
  }
  return false;
}

template <typename Found>
bool match_chain(const Match& match, Frame& frame, const Found& found) {
  const tsj_table& table = frame.scratch->tables[match.table];
  const tsj_index& index = table.indexes[match.index];
  for (std::uint32_t r = tsj_index_first(&index, frame.registers + match.key); r != 0;
       r = index.next[r - 1]) {
    if (match_row(match, frame.registers, table.rows + std::size_t{r - 1} * table.arity, found))
      return true;
  }
  return false;
}

template <typename Found>
bool match_fixed(const Match& match, Frame& frame, const Found& found) {
  Register* registers = frame.registers;
  const auto [begin, end] = match.fixed->find(registers + match.key);
  for (const std::uint32_t* row = begin; row != end; row += match.fixed->arity()) {
    for (const FreeColumn& column : match.inner) registers[column.value] = row[column.column];
    if (all_equal(match.checks, registers) && found()) return true;
  }
  return false;
}

template <typename Found>
bool match_each(const Match& match, Frame& frame, const Found& found) {
  if (!transfer(match.transfers, frame.registers)) return false;
  switch (match.path) {
    case AccessPath::nothing:
      return false;
    case AccessPath::unit:
      return found();
    case AccessPath::bits:
      return match_outer(match, frame, frame.at(match.words), 0,
                         bit_of(match.first_bit, match.known, frame.registers), found);
    case AccessPath::rows:
      return match_rows(match, frame, found);
    case AccessPath::chain:
      return match_chain(match, frame, found);
    case AccessPath::fixed:
      return match_fixed(match, frame, found);
    case AccessPath::call: {
      const CallTuples found_tuples = run_call(*match.call, frame.registers + match.key, frame);
      if (frame.status != TSJ_OK) return true;
      return match_outer(match, frame, found_tuples.data(), 0,
                         bit_of(match.first_bit, match.known, frame.registers), found);
    }
  }
  return false;
}

/// Returns whether the plan is finished after the insertion.
bool insert(const Insertion& insertion, Frame& frame) {
  Register* registers = frame.registers;
  if (!transfer(insertion.transfers, registers)) return false;
  if (insertion.to_table) {
    if (tsj_table_insert(&frame.scratch->tables[insertion.table], registers + insertion.row) == 0 &&
        frame.scratch->status != TSJ_OK) {
      frame.status = frame.scratch->status;
      return true;
    }
    return insertion.once;
  }
  const std::uint64_t bit = bit_of(insertion.first_bit, insertion.known, registers);
  std::uint64_t& word = frame.at(insertion.words)[bit / 64];
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  if ((word & mask) == 0) {
    word |= mask;
    if (insertion.recursive) frame.at(insertion.new_words)[bit / 64] |= mask;
  }
  return insertion.once;
}

bool must_stop(Frame& frame) {
  const bool affordable = runtime::charge_work(steps_taken(frame) * frame.work_of_step);
  frame.interval = frame.until_poll = poll_interval;
  if (frame.polls_left-- == 0) {
    frame.polls_left = 0;
    frame.status = TSJ_STOPPED;
    return true;
  }
  if (affordable && !is_stopped(frame)) return false;
  frame.status = TSJ_STOPPED;
  return true;
}

/// Runs from `at` on. Returns true if no further matches are needed (a witness was found, the plan
/// is finished, or frame.status is set).
template <bool counting>
bool run(const Instruction* at, Frame& frame) {
  if (--frame.until_poll == 0 && must_stop(frame)) return true;
  for (;; ++at) {
    if constexpr (counting) ++frame.trials[at - frame.code];
    switch (at->code) {
      case Instruction::Code::each:
        return match_each(at->match, frame, [&] { return run<counting>(at + 1, frame); });
      case Instruction::Code::any:
        if (!match_each(at->match, frame, [] { return true; })) return false;
        break;
      case Instruction::Code::none:
        if (match_each(at->match, frame, [] { return true; })) return false;
        break;
      case Instruction::Code::different:
        if (all_equal(at->pairs, frame.registers)) return false;
        break;
      case Instruction::Code::same:
        if (!all_equal(at->pairs, frame.registers)) return false;
        break;
      case Instruction::Code::exists:
        if (!run<counting>(at + 1, frame)) return false;
        if (frame.status != TSJ_OK) return true;
        at += at->skip - 1;
        break;
      case Instruction::Code::found:
        return true;
      case Instruction::Code::fail:
        return false;
      case Instruction::Code::insert:
        return insert(at->insertion, frame);
      case Instruction::Code::given:
        if (!match_row(at->match, frame.registers, frame.given, [] { return true; })) return false;
        break;
    }
  }
}

/// Runs plans until one fails, or `done` returns true.
template <typename Done>
bool run_plans(const std::vector<CompiledPlan>& plans, Frame& frame, const Done& done) {
  for (const CompiledPlan& plan : plans) {
    if (done()) return true;
    for (const CompiledPlan::Constant& constant : plan.constants)
      frame.registers[constant.to] = constant.value;
    if (frame.all_trials == nullptr) {
      run<false>(plan.code.data(), frame);
    } else {
      frame.code = plan.code.data();
      frame.trials = frame.all_trials + plan.first_trial;
      const auto begin = std::chrono::steady_clock::now();
      run<true>(plan.code.data(), frame);
      const auto took = std::chrono::steady_clock::now() - begin;
      // The clock follows the trials of the instructions.
      frame.trials[plan.code.size()] += static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
    }
    if (frame.status != TSJ_OK) return false;
  }
  return true;
}

bool run_plans(const std::vector<CompiledPlan>& plans, Frame& frame) {
  return run_plans(plans, frame, [] { return false; });
}

bool is_empty(const CallTuples& tuples) {
  return std::all_of(tuples.begin(), tuples.end(), [](std::uint64_t word) { return word == 0; });
}

CallTuples run_call(const CompiledCall& call, const Register* given, Frame& frame) {
  constexpr std::size_t few_registers = 64;
  alignas(std::uint64_t) std::array<Register, few_registers>
      few;  // each is written before it is read
  std::vector<Register> many(call.registers > few_registers ? call.registers : 0);
  CallWords words;
  Register* const registers =
      std::exchange(frame.registers, many.empty() ? few.data() : many.data());
  const Register* const outer_given = std::exchange(frame.given, given);
  const std::uintptr_t outer_words = std::exchange(
      frame.areas[static_cast<std::size_t>(Area::call)], reinterpret_cast<std::uintptr_t>(&words));
  std::uint64_t* const trials = frame.trials;
  const Instruction* const code = frame.code;
  run_plans(call.plans, frame, [&] { return call.one_tuple && !is_empty(words.fresh); });
  CallTuples found = words.fresh;
  words.delta = found;
  while (!call.delta_plans.empty() && !is_empty(words.delta) && frame.status == TSJ_OK) {
    words.fresh = {};
    run_plans(call.delta_plans, frame);
    for (std::size_t w = 0; w < found.size(); ++w) {
      words.delta[w] = words.fresh[w] & ~found[w];
      found[w] |= words.fresh[w];
    }
  }
  frame.registers = registers;
  frame.given = outer_given;
  frame.areas[static_cast<std::size_t>(Area::call)] = outer_words;
  frame.trials = trials;
  frame.code = code;
  return found;
}

/// Makes the new tuples the delta; returns whether there are any.
bool next_round(const CompiledStratum& stratum, Frame& frame) {
  bool any = false;
  for (const CompiledStratum::Recursive& relation : stratum.rounds) {
    std::uint64_t* fresh = frame.at(relation.fresh);
    std::uint64_t* delta = frame.at(relation.delta);
    for (std::uint64_t w = 0; w < relation.count; ++w) {
      any = any || fresh[w] != 0;
      delta[w] = fresh[w];
      fresh[w] = 0;
    }
  }
  for (const std::uint32_t number : stratum.tables) {
    tsj_table& table = frame.scratch->tables[number];
    tsj_table_next_round(&table);
    any = any || table.delta_begin != table.delta_end;
  }
  return any;
}

Frame& frame_of(tsj_stencil_context* context) {
  return *static_cast<Frame*>(context);
}

}  // namespace

// Functions called by machine code must not throw: an exception could not pass through that code.
Frame::Frame() : tsj_stencil_context{} {
  static constexpr tsj_stencil_functions called = {
      .poll = [](tsj_stencil_context* context) noexcept -> std::int32_t {
        Frame& frame = frame_of(context);
        return must_stop(frame) ? frame.status : TSJ_OK;
      },
      .insert = [](tsj_stencil_context* context, tsj_table* table,
                   const Register* row) noexcept -> std::int32_t {
        const tsj_scratch& scratch = *frame_of(context).scratch;
        return tsj_table_insert(table, row) == 0 ? scratch.status : TSJ_OK;
      },
      .clear_table = tsj_table_clear,
      .next_round = [](tsj_stencil_context* context, const void* stratum) noexcept -> int {
        const auto& recursive = *static_cast<const CompiledStratum*>(stratum);
        return interpreter::next_round(recursive, frame_of(context)) ? 1 : 0;
      },
      .find = [](const void* index, const Register* key,
                 const char** range) noexcept -> std::uint64_t {
        const auto& fixed = *static_cast<const FixedIndex*>(index);
        const auto [begin, end] = fixed.find(key);
        range[0] = reinterpret_cast<const char*>(begin);
        range[1] = reinterpret_cast<const char*>(end);
        return static_cast<std::uint64_t>(end - begin) / fixed.arity();
      },
      .reserve = [](tsj_stencil_context* context, std::uint64_t size) noexcept -> void* {
        constexpr std::uint64_t usual = std::uint64_t{1} << 16;
        const std::uint64_t bytes = std::max(size, usual);
        void* block = std::malloc(bytes);
        if (block != nullptr) context->limit = static_cast<char*>(block) + bytes;
        return block;
      },
      .release = std::free,
      .first_in_chain = tsj_index_first,
  };
  functions = &called;
  until_poll = 1;
}

void run_code(Enter enter, const void* code, Frame& frame) {
  const auto area = [&](Area number) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<char*>(frame.areas[static_cast<std::size_t>(number)]);
  };
  frame.out = area(Area::out);
  frame.status = enter(&frame, reinterpret_cast<char*>(frame.registers), area(Area::state),
                       reinterpret_cast<char*>(frame.scratch), frame.out, code);
}

void run_stratum(const CompiledStratum& stratum, Frame& frame) {
  for (const CompiledStratum::Bits& bits : stratum.clear)
    std::memset(frame.at(bits.words), 0, bits.count * sizeof(std::uint64_t));
  for (const std::uint32_t table : stratum.tables) tsj_table_clear(&frame.scratch->tables[table]);
  if (!run_plans(stratum.plans, frame) || !stratum.recursive) return;
  while (next_round(stratum, frame))
    if (!run_plans(stratum.delta_plans, frame)) return;
}

}  // namespace tesuji::interpreter
