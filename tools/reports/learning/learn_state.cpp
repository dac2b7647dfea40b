#include "tools/reports/learning/learn_state.h"

#include "tools/base/json.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace tesuji::tools {

namespace {

using learner::Goal;
using learner::Outcome;
using learner::TrainingGame;

constexpr int version = 1;
constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view outcome_letters = "ldw";  // by learner::Outcome

std::string letters(const std::vector<Outcome>& outcomes) {
  std::string text;
  for (const Outcome outcome : outcomes) text += outcome_letters[static_cast<std::size_t>(outcome)];
  return text;
}

Json to_json(const std::vector<TrainingGame>& games) {
  Json boards = Json::array();
  Json lengths = Json::array();
  Json regrets = Json::array();
  Json random = Json::array();
  std::vector<Outcome> outcomes;
  for (const TrainingGame& game : games) {
    boards.push_back(game.board);
    lengths.push_back(game.length);
    regrets.push_back(game.regret);
    random.push_back(game.random_moves);
    outcomes.push_back(game.outcome);
  }
  return {{"boards", std::move(boards)},
          {"moves", std::move(lengths)},
          {"random_moves", std::move(random)},
          {"outcomes", letters(outcomes)},
          {"regrets", std::move(regrets)}};
}

std::vector<Outcome> outcomes_of(const std::string& letters) {
  std::vector<Outcome> outcomes;
  for (const char one : letters) {
    const std::size_t letter = outcome_letters.find(one);
    if (letter == std::string_view::npos) {
      throw std::invalid_argument(fmt::format("`{}` is not an outcome", one));
    }
    outcomes.push_back(static_cast<Outcome>(letter));
  }
  return outcomes;
}

/// Reads a whole number within these bounds; Json would accept fractions and truncate large
/// numbers.
template <typename Number>
Number number_of(const Json& json, const char* name, std::uint64_t most) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > most) {
    throw std::invalid_argument(fmt::format("`{}` is not a whole number from 0 to {}", name, most));
  }
  return static_cast<Number>(json.get<std::uint64_t>());
}

/// Throws what Json throws if something is missing or has the wrong type.
std::vector<TrainingGame> games_of(const Json& json, std::size_t boards) {
  const std::vector<Outcome> outcomes = outcomes_of(json.at("outcomes").get<std::string>());
  std::vector<TrainingGame> games(outcomes.size());
  for (const char* list : {"boards", "moves", "random_moves", "regrets"}) {
    if (json.at(list).size() != games.size()) {
      throw std::invalid_argument(fmt::format("`{}` needs one entry for each game", list));
    }
  }
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].outcome = outcomes[i];
    games[i].board = number_of<std::uint32_t>(json.at("boards")[i], "boards", boards - 1);
    games[i].length = number_of<std::uint32_t>(json.at("moves")[i], "moves", most);
    games[i].random_moves =
        number_of<std::uint32_t>(json.at("random_moves")[i], "random_moves", most);
    games[i].regret = number_of<std::int8_t>(json.at("regrets")[i], "regrets", 2);
  }
  return games;
}

SavedRun run_of(const Json& json) {
  SavedRun run;
  if (json.at("tesuji_learn") != version) {
    throw std::invalid_argument("the file is of another version of tesuji");
  }
  run.game = json.at("game").get<std::string>();
  run.learner = json.at("learner").get<std::string>();
  if (run.learner != "migo-mixed" && run.learner != "migo-separated") {
    throw std::invalid_argument(fmt::format("`{}` is not a learner", run.learner));
  }
  run.seed =
      number_of<std::uint64_t>(json.at("seed"), "seed", std::numeric_limits<std::uint64_t>::max());
  run.levels = number_of<std::uint32_t>(json.at("levels"), "levels", 10'000);
  run.stability = number_of<std::uint32_t>(json.at("stability"), "stability", 1'000'000);
  run.max_clauses = number_of<std::uint32_t>(json.at("max_clauses"), "max_clauses", 100);
  run.search_steps = number_of<std::uint64_t>(json.at("search_steps"), "search_steps",
                                              std::numeric_limits<std::uint64_t>::max());
  run.ties = json.at("ties").get<std::string>();
  run.ties_text = json.at("ties_text").get<std::string>();
  run.from_text = json.at("from").get<std::string>();
  run.in_order = json.at("in_order").get<bool>();
  run.boards = json.at("start_boards").get<std::vector<std::vector<std::string>>>();
  if (run.boards.empty()) throw std::invalid_argument("it has no start boards");
  run.games = games_of(json.at("games"), run.boards.size());
  run.stable_games = number_of<std::uint32_t>(json.at("stable_games"), "stable_games", most);
  run.wins_changed = json.at("wins_changed").get<bool>();
  if (run.levels < 3) throw std::invalid_argument("`levels` is less than 3");
  for (const Json& one : json.at("examples")) {
    SavedRun::Example example;
    const auto goal = one.at("goal").get<std::string>();
    if (goal != "win" && goal != "draw") {
      throw std::invalid_argument(fmt::format("`{}` is neither win nor draw", goal));
    }
    example.goal = goal == "win" ? Goal::win : Goal::draw;
    example.level = number_of<std::uint32_t>(one.at("level"), "level", most);
    if (example.level == 0 || example.level >= run.levels) {
      throw std::invalid_argument("an example's level is out of range");
    }
    example.from = one.at("from").get<std::vector<std::string>>();
    example.to = one.at("to").get<std::vector<std::string>>();
    run.examples.push_back(std::move(example));
  }
  // Runs saved by earlier versions lack this member.
  if (json.contains("deepest_draw")) {
    run.deepest_draw = number_of<std::uint32_t>(json.at("deepest_draw"), "deepest_draw", most);
  }
  run.refute = json.at("refute").get<bool>();
  for (const Json& one : json.at("bounds")) {
    run.bounds.push_back({one.at("state").get<std::vector<std::string>>(),
                          outcomes_of(one.at("moves").get<std::string>())});
  }
  return run;
}

}  // namespace

SavedRun saved_run(const learner::Run& run, const learner::Migo& migo, learner::Arena& arena,
                   const learner::StateProperties& properties) {
  SavedRun saved;
  const runtime::Game& game = arena.game();
  saved.game = game.name();
  saved.seed = run.seed;
  saved.levels = run.learning.levels;
  saved.stability = run.learning.stability;
  for (const runtime::State& board : arena.boards()) saved.boards.push_back(game.fluents(board));
  saved.games = run.games;
  saved.stable_games = migo.memory().stable_games;
  saved.wins_changed = migo.memory().wins_changed;
  const auto fluents = [&](learner::Value value) {
    return game.fluents(arena.space().state(properties.node(value)));
  };
  for (const Goal goal : {Goal::win, Goal::draw}) {
    const learner::LevelExamples::Row& levels = migo.memory().examples.of(goal);
    for (std::uint32_t level = 1; level < levels.size(); ++level) {
      for (const learner::MoveExample& example : levels[level]) {
        saved.examples.push_back({goal, level, fluents(example.from), fluents(example.to)});
      }
    }
  }
  saved.deepest_draw = migo.memory().examples.deepest(Goal::draw);
  for (const auto& [number, bounds] : migo.refutations().all()) {
    saved.bounds.push_back({game.fluents(arena.space().state(*bounds.node)), bounds.moves});
  }
  return saved;
}

Json to_json(const SavedRun& run) {
  Json examples = Json::array();
  for (const SavedRun::Example& example : run.examples) {
    examples.push_back({{"goal", learner::name_of(example.goal)},
                        {"level", example.level},
                        {"from", example.from},
                        {"to", example.to}});
  }
  Json bounds = Json::array();
  for (const SavedRun::Bounds& one : run.bounds) {
    bounds.push_back({{"state", one.state}, {"moves", letters(one.moves)}});
  }
  return {{"tesuji_learn", version},
          {"game", run.game},
          {"learner", run.learner},
          {"seed", run.seed},
          {"levels", run.levels},
          {"stability", run.stability},
          {"in_order", run.in_order},
          {"max_clauses", run.max_clauses},
          {"search_steps", run.search_steps},
          {"ties", run.ties},
          {"ties_text", run.ties_text},
          {"from", run.from_text},
          {"start_boards", run.boards},
          {"games", to_json(run.games)},
          {"stable_games", run.stable_games},
          {"wins_changed", run.wins_changed},
          {"examples", std::move(examples)},
          {"deepest_draw", run.deepest_draw},
          {"refute", run.refute},
          {"bounds", std::move(bounds)}};
}

std::optional<SavedRun> read_saved_run(ir::FileId file, const runtime::Game& game,
                                       ir::Diagnostics& diagnostics) {
  const ir::Span begin{file, {1, 1}, {1, 1}};
  const auto refuse = [&](const std::string& why) {
    diagnostics.error(begin, "parse", fmt::format("no run to continue: {}", why));
    return std::nullopt;
  };
  try {
    const Json json = Json::parse(diagnostics.sources()[file].text, nullptr, false);
    if (json.is_discarded()) return refuse("the file is not JSON, or is truncated");
    SavedRun run = run_of(json);
    if (run.game != game.name()) {
      return refuse(fmt::format("it is of the game {}, not {}", run.game, game.name()));
    }
    return run;
  } catch (const Json::exception& error) {
    // Skips Json's prefix, which names the place in its own code.
    const std::string what = error.what();
    return refuse("it lacks something, or has it in another form (" +
                  what.substr(what.find("] ") + 2) + ")");
  } catch (const std::invalid_argument& error) {
    return refuse(error.what());
  }
}

void resume(const SavedRun& run, learner::Arena& arena, learner::StateProperties& properties,
            learner::Migo& migo) {
  learner::MigoMemory memory{learner::LevelExamples(run.levels), run.stable_games,
                             run.wins_changed};
  const auto node_of = [&](const std::vector<std::string>& fluents) {
    std::string unknown;
    const auto state = arena.game().state_of(fluents, &unknown);
    if (!state) {
      throw learner::UnfitGame(fmt::format(
          "the saved run has a state with `{}`, which the game does not have", unknown));
    }
    return arena.space().root(*state);
  };
  for (const SavedRun::Example& example : run.examples) {
    runtime::Node& from = *node_of(example.from);
    runtime::Node& to = *node_of(example.to);
    if (!properties.is_move(from, to)) {
      throw learner::UnfitGame("the saved run has an example that is not a move of the game");
    }
    memory.examples.add(example.goal, example.level,
                        {properties.value(from), properties.value(to)});
  }
  memory.examples.set_deepest(Goal::draw,
                              std::max(run.deepest_draw, memory.examples.deepest(Goal::draw)));
  try {
    for (const SavedRun::Bounds& bounds : run.bounds) {
      migo.refutations().restore(*node_of(bounds.state), bounds.moves);
    }
  } catch (const std::invalid_argument&) {
    throw learner::UnfitGame("the saved run has bounds of other moves than the game has");
  }
  migo.resume(std::move(memory));
}

}  // namespace tesuji::tools
