// Answers `mcts`: the values of a state's moves by tree search.
#include "backend/players/percept_player.h"
#include "backend/players/tree_player.h"
#include "tools/answers/answers.h"
#include "tools/base/json.h"
#include "tools/play/position.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

struct SearchQuestion {
  bool has_state = false;
  std::vector<std::string> state;
  std::string role;
  bool lanes = false;
  driver::TreePlayerOptions player;
  runtime::TreeSearchLimits limits;
};

SearchQuestion read_search(QuestionOptions& options, const std::atomic<bool>* stop) {
  constexpr std::uint64_t most_simulations = 1'000'000'000'000;
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 30U;
  SearchQuestion wanted;
  wanted.has_state = options.has("state");
  wanted.state = options.texts("state");
  wanted.role = options.text("role", "");
  // Compiling code for lanes takes seconds, which short searches do not regain.
  wanted.lanes = options.flag("lanes", false);
  // If lanes are requested, always uses them: a choice by the clock could differ from search to
  // search.
  wanted.player.always_lanes = wanted.lanes;
  wanted.limits.simulations = options.number("simulations", 0, 0, most_simulations);
  wanted.limits.seconds = options.seconds("seconds", wanted.limits.simulations == 0 ? 1 : 0);
  wanted.limits.stop = stop;
  runtime::TreeSearchOptions& search = wanted.player.search;
  search.seed = options.number("seed", 1);
  search.threads = static_cast<unsigned>(options.number("threads", 1, 1, 1024));
  search.memory = options.number("memory", 512, 1, most_mib) << 20U;
  search.exploration = options.real("exploration", search.exploration, 0, 1e6);
  // A fixed number of simulations must be the same on machines of any speed.
  wanted.player.wait = wanted.limits.simulations > 0;
  return wanted;
}

/// Returns the requested role, or else the roles that have a choice, or the first one if none has.
std::vector<runtime::Role> roles_to_ask(const SearchQuestion& wanted, const runtime::Game& game,
                                        const Position& position, ir::Diagnostics& diagnostics) {
  std::vector<runtime::Role> roles;
  for (runtime::Role role = 0; role < game.roles().size(); ++role) {
    const bool chance = game.roles()[role] == runtime::chance_role;
    const bool asked = wanted.role.empty() ? !chance && position.legal[role].size() > 1
                                           : wanted.role == game.roles()[role];
    if (asked) roles.push_back(role);
  }
  for (runtime::Role role = 0; roles.empty() && wanted.role.empty(); ++role) {
    if (role == game.roles().size()) break;
    if (game.roles()[role] != runtime::chance_role) roles.push_back(role);
  }
  if (!wanted.role.empty() && roles.empty()) {
    diagnostics.error({}, "usage", "unknown role `" + wanted.role + "`");
  }
  return roles;
}

Json thought_json(runtime::Role role, driver::Thought thought, double seconds,
                  const runtime::Game& game) {
  const Json about{{"move", thought.move},          {"value", thought.value},
                   {"proven", thought.proven},      {"depth", thought.depth},
                   {"nodes", thought.nodes},        {"lanes", thought.lanes},
                   {"variation", thought.variation}};
  Json json = values_json({role, std::move(thought), seconds}, game);
  json.update(about);
  return json;
}

/// Searches for each of the roles in turn.
Json think(const SearchQuestion& wanted, const driver::LoadedGame& loaded, const Position& position,
           const std::vector<runtime::Role>& roles, AskedGame& asked) {
  const runtime::Game& game = *loaded.game;
  std::unique_ptr<driver::TreePlayer> player;
  if (!game.has_percepts() && !roles.empty()) {
    driver::TreePlayerOptions options = wanted.player;
    options.symmetries = asked.symmetries();
    options.endgames = false;  // values of all moves are wanted
    player = std::make_unique<driver::TreePlayer>(loaded, wanted.lanes ? asked.lanes() : nullptr,
                                                  options);
    player->set_state(position.state);
  }
  Json searches = Json::array();
  for (const runtime::Role role : roles) {
    const auto begin = std::chrono::steady_clock::now();
    std::optional<driver::Thought> thought;
    if (player) {
      thought = player->think(role, wanted.limits);
    } else {
      driver::PerceptPlayer blind(loaded.game, role, driver::percept_options(wanted.player));
      blind.set(position.state);
      thought = blind.think(wanted.limits);
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (thought) searches.push_back(thought_json(role, std::move(*thought), spent.count(), game));
  }
  return searches;
}

}  // namespace

std::optional<Json> search_answer(Question& question) {
  const SearchQuestion wanted = read_search(question.options, question.stop);
  if (!question.options.finish()) return std::nullopt;
  driver::Session& session = question.session;
  if (wanted.limits.simulations == 0 && wanted.limits.seconds <= 0) {
    session.diagnostics.error({}, "usage", "a search needs `seconds`, or `simulations`");
    return std::nullopt;
  }
  const driver::LoadedGame* const loaded = question.game.searched(session);
  if (loaded == nullptr) return std::nullopt;
  const runtime::Game& game = *loaded->game;
  std::optional<runtime::State> state;
  if (wanted.has_state) {
    state = asked_state(game, wanted.state, session.diagnostics);
    if (!state) return std::nullopt;
  }
  const auto position =
      play_moves(game, state ? runtime::StateView(*state) : game.initial(), {}, session);
  if (!position) return std::nullopt;
  std::vector<runtime::Role> roles;
  if (!position->terminal) {
    roles = roles_to_ask(wanted, game, *position, session.diagnostics);
    if (session.diagnostics.has_errors()) return std::nullopt;
  }
  return Json{{"game", question.game.path()},
              {"state", position->fluents},
              {"terminal", position->terminal},
              {"searches", think(wanted, *loaded, *position, roles, question.game)}};
}

}  // namespace tesuji::tools
