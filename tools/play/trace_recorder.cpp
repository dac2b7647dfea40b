#include "tools/play/trace_recorder.h"

#include "tools/base/json.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/playouts/perft.h"
#include "tools/base/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {
namespace {

using runtime::Move;
using Terms = std::vector<std::string>;

std::string hex(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

/// Prints on one line, without blanks.
std::string compact(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class Recorder {
 public:
  Recorder(const runtime::Game& game, const RecordOptions& options)
      : game_(game), options_(options), scratch_(runtime::make_scratch(game, options.stop)) {
    const Terms roles(game.roles().begin(), game.roles().end());
    result_.text = fmt::format(
        "{{\"format\":\"gdl-trace/1\",\"game\":{},{}\"seed\":{},\"oracle\":{},\n"
        "\"roles\":{},\n\"perft\":[{}],\n\"playouts\":[\n",
        compact(game.name()),
        options.rulesheet_hash ? fmt::format("\"kif_fnv\":\"{}\",", hex(*options.rulesheet_hash))
                               : "",
        options.seed, compact(options.oracle), compact(roles), perft());
  }

  /// `moves`: those to make; null: random moves. A game that is stopped is not in the trace.
  void play(const std::vector<std::vector<Move>>* moves) {
    const runtime::StopScope scope(options_.stop);
    try {
      play_to_end(moves);
    } catch (const runtime::Stopped&) {
      result_.stopped = true;
    }
  }

  RecordedTrace finish() {
    result_.text += "]}\n";
    return std::move(result_);
  }

  [[nodiscard]] bool stopped() const { return result_.stopped; }

 private:
  void play_to_end(const std::vector<std::vector<Move>>* moves) {
    const runtime::StateView initial = game_.initial();
    runtime::State state(initial.begin(), initial.end());
    runtime::State successor(game_.state_words());
    runtime::Rng random(options_.seed, result_.playouts);
    std::vector<Move> joint(game_.roles().size());
    std::vector<std::string> steps;
    const std::uint64_t most = moves != nullptr ? moves->size() : options_.max_steps;
    const char* end = nullptr;
    while (end == nullptr) {
      if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
        result_.stopped = true;
        return;
      }
      Json step = look(state, steps.size());
      if (terminal_) {
        end = "terminal";
      } else if (steps.size() == most) {
        end = "cut";
      } else if (moves != nullptr) {
        joint = (*moves)[steps.size()];
      } else if (!runtime::choose_at_random(legal_, random, joint)) {
        end = "stuck";
      }
      if (end == nullptr) {
        step["m"] = names(joint);
        if (game_.has_percepts()) {
          game_.percepts(state, joint, *scratch_, percepts_);
          step["s"] = percepts_;
        }
        game_.next(state, joint, *scratch_, successor);
        state.swap(successor);
      }
      steps.push_back(compact(step));
    }
    result_.states += steps.size();
    result_.text += fmt::format("{}{{\"end\":\"{}\",\"steps\":[\n{}]}}",
                                result_.playouts > 0 ? ",\n" : "", end, fmt::join(steps, ",\n"));
    ++result_.playouts;
  }

  [[nodiscard]] Terms names(const std::vector<Move>& moves) const {
    Terms terms;
    for (const Move move : moves) terms.push_back(game_.move_name(move));
    return terms;
  }

  /// Describes a state, without the move that follows.
  Json look(const runtime::State& state, std::size_t number) {
    const Terms fluents = game_.fluents(state);
    game_.legal(state, *scratch_, legal_);
    terminal_ = game_.terminal(state, *scratch_);
    game_.goal(state, *scratch_, goals_);
    Json counted = Json::array();
    std::vector<Terms> all_legal;
    for (const std::vector<Move>& of_role : legal_) {
      Terms terms = names(of_role);
      std::sort(terms.begin(), terms.end());
      counted.push_back({terms.size(), hex(runtime::hash_terms(terms))});
      all_legal.push_back(std::move(terms));
    }
    for (Terms& goals : goals_) std::sort(goals.begin(), goals.end());
    Json step{{"n", fluents.size()},
              {"h", hex(runtime::hash_terms(fluents))},
              {"l", std::move(counted)},
              {"t", terminal_ ? 1 : 0},
              {"g", goals_}};
    // Records some states in full, to show where others differ.
    if (result_.playouts == 0 && (number < 3 || number % 10 == 0)) {
      step["F"] = fluents;
      step["L"] = std::move(all_legal);
    }
    return step;
  }

  [[nodiscard]] std::string perft() const {
    constexpr std::uint32_t deepest = 1000;
    if (options_.perft_transitions == 0) return {};
    std::string rows;
    runtime::PerftOptions options;
    options.budget = options_.perft_transitions;
    options.stop = options_.stop;
    for (const runtime::PerftLevel& level : runtime::perft(game_, deepest, options).levels) {
      if (level.distinct == 0 || level.sequences == runtime::perft_most) break;
      rows += fmt::format(
          "{}{{\"d\":{},\"seq\":\"{}\",\"distinct\":{},\"term\":\"{}\",\"sum\":\"{}\"}}",
          rows.empty() ? "" : ",", level.depth, runtime::to_decimal(level.sequences),
          level.distinct, runtime::to_decimal(level.terminal), hex(level.hash_sum));
    }
    return rows;
  }

  const runtime::Game& game_;
  const RecordOptions& options_;
  std::unique_ptr<runtime::Scratch> scratch_;
  RecordedTrace result_;
  bool terminal_ = false;
  std::vector<std::vector<Move>> legal_;
  std::vector<Terms> goals_;
  std::vector<Terms> percepts_;
};

}  // namespace

RecordedTrace record_playouts(const runtime::Game& game, const RecordOptions& options) {
  Recorder recorder(game, options);
  for (std::uint64_t i = 0; i < options.playouts && !recorder.stopped(); ++i) {
    recorder.play(nullptr);
  }
  return recorder.finish();
}

RecordedTrace record_moves(const runtime::Game& game,
                           const std::vector<std::vector<runtime::Move>>& moves,
                           const RecordOptions& options) {
  Recorder recorder(game, options);
  recorder.play(&moves);
  return recorder.finish();
}

}  // namespace tesuji::tools
