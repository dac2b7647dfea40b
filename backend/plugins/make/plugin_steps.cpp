#include "backend/plugins/make/plugin_steps.h"

#include "backend/driver/games/lane_steps.h"
#include "backend/driver/games/lanes.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "ir/nets/bitboards.h"
#include "ir/nets/net_term.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace tesuji::driver {
namespace {

/// Unused numbers need separate planes: at most this many numbers per move.
constexpr std::uint64_t most_numbers_each = 4;

/// Returns the role's action for a move; nothing if it is not one.
std::optional<std::uint64_t> action_of(const std::vector<runtime::MoveRange>& actions,
                                       runtime::Move move) {
  std::uint64_t before = 0;
  for (const runtime::MoveRange& range : actions) {
    if (move >= range.first && move - range.first < range.count) {
      return before + (move - range.first);
    }
    before += range.count;
  }
  return std::nullopt;
}

/// Returns the net with each role's moves at the numbers of its actions; unused numbers become
/// moves without a relation, which are never legal. Returns null and sets `reason` if that is
/// impossible.
std::shared_ptr<const ir::Net> number_moves(const GroundGame& ground, const StepNumbers& numbers,
                                            std::string& reason) {
  std::vector<std::uint64_t> begins;
  ir::Net net = *ground.net;
  net.moves.clear();
  for (std::uint32_t role = 0; role < ground.module->roles.size(); ++role) {
    begins.push_back(net.moves.size());
    const std::uint64_t count = numbers.dense.action_count(role);
    if (count > most_numbers_each * (ground.net->moves.size() + 1)) {
      reason = "the plugin has " + std::to_string(count) + " numbers for moves of `" +
               ground.module->symbols->text(ground.module->roles[role]) +
               "`, and all roles together have " + std::to_string(ground.net->moves.size()) +
               " moves";
      return nullptr;
    }
    net.moves.insert(net.moves.end(), count, ir::NetMove{{}, role, ir::false_signal});
  }
  std::vector<std::uint32_t> places;
  for (const ir::NetMove& move : ground.net->moves) {
    const std::string name = ir::term_of(*ground.module, move.atom);
    const auto number = numbers.find_move(name);
    const auto action =
        number ? action_of(numbers.dense.actions[move.role], *number) : std::nullopt;
    if (!action) {
      reason = "the plugin has no number for the move `" + name + "`";
      return nullptr;
    }
    places.push_back(static_cast<std::uint32_t>(begins[move.role] + *action));
    net.moves[places.back()] = move;
  }
  for (ir::NetNode& node : net.nodes) {
    if (node.kind == ir::NetNode::Kind::move) node.first = places[node.first];
  }
  return std::make_shared<const ir::Net>(std::move(net));
}

/// Moves the fluents, which lie as in a state, to their dense numbers.
void number_fluents(GroundGame& ground, const StepNumbers& numbers) {
  if (numbers.ranges.empty()) return;
  std::vector<std::uint32_t> places(ground.net->fluents.size(), ir::no_fluent);
  for (const tsj_step_range& range : numbers.ranges) {
    for (std::uint64_t i = 0; i < range.count; ++i) {
      places[range.bit + i] = static_cast<std::uint32_t>(range.fluent + i);
    }
  }
  place_fluents(ground, places, numbers.dense.fluents);
}

}  // namespace

StepNumbers step_numbers(const runtime::Game& game, const runtime::GameTables* plans,
                         const runtime::NetTables* net, bool net_moves,
                         const runtime::RoleMoves* possible) {
  StepNumbers numbers;
  numbers.dense = runtime::dense_numbers(plans, net, net_moves, possible);
  if (net_moves) {
    std::unordered_map<std::string, runtime::Move> of_net;
    for (const std::string& name : net->moves) of_net.emplace(name, of_net.size());
    numbers.find_move =
        [of_net = std::move(of_net)](const std::string& name) -> std::optional<runtime::Move> {
      const auto found = of_net.find(name);
      return found == of_net.end() ? std::nullopt : std::optional(found->second);
    };
  } else {
    numbers.find_move = [&game](const std::string& name) { return game.find_move(name); };
  }
  if (plans == nullptr) return numbers;
  const std::vector<runtime::FluentBlock> blocks = runtime::fluent_blocks(*plans);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    numbers.ranges.push_back(
        {blocks[i].first, 8 * std::uint64_t{plans->fluents[i].state_offset}, blocks[i].count});
  }
  return numbers;
}

std::optional<llvm_backend::PluginSteps> make_plugin_steps(
    const GroundGame& ground, const StepNumbers& numbers, const llvm_backend::JitOptions& options,
    std::vector<llvm_backend::ObjectFile>& objects, std::string& reason) {
  if (!ground.net->knows(ir::NetQuestion::goal)) {
    reason = goals_reason;
    return std::nullopt;
  }
  if (numbers.dense.fluents == 0) {
    reason = "it has no fluents, or more than " + std::to_string(runtime::most_fluents);
    return std::nullopt;
  }
  GroundGame placed = ground;
  number_fluents(placed, numbers);
  llvm_backend::PluginSteps made;
  GroundGame numbered = placed;
  numbered.net = number_moves(placed, numbers, reason);
  if (numbered.net == nullptr) return std::nullopt;
  const ir::LaneSteps steps = make_kept_steps(numbered, false, {});
  made.tables = step_tables(placed, steps);
  made.tables.ranges = numbers.ranges;
  for (const std::uint32_t blocks : llvm_backend::plugin_lane_blocks) {
    llvm_backend::LaneJitShape shape;
    shape.blocks = blocks;
    llvm_backend::LaneProgramObjects code = llvm_backend::make_lane_program_objects(
        step_programs(steps), options, shape, "steps_" + std::to_string(64 * blocks) + "_");
    std::move(code.files.begin(), code.files.end(), std::back_inserter(objects));
    made.codes.push_back({blocks, std::move(code.symbols), code.scratch_words, code.cpu_features});
  }
  return made;
}

}  // namespace tesuji::driver
