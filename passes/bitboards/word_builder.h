// Makes the words of bitboards, each once, in the simplest form that is seen at once.
#pragma once

#include "ir/nets/bitboards.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace tesuji::passes {

/// Builds the words of a program from their operands. For each word it knows which bits it may have
/// (`may`), so that masks which change nothing are left out.
class WordBuilder {
 public:
  using WordId = ir::WordId;

  WordBuilder();

  [[nodiscard]] WordId constant(std::uint64_t bits);
  [[nodiscard]] WordId none() const { return 0; }
  [[nodiscard]] WordId all() { return constant(~std::uint64_t{0}); }
  /// Bit i is this fluent of the net; 64 of them, ir::no_fluent for a bit that is 0.
  [[nodiscard]] WordId fluents(const std::vector<std::uint32_t>& numbers);
  /// All bits are this fluent.
  [[nodiscard]] WordId fluent(std::uint32_t number);
  /// A column of the role's table of moves, which has only bits of `may`.
  [[nodiscard]] WordId moves(std::uint32_t role, std::uint32_t column, std::uint64_t may);

  [[nodiscard]] WordId both(WordId a, WordId b);
  [[nodiscard]] WordId either(WordId a, WordId b);
  [[nodiscard]] WordId complement(WordId a);
  [[nodiscard]] WordId masked(WordId a, std::uint64_t mask) { return both(a, constant(mask)); }
  /// Towards higher bits by a positive number, lower ones by a negative one.
  [[nodiscard]] WordId shifted(WordId a, std::int64_t by);
  [[nodiscard]] WordId some(WordId a);

  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] std::uint64_t may(WordId word) const { return may_[word]; }
  /// The words so far and their inputs.
  [[nodiscard]] std::vector<ir::BoardWord>& words() { return words_; }
  [[nodiscard]] std::vector<std::vector<std::uint32_t>>& inputs() { return inputs_; }

 private:
  using Kind = ir::BoardWord::Kind;
  WordId intern(const ir::BoardWord& word, std::uint64_t may);
  [[nodiscard]] bool is_constant(WordId word) const { return words_[word].kind == Kind::constant; }

  std::vector<ir::BoardWord> words_;
  std::vector<std::uint64_t> may_;
  std::vector<std::vector<std::uint32_t>> inputs_;
  std::map<std::tuple<Kind, WordId, WordId, std::uint64_t>, WordId> known_;
  std::map<std::vector<std::uint32_t>, std::uint64_t> known_inputs_;
};

}  // namespace tesuji::passes
