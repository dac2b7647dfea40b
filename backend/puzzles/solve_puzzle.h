// Solves a puzzle by several methods in parallel: from a loaded game to its best line.
//
// A short breadth-first search comes first. If that does not solve the puzzle, the game is
// grounded: the net shows which bits of states do not distinguish positions, and SAT plans on it.
// Then the requested methods run, each in its own thread, until one of them finds a line with the
// wanted goal or proves that none exists. With fewer threads they take turns, each with an equal
// part of the remaining time.
#pragma once

#include "backend/driver/load.h"
#include "backend/puzzles/puzzle_net.h"
#include "runtime/host/puzzles/breadth_first.h"
#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::driver {

enum class PuzzleMethod : std::uint8_t {
  breadth_first,
  beam,
  sat,
  factoring,
  a_star,
  two_sided,
  asp
};

struct PuzzleOptions {
  std::vector<PuzzleMethod> methods{PuzzleMethod::breadth_first, PuzzleMethod::beam,
                                    PuzzleMethod::sat, PuzzleMethod::factoring};
  bool shortest = false;           ///< requires a shortest line for its goal
  bool symmetries = true;          ///< searches of all positions merge symmetric ones
  std::uint32_t horizon = 0;       ///< maximum number of joint moves of a line; 0: no limit
  std::uint64_t memory_bytes = 0;  ///< of all methods together; 0: no limit
  std::uint64_t memory_before = 0;  ///< bytes of the process before the search
  double seconds = 0;               ///< for everything; 0: no limit
  unsigned threads = 0;             ///< threads at the same time; 0: one for each method
  const std::atomic<bool>* stop = nullptr;
  /// Lines begin in this state, which must be reachable; empty: in the initial one.
  runtime::State start{};
  std::shared_ptr<PuzzleNet> net{};  ///< kept for the next search of the game; null: not kept
  std::string clingo = "clingo";     ///< the program for the method asp
  /// Called with each program before clingo runs it, and its name; may be empty.
  std::function<void(const std::string& name, const std::string& text)> program{};
  /// Called with a description of each phase as it starts, from several threads, one at a time; may
  /// be empty.
  std::function<void(const std::string&)> progress{};
  /// Called with each line that is better than the previous ones; as `progress`.
  std::function<void(const runtime::PuzzleLine& line, PuzzleMethod method)> found{};
};

/// The result of one method.
struct MethodReport {
  PuzzleMethod method = PuzzleMethod::breadth_first;
  runtime::SearchEnd end = runtime::SearchEnd::complete;
  int goal = runtime::no_goal;  ///< of the best line that it found
  /// Searches: number of different states; beam, A*, two-sided: of all passes; factoring: of all
  /// puzzles.
  std::uint64_t states = 0;
  std::size_t width = 0;        ///< beam: of the last pass
  std::uint32_t horizon = 0;    ///< joint moves: no shorter line has the wanted goal
  std::uint64_t questions = 0;  ///< number of solver calls
  std::uint64_t clauses = 0;
  std::uint32_t subgames = 0;    ///< factoring: number in the whole game
  std::uint32_t irrelevant = 0;  ///< number of irrelevant ones among them
  std::uint32_t puzzles = 0;     ///< factoring: number of puzzles made of subgames and visited
  std::uint32_t first_bound =
      0;  ///< A*: lower bound on the moves from the initial state to the highest goal
  std::uint64_t backward_states = 0;  ///< two-sided: part of `states`
  std::uint64_t goal_states = 0;  ///< two-sided: number of known terminal states, in all searches
  bool is_not_joined = false;     ///< factoring: plans were found that no play combines
  double seconds = 0;
  std::string why_not{};  ///< why the method could not run; empty: it ran
};

struct SolvedPuzzle {
  runtime::Role role = 0;
  std::optional<runtime::PuzzleLine> best;  ///< the best line found
  int bound = runtime::highest_goal;        ///< proved: no line has a higher goal
  bool is_shortest = false;           ///< proved: no line with its goal is shorter than `best`
  std::uint32_t ignored_fluents = 0;  ///< number of fluents that do not distinguish positions
  std::size_t symmetries = 0;  ///< number by which searches merged positions, without the identity
  std::optional<std::uint32_t>
      clock_end{};  ///< number of joint moves after which a clock ends every play
  std::vector<MethodReport> methods{};
  double seconds = 0;

  /// Whether nothing better can be found.
  [[nodiscard]] bool is_solved() const { return best ? best->goal >= bound : bound < 0; }
};

[[nodiscard]] std::string_view name_of(PuzzleMethod method);

/// Returns the only role besides chance. Throws std::invalid_argument if there are several; returns
/// 0 if chance is alone.
[[nodiscard]] runtime::Role puzzle_role(const runtime::Game& game);

/// `path`: the rulesheet of `loaded`, for its net. Reports nothing; throws LimitReached as the game
/// does.
[[nodiscard]] SolvedPuzzle solve_puzzle(const std::string& path, const LoadedGame& loaded,
                                        const Options& options, const PuzzleOptions& puzzle,
                                        const Session& session);

/// Returns a search that solves the puzzle from any state, within the query's limits, by all
/// methods of PuzzleOptions. `texts`: as in Session.
[[nodiscard]] runtime::PlanSearch plan_search(std::string path, LoadedGame loaded, Options options,
                                              std::map<std::string, std::string> texts = {});

}  // namespace tesuji::driver
