// Saved runs of `learn` (JSON), of a small nim: read, or refused with a reason; what goes on from
// one is saved as the same, and plays on.
#include "backend/strategies/strategy.h"
#include "tests/fuzz/support.h"
#include "tests/property/text_game.h"
#include "tools/base/json.h"
#include "tools/reports/learning/learn_state.h"

#include <utility>

using namespace tesuji;

namespace {

constexpr const char* rules = R"(
  (role white) (role black) (other white black) (other black white)
  (init (heap 6)) (init (control white))
  (takes 6 5) (takes 6 4) (takes 5 4) (takes 5 3) (takes 4 3) (takes 4 2) (takes 3 2) (takes 3 1) (takes 2 1) (takes 2 0) (takes 1 0)
  (<= (legal ?r (leave ?n)) (true (control ?r)) (true (heap ?m)) (takes ?m ?n))
  (<= (legal ?r noop) (true (control ?o)) (other ?o ?r))
  (<= (next (heap ?n)) (does ?r (leave ?n)))
  (<= (next (control ?r)) (true (control ?o)) (other ?o ?r))
  (<= over (true (heap 0)))
  (<= over (true (heap 1)) (true (control black)))
  (<= terminal over)
  (<= (goal ?r 100) (true (heap 0)) (true (control ?o)) (other ?o ?r))
  (<= (goal ?r 0) (true (heap 0)) (true (control ?r)))
  (<= (goal ?r 50) (role ?r) (not (true (heap 0))))
)";

const driver::LoadedGame& game() {
  static const driver::LoadedGame loaded = tests::interpreted_game(rules);
  return loaded;
}

/// What a run begins with that goes on from this one.
struct Scene {
  learner::Arena arena;
  learner::MigoLearner learner;

  /// Throws learner::UnfitGame.
  Scene(const tools::SavedRun& run, std::vector<runtime::State> boards)
      : arena(game().game, driver::turn_rule(game()), std::move(boards)),
        learner(arena.space(), run.levels, options_of(run)) {
    tools::resume(run, arena, learner.properties(), learner.migo());
  }

  static learner::MigoOptions options_of(const tools::SavedRun& run) {
    learner::MigoOptions options;
    options.learning.refute = run.refute;
    return options;
  }

  tools::Json saved(const tools::SavedRun& from) {
    learner::Run run;
    run.seed = from.seed;
    run.learning.levels = from.levels;
    run.learning.stability = from.stability;
    run.games = from.games;
    tools::SavedRun saved = tools::saved_run(run, learner.migo(), arena, learner.properties());
    saved.learner = from.learner;
    saved.refute = from.refute;
    return to_json(saved);
  }
};

std::optional<tools::SavedRun> read(const std::string& text, bool must = false) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const ir::FileId file = sources.add("run.json", text);
  auto run = tools::read_saved_run(file, *game().game, diagnostics);
  fuzz::check_report(diagnostics, run.has_value());
  fuzz::require(run.has_value() || !must, "a saved run is read", text);
  return run;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto run = read(fuzz::text_of(data, size));
  if (!run || run->levels > 100) return 0;
  std::vector<runtime::State> boards;
  for (const auto& fluents : run->boards) {
    auto state = game().game->state_of(fluents);
    if (!state) return 0;
    boards.push_back(std::move(*state));
  }
  try {
    Scene scene(*run, boards);
    const tools::Json saved = scene.saved(*run);
    Scene again(*read(saved.dump(), true), boards);
    fuzz::require(again.saved(*run) == saved, "a run is saved as it was read", saved.dump());
    runtime::Rng random(run->seed);
    for (std::size_t board = 0; board < std::min<std::size_t>(boards.size(), 3); ++board) {
      const auto played = scene.arena.play(scene.learner, board, random);
      scene.learner.finish(played, scene.arena.learner());
    }
  } catch (const learner::UnfitGame&) {  // Reported by the command.
  } catch (const runtime::TurnError&) {  // So is this.
  }
  return 0;
}
