// Solves a puzzle by several methods beside each other: from a loaded game to its best line.
//
// A short breadth-first search comes first. What that does not solve is grounded: the net shows
// which bits of states do not tell positions apart, and is what SAT plans on. Then the methods that
// were asked for run, each in a thread of its own, until one of them has a line with the wanted
// goal or has proved that there is none. With fewer threads they take turns, each with an equal
// part of the time that is left.
#pragma once

#include "backend/driver/load.h"
#include "backend/puzzles/puzzle_net.h"
#include "runtime/host/puzzles/breadth_first.h"
#include "runtime/host/puzzles/plan_search.h"
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
  bool shortest = false;           ///< the line is to be a shortest one of its goal
  bool symmetries = true;          ///< searches of all positions merge symmetric ones
  std::uint32_t horizon = 0;       ///< most joint moves of a line; 0: no limit
  std::uint64_t memory_bytes = 0;  ///< of all methods together; 0: no limit
  std::uint64_t memory_before = 0;  ///< bytes of the process that are not theirs
  double seconds = 0;              ///< of all; 0: no limit
  unsigned threads = 0;            ///< at the same time; 0: one for each method
  const std::atomic<bool>* stop = nullptr;
  /// Lines begin in this state, which a play reaches; empty: in the initial one.
  runtime::State start{};
  std::shared_ptr<PuzzleNet> net{};  ///< kept for the next search of the game; null: not kept
  std::string clingo = "clingo";  ///< the program; of asp
  /// Called with each program before clingo runs it, and its name; may be empty.
  std::function<void(const std::string& name, const std::string& text)> program{};
  /// Called with a description of each phase as it starts, from several threads, one at a time; may
  /// be empty.
  std::function<void(const std::string&)> progress{};
  /// Called with each line that is better than those before; as `progress`.
  std::function<void(const runtime::PuzzleLine& line, PuzzleMethod method)> found{};
};

/// What one method did.
struct MethodReport {
  PuzzleMethod method = PuzzleMethod::breadth_first;
  runtime::SearchEnd end = runtime::SearchEnd::complete;
  int goal = runtime::no_goal;  ///< of the best line that it found
  /// Searches: different ones; beam, A*, two-sided: of all passes; factoring: of all puzzles.
  std::uint64_t states = 0;
  std::size_t width = 0;        ///< beam: of the last pass
  std::uint32_t horizon = 0;    ///< joint moves: no line that is shorter has the wanted goal
  std::uint64_t questions = 0;  ///< to the solver
  std::uint64_t clauses = 0;
  std::uint32_t subgames = 0;    ///< factoring: of the whole game
  std::uint32_t irrelevant = 0;  ///< of these
  std::uint32_t puzzles = 0;     ///< factoring: that were made of subgames and looked at
  std::uint32_t first_bound =
      0;                       ///< A*: moves to the highest goal from the initial state, at least
  std::uint64_t backward_states = 0;  ///< two-sided: of `states`
  std::uint64_t goal_states = 0;      ///< two-sided: known ends, of all searches
  bool is_not_joined = false;  ///< factoring: plans were found that no play joins
  double seconds = 0;
  std::string why_not{};  ///< why it could not be tried; empty: it was
};

struct SolvedPuzzle {
  runtime::Role role = 0;
  std::optional<runtime::PuzzleLine> best;  ///< the best line that was found
  int bound = runtime::highest_goal;        ///< proven: no line has a higher goal
  bool is_shortest = false;           ///< proven: no line with its goal is shorter than `best`
  std::uint32_t ignored_fluents = 0;  ///< that do not tell positions apart
  std::size_t symmetries = 0;         ///< by which searches merged positions, without the identity
  std::optional<std::uint32_t> clock_end{};  ///< joint moves after which a clock ends every play
  std::vector<MethodReport> methods{};
  double seconds = 0;

  /// Whether nothing better can be found.
  [[nodiscard]] bool is_solved() const { return best ? best->goal >= bound : bound < 0; }
};

[[nodiscard]] std::string_view name_of(PuzzleMethod method);

/// The role of a game that has one besides chance. Throws std::invalid_argument where it has
/// several; 0 where chance is alone.
[[nodiscard]] runtime::Role puzzle_role(const runtime::Game& game);

/// `path`: the rulesheet of `loaded`, for its net. Reports nothing; throws LimitReached as the game
/// does.
[[nodiscard]] SolvedPuzzle solve_puzzle(const std::string& path, const LoadedGame& loaded,
                                        const Options& options, const PuzzleOptions& puzzle,
                                        const Session& session);

/// Solves the puzzle from any state, within the question's limits, by all methods of PuzzleOptions.
/// `texts`: as of Session.
[[nodiscard]] runtime::PlanSearch plan_search(std::string path, LoadedGame loaded, Options options,
                                              std::map<std::string, std::string> texts = {});

}  // namespace tesuji::driver
