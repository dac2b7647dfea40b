// Generates LLVM IR of a step of a random game of a net: the terminal test, a move for each role,
// the next state. Internal to this layer.
#pragma once

#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/nets/terminal_terms.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {

// Generates LLVM IR of random numbers and of choices among bits, as in runtime/host/memory/rng.h.
// Internal to this layer.

/// The words of a generator, xoshiro256** (backend/llvm/emit/xoshiro.h), lie in memory of the
/// function, most of which becomes registers.
class RandomEmitter {
 public:
  /// Both must outlive this; emits code where `build` stands in `function`.
  RandomEmitter(llvm::IRBuilder<>& build, llvm::Function& function)
      : build_(build), function_(function) {}

  /// Returns the next 64 random bits of the words at `words`, as random_next of random.h.
  [[nodiscard]] llvm::Value* number(llvm::Value* words);
  /// Returns a random number below `count`, which must not be 0, as random_below of random.h; draws
  /// nothing if `count` is 1.
  [[nodiscard]] llvm::Value* rank(llvm::Value* words, llvm::Value* count);

 private:
  llvm::BasicBlock* block(const char* name);

  llvm::IRBuilder<>& build_;
  llvm::Function& function_;
};

/// Tests whether a state that follows a non-terminal one is terminal.
struct TerminalTest {
  TerminalTerms terms;
  std::string rest;  ///< the function for TerminalTerms::rest; empty: there is no rest
};

/// The net and the functions with which games are played.
struct PlayoutNet {
  const ir::Net& net;
  const ir::NetCases& cases;
  const NetSymbols& symbols;  ///< the questions' functions, in this module or another one
  const std::optional<TerminalTest>& over;
  /// By case: moves of which a legal one proves that the game is not over (open_moves.h); empty:
  /// the condition is evaluated. May be empty as a whole; only without `over`.
  std::vector<std::vector<std::uint64_t>> open{};
};

/// A game in local memory, most of which becomes registers.
struct PlayedGame {
  llvm::Value* state = nullptr;
  llvm::Value* next = nullptr;
  llvm::Value* random = nullptr;
  llvm::Value* places = nullptr;  ///< by role: number of the move that it makes
  llvm::Value* steps = nullptr;
  llvm::Value* over = nullptr;      ///< with terms: whether the state is terminal
  llvm::BasicBlock* end = nullptr;  ///< the block to which an ended game branches
  /// The blocks that branch there, and how the game then ended: TSJ_DRAWN, ..
  std::vector<std::pair<llvm::BasicBlock*, std::int32_t>> ends{};
};

[[nodiscard]] std::size_t state_words(const ir::Net& net);
/// Number of words for legal moves and terminal.
[[nodiscard]] std::size_t move_words(const ir::Net& net);

/// Returns the number of instructions of the steps of all cases, with the goals; nothing if a
/// question is too long for a loop, or is in another module.
[[nodiscard]] std::optional<std::size_t> inlined_size(const llvm::Module& module,
                                                      const PlayoutNet& net);

/// Emits steps of games in one function; the games move in turns.
class StepEmitter {
 public:
  /// The function's arguments: those of all questions. `build` stands in its entry.
  struct Arguments {
    llvm::Value* self;
    llvm::Value* scratch;
    llvm::Value* out;
  };
  StepEmitter(llvm::Module& module, const PlayoutNet& net, llvm::IRBuilder<>& build,
              llvm::Function& function, const Arguments& arguments);

  [[nodiscard]] PlayedGame new_game(llvm::BasicBlock* end);

  /// Emits the net's terminal condition.
  [[nodiscard]] llvm::Value* is_over(llvm::Value* state);
  /// Emits a step: branches to the game's end if it is over, was cut after `most_steps` or is
  /// stuck; otherwise makes a move and branches to `made`.
  void step(PlayedGame& game, llvm::Value* most_steps, llvm::BasicBlock* made);

  /// Returns the first word of the goals.
  [[nodiscard]] llvm::Value* goals(llvm::Value* state);

  /// Ends the game with `status` if the condition holds.
  void end_if(PlayedGame& game, llvm::Value* condition, std::int32_t status);
  /// Returns how it has ended; at the beginning of its end block.
  [[nodiscard]] llvm::Value* status(const PlayedGame& game);

  void copy(llvm::Value* from, llvm::Value* to, std::size_t words);
  [[nodiscard]] llvm::Value* load(llvm::Value* base, std::size_t word);
  [[nodiscard]] llvm::Value* word_at(llvm::Value* base, std::size_t word);
  [[nodiscard]] llvm::BasicBlock* block(const char* name);
  /// Returns weights for a branch that seldom takes its first target.
  [[nodiscard]] llvm::MDNode* seldom();
  [[nodiscard]] RandomEmitter& random() { return random_; }

 private:
  llvm::Value* local(llvm::Type* type, std::size_t count);
  llvm::Value* place_of(llvm::Value* places, std::size_t role);
  llvm::Value* bit(llvm::Value* base, std::size_t number);
  void dispatch(PlayedGame& game, llvm::Value* most_steps, llvm::BasicBlock* moved);
  /// Facts about a case.
  struct Case {
    std::vector<std::uint32_t> only_moves;
    const MoveTerms* terms = nullptr;
    std::vector<std::uint64_t> open;
  };
  void turn(PlayedGame& game, const NetSymbols::State& code, const Case& known,
            llvm::Value* most_steps, llvm::BasicBlock* moved);
  void end_if_over(PlayedGame& game, const NetSymbols::State& code,
                   const std::vector<std::uint64_t>& open);
  void call(const std::string& symbol, llvm::Value* state, llvm::Value* moves, llvm::Value* out,
            std::size_t words, bool apart = false);
  llvm::Value* no_moves();
  void ask_position(const NetSymbols::State& code, llvm::Value* state, bool apart = false);
  void ask_legal(const NetSymbols::State& code, llvm::Value* state, bool apart = false);
  llvm::Value* is_over(const NetSymbols::State& code, llvm::Value* state, bool apart = false);
  llvm::Value* any_term_holds(const MoveTerms& terms, llvm::Value* next, llvm::Value* place);
  llvm::Value* draw(PlayedGame& game, std::size_t begin, std::size_t end);

  llvm::Module& module_;
  const PlayoutNet& net_;
  llvm::IRBuilder<>& build_;
  llvm::Function& function_;
  Arguments arguments_;
  RandomEmitter random_;
  llvm::Type* i32_;
  llvm::Type* i64_;
  std::vector<std::size_t>
      begins_;  ///< by role: its first move in the net; then the number of moves
  llvm::Value* answer_ = nullptr;
  // Memory that code of the other module reads and writes.
  llvm::Value* other_state_ = nullptr;
  llvm::Value* other_places_ = nullptr;
  llvm::Value* other_out_ = nullptr;
};

}  // namespace tesuji::llvm_backend
