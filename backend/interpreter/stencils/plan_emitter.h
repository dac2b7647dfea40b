// Emits the stencils of one plan (plan_stencils.h).
//
// An instruction falls through where it matches, and jumps to `fail` where no match is left. What
// may match again gives a label: where to go on for another match, which is `fail` for what comes
// behind.
#pragma once

#include "backend/interpreter/bytecode.h"
#include "backend/interpreter/stencils/code_buffer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::interpreter {

// Writes numbers of bits as sums of columns times strides.

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

/// Removes the sum from the products; returns the factor it had there. 0: it is not among them.
[[nodiscard]] std::uint64_t take_sum(const Sum& sum, std::vector<Product>& products);

[[nodiscard]] std::vector<Product> products_of(const std::vector<KnownColumn>& known);

/// Whether the register is a term's.
[[nodiscard]] bool is_term(const Sum& sum, Register value);

inline constexpr std::uint64_t word_bits = 64;

/// Bits of the longest pattern that is made.
inline constexpr std::uint64_t most_of_pattern = std::uint64_t{1} << 16;

constexpr std::uint64_t place_of(Register number) {
  return std::uint64_t{number} * sizeof(Register);
}

/// Code that looks whether to stop; behind a function, since it seldom runs.
struct StencilPoll {
  Label label;
  Label step;  ///< where to go on
};

class PlanEmitter {
 public:
  /// The plan ends at the label `end`, which is bound behind it.
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
    std::uint64_t state = 0;             ///< its slots
    std::vector<std::uint64_t> pattern;  ///< bits that count; empty: all
    Sum sum{0, {}};                    ///< of the columns; empty if they do not determine the place
    std::vector<std::uint64_t> sizes;  ///< of the terms' columns
  };

  /// Instructions [begin, end): falls through where they match. Returns where to go on for another
  /// match.
  Label sequence(std::size_t begin, std::size_t end, Label fail);
  /// Emits what binds nothing for those behind it.
  template <typename Emit>
  void alone(const Emit& emit) {
    const std::size_t known = sums_.size();
    emit();
    sums_.resize(known);
  }
  void none(const Match& found, Label fail);
  /// A label behind the `none` that is being emitted.
  Label behind();
  /// Falls through for a match; gives where to go on for another. `fail`: where no match is left.
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
  /// `last`: nothing of the plan comes behind.
  void insert(const Insertion& insertion, Label fail, bool last);
  /// Registers for the state of a loop, as many slots of 64 bits.
  Register slots(std::size_t count);
  /// Code that looks whether to stop, and goes on at the loop's step.
  Label poll(Label step);
  /// A loop's step, which goes to `end` where nothing is left.
  void loop(Stencil stencil, Fillings fillings, Label step, Label end);

  // bit_places.cpp

  static bool is_one_bit(const Match& match);
  /// Whether the area has stencils for a bit whose place is known, which then are `kind`, that of
  /// the state, and those behind it.
  static bool find_stencil(Area area, Stencil kind, Stencil& found);
  static Fillings place_of_bit(const Words& words, std::uint64_t bit);
  void base(const Match& match);
  void base(const Words& words);
  void index(std::uint64_t first, std::vector<Product> products);
  static bool is_one_word(const Match& match);
  /// `stencil`: test or absent.
  void test_bit(const Match& match, Stencil stencil, Label fail);
  /// The first bit that may match.
  void locate(const Match& match);
  Label bits(const Match& match, Label fail);

  // bit_loops.cpp

  /// Whether columns that are looped over are better found as bits of a pattern than one by one.
  static bool has_pattern(const Match& match);
  /// Bits from the first that may match to the last.
  static std::uint64_t span_of(const Match& match);
  /// All columns that are not given, by a pattern of the places that may match.
  Label pattern(const Match& match, Label fail);
  /// The columns of a range behind those that are given or looped over, which are known by now.
  Label range(const Match& match, Label fail);
  BitLoop begin_loop(std::uint64_t span);
  static void allow(BitLoop& loop, std::uint64_t bit);
  /// Words as what a stencil of the loop has for P: themselves, or where they are.
  const void* pattern_pointer(const BitLoop& loop, std::vector<std::uint64_t> pattern);
  /// Behind what locates the range. There are so many places.
  Label emit_loop(const Match& match, BitLoop& loop, const std::vector<FreeColumn>& columns,
                  std::uint64_t places, Label fail);
  /// The columns' values from the number of a bit in the range, as far as anything reads them.
  void decode(const std::vector<FreeColumn>& columns, const BitLoop& loop);
  /// Marks the registers that the instruction reads, or only its checks, but for those for which
  /// the sum serves; whether it does.
  static bool mark_read(const Instruction& instruction, bool only_checks, const Sum& sum,
                        std::vector<bool>& read);
  /// A column's value from the number of a bit in the range.
  void decode(const FreeColumn& column, std::uint64_t range);

  // bits_at_once.cpp: what a loop over bits does to all of them at once

  /// Emits the instructions behind the loop's own as far as they can be done to all bits at once;
  /// whether the last of the plan is among them. Those are then in along_.
  bool take_along(const BitLoop& loop);
  /// Locates the bits that belong to those of the loop: the sum is part of their number. False: it
  /// is not.
  bool locate_all(const BitLoop& loop, const Words& words, std::uint64_t first,
                  const std::vector<KnownColumn>& known);
  bool filter(const BitLoop& loop, const Match& match, Stencil stencil);
  bool insert_all(const BitLoop& loop, const Insertion& insertion);
  /// For `different`: without the places where the columns have the others' values.
  bool leave_out(const BitLoop& loop, const std::vector<Pair>& pairs);
  /// The same for one column and a constant.
  bool leave_out_value(const BitLoop& loop, const std::vector<Pair>& pairs);

  CodeBuffer& code_;
  std::vector<StencilPoll>& polls_;
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

}  // namespace tesuji::interpreter
