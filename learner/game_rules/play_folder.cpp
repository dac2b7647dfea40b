// Reads the tasks of one game (play_folder.h).
#include "learner/game_rules/play_folder.h"

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace tesuji::learner {

namespace {

namespace fs = std::filesystem;

/// Returns the games that have a training file of some target.
std::set<std::string> games_in(const fs::path& train) {
  std::set<std::string> games;
  std::error_code fault;
  for (const auto& entry : fs::directory_iterator(train, fault)) {
    const std::string name = entry.path().filename().string();
    for (const std::string_view target : play_targets) {
      const std::string end = fmt::format("_{}_train.dat", target);
      if (name.size() > end.size() && name.ends_with(end)) {
        games.insert(name.substr(0, name.size() - end.size()));
      }
    }
  }
  return games;
}

std::optional<PlayPart> read_part(const fs::path& path, PlayVocabulary& vocabulary,
                                  driver::Session& session) {
  const auto file = driver::read_file(path.string(), session);
  if (!file) return std::nullopt;
  return read_play_part(*file, vocabulary, session.diagnostics);
}

}  // namespace

namespace {

/// Also returns false if the path cannot be read.
bool is_there(const fs::path& path) {
  std::error_code fault;
  return fs::exists(path, fault);
}

}  // namespace

std::unique_ptr<PlayFolder> read_play_folder(const std::string& folder, const std::string& game,
                                             driver::Session& session) {
  fs::path root(folder);
  if (!is_there(root / "train") && is_there(root / "data" / "train")) root /= "data";
  const std::set<std::string> games = games_in(root / "train");
  if (games.empty() || (!game.empty() && !games.contains(game))) {
    session.diagnostics.error(
        {}, "io",
        fmt::format("{} contains no file {}_legal_train.dat, nor one of another target",
                    (root / "train").string(), game.empty() ? "GAME" : game));
    return nullptr;
  }
  if (game.empty() && games.size() > 1) {
    session.diagnostics.error({}, "usage",
                              fmt::format("{} has tasks of {} games; name one: --iggp-game={}",
                                          folder, games.size(), *games.begin()));
    return nullptr;
  }
  auto result = std::make_unique<PlayFolder>();
  result->game = game.empty() ? *games.begin() : game;
  bool ok = true;
  const fs::path initial = root / (result->game + "_initial.dat");
  if (is_there(initial)) {
    // Written with an empty block of atoms, and read first, so that roles keep their order.
    const auto part = read_part(initial, result->vocabulary, session);
    ok = part.has_value();
    if (ok && !part->examples.empty()) result->initial = part->examples[0].background;
  }
  for (const std::string_view target : play_targets) {
    PlayTask task;
    task.target = target;
    const fs::path train = root / "train" / fmt::format("{}_{}_train.dat", result->game, target);
    const fs::path test = root / "test" / fmt::format("{}_{}_test.dat", result->game, target);
    if (!is_there(train)) continue;
    auto train_part = read_part(train, result->vocabulary, session);
    std::optional<PlayPart> test_part = PlayPart{};
    if (is_there(test)) test_part = read_part(test, result->vocabulary, session);
    if (!train_part || !test_part) {
      ok = false;
      continue;
    }
    if (train_part->examples.empty()) {
      session.diagnostics.error({}, "no-examples",
                                fmt::format("{} has no `background:`", train.string()));
      ok = false;
    }
    task.train = std::move(*train_part);
    task.test = std::move(*test_part);
    result->tasks.push_back(std::move(task));
  }
  if (!ok) return nullptr;
  return result;
}

}  // namespace tesuji::learner
