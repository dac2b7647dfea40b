#include "tools/commands/solve_forward.h"

#include "backend/strategies/strategy.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/search/forward_solver.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/play/program_players.h"

#include <fmt/core.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

/// The value of one position, as far as it is known.
struct ForwardLine {
  std::uint32_t line = 0;  ///< 0: the initial state
  runtime::ForwardValue value;
  double seconds = 0;
};

std::string result_text(std::int32_t margin, const runtime::Game& game) {
  if (margin == 0) return "a draw";
  return fmt::format("{} wins by {}", game.roles()[margin > 0 ? 0 : 1], std::abs(margin));
}

std::string forward_text(const ForwardLine& solved, const std::string& path,
                         const runtime::Game& game) {
  const runtime::ForwardValue& value = solved.value;
  std::string text = solved.line > 0 ? fmt::format("{}:{}: ", path, solved.line) : path + ": ";
  text += value.is_exact() ? result_text(value.low, game)
                           : fmt::format("not solved, from {} to {}", result_text(value.low, game),
                                         result_text(value.high, game));
  if (value.move && value.mover != runtime::no_role) {
    text += fmt::format("; {}: {}", game.roles()[value.mover], game.move_name(*value.move));
  }
  return text + fmt::format("; {}, {:.3f} s\n", counted(value.states, "state"), solved.seconds);
}

Json forward_json(const ForwardLine& solved, const runtime::Game& game) {
  const runtime::ForwardValue& value = solved.value;
  Json json = Json::object();
  if (solved.line > 0) json["line"] = solved.line;
  json["solved"] = value.is_exact();
  json["low"] = value.low;
  json["high"] = value.high;
  if (value.move && value.mover != runtime::no_role) {
    json["best"] = {{"role", game.roles()[value.mover]}, {"move", game.move_name(*value.move)}};
  }
  json["states"] = value.states;
  json["seconds"] = solved.seconds;
  return json;
}

/// Solves one position after the other, and reports each at once. Returns whether all are solved.
bool solve_lines(runtime::ForwardSolver& solver, const std::vector<ListedState>& states,
                 const runtime::ForwardLimits& limits,
                 const std::function<void(const ForwardLine&)>& report) {
  bool are_solved = true;
  for (const ListedState& listed : states) {
    const auto begin = std::chrono::steady_clock::now();
    ForwardLine solved{listed.line, solver.solve(listed.state, limits)};
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    solved.seconds = took.count();
    are_solved = are_solved && solved.value.is_exact();
    report(solved);
  }
  return are_solved;
}

}  // namespace

int solve_forward(const LoadedSearch& search, GameOptions& game, const SolvingOptions& limits,
                  const std::string& states, double position_seconds, bool json) {
  const auto& [loaded, session, limit] = search;
  const auto begin = std::chrono::steady_clock::now();
  const auto why_stopped = [&] {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return fmt::format("stopped after {:.1f} s{}: value unknown", took.count(),
                       limit.is_over() ? " (--seconds)" : "");
  };
  return answer_or_reason(
      game, loaded, limits.memory_mib, why_stopped,
      [&, &loaded = loaded, &session = session, &limit = limit]() -> int {
        const runtime::Game& rules = *loaded.game;
        std::vector<ListedState> listed{{0, {rules.initial().begin(), rules.initial().end()}}};
        if (!states.empty()) {
          auto wanted =
              listed_or_random_states(states, loaded, OverStates::wanted, session, &limit.flag());
          if (!wanted) {
            print_diagnostics(session.diagnostics);
            return exit_code_of(session.diagnostics);
          }
          listed = std::move(*wanted);
        }
        runtime::ForwardSolver solver(loaded.game, limits.table_bytes(),
                                      goal_order_maker(game.path(), loaded, game.driver_options()));
        Json results = Json::array();
        const auto report = [&](const ForwardLine& solved) {
          if (json) {
            results.push_back(forward_json(solved, rules));
          } else {
            fmt::print("{}", forward_text(solved, game.path(), rules));
          }
        };
        const auto print_results = [&] {
          if (json) print_json({{"game", game.path()}, {"positions", results}});
        };
        bool are_solved = false;
        try {
          are_solved = solve_lines(solver, listed,
                                   {.seconds = position_seconds, .stop = &limit.flag()}, report);
        } catch (const runtime::Stopped&) {
          print_results();  // what was solved in time
          throw;
        }
        print_results();
        print_diagnostics(session.diagnostics);
        return are_solved ? exit_ok : exit_limit;
      });
}

}  // namespace tesuji::tools
