// Encodes states as plain bytes, fluents as bits or as sorted packed keys (the layout is described
// in ir/module/layout.h), and copies them to and from scratch tables.
#pragma once

#include "runtime/core/tesuji/abi.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/tabled_game.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/mixed_radix.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Immutable after construction; safe for many threads.
class StateCodec {
 public:
  /// `state_size` in bytes. Throws std::length_error where a fluent's tuples do
  /// not fit 64-bit keys.
  StateCodec(const std::vector<TableRelation>& fluents, std::uint32_t state_size);

  [[nodiscard]] std::size_t words() const { return words_; }
  /// Whether any fluents are kept as rows, so that load() has something to do.
  [[nodiscard]] bool has_tables() const { return !tables_.empty(); }
  /// Where the words of such fluents begin; they reach to the end of the state.
  [[nodiscard]] std::size_t first_table_word() const { return first_table_word_; }

  /// The state with these rows (per fluent relation, row-major positions; one
  /// position per row where there are no columns). Throws LimitReached.
  [[nodiscard]] State encode(const std::vector<std::vector<std::uint32_t>>& rows) const;

  /// Fills the scratch tables of fluents with the state's rows. Throws LimitReached.
  void load(StateView state, tsj_scratch& scratch) const;
  /// Writes the rows of the tables of `next` into the state. Throws LimitReached.
  void store(const tsj_scratch& scratch, StateOut out) const;

  /// A fluent that is kept as a bit: its name and its place.
  struct BitFluent {
    std::string name;
    std::size_t word = 0;
    std::uint64_t mask = 0;
  };
  /// All of them, in the order of their places.
  [[nodiscard]] std::vector<BitFluent> bit_fluents() const;

  /// The fluents that hold, sorted bytewise.
  [[nodiscard]] std::vector<std::string> names(StateView state) const;
  /// See Game::state_of.
  [[nodiscard]] std::optional<State> parse(std::span<const std::string> fluents,
                                           std::string* unknown) const;

 private:
  struct Fluent {
    TableRelation::Storage storage;
    bool has_next;
    std::size_t word;  ///< where it begins in a state
    std::uint32_t capacity;
    std::uint32_t table;
    std::uint32_t next_table;
    MixedRadix radix;
    TermShape shape;
  };

  std::size_t words_ = 0;
  std::size_t first_table_word_ = 0;
  std::vector<Fluent> fluents_;
  std::vector<std::size_t> tables_;  ///< positions in fluents_ of those kept as rows
  TermIndex index_;
};

}  // namespace tesuji::runtime
