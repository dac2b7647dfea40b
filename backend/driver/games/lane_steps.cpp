#include "backend/driver/games/lane_steps.h"

#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/kept_steps.h"
#include "backend/driver/games/lanes.h"
#include "backend/llvm/lanes/lane_jit.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {
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

std::uint32_t chance_of(const runtime::Game& game) {
  const auto roles = game.roles();
  const auto found = std::find(roles.begin(), roles.end(), runtime::chance_role);
  return found == roles.end() ? TSJ_NONE : static_cast<std::uint32_t>(found - roles.begin());
}

}  // namespace

std::shared_ptr<const runtime::LaneStepCode> compile_lane_steps(
    const GroundGame& ground, std::shared_ptr<const runtime::Game> game, std::uint32_t blocks,
    bool joint, const Options& options) {
  const auto roles = static_cast<std::uint32_t>(ground.module->roles.size());
  const ir::LaneSteps steps = make_kept_steps(ground, joint, options);
  llvm_backend::LaneJitShape shape;
  shape.blocks = blocks;
  llvm_backend::CompiledLanePrograms compiled = timed_code(options, [&] {
    return llvm_backend::compile_lane_programs(
        {&steps.advance, &steps.position, &steps.goals, &steps.percepts}, jit_options(options),
        shape, "lane steps", ground.module->game);
  });
  auto made = std::make_shared<runtime::LaneStepCode>();
  tsj_step_game& code = made->code;
  code.advance = compiled.functions[0];
  code.position = compiled.functions[1];
  code.goals = compiled.functions[2];
  code.percepts = compiled.functions[3];
  code.scratch_words = compiled.scratch_words;
  code.fluents = ground.net->fluents.size();
  code.blocks = blocks;
  code.role_count = roles;
  code.seat_count = static_cast<std::uint32_t>(steps.seats.size());
  code.control_words = steps.control_words;
  code.position_words = steps.position_words;
  code.terminal = steps.terminal;
  code.stuck = steps.stuck;
  code.mover = steps.mover;
  code.mover_bits = steps.mover_bits;
  code.answer_count = static_cast<std::uint32_t>(steps.answers.size());
  code.percept_count = static_cast<std::uint32_t>(ground.net->percepts.size());
  code.chance = chance_of(*game);
  code.goals_apart = goals_are_large(steps) ? 1 : 0;
  made->seats = seats_of(steps);
  for (const ir::LaneGoal& goal : steps.answers) {
    made->answers.push_back(lane_answer(ground, goal));
  }
  const runtime::NetTables tables = make_net_tables(ground);
  made->actions = tables.role_moves;
  for (const runtime::NetAnswerName& percept : tables.percepts) {
    made->percepts.push_back({percept.role, percept.term});
  }
  made->fixed = tables.fixed;
  made->fixed.resize(game->state_words());
  if (!ground.control.empty()) {
    made->control.assign(ground.control.begin(), ground.control.end());
  }
  made->keep = std::move(compiled.keep);
  made->game = std::move(game);
  return made;
}

}  // namespace tesuji::driver
