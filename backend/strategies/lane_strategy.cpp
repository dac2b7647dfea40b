#include "backend/strategies/lane_strategy.h"

#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/rulesheet/turn_rule.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "backend/strategies/strategy.h"
#include "ir/nets/net_term.h"
#include "passes/lanes/strategy_lanes.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

/// Returns whose turn it is, in the net; nothing if the rules do not express turns by fluents and
/// waiting moves.
std::optional<passes::NetTurns> net_turns(const GroundGame& ground) {
  const TurnNames names = turn_names(*ground.module);
  if (names.control.size() != 2 || names.waiting.size() != 2) return std::nullopt;
  passes::NetTurns turns;
  for (std::uint32_t role = 0; role < 2; ++role) {
    const ir::Net& net = *ground.net;
    const auto fluent =
        std::find_if(net.fluents.begin(), net.fluents.end(), [&](const ir::NetFluent& one) {
          return ir::term_of(*ground.module, one.atom) == names.control[role];
        });
    const auto move = std::find_if(net.moves.begin(), net.moves.end(), [&](const ir::NetMove& one) {
      return one.role == role && ir::term_of(*ground.module, one.atom) == names.waiting[role];
    });
    if (fluent == net.fluents.end() || move == net.moves.end()) return std::nullopt;
    turns.control.at(role) = static_cast<std::uint32_t>(fluent - net.fluents.begin());
    turns.waiting.at(role) = static_cast<std::uint32_t>(move - net.moves.begin());
  }
  return turns;
}

std::vector<int> goal_values(const GroundGame& ground) {
  std::vector<int> values;
  for (const ir::NetAnswer& goal : ground.net->goals) {
    values.push_back(runtime::goal_value(ir::term_of(*ground.module, goal.atom)).value_or(-1));
  }
  return values;
}

/// Returns the host's number of each of the net's moves.
std::vector<runtime::Move> host_moves(const runtime::NetTables& tables) {
  std::vector<runtime::Move> moves;
  for (const auto& of_role : tables.role_moves) {
    moves.insert(moves.end(), of_role.begin(), of_role.end());
  }
  return moves;
}

std::optional<ir::LaneStrategy> make_programs(const GroundGame& ground,
                                              const frontend::Strategy& strategy,
                                              const runtime::Strategy& single,
                                              std::string& reason) {
  if (!ground.net->knows(ir::NetQuestion::goal)) {
    reason = "the net " + unanswered_text(ground);
    return std::nullopt;
  }
  const std::optional<passes::NetTurns> turns = net_turns(ground);
  if (!turns) {
    reason = "its fluents and waiting moves do not determine the role to move";
    return std::nullopt;
  }
  return passes::make_strategy_lanes(*ground.net, *turns, goal_values(ground),
                                     ir::resolve(strategy.procs), single.order(), {}, reason);
}

}  // namespace

std::optional<LaneStrategyGame> load_lane_strategy(const std::string& path,
                                                   const frontend::Strategy& strategy,
                                                   std::uint32_t blocks, const Options& options,
                                                   Session& session) {
  const std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  LaneStrategyGame made;
  const std::optional<GroundGame> ground =
      ground_for_lanes(*source, options, session, made.reason, false);
  if (!ground) return made;
  LoadedGame loaded{ground->module, nullptr, evaluate_game(*ground)};
  made.game = loaded.game;
  Options interpreted = options;
  interpreted.engine = Engine::interpreter;
  auto single = compile_strategy(loaded, strategy, interpreted);
  const auto programs = make_programs(*ground, strategy, *single, made.reason);
  if (!programs) return made;
  llvm_backend::LaneJitShape shape;
  shape.blocks = blocks != 0 ? blocks : widest_blocks();
  std::vector<const ir::LutProgram*> stages;
  for (const auto& of_role : programs->choose) {
    for (const ir::LutProgram& stage : of_role) stages.push_back(&stage);
  }
  llvm_backend::CompiledLanePrograms compiled = llvm_backend::compile_lane_programs(
      stages, jit_options(options), shape, "strategy lanes", ground->module->game);
  const runtime::NetTables tables = make_net_tables(*ground);
  runtime::LaneStrategyCode code;
  code.blocks = shape.blocks;
  auto function = compiled.functions.begin();
  for (std::uint32_t role = 0; role < 2; ++role) {
    const auto count = static_cast<std::ptrdiff_t>(programs->choose.at(role).size());
    code.choose.at(role).assign(function, function + count);
    function += count;
    code.control.at(role) = programs->control.at(role);
  }
  code.fluents = programs->fluents;
  code.predicate_bits = programs->predicate_bits;
  code.move_bits = programs->move_bits;
  code.scratch_words = compiled.scratch_words;
  code.moves = host_moves(tables);
  code.fixed = tables.fixed;
  code.keep = std::move(compiled.keep);
  made.strategy = std::make_shared<const runtime::LaneStrategy>(std::move(single), std::move(code));
  return made;
}

}  // namespace tesuji::driver
