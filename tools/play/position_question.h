// Answers questions about positions of one game: loaded once, with players that keep what they have
// found.
#pragma once

#include "backend/driver/load.h"
#include "tools/play/position.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// What `tesuji position` is asked.
struct PositionQuestion {
  std::string state;                     ///< fluents, or @FILE; empty: the initial state
  std::string after;                     ///< joint moves, or @FILE
  std::vector<std::string> players;      ///< players to ask
  std::vector<std::string> known_to;     ///< roles; empty: show everything
  std::optional<double> move_seconds{};  ///< nothing: one second for mcts
  double value_seconds = 0;              ///< 0: moves are not valued
  EvaluationContext evaluation;
  RemoteContext remote;
  std::uint64_t seed = 1;
  std::uint64_t memory_mib = runtime::StateSpaceOptions{}.budget >> 20U;
  std::string svg;
  bool json = false;
};

/// For one thread.
class PositionGame {
 public:
  /// `path`: of the game, which was loaded with these options and names.
  PositionGame(driver::LoadedGame game, std::string path, driver::Options options,
               std::shared_ptr<ir::SymbolTable> symbols);

  /// Prints the answer, or what is wrong with the question; returns the exit code. Throws as
  /// make_seat().
  [[nodiscard]] int answer(const PositionQuestion& question);

  /// Drops what players have found; returns whether earlier questions may have left anything.
  bool forget_players() { return players_.clear() && answered_; }

 private:
  [[nodiscard]] SearchContext search_for(const PositionQuestion& question);
  [[nodiscard]] const GameBoards* boards();

  driver::LoadedGame game_;
  std::string path_;
  driver::Options options_;
  std::shared_ptr<ir::SymbolTable> symbols_;
  std::unique_ptr<GameBoards> boards_;         ///< null: not needed so far
  SearchContext search_;                       ///< with the loaders that all players share
  std::optional<std::uint64_t> searched_mib_;  ///< memory for which `search_` was prepared
  KeptPlayers players_;
  bool answered_ = false;  ///< some question
};

}  // namespace tesuji::tools
