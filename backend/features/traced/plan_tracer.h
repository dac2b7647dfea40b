// Traces one plan: turns its nested loops over all possible tuples into instructions.
//
// Rows numbers the tuples that a relation may have; TraceState holds the program so far and the
// rows of every relation. A rule becomes a plan in the form that the tracer reads (traced_plan),
// whose instructions trace_plan then appends to the program.
#pragma once

#include "backend/features/traced/sliced_program.h"
#include "ir/core/symbol.h"
#include "ir/module/module.h"
#include "passes/analysis/estimates.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::slices {

inline constexpr Slot always = ~Slot{0};  ///< the slot of a tuple that is true in every position

// --- Rows of a relation

class Rows {
 public:
  using Number = std::uint32_t;
  static constexpr Number none = ~Number{0};

  explicit Rows(std::size_t width) : width_(width) {}

  [[nodiscard]] std::size_t size() const { return slots_.size(); }
  [[nodiscard]] std::span<const ir::Symbol> row(Number number) const {
    return {cells_.data() + std::size_t{number} * width_, width_};
  }
  [[nodiscard]] Slot slot(Number number) const { return slots_[number]; }
  void set_slot(Number number, Slot slot) { slots_[number] = slot; }

  [[nodiscard]] Number find(std::span<const ir::Symbol> row) const;
  /// Returns the row's number; sets `inserted` if it is new.
  Number insert(std::span<const ir::Symbol> row, Slot slot, bool& inserted);

  /// Returns the numbers of the rows that have `key` in the columns of `mask`, ascending. Rows may
  /// be added while the caller iterates over the result by index.
  const std::vector<Number>& matching(std::uint64_t mask, std::span<const ir::Symbol> key);

 private:
  struct Hash {
    std::size_t operator()(const std::vector<ir::Symbol>& key) const;
  };
  using Index = std::unordered_map<std::vector<ir::Symbol>, std::vector<Number>, Hash>;

  void add_to(Index& index, std::uint64_t mask, Number number);

  std::size_t width_;
  std::vector<ir::Symbol> cells_;
  std::vector<Slot> slots_;
  std::unordered_map<std::vector<ir::Symbol>, Number, Hash> numbers_;
  std::map<std::uint64_t, Index> indexes_;  ///< by the given columns
  std::vector<ir::Symbol> key_;
};

// --- The program so far

/// Thrown when a limit is exceeded.
struct TooLarge {};

/// Slots of cached answers are numbered after all others, once these are known.
inline constexpr Slot kept_mark = Slot{1} << 31U;

/// The program so far, and the possible tuples of each relation. All members throw TooLarge.
struct TraceState {
  SlicedProgram program;
  std::vector<Rows> rows;  ///< by relation
  Slot next_slot = 0;
  Slot next_kept = 0;
  std::uint64_t steps = 0;

  // Limits of tracing.
  std::uint64_t most_steps = 0;
  std::size_t most_code = 0;
  std::uint32_t most_slots = 0;

  void emit(Instruction one) {
    if (program.code.size() >= most_code) throw TooLarge();
    program.code.push_back(one);
  }
  void step() {
    if (++steps > most_steps) throw TooLarge();
  }
  Slot new_slot() {
    if (next_slot + next_kept >= most_slots) throw TooLarge();
    return next_slot++;
  }
  Slot new_kept() {
    if (next_slot + next_kept >= most_slots) throw TooLarge();
    return kept_mark | next_kept++;
  }
};

// --- Plans in the form that the tracer reads

/// Returns the rule's plan, ordered by the estimates, with existence tests nested as deep as
/// possible: inside a test, the remaining operations become a separate test as soon as they do not
/// need all bound variables.
///
///   before:  exists { scan p(A, ?B); probe q(B, ?C); probe r(C, ?D) }
///   after:   exists { scan p(A, ?B); exists { probe q(B, ?C); exists { probe r(C, ?D) } } }
[[nodiscard]] ir::Plan traced_plan(ir::Module& module, const passes::Estimates& estimates,
                                   const ir::Rule& rule);

/// Returns the variables that operations use and do not bind themselves.
[[nodiscard]] std::set<ir::VariableId> free_variables(const std::vector<ir::Operation>& ops);

/// Whether every arrival at the plan's end yields a different tuple: it binds exactly the head's
/// variables, and loops over others only in tests.
[[nodiscard]] bool arrives_once(const ir::Plan& plan);

// --- Tracing a plan

/// Appends the plan's instructions to the program. Each inserted tuple becomes a row of its head's
/// relation, to whose slot it adds; with `tally` it is counted. Relations that are read may grow
/// meanwhile (recursion): new rows are not read. Throws TooLarge; then the program is incomplete.
void trace_plan(const ir::Plan& plan, TraceState& state, bool tally);

}  // namespace tesuji::slices
