#include "backend/driver/games/lane_steps.h"

#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/kept_net.h"
#include "backend/driver/games/lanes.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "ir/nets/net_numbers.h"
#include "passes/lanes/lane_steps.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::driver {
namespace {

/// To be raised where the numbers that are kept mean something else.
constexpr std::string_view kept_steps_form = "step programs 1";

}  // namespace

ir::LaneSteps make_kept_steps(const GroundGame& ground, bool joint, const Options& options) {
  const auto roles = static_cast<std::uint32_t>(ground.module->roles.size());
  std::optional<KeptNumbers> place;
  if (options.cache != nullptr) {
    KeptNumbers::Numbers source = ir::numbers_of(*ground.net);
    source.insert(source.end(), {joint ? 1U : 0U, roles});
    source.insert(source.end(), ground.control.begin(), ground.control.end());
    place.emplace(options.cache, "step programs", ground.module->game,
                  std::string(kept_steps_form) + "\n" + std::string(net_sources_hash()), source);
    if (const auto numbers = place->find()) {
      ir::NumberReader in(*numbers);
      std::optional<ir::LaneSteps> steps = ir::read_lane_steps(in);
      if (steps && in.complete()) return std::move(*steps);
    }
  }
  ir::LaneSteps steps =
      passes::make_lane_steps(*ground.net,
                              joint ? std::vector<passes::LaneTurn>{}
                                    : passes::find_turns(*ground.net, ground.control, roles),
                              roles);
  if (place) place->store(ir::numbers_of(steps));
  return steps;
}

namespace {

std::vector<tsj_step_seat> seats_of(const ir::LaneSteps& steps) {
  std::vector<tsj_step_seat> seats;
  for (const ir::LaneSeat& seat : steps.seats) {
    tsj_step_seat made{};
    made.role = seat.role == ir::no_id ? TSJ_NONE : seat.role;
    made.width = seat.width;
    made.first_plane = seat.first_plane;
    made.first_index = seat.first_index;
    made.index_bits = seat.index_bits;
    made.row_words = std::max(1U, (seat.width + 63) / 64);
    seats.push_back(made);
  }
  return seats;
}

/// Whether it pays to ask goals of games from several words together: copying the states of those
/// that are over takes about as long as some hundred operations.
bool goals_are_large(const ir::LaneSteps& steps) {
  constexpr std::size_t copying = 500;
  const std::size_t step = steps.advance.operations.size() + steps.position.operations.size();
  return steps.goals.operations.size() > std::max(copying, step / 4);
}

/// What LaneStepCode::keep owns.
struct LoadedSteps {
  runtime::StepTables tables;
  std::shared_ptr<const void> code;
};

}  // namespace

runtime::StepTables step_tables(const GroundGame& ground, const ir::LaneSteps& steps) {
  runtime::StepTables made;
  tsj_step_code& numbers = made.numbers;
  numbers.fluents = ground.net->fluents.size();
  numbers.control_words = steps.control_words;
  numbers.position_words = steps.position_words;
  numbers.terminal = steps.terminal;
  numbers.stuck = steps.stuck;
  numbers.mover = steps.mover;
  numbers.mover_bits = steps.mover_bits;
  numbers.goals_apart = goals_are_large(steps) ? 1 : 0;
  made.seats = seats_of(steps);
  for (const ir::LaneGoal& goal : steps.answers) {
    made.answers.push_back(lane_answer(ground, goal));
  }
  const runtime::NetTables tables = make_net_tables(ground);
  for (const runtime::NetAnswerName& percept : tables.percepts) {
    made.percepts.push_back({percept.role, percept.term});
  }
  made.fixed = tables.fixed;
  made.control.assign(ground.control.begin(), ground.control.end());
  return made;
}

std::vector<const ir::LutProgram*> step_programs(const ir::LaneSteps& steps) {
  return {&steps.advance, &steps.position, &steps.goals, &steps.percepts};
}

std::shared_ptr<const runtime::LaneStepCode> compile_lane_steps(
    const GroundGame& ground, std::shared_ptr<const runtime::Game> game, std::uint32_t blocks,
    bool joint, const Options& options) {
  const ir::LaneSteps steps = make_kept_steps(ground, joint, options);
  llvm_backend::LaneJitShape shape;
  shape.blocks = blocks;
  llvm_backend::CompiledLanePrograms compiled = timed_code(options, [&] {
    return llvm_backend::compile_lane_programs(step_programs(steps), jit_options(options), shape,
                                               "lane steps", ground.module->game);
  });
  auto loaded = std::make_shared<LoadedSteps>();
  loaded->tables = step_tables(ground, steps);
  loaded->tables.fixed.resize(game->state_words());
  loaded->code = std::move(compiled.keep);
  auto made = std::make_shared<runtime::LaneStepCode>();
  made->code = loaded->tables.point();
  made->code.blocks = blocks;
  made->code.advance = compiled.functions[0];
  made->code.position = compiled.functions[1];
  made->code.goals = compiled.functions[2];
  made->code.percepts = compiled.functions[3];
  made->code.scratch_words = compiled.scratch_words;
  made->actions = make_net_tables(ground).role_moves;
  made->keep = std::move(loaded);
  made->game = std::move(game);
  return made;
}

}  // namespace tesuji::driver
