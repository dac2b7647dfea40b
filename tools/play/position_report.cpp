// Prints a position (tools/play/position.h) as text and as JSON.
#include "tools/base/json.h"
#include "tools/boards/board_json.h"
#include "tools/boards/board_view.h"
#include "tools/boards/move_places.h"
#include "tools/boards/piece_colours.h"
#include "tools/boards/piece_shapes.h"
#include "tools/play/match_report.h"
#include "tools/play/move_names.h"
#include "tools/play/notation_json.h"
#include "tools/play/position.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tesuji::tools {
namespace {

Json number_or_null(std::size_t number) {
  return number == driver::StrategyWitness::none ? Json(nullptr) : Json(number);
}

Json goal_json(const driver::StrategyWitness::Goal& goal) {
  Json args = Json::array();
  for (const std::size_t state : goal.args) args.push_back(number_or_null(state));
  return {{"goal", goal.text},
          {"absent", goal.absent},
          {"args", std::move(args)},
          {"proof", number_or_null(goal.proof)}};
}

/// `view` may be null.
Json witness_json(const driver::StrategyWitness& witness, const runtime::Game& game,
                  const BoardView* view) {
  Json states = Json::array();
  for (const driver::StrategyWitness::Bound& bound : witness.states) {
    const std::vector<std::string> fluents = game.fluents(bound.state);
    Json json{{"state", fluents}};
    if (bound.from != driver::StrategyWitness::none) {
      json["from"] = bound.from;
      Json joint = Json::array();
      for (const runtime::Move move : bound.joint) joint.push_back(game.move_name(move));
      json["joint"] = std::move(joint);
    }
    if (view != nullptr) {
      const bool known = bound.from != driver::StrategyWitness::none;
      const std::vector<std::string> before =
          known ? game.fluents(witness.states[bound.from].state) : std::vector<std::string>{};
      json.update(boards_json(view->squares(fluents, known ? &before : nullptr)));
    }
    states.push_back(std::move(json));
  }
  Json proofs = Json::array();
  for (const driver::StrategyWitness::Proof& proof : witness.proofs) {
    Json variables = Json::object();
    for (std::size_t i = 0; i < proof.variables.size(); ++i) {
      variables[proof.variables[i]] = proof.states[i];
    }
    Json goals = Json::array();
    for (const driver::StrategyWitness::Goal& goal : proof.goals) goals.push_back(goal_json(goal));
    proofs.push_back({{"clause", proof.clause},
                      {"line", proof.span.begin.line},
                      {"variables", std::move(variables)},
                      {"goals", std::move(goals)}});
  }
  return {{"states", std::move(states)}, {"proofs", std::move(proofs)}};
}

Json threats_json(const runtime::Threats& threats, const runtime::Game& game) {
  Json moves = Json::array();
  for (const runtime::Threat& threat : threats.threats) {
    moves.push_back({{"move", game.move_name(threat.move)}, {"answers", threat.answers}});
  }
  return {{"moves", std::move(moves)}, {"answers", threats.answers}, {"lost", threats.lost}};
}

Json advice_json(const Advice& advice, const runtime::Game& game, const BoardView* view) {
  Json json{{"role", game.roles()[advice.role]}, {"player", advice.player}};
  json["seconds"] = advice.seconds;
  if (!advice.decision) return json;
  json["move"] = game.move_name(advice.decision->move);
  json["by"] = advice.decision->by;
  json["reading"] = advice.decision->reading;
  if (!advice.decision->fallback.empty()) json["fallback"] = advice.decision->fallback;
  if (advice.witness) json["witness"] = witness_json(*advice.witness, game, view);
  if (advice.threats) json["threats"] = threats_json(*advice.threats, game);
  return json;
}

/// Returns the player; if it could not choose itself, the one that chose instead, and why.
std::string chooser_text(const Advice& advice) {
  const Decision& decision = *advice.decision;
  const bool at_random = decision.by == "random" && advice.player != decision.by;
  if (decision.fallback.empty() && !at_random) return advice.player;
  return fmt::format("{} ({}: {})", decision.by, advice.player,
                     decision.fallback.empty() ? "it has no move" : decision.fallback);
}

/// Prints the clause, and the moves that lead to the states that it binds.
void print_witness(const driver::StrategyWitness& witness, const runtime::Game& game) {
  const driver::StrategyWitness::Proof& proof = witness.proofs.front();
  fmt::print("  {}\n", proof.clause);
  for (std::size_t i = 0; i < proof.variables.size(); ++i) {
    const driver::StrategyWitness::Bound& bound = witness.states[proof.states[i]];
    if (proof.states[i] == 0) {
      fmt::print("    {}: this position\n", proof.variables[i]);
    } else if (bound.from != driver::StrategyWitness::none) {
      std::vector<std::string> names;
      for (const runtime::Move move : bound.joint) names.push_back(game.move_name(move));
      fmt::print("    {}: after {}\n", proof.variables[i], fmt::join(names, " "));
    }
  }
}

/// Omits those of hidden roles.
std::vector<std::vector<std::string>> legal_names(const PositionReport& report) {
  std::vector<std::vector<std::string>> all;
  for (runtime::Role role = 0; role < report.position.legal.size(); ++role) {
    const bool known = report.knows(role);
    all.push_back(known ? names_of(*report.game.game, report.position.legal[role])
                        : std::vector<std::string>());
  }
  return all;
}

/// Returns the last joint move, of roles that had a choice: `white e2–e4`.
std::string last_moves_text(const PositionReport& report) {
  if (report.position.turn == 0) return {};
  const Json course = course_notation_json(report);
  std::string text;
  for (runtime::Role role = 0; role < course.back().size(); ++role) {
    if (course.back()[role].is_null()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : " \u00b7 ", report.game.game->roles()[role],
                        course.back()[role].get<std::string>());
  }
  return text;
}

/// Returns what the roles know of the earlier joint moves: by turn their own moves and percepts.
Json known_json(const PositionReport& report) {
  const runtime::Game& game = *report.game.game;
  Json turns = Json::array();
  for (const PastTurn& past : report.position.past) {
    Json roles = Json::array();
    for (const runtime::Role role : report.known_to) {
      roles.push_back({{"role", game.roles()[role]},
                       {"move", past.made.joint[role]},
                       {"sees", past.made.percepts[role]}});
    }
    turns.push_back(std::move(roles));
  }
  return turns;
}

/// The value of the position to each role; null where the search does not say it.
Json by_role_json(const MoveValues& values) {
  Json roles = Json::array();
  for (const std::optional<double>& value : values.by_role) {
    roles.push_back(value ? Json(*value) : Json(nullptr));
  }
  return roles;
}

void print_known(const PositionReport& report) {
  const runtime::Game& game = *report.game.game;
  for (const PastTurn& past : report.position.past) {
    for (const runtime::Role role : report.known_to) {
      const std::vector<std::string>& seen = past.made.percepts[role];
      fmt::print("{} played {} and saw {}\n", game.roles()[role], past.made.joint[role],
                 seen.empty() ? "nothing" : fmt::format("{}", fmt::join(seen, ", ")));
    }
  }
}

}  // namespace

bool PositionReport::knows(runtime::Role role) const {
  return !hides() || std::find(known_to.begin(), known_to.end(), role) != known_to.end();
}

bool PositionReport::shows_state() const {
  // The initial state of a match follows from the rules.
  return !hides() || position.turn == 0;
}

Json values_json(const MoveValues& values, const runtime::Game& game) {
  Json moves = Json::array();
  for (const driver::MoveValue& each : values.thought.moves) {
    moves.push_back({{"move", each.move},
                     {"value", each.value},
                     {"visits", each.visits},
                     {"proven", each.proven}});
  }
  return {{"role", game.roles()[values.role]},
          {"simulations", values.thought.simulations},
          {"seconds", values.seconds},
          {"reading", driver::describe(values.thought)},
          {"moves", std::move(moves)}};
}

Json to_json(const PositionReport& report) {
  const runtime::Game& game = *report.game.game;
  const Position& position = report.position;
  const bool hides = report.hides();
  const bool shows_state = report.shows_state();
  Json json{{"game", std::string(game.name())},
            {"roles", std::vector<std::string>(game.roles().begin(), game.roles().end())},
            {"turn", position.turn},
            {"terminal", position.terminal}};
  json["role_colours"] = Json::array();
  for (const std::string& paint : role_paints(json["roles"])) {
    json["role_colours"].push_back(paint_fill(paint));
  }
  json["last"] = hides ? Json::array() : Json(position.last);
  json["state"] = shows_state ? Json(position.fluents) : Json::array();
  // Goals before the end would reveal the state.
  json["goals"] = !hides || position.terminal
                      ? position.goals
                      : std::vector<std::vector<std::string>>(game.roles().size());
  if (game.has_percepts()) json["percepts"] = hides ? Json::array() : Json(position.percepts);
  if (hides) {
    Json roles = Json::array();
    for (const runtime::Role role : report.known_to) roles.push_back(game.roles()[role]);
    json["known_to"] = std::move(roles);
    json["known"] = known_json(report);
  }
  const std::vector<std::vector<std::string>> legal = legal_names(report);
  json["legal"] = legal;
  const std::vector<std::vector<std::string>> texts = notation(report);
  json["notation"] = texts;
  json["course_notation"] = course_notation_json(report);
  json["last_notation"] = position.turn == 0 ? Json(Json::array()) : json["course_notation"].back();
  const BoardView* const view = report.boards == nullptr ? nullptr : &report.boards->view;
  if (report.boards != nullptr) {
    const MovePlaces& places = report.boards->places;
    if (shows_state) {
      DrawnState drawn =
          view->squares(position.fluents, position.turn > 0 ? &position.before : nullptr);
      places.mark(drawn, position.last);
      json.update(boards_json(drawn));
    } else {
      json.update(boards_json({}));
    }
    // Squares of a hidden board cannot be clicked.
    json["places"] = places_json(
        shows_state ? legal : std::vector<std::vector<std::string>>(legal.size()), places);
  }
  Json advice = Json::array();
  for (const Advice& each : report.advice) {
    if (report.knows(each.role)) {
      advice.push_back(advice_json(each, game, view));
      if (each.decision) {
        const std::vector<runtime::Move>& moves = position.legal[each.role];
        const auto move = std::find(moves.begin(), moves.end(), each.decision->move);
        if (move != moves.end()) {
          advice.back()["notation"] =
              texts[each.role][static_cast<std::size_t>(move - moves.begin())];
        }
      }
    } else if (each.decision) {
      advice.push_back({{"role", game.roles()[each.role]},
                        {"player", each.player},
                        {"move", game.move_name(each.decision->move)}});
    }
  }
  json["advice"] = std::move(advice);
  Json values = Json::array();
  for (const MoveValues& each : report.values) {
    if (!report.knows(each.role)) continue;
    Json json_of_role = values_json(each, game);
    json_of_role["value"] = each.thought.value;
    json_of_role["proven"] = each.thought.proven;
    json_of_role["by_role"] = by_role_json(each);
    json_of_role["variation"] = variation_json(report, each.thought);
    values.push_back(std::move(json_of_role));
  }
  json["values"] = std::move(values);
  return json;
}

void print(const PositionReport& report, bool colour) {
  const runtime::Game& game = *report.game.game;
  const Position& position = report.position;
  const std::string last = report.hides() ? std::string() : last_moves_text(report);
  fmt::print("{}, after {}{}{}\n", game.name(), counted(position.turn, "joint move"),
             last.empty() ? "" : ": ", last);
  if (report.hides()) print_known(report);
  if (report.hides() && position.turn > 0) {
    // Prints what the roles know.
  } else if (report.boards != nullptr) {
    fmt::print("{}", report.boards->view.draw(
                         position.fluents, position.turn > 0 ? &position.before : nullptr, colour));
  } else {
    fmt::print("  {}\n", fmt::join(position.fluents, " "));
  }
  const std::vector<std::vector<std::string>> names = legal_names(report);
  const std::vector<std::vector<std::string>> texts = notation(report);
  const auto text_of = [&](runtime::Role role, const std::string& move) {
    const auto found = std::find(names[role].begin(), names[role].end(), move);
    return found == names[role].end()
               ? move
               : texts[role][static_cast<std::size_t>(found - names[role].begin())];
  };
  for (runtime::Role role = 0; role < game.roles().size(); ++role) {
    if (position.terminal) {
      fmt::print("{}: goal {}\n", game.roles()[role], fmt::join(position.goals[role], "/"));
      continue;
    }
    if (!report.knows(role)) continue;
    const std::vector<std::string>& moves = texts[role];
    fmt::print("{} has {}: {}\n", game.roles()[role], counted(moves.size(), "move"),
               fmt::join(moves, " \u00b7 "));
  }
  if (position.terminal) fmt::print("the game is over\n");
  for (const Advice& each : report.advice) {
    if (!each.decision || !report.knows(each.role)) continue;
    fmt::print("{} by {}: {}{}{} ({})\n", game.roles()[each.role], chooser_text(each),
               text_of(each.role, game.move_name(each.decision->move)),
               each.decision->reading.empty() ? ""
               : each.witness                 ? ", which claims: "
                                              : ": ",
               each.decision->reading, time_text(each.seconds));
    if (each.witness) print_witness(*each.witness, game);
  }
  for (const MoveValues& each : report.values) {
    if (!report.knows(each.role)) continue;
    fmt::print("{}: {} ({})\n", game.roles()[each.role], driver::describe(each.thought),
               time_text(each.seconds));
    for (const driver::MoveValue& move : each.thought.moves) {
      fmt::print("  {:6.2f}{} {:>12} {}\n", move.value, move.proven ? "!" : " ", move.visits,
                 text_of(each.role, move.move));
    }
  }
}

}  // namespace tesuji::tools
