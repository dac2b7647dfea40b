// Implements the game contract over compiled plans. An engine gives tables (what lies where, and
// what it is called) and entry functions; the tables become those of the functions in C
// (runtime/core/tesuji/game_data.h), which answer all questions.
#pragma once

#include "runtime/core/tesuji/abi.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tesuji::runtime {

class TableMemory;

/// A relation of the contract: fluents, legal moves, made moves, goals or percepts.
struct TableRelation {
  enum class Storage : std::uint8_t { bits, table, list };
  Storage storage = Storage::bits;
  /// Names of each column's constants, by domain position.
  std::vector<std::vector<std::string>> columns;
  /// KIF with `?` for each column (for legal/does/sees: each but the first, the role).
  std::string term;
  std::uint32_t state_offset = 0;    ///< bytes; fluents only
  std::uint32_t state_capacity = 0;  ///< rows; fluents with table storage
  std::uint32_t scratch_offset = 0;  ///< bytes; legal and goal with bits storage
  std::uint32_t table = 0;           ///< table and list storage
  std::uint32_t next_table = 0;      ///< fluents with table storage: the table of `next.*`
  bool has_next = false;             ///< fluents: whether any rule derives them
  bool rigid = false;                ///< fluents, in bits: they are always what they are initially
};

/// One shape of moves: `legal` and, where rules read it, `does`.
struct TableMoves {
  TableRelation legal;  ///< column 0 is the role
  bool has_does = false;
  TableRelation does;       ///< list storage; column 0 is the role. Its columns' domains
                            ///< may be narrower than those of legal: other moves add no row
  std::uint64_t first = 0;  ///< move id = first + mixed radix of legal's columns 1..
  std::uint64_t count = 0;
};

/// A table of scratch memory that has to be set up.
struct TableShape {
  std::uint32_t arity = 0;
  std::vector<std::vector<std::uint32_t>> indexes;  ///< column lists; the first is over all
};

struct GameTables {
  std::string name;
  std::vector<std::string> roles;
  std::vector<TableRelation> fluents;
  std::vector<TableMoves> moves;
  bool has_goal = false;
  TableRelation goal;                     ///< columns: role, value
  std::vector<TableRelation> goal_terms;  ///< goals that are terms; column 0 is the role
  std::vector<TableRelation> percepts;    ///< `sees`, by shape of percept; column 0 is the role
  std::vector<TableShape> tables;
  std::uint32_t state_size = 0;    ///< bytes
  std::uint32_t scratch_size = 0;  ///< bytes
  /// Initial rows per fluent relation, row-major domain positions.
  std::vector<std::vector<std::uint32_t>> initial;
};

/// Entry functions with their `self`; `keep` owns whatever they need.
/// A missing entry (nullptr) means: empty set, false.
struct GameCode {
  tsj_entry legal = nullptr;
  tsj_entry next = nullptr;
  tsj_entry terminal = nullptr;
  tsj_entry goal = nullptr;
  tsj_entry sees = nullptr;
  const void* self = nullptr;
  std::shared_ptr<const void> keep = nullptr;
  /// What `legal` computes besides, where `terminal` was the last question that was asked with
  /// the same scratch memory, and about the same state. Missing: `legal` is to be asked.
  tsj_entry legal_after_terminal = nullptr;
  /// What `next` computes besides, where the last questions with the same scratch memory were those
  /// for the legal moves of the same state. Missing: `next` is to be asked.
  tsj_entry next_after_legal = nullptr;
  /// Whether the next state is terminal, where the last question with the same scratch memory was
  /// `next` (or what is left of it), its state is not terminal, and `does` holds its moves still.
  /// Missing: `terminal` is to be asked.
  tsj_entry ended_after_next = nullptr;
  /// What `next` computes besides, where it was the last question with the same scratch memory,
  /// about the same state and other moves. Missing: `next` is to be asked.
  tsj_entry next_for_other_moves = nullptr;
  /// As `goal`, of a state that is terminal. Missing: `goal` is to be asked.
  tsj_entry goal_at_end = nullptr;
};

/// Code that can be exchanged while games are played with it: all of it has to be made of the same
/// module and layout, so that states and scratch memory go on as they are. Safe from many threads.
class GameCodeSlot {
 public:
  explicit GameCodeSlot(GameCode first);
  GameCodeSlot(const GameCodeSlot&) = delete;
  GameCodeSlot& operator=(const GameCodeSlot&) = delete;

  /// For questions that are asked from now on. What was there before is kept as long as the slot:
  /// other threads may still be running it.
  void exchange(GameCode code);
  /// tsj_plans::code
  [[nodiscard]] const tsj_plan_code* const* current() const { return &current_; }

 private:
  struct Kept {
    tsj_plan_code code;
    std::shared_ptr<const void> keep;
  };
  std::mutex mutex_;
  std::list<Kept> codes_;
  const tsj_plan_code* current_ = nullptr;  ///< is read and written atomically
};

/// Most rows a table may grow to before LimitReached.
inline constexpr std::uint32_t default_row_limit = 50'000'000;
/// Most memory that the tables of a scratch block may grow to together, in bytes.
inline constexpr std::uint64_t default_byte_limit = std::uint64_t{4} << 30U;

[[nodiscard]] std::shared_ptr<const Game> make_tabled_game(GameTables tables, GameCode code);
[[nodiscard]] std::shared_ptr<const Game> make_tabled_game(
    GameTables tables, std::shared_ptr<const GameCodeSlot> code);

/// A scratch block as in abi.h with tables of these shapes, growing on demand.
class ScratchBlock final : public Scratch {
 public:
  ScratchBlock(const std::vector<TableShape>& tables, std::uint32_t scratch_size,
               std::uint32_t row_limit = default_row_limit,
               std::uint64_t byte_limit = default_byte_limit);
  ~ScratchBlock() override;
  ScratchBlock(const ScratchBlock&) = delete;
  ScratchBlock& operator=(const ScratchBlock&) = delete;
  [[nodiscard]] tsj_scratch* get() { return head_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  tsj_scratch* head_ = nullptr;
};

/// Where the rows of a feature's parts are after the entry `feature` was run; its value is the
/// product of their numbers.
using FeaturePlace = std::vector<tsj_feature_part>;

/// Without code (tsj_plans::code).
[[nodiscard]] tsj_plans make_plans(TableMemory& memory, const GameTables& tables,
                                   const std::vector<FeaturePlace>& features);

[[nodiscard]] tsj_table_shape table_shape(TableMemory& memory, const TableShape& shape);

/// Moves are numbers below this.
[[nodiscard]] std::uint64_t move_limit(const tsj_plans& plans);

}  // namespace tesuji::runtime
