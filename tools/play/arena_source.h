// Makes the arenas in which a command lets learners play: start boards, ties, and a saved solution.
#pragma once

#include "backend/driver/load.h"
#include "backend/open/symmetries.h"
#include "learner/arena/arena.h"
#include "tools/options/solving_options.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Thrown if a file is wrong, which was reported.
struct WrongFile {};

class ArenaSource {
 public:
  /// `path`: where the game was loaded from, with these options. All others must outlive it.
  ArenaSource(std::string path, driver::Options options, const ArenaChoice& choice,
              const driver::LoadedGame& loaded, driver::Session& session,
              const std::atomic<bool>& stop);

  /// Reads the files that the choice names; returns false if one is wrong (reported).
  [[nodiscard]] bool begin();
  /// As begin(), for a saved run: with its ties and its boards.
  [[nodiscard]] bool begin(const std::string& ties_text, std::vector<runtime::State> boards);

  /// Solves the game from its start boards. Thread-safe. Throws what Arena throws, and WrongFile if
  /// the solution is not one of this game.
  [[nodiscard]] std::unique_ptr<learner::Arena> make();

  /// Returns the text of the file of ties; may be empty.
  [[nodiscard]] const std::string& ties_text() const { return ties_text_; }
  [[nodiscard]] const runtime::StateSpaceOptions& space() const { return space_; }
  // Of the first arena:
  [[nodiscard]] runtime::Role role() const { return role_; }
  [[nodiscard]] const std::vector<runtime::State>& boards() const { return boards_; }
  /// Whether one of the boards is the game's initial state.
  [[nodiscard]] bool starts_initially() const;

 private:
  [[nodiscard]] bool read_ties();
  void find_boards();
  [[nodiscard]] std::unique_ptr<learner::Opponent> opponent(const runtime::StateSpace& space) const;
  std::vector<runtime::State> but_for_symmetry(const std::vector<runtime::State>& boards);
  [[nodiscard]] const driver::GameSymmetries& symmetries();
  [[nodiscard]] learner::SymmetryGroup group();

  std::string path_;
  driver::Options options_;
  const ArenaChoice& choice_;
  const driver::LoadedGame& loaded_;
  driver::Session& session_;
  runtime::StateSpaceOptions space_;
  runtime::MovePreference ties_;
  std::string ties_text_;
  std::vector<runtime::State> start_boards_;
  bool given_ = false;                  ///< the boards are those of a saved run
  std::vector<runtime::State> boards_;  ///< the boards that games start from
  std::once_flag chosen_;
  std::mutex symmetry_mutex_;
  std::optional<driver::GameSymmetries> symmetries_;
  learner::SymmetryGroup group_;
  std::mutex session_mutex_;
  std::atomic<runtime::Role> role_{0};
};

}  // namespace tesuji::tools
