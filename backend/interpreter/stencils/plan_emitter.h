// Emits the stencils of one plan (plan_stencils.h).
//
// An instruction falls through if it matches, and jumps to `fail` if no match is left. An
// instruction that may match again returns a label that continues with its next match; the
// instructions behind it use that label as their `fail`.
#pragma once

#include "backend/interpreter/bytecode.h"
#include "backend/interpreter/stencils/code_buffer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::interpreter {

// Writes the number of a bit as a sum of columns times strides.

/// A term of the sum for a bit's number.
struct Product {
  Register value;
  std::uint64_t stride;
};

/// The place of a bit that a loop has found, as the sum of its columns' values. If another bit's
/// number contains the same values, as in frame axioms, the sum is reused.
struct Sum {
  Register value;
  std::vector<Product> terms;
};

/// Removes the sum from the products and returns its factor; returns 0 if the products do not
/// contain it.
[[nodiscard]] std::uint64_t take_sum(const Sum& sum, std::vector<Product>& products);

[[nodiscard]] std::vector<Product> products_of(const std::vector<KnownColumn>& known);

/// Whether a term of the sum has this register.
[[nodiscard]] bool is_term(const Sum& sum, Register value);

inline constexpr std::uint64_t word_bits = 64;

/// Largest number of bits in a pattern.
inline constexpr std::uint64_t most_of_pattern = std::uint64_t{1} << 16;

constexpr std::uint64_t place_of(Register number) {
  return std::uint64_t{number} * sizeof(Register);
}

/// Code that checks whether to stop; placed behind the function, since it seldom runs.
struct StencilPoll {
  Label label;
  Label step;  ///< where to continue
};

class PlanEmitter {
 public:
  /// The plan ends at the label `end`, which the caller binds behind it.
  PlanEmitter(CodeBuffer& code, std::vector<StencilPoll>& polls, const CompiledPlan& plan,
              Label end)
      : code_(code), polls_(polls), plan_(plan), end_(end), registers_(plan.registers) {}

  /// Returns the number of registers that the plan and its loops need.
  std::uint32_t emit();

 private:
  /// A loop over bits.
  struct BitLoop {
    std::uint64_t span = 0;
    bool is_short = true;                ///< at most 64 bits
    std::uint64_t state = 0;             ///< first of its slots
    std::vector<std::uint64_t> pattern;  ///< bits to keep; empty: all
    Sum sum{0, {}};                    ///< of the columns; empty if they do not determine the place
    std::vector<std::uint64_t> sizes;  ///< of the terms' columns
  };

  /// Emits instructions [begin, end), which fall through if they match. Returns where to continue
  /// for another match.
  Label sequence(std::size_t begin, std::size_t end, Label fail);
  /// Emits code whose bindings the instructions behind it do not use.
  template <typename Emit>
  void alone(const Emit& emit) {
    const std::size_t known = sums_.size();
    emit();
    sums_.resize(known);
  }
  void none(const Match& found, Label fail);
  /// Returns the label behind the `none` that is being emitted.
  Label behind();
  /// Falls through for a match; returns where to continue for another. `fail`: if no match is left.
  Label match(const Match& match, Label fail);
  void transfer(const std::vector<Transfer>& transfers, Label fail);
  void check(const std::vector<Pair>& pairs, Label fail);
  void different(const std::vector<Pair>& pairs, Label fail);
  void given(const Match& match, Label fail);
  Label rows(const Match& match, Label fail);
  Label chain(const Match& match, Label fail);
  Label fixed(const Match& match, Label fail);
  void row(const Match& match, Label step);
  void bind_column(const FreeColumn& column);
  /// `last`: no instruction of the plan follows.
  void insert(const Insertion& insertion, Label fail, bool last);
  /// Reserves registers for the state of a loop: `count` slots of 64 bits.
  Register slots(std::size_t count);
  /// Emits code that checks whether to stop and continues at the loop's step; returns its label.
  Label poll(Label step);
  /// Emits a loop's step, which jumps to `end` if no bit is left.
  void loop(Stencil stencil, Fillings fillings, Label step, Label end);

  // bit_loops.cpp: places of bits

  static bool is_one_bit(const Match& match);
  /// Whether the area has stencils for a bit at a known place; these follow `kind`, the stencil for
  /// the state.
  static bool find_stencil(Area area, Stencil kind, Stencil& found);
  static Fillings place_of_bit(const Words& words, std::uint64_t bit);
  void base(const Match& match);
  void base(const Words& words);
  void index(std::uint64_t first, std::vector<Product> products);
  static bool is_one_word(const Match& match);
  /// `stencil`: test or absent.
  void test_bit(const Match& match, Stencil stencil, Label fail);
  /// Computes the first bit that may match.
  void locate(const Match& match);
  Label bits(const Match& match, Label fail);

  // bit_loops.cpp: loops over bits

  /// Whether a pattern of bits finds looped columns faster than one loop per column.
  static bool has_pattern(const Match& match);
  /// Returns the number of bits from the first to the last that may match.
  static std::uint64_t span_of(const Match& match);
  /// Finds all columns that are not given, by a pattern of the places that may match.
  Label pattern(const Match& match, Label fail);
  /// Finds the columns of a range, after those that are given or looped over.
  Label range(const Match& match, Label fail);
  BitLoop begin_loop(std::uint64_t span);
  static void allow(BitLoop& loop, std::uint64_t bit);
  /// Returns the operand P for a stencil of the loop: the word itself, or the address of the words.
  const void* pattern_pointer(const BitLoop& loop, std::vector<std::uint64_t> pattern);
  /// Emits the loop behind the code that locates the range. `places`: number of places in it.
  Label emit_loop(const Match& match, BitLoop& loop, const std::vector<FreeColumn>& columns,
                  std::uint64_t places, Label fail);
  /// Computes the columns' values from the number of a bit in the range, for those that are read.
  void decode(const std::vector<FreeColumn>& columns, const BitLoop& loop);
  /// Marks the registers that the instruction (or only its checks) reads, except those that the sum
  /// replaces; returns whether the sum replaces any.
  static bool mark_read(const Instruction& instruction, bool only_checks, const Sum& sum,
                        std::vector<bool>& read);
  /// Computes a column's value from the number of a bit in the range.
  void decode(const FreeColumn& column, std::uint64_t range);

  // bit_loops.cpp: operations on all bits of a loop at once

  /// Emits the instructions after the loop's own that can be applied to all bits at once, and
  /// counts them in along_; returns whether they include the plan's last one.
  bool take_along(const BitLoop& loop);
  /// Locates the bits that correspond to those of the loop. Returns false if their number does not
  /// contain the loop's sum.
  bool locate_all(const BitLoop& loop, const Words& words, std::uint64_t first,
                  const std::vector<KnownColumn>& known);
  bool filter(const BitLoop& loop, const Match& match, Stencil stencil);
  bool insert_all(const BitLoop& loop, const Insertion& insertion);
  /// For `different`: removes the places where the columns have the other values.
  bool leave_out(const BitLoop& loop, const std::vector<Pair>& pairs);
  /// The same for one column and a constant.
  bool leave_out_value(const BitLoop& loop, const std::vector<Pair>& pairs);

  CodeBuffer& code_;
  std::vector<StencilPoll>& polls_;
  const CompiledPlan& plan_;
  Label end_;
  std::uint32_t registers_;
  std::size_t at_ = 0;  ///< number of the instruction that is being emitted
  std::size_t along_end_ =
      0;  ///< end of the instructions that a loop may apply to all bits at once; 0: none
  std::size_t along_ = 0;  ///< number of instructions that a loop has applied to all bits at once
  std::vector<Sum> sums_;  ///< of the matches emitted so far
  Register call_ = 0;      ///< the slots of the tuples that a call returned
  std::optional<Label> behind_;  ///< behind()
};

}  // namespace tesuji::interpreter
