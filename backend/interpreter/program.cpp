// Interprets a game's module: runs its entries' compiled plans in the order of strata.
#include "backend/interpreter/interpreter.h"
#include "backend/interpreter/machine.h"
#include "backend/interpreter/plan_compiler.h"
#include "backend/interpreter/stencils/plan_stencils.h"
#include "ir/module/entries.h"
#include "ir/module/relation.h"
#include "runtime/core/tesuji/abi.h"
#include "runtime/host/standby/work_scope.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::interpreter {

namespace {

// Counts the trials of each instruction over all calls of a program's entries.

/// Each scratch block has its own counters, since one call at a time uses it: counting needs no
/// lock and no atomic instructions.
class TrialCounts {
 public:
  explicit TrialCounts(std::size_t size) : size_(size) {}

  /// Returns the counters of calls with this scratch block, as many as the constructor's size;
  /// valid while this object lives. Thread-safe. A new block at the address of a freed one
  /// continues with its counters.
  [[nodiscard]] std::uint64_t* of(const tsj_scratch* scratch);

  /// Sums over all blocks. Not while a call counts.
  [[nodiscard]] std::vector<std::uint64_t> sum() const;

 private:
  std::size_t size_;
  mutable std::mutex mutex_;
  std::unordered_map<const tsj_scratch*, std::vector<std::uint64_t>> by_scratch_;
};

std::uint64_t* TrialCounts::of(const tsj_scratch* scratch) {
  const std::lock_guard lock(mutex_);
  return by_scratch_.try_emplace(scratch, size_).first->second.data();
}

std::vector<std::uint64_t> TrialCounts::sum() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint64_t> sum(size_);
  for (const auto& [scratch, counts] : by_scratch_) {
    for (std::size_t i = 0; i < size_; ++i) sum[i] += counts[i];
  }
  return sum;
}

/// Each entry has its own function, so these names are fixed.
using ir::entry_names;
constexpr std::size_t next_entry = 2;
constexpr std::size_t terminal_entry = 3;
static_assert(entry_names[next_entry] == "next" && entry_names[terminal_entry] == "terminal");

/// The entries for remaining work follow the entries that modules have.
constexpr std::array remaining_names = {ir::legal_after_terminal, ir::ended_after_next,
                                        ir::next_after_legal, ir::next_for_other_moves};
constexpr std::size_t ended_after_next_entry = entry_names.size() + 1;
static_assert(remaining_names[ended_after_next_entry - entry_names.size()] == ir::ended_after_next);
constexpr bool is_next(std::size_t entry) {
  return entry == next_entry || entry > ended_after_next_entry;
}
constexpr std::size_t entry_count = entry_names.size() + remaining_names.size();

constexpr std::string_view name_of(std::size_t entry) {
  return entry < entry_names.size() ? entry_names[entry]
                                    : remaining_names[entry - entry_names.size()];
}

/// Frames of at most this many registers lie on the stack.
constexpr std::size_t few_registers = 4096;

/// Where to find the answer to `terminal` after its strata have run.
struct Answer {
  bool known = false;  ///< when the program is made
  bool holds = false;
  bool is_table = false;
  std::uint32_t table = 0;
  CompiledStratum::Bits bits;
};

/// Returns the module with its static relations computed. Modules from the pipeline need nothing;
/// modules written as text at level plans may.
std::shared_ptr<const ir::Module> with_static_facts(std::shared_ptr<const ir::Module> module) {
  const ir::Entry* entry = module->find_entry("static");
  const bool only_static = module->entries.size() == 1;  // the caller runs just that entry
  if (entry == nullptr || entry->strata.empty() || only_static) return module;
  auto folded = std::make_shared<ir::Module>(*module);
  ir::Diagnostics diagnostics(*folded->sources);
  if (!fold_static_entry(*folded, diagnostics)) throw std::length_error(diagnostics.render());
  return folded;
}

}  // namespace

struct Program::Impl {
  Impl(std::shared_ptr<const ir::Module> module_in, ir::Layout layout_in, Execution execution,
       Trials trials, std::shared_ptr<FixedRelations> encoded)
      : module(with_static_facts(std::move(module_in))),
        layout(std::move(layout_in)),
        data(*module, layout, encoded ? std::move(encoded) : std::make_shared<FixedRelations>()) {
    entries.resize(entry_count);
    std::vector<ir::Entry> known = ir::remaining_entries(*module);
    known.insert(known.begin(), module->entries.begin(), module->entries.end());
    for (std::size_t e = 0; e < entry_count; ++e) {
      const auto entry = std::find_if(known.begin(), known.end(), [&](const ir::Entry& candidate) {
        return candidate.name == name_of(e);
      });
      if (entry == known.end()) continue;
      present[e] = true;
      for (const std::uint32_t number : entry->strata)
        if (is_computed(number)) entries[e].push_back(stratum(number));
    }
    terminal = find_answer(ir::Answer::terminal);
    ended = find_answer(ir::Answer::ended);
    if (trials == Trials::counted) counts = std::make_unique<TrialCounts>(instructions);
    if (execution == Execution::stencils && trials == Trials::ignored && has_stencils())
      make_code();
  }

  void make_code() try {
    PlanStencils stencils;
    for (auto& [relation, call] : data.calls()) stencils.add(call);
    for (std::size_t e = 0; e < entry_count; ++e) stencils.add_entry(entries[e], entry_codes[e]);
    // Recursive calls may need more (tsj_stencil_functions::reserve).
    first_of_calls = stencils.registers();
    registers = std::max<std::size_t>(registers, first_of_calls + stencils.call_registers());
    code = stencils.finish();
    enter = reinterpret_cast<Enter>(code->at(stencils.enter_offset()));
  } catch (const std::length_error&) {
    // A relation is too large for stencils.
  } catch (const std::system_error&) {
    // The system allows no new code.
  }

  /// Returns false for a stratum of static relations only: it was run at compile time.
  bool is_computed(std::uint32_t number) const {
    const auto& relations = module->strata[number].relations;
    return std::any_of(relations.begin(), relations.end(),
                       [&](ir::RelationId relation) { return !data.is_fixed(relation); });
  }

  const CompiledStratum* stratum(std::uint32_t number) {
    auto& compiled = strata[number];
    if (!compiled) {
      compiled = std::make_unique<CompiledStratum>(compile(module->strata[number]));
    }
    return compiled.get();
  }

  CompiledStratum compile(const ir::Stratum& source) {
    CompiledStratum result;
    result.recursive = source.recursive;
    for (const ir::RelationId relation : source.relations) {
      if (data.is_fixed(relation)) continue;
      if (module->relations[relation].storage == ir::Storage::call) {
        compile_call(source, relation);
        return result;
      }
      const ir::RelationLayout& place = layout.relations[relation];
      if (module->relations[relation].storage != ir::Storage::bits) {
        result.tables.push_back(place.table);
        continue;
      }
      result.clear.push_back({data.words(relation), place.words});
      if (place.new_offset == ir::no_id) continue;
      const Words delta{Area::scratch, place.delta_offset};
      const Words fresh{Area::scratch, place.new_offset};
      result.clear.push_back({delta, place.words});
      result.clear.push_back({fresh, place.words});
      if (source.recursive) result.rounds.push_back({delta, fresh, place.words});
    }
    registers =
        std::max<std::size_t>(registers, compile_plans(source, result.plans, result.delta_plans));
    return result;
  }

  /// Compiles the plans of a call. The stratum itself then does nothing: the callers run its plans.
  void compile_call(const ir::Stratum& source, ir::RelationId relation) {
    CompiledCall& call = data.call(relation);
    call.registers = compile_plans(source, call.plans, call.delta_plans);
    call.one_tuple = module->tuples_per_call(module->relations[relation]) == 1;
  }

  /// Returns the number of registers that the widest plan needs.
  std::uint32_t compile_plans(const ir::Stratum& source, std::vector<CompiledPlan>& plans,
                              std::vector<CompiledPlan>& delta_plans) {
    std::uint32_t widest = 0;
    for (const std::uint32_t number : source.plans) {
      const ir::Plan& plan = module->plans[number];
      auto& compiled = plan.delta_of == ir::no_id ? plans : delta_plans;
      compiled.push_back(compile_plan(data, plan));
      compiled.back().first_trial = instructions;
      for (const std::uint32_t at : compiled.back().operations) {
        counters[number].push_back(instructions + at);
      }
      instructions += compiled.back().code.size();
      clocks.emplace(number, instructions);
      ++instructions;
      widest = std::max(widest, compiled.back().registers);
    }
    return widest;
  }

  Answer find_answer(ir::Answer asked) {
    Answer answer;
    const ir::RelationId relation = module->find_answer(asked);
    if (relation == ir::no_id || data.is_fixed(relation)) {
      answer.known = true;
      answer.holds = relation != ir::no_id && !data.fixed(relation).empty();
      return answer;
    }
    const ir::RelationLayout& place = layout.relations[relation];
    answer.is_table = module->relations[relation].storage != ir::Storage::bits;
    answer.table = place.table;
    if (!answer.is_table) answer.bits = {data.words(relation), place.words};
    return answer;
  }

  static bool holds(const Answer& answer, const Frame& frame) {
    if (answer.known) return answer.holds;
    if (answer.is_table) return frame.scratch->tables[answer.table].count != 0;
    const std::uint64_t* words = frame.at(answer.bits.words);
    return std::any_of(words, words + answer.bits.count,
                       [](std::uint64_t word) { return word != 0; });
  }

  std::int32_t run(std::size_t entry, Register* registers_in, tsj_scratch* scratch,
                   const std::uint64_t* state, std::uint64_t* out,
                   std::uint64_t* steps_left = nullptr) const {
    Frame frame;
    if (steps_left != nullptr) frame.polls_left = *steps_left / poll_interval;
    frame.registers = registers_in;
    if (enter != nullptr) {
      frame.interval = frame.until_poll = poll_interval;
      frame.work_of_step = work_of_code_step;
      frame.top = reinterpret_cast<char*>(registers_in + first_of_calls);
      frame.limit = reinterpret_cast<char*>(registers_in + registers);
    }
    frame.scratch = scratch;
    if (counts) frame.all_trials = counts->of(scratch);
    frame.areas[static_cast<std::size_t>(Area::state)] = reinterpret_cast<std::uintptr_t>(state);
    frame.areas[static_cast<std::size_t>(Area::out)] = reinterpret_cast<std::uintptr_t>(out);
    frame.areas[static_cast<std::size_t>(Area::scratch)] =
        reinterpret_cast<std::uintptr_t>(scratch);
    if (is_next(entry) && layout.state_size != 0) std::memset(out, 0, layout.state_size);
    if (enter != nullptr) {
      run_code(enter, entry_codes[entry], frame);
    } else {
      for (const CompiledStratum* stratum : entries[entry]) {
        run_stratum(*stratum, frame);
        if (frame.status != TSJ_OK) break;
      }
    }
    if (steps_left != nullptr) *steps_left = frame.polls_left * poll_interval;
    if (frame.status != TSJ_OK) return frame.status;
    // Charges the work even if that exceeds the limit: it is done already.
    static_cast<void>(runtime::charge_work(steps_taken(frame) * frame.work_of_step +
                                           frame.walked * work_of_place));
    if (entry == terminal_entry) return holds(terminal, frame) ? TSJ_HOLDS : TSJ_OK;
    if (entry == ended_after_next_entry) return holds(ended, frame) ? TSJ_HOLDS : TSJ_OK;
    return TSJ_OK;
  }

  std::shared_ptr<const ir::Module> module;
  const ir::Layout layout;
  ProgramData data;
  std::map<std::uint32_t, std::unique_ptr<CompiledStratum>> strata;
  std::array<bool, entry_count> present{};
  std::vector<std::vector<const CompiledStratum*>> entries;
  std::size_t registers = 0;
  std::size_t instructions = 0;  ///< of all plans; a clock for each plan follows
  std::map<std::uint32_t, std::vector<std::size_t>> counters;  ///< by plan, of each operation
  std::map<std::uint32_t, std::size_t> clocks;                 ///< by plan, its counter
  std::unique_ptr<TrialCounts> counts;                         ///< null: not counted
  std::unique_ptr<CodeBlock> code;                             ///< null: plans are interpreted
  Enter enter = nullptr;
  std::size_t first_of_calls = 0;  ///< first register of calls
  std::array<const void*, entry_count> entry_codes{};
  Answer terminal;
  Answer ended;
};

/// Gives the entry functions access to a Program.
struct Access {
  template <std::size_t Entry>
  static std::int32_t run(const void* self, tsj_scratch* scratch, const std::uint64_t* state,
                          std::uint64_t* out) {
    const Program::Impl& program = *static_cast<const Program*>(self)->impl_;
    if (program.registers <= few_registers) {
      alignas(std::uint64_t) std::array<Register, few_registers>
          registers;  // each is written before it is read
      return program.run(Entry, registers.data(), scratch, state, out);
    }
    std::vector<Register> registers(program.registers);
    return program.run(Entry, registers.data(), scratch, state, out);
  }

  template <std::size_t... Entries>
  static constexpr std::array<tsj_entry, entry_count> all(std::index_sequence<Entries...>) {
    return {run<Entries>...};
  }
};

Program::Program(std::shared_ptr<const ir::Module> module, const ir::Layout& layout,
                 Execution execution, Trials trials, std::shared_ptr<FixedRelations> encoded)
    : impl_(std::make_unique<Impl>(std::move(module), layout, execution, trials,
                                   std::move(encoded))) {}

Program::~Program() = default;

Execution Program::execution() const {
  return impl_->enter == nullptr ? Execution::interpreted : Execution::stencils;
}

std::vector<std::vector<std::uint64_t>> Program::trials() const {
  const std::vector<std::uint64_t> all = impl_->counts->sum();
  std::vector<std::vector<std::uint64_t>> trials(impl_->module->plans.size());
  for (const auto& [number, counters] : impl_->counters) {
    for (const std::size_t counter : counters) trials[number].push_back(all[counter]);
  }
  return trials;
}

std::vector<std::uint64_t> Program::nanoseconds() const {
  const std::vector<std::uint64_t> all = impl_->counts->sum();
  std::vector<std::uint64_t> times(impl_->module->plans.size());
  for (const auto& [number, counter] : impl_->clocks) times[number] = all[counter];
  return times;
}

std::int32_t Program::run_static(tsj_scratch* scratch, std::uint64_t& steps_left) const {
  constexpr std::size_t static_entry = 0;
  std::vector<Register> registers(impl_->registers);
  return impl_->run(static_entry, registers.data(), scratch, nullptr, nullptr, &steps_left);
}

tsj_entry Program::entry(std::string_view name) const {
  constexpr auto functions = Access::all(std::make_index_sequence<entry_count>());
  for (std::size_t e = 0; e < entry_count; ++e) {
    if (name_of(e) == name && impl_->present[e]) return functions[e];
  }
  return nullptr;
}

}  // namespace tesuji::interpreter
