// Emits the kernel that plays (play_kernel.h). Its methods are in separate files: the main loop
// (play_emitter.cpp), games that begin (play_begin.cpp), finished games (play_end.cpp). Internal to
// this layer.
#pragma once

#include "backend/llvm/gpu/kernel_builder.h"
#include "backend/llvm/gpu/play_kernel.h"
#include "ir/nets/lane_game.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {

class PlayEmitter {
 public:
  /// Sets `layout` to that of the kernel's tiles.
  PlayEmitter(llvm::Module& module, const ir::LaneGame& game, const std::string& symbol,
              const PlayKernelShape& shape, TileLayout& layout);

  void emit();

 private:
  /// The counts of one launch.
  enum Count : std::uint64_t {
    ended_count,
    cut_count,
    stuck_count,
    steps,
    shortest,
    longest,
    counts
  };

  // In the order in which they are run.
  void emit_programs();
  /// Lays out a tile.
  void lay_out();
  llvm::Function* emit_program(const ir::LutProgram& program, const std::string& symbol);
  void enter();
  /// Emits the whole game, tick by tick.
  void play();
  /// Emits the code before the parts of one tick, which are separate kernels.
  void begin_tick();
  /// Watches lanes that have made many moves, or as many as allowed.
  void watch_lengths();
  /// Ends the finished games and begins others in their place.
  void refill();
  void make_ticks();
  /// Draws new random words.
  void draw(std::uint32_t count);
  /// Runs a program on this state; if words are in halves, on the lower ones, then on the upper
  /// ones.
  void call(llvm::Function* function, const WordArray& state);
  void leave();

  // Finished games: kernels for one start state.
  [[nodiscard]] llvm::Value* parked_lanes();
  /// Stores the parts of these lanes' last states that goals read.
  void park(llvm::Value* done);
  void note_lengths(llvm::Value* least, llvm::Value* most);
  /// Counts the parked states and clears them.
  void count_parked();
  /// Finds the shortest and the longest games of these lanes, by their counters.
  void find_extremes(llvm::Value* lanes);
  /// Adds the counts of this launch to the results.
  void add_counts();
  void note_for_all(llvm::Value* sums, llvm::Value* least, llvm::Value* most);

  // Finished games: kernels for many start states.
  /// Counts the games of these lanes, each for its own start state.
  void count_each(llvm::Value* done);

  // Games that begin.
  /// Begins playouts in free lanes: those with finished games, and all lanes of a new block.
  void begin(llvm::Value* done, llvm::Value* starts_here);
  [[nodiscard]] llvm::Value* smaller(llvm::Value* a, llvm::Value* b);
  /// Takes the next block, if there is one: its playouts, its generator, all lanes free.
  void take_block();
  /// As seed_block of lane_batch.c.
  void seed(llvm::Value* block);
  /// Sets the number of moves to 0 in lanes that begin.
  void reset_lengths(llvm::Value* begun);
  /// Sets lanes to the start state that all share.
  void fill(llvm::Value* begun);
  /// Sets each lane to its own start state, in the order of playouts.
  void set_starts(llvm::Value* begun);

  // Helpers of the methods above.
  [[nodiscard]] llvm::Value* running();
  [[nodiscard]] llvm::Value* ended();
  [[nodiscard]] llvm::Value* cut();
  [[nodiscard]] llvm::Value* stuck();
  /// Returns lanes whose games are over and that have not begun again.
  [[nodiscard]] llvm::Value* over();
  /// Whether the thread has running games, or games to be counted.
  [[nodiscard]] llvm::Value* is_busy();
  /// Returns bit i of the counters of moves.
  [[nodiscard]] llvm::Value* counter(const WordArray& state, std::uint64_t i);
  /// Returns the length of the game in this lane of the state.
  [[nodiscard]] llvm::Value* length_of(llvm::Value* lane);
  [[nodiscard]] llvm::Value* load_number(llvm::Value* place);
  /// Loads a number of the order.
  [[nodiscard]] llvm::Value* order(std::size_t offset);
  /// Loads an address of the order.
  [[nodiscard]] llvm::Value* address(std::size_t offset);
  void copy(const WordArray& from, const WordArray& to, std::uint64_t count);
  /// Executes `body(phase)` for the current phase.
  template <typename Body>
  void in_phase(Body body) {
    llvm::BasicBlock* after = build_.block("phase.done");
    llvm::BasicBlock* none = build_.block("phase.none");
    auto* choice = build_.CreateSwitch(phase_, none, static_cast<unsigned>(game_.phases.size()));
    for (std::uint32_t i = 0; i < game_.phases.size(); ++i) {
      llvm::BasicBlock* block = build_.block("phase" + std::to_string(i));
      choice->addCase(build_.getInt32(i), block);
      build_.SetInsertPoint(block);
      body(i);
      build_.CreateBr(after);
    }
    build_.SetInsertPoint(none);
    build_.CreateUnreachable();
    build_.SetInsertPoint(after);
  }
  /// Executes `body(i)` for words of a state: unrolled if they may be in registers, as a short loop
  /// if they are in tiles.
  template <typename Body>
  void for_words(std::uint64_t first, std::uint64_t end, Body body) {
    if (in_registers_) {
      for (std::uint64_t i = first; i < end; ++i) body(i);
      return;
    }
    constexpr std::uint64_t at_once = 8;
    const std::uint64_t turns = (end - first) / at_once;
    const auto turn = [&](llvm::Value* number) {
      llvm::Value* index = build_.CreateAdd(build_.CreateMul(number, build_.getInt64(at_once)),
                                            build_.getInt64(first));
      for (std::uint64_t i = 0; i < at_once; ++i) body(build_.CreateAdd(index, build_.getInt64(i)));
    };
    if (turns > 0) build_.for_numbers(turns, turn);
    for (std::uint64_t i = first + turns * at_once; i < end; ++i) body(build_.getInt64(i));
  }

  llvm::Module& module_;
  const ir::LaneGame& game_;
  const PlayKernelShape& shape_;
  TileLayout& layout_;
  bool in_registers_;
  bool in_tiles_;
  std::uint64_t state_words_;
  std::uint64_t answer_words_;
  bool puts_off_;  ///< goals of finished games are evaluated for several games at once
  /// First and end of ranges of a state's words: those read when a game is over.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> goal_ranges_;
  llvm::Function* kernel_;
  KernelBuilder build_;
  std::vector<llvm::Function*> ticks_;
  llvm::Function* goals_ = nullptr;
  llvm::GlobalVariable* pattern_ = nullptr;

  Tile tile_;
  WordArray kept_;
  WordArray free_;  ///< lanes that begin, and how many more may begin
  WordArray counts_;
  WordArray answer_counts_;
  WordArray control_;
  WordArray state_;
  WordArray parked_;
  WordArray answers_;
  WordArray random_;
  WordArray scratch_;
  WordArray high_;   ///< by lane: the length's part above the counter; valid in `overflowed` lanes
  WordArray start_;  ///< by lane: the start state of its game

  llvm::Value* phase_ = nullptr;
  llvm::Value* first_phase_ = nullptr;
  llvm::Value* settles_ = nullptr;  ///< whether postponed goals are evaluated now
  llvm::Value* stopped_ = nullptr;
  llvm::Value* limit_low_ = nullptr;
  llvm::Value* limit_high_ = nullptr;
  llvm::Value* start_phases_ = nullptr;
};

}  // namespace tesuji::llvm_backend
