// Copies stencils one after the other and fills their holes.
#pragma once

#include "backend/interpreter/stencils/stencil_library.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace tesuji::interpreter {

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
