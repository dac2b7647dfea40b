// Copies stencils one after the other and fills their holes.
//
// The stencils of stencils.c, machine code with holes, are read from the object file that the
// program embeds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::interpreter {

// The stencils of areas, at the end, are in the same order for each area
// (PlanEmitter::find_stencil).
// clang-format off
#define TESUJI_STENCILS(X) \
  X(enter) X(leave) X(go) X(set) X(copy) X(translate) X(equal) X(unequal) X(equal_translated) \
  X(unequal_translated) X(given_equal) X(given_bind) X(base_state) X(base_out) X(base_scratch) \
  X(base_call) X(base_slots) X(base_constant) X(index_0) X(index_1) X(index_2) X(index_1_unit) \
  X(index_2_unit) X(index_more) X(test) X(absent) X(add) X(test_word) X(absent_word) X(add_word) \
  X(add_recursive) X(short_test) X(short_begin) X(word_begin) X(short_pattern) X(short_next) \
  X(short_filter) X(short_filter_not) X(short_mask) X(short_without) X(short_add) X(long_test) \
  X(long_begin) X(long_part) X(long_all) X(long_next) X(long_filter) X(long_filter_not) \
  X(long_mask) X(long_without) X(long_add) X(bind) X(bind_quotient) X(bind_remainder) \
  X(bind_middle) X(bind_divided) X(values_begin) X(values_next) X(rows_begin) X(delta_begin) \
  X(rows_next) X(chain_begin) X(chain_next) X(fixed_test) X(fixed_begin) X(fixed_row) \
  X(fixed_search) X(fixed_next) X(row_equal) X(row_bind) X(insert_row) X(clear_table) \
  X(next_round) X(run_call) X(run_recursive_call) X(call_is_open) X(poll) X(clear) X(clear_word) \
  X(test_state) X(absent_state) X(add_state) X(test_out) X(absent_out) X(add_out) \
  X(test_scratch) X(absent_scratch) X(add_scratch)
// clang-format on
enum class Stencil : std::uint8_t {
#define TESUJI_STENCIL(name) name,
  TESUJI_STENCILS(TESUJI_STENCIL)
#undef TESUJI_STENCIL
};

/// The value for a hole: a place in the code, a number, or an address.
enum class Filling : std::uint8_t { next, other, third, a, b, c, d, e, p, q };

/// How the hole is filled.
enum class HoleKind : std::uint8_t {
  jump,           ///< x86-64: 32 bits, relative to the code behind the hole less the addend
  number,         ///< x86-64: 32 bits
  signed_number,  ///< x86-64: 32 bits, sign extended
  pointer,        ///< x86-64: 64 bits
  branch,         ///< AArch64: 26 bits of an instruction
  part_0,         ///< AArch64: 16 bits of an instruction, bits 0 to 15 of the value; and so on
  part_1,
  part_2,
  part_3,
};

struct Hole {
  std::uint32_t offset = 0;  ///< in the code
  HoleKind kind{};
  Filling filling{};
  std::int64_t addend = 0;
};

struct StencilCode {
  std::span<const std::byte> bytes;
  std::vector<Hole> holes;  ///< by offset
};

/// Whether there are stencils for this processor.
[[nodiscard]] bool has_stencils();

/// Requires has_stencils().
[[nodiscard]] const StencilCode& code_of(Stencil stencil);

/// A place in the code, which may be bound later.
enum class Label : std::uint32_t {};

/// The place right after the stencil.
inline constexpr Label right_behind{~std::uint32_t{0}};

/// Numbers are below 2^31, masks below 2^32.
struct Fillings {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  std::uint64_t d = 0;
  std::uint64_t e = 0;
  const void* p = nullptr;
  const void* q = nullptr;
  Label next = right_behind;
  Label other = right_behind;
  Label third = right_behind;
};

/// Executable machine code; the destructor frees it.
class CodeBlock {
 public:
  /// `data`: the words that the code refers to. Throws std::system_error if the system allows no
  /// new code.
  CodeBlock(const std::vector<std::byte>& bytes, std::deque<std::vector<std::uint64_t>> data);
  ~CodeBlock();
  CodeBlock(const CodeBlock&) = delete;
  CodeBlock& operator=(const CodeBlock&) = delete;

  [[nodiscard]] void* at(std::size_t offset) const {
    return static_cast<std::byte*>(memory_) + offset;
  }

 private:
  std::deque<std::vector<std::uint64_t>> data_;
  void* memory_;
  std::size_t size_;
};

class CodeBuffer {
 public:
  Label new_label();
  /// Places the label before the next stencil.
  void bind(Label label);
  /// Throws std::length_error for a number that is too large for every stencil.
  void emit(Stencil stencil, const Fillings& fillings);
  /// Keeps words for as long as the code lives; returns their address.
  const std::uint64_t* keep(std::vector<std::uint64_t> words) {
    return data_.emplace_back(std::move(words)).data();
  }
  /// Requires that all used labels are bound.
  [[nodiscard]] std::unique_ptr<CodeBlock> finish();
  [[nodiscard]] std::size_t offset_of(Label label) const;

 private:
  struct Jump {
    std::size_t at;  ///< offset of the hole
    HoleKind kind;
    std::int64_t addend;
    Label target;
  };

  void fill(std::size_t at, HoleKind kind, std::uint64_t value);

  std::deque<std::vector<std::uint64_t>> data_;
  std::vector<std::byte> bytes_;
  std::vector<Jump> jumps_;
  std::vector<std::size_t> labels_;
};

}  // namespace tesuji::interpreter
