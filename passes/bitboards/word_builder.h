// Builds the words of bitboards without duplicates, with local simplification.
#pragma once

#include "ir/nets/bitboards.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace tesuji::passes {

/// Builds the words of a program from their operands. Tracks for each word which bits may be set
/// (`may`), so that it omits masks without effect.
class WordBuilder {
 public:
  using WordId = ir::WordId;

  WordBuilder();

  [[nodiscard]] WordId constant(std::uint64_t bits);
  [[nodiscard]] WordId none() const { return 0; }
  [[nodiscard]] WordId all() { return constant(~std::uint64_t{0}); }
  /// Returns a word whose bit i is fluent numbers[i] of the net, or 0 for ir::no_fluent; 64 of
  /// them.
  [[nodiscard]] WordId fluents(const std::vector<std::uint32_t>& numbers);
  /// Returns a word whose bits all equal this fluent.
  [[nodiscard]] WordId fluent(std::uint32_t number);
  /// Returns a column of the role's table of moves, with bits only in `may`.
  [[nodiscard]] WordId moves(std::uint32_t role, std::uint32_t column, std::uint64_t may);

  [[nodiscard]] WordId both(WordId a, WordId b);
  [[nodiscard]] WordId either(WordId a, WordId b);
  [[nodiscard]] WordId complement(WordId a);
  [[nodiscard]] WordId masked(WordId a, std::uint64_t mask) { return both(a, constant(mask)); }
  /// Shifts towards higher bits by a positive number, towards lower ones by a negative one.
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
