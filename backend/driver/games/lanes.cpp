#include "backend/driver/games/lanes.h"

#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/mixed.h"
#include "backend/interpreter/net_evaluator.h"
#include "backend/llvm/gpu/gpu_lanes.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "ir/nets/lanes.h"
#include "ir/nets/net_term.h"
#include "passes/core/pipeline.h"
#include "passes/lanes/lane_step.h"
#include "passes/lanes/lane_steps.h"
#include "passes/lanes/lane_unit.h"
#include "passes/lanes/tactical_moves.h"
#include "runtime/core/lane_transpose.h"
#include "runtime/host/game/lane_answers.h"
#include "runtime/host/gpu/gpu_playouts.h"
#include "runtime/host/gpu/gpu_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tesuji::driver {
namespace {

std::uint32_t weight_of(const ir::Module& module, const ir::NetMove& move,
                        const MoveWeights& weights) {
  const auto [of_role, of_all] = weight_names(module, move);
  for (const std::string& name : {of_role, of_all}) {
    const auto found = weights.find(name);
    if (found != weights.end()) return found->second.weight;
  }
  return 1;
}

/// Asks 512 states at a time, without native code: that would take longer to be made than to be
/// asked.
runtime::TerminalStates terminal_states(const ir::Net& net, std::size_t state_words) {
  const interpreter::LutEvaluator evaluator(
      passes::make_lane_question(net, ir::NetQuestion::terminal));
  const std::size_t fluents = net.fluents.size();
  return [evaluator, fluents, state_words](std::span<const std::uint64_t> states) {
    constexpr std::size_t blocks = interpreter::LutEvaluator::blocks;
    const std::size_t count = states.size() / state_words;
    std::vector<std::uint64_t> lanes(fluents * blocks);
    std::vector<std::uint64_t> terminal((count + 63) / 64);
    for (std::size_t first = 0; first < count; first += 64 * blocks) {
      for (std::size_t c = 0; c < blocks; ++c) {
        const std::size_t begin = std::min(count, first + 64 * c);
        tsj_states_to_lanes(states.data() + begin * state_words,
                            std::min<std::size_t>(64, count - begin), state_words, fluents, blocks,
                            lanes.data() + c);
      }
      std::array<std::uint64_t, blocks> answer{};
      evaluator.run({lanes.data(), nullptr, nullptr, answer.data()});
      const std::size_t words = std::min(blocks, terminal.size() - first / 64);
      std::copy_n(answer.begin(), words,
                  terminal.begin() + static_cast<std::ptrdiff_t>(first / 64));
    }
    return terminal;
  };
}

passes::LaneOptions lane_options(const GroundGame& ground, const MoveWeights& weights) {
  passes::LaneOptions options;
  if (!weights.empty()) {
    for (const ir::NetMove& move : ground.net->moves) {
      options.weights.push_back(weight_of(*ground.module, move, weights));
    }
  }
  options.roles = static_cast<std::uint32_t>(ground.module->roles.size());
  return options;
}

passes::LaneUnit lane_unit(const GroundGame& ground, const MoveWeights& weights) {
  return {*ground.module, *ground.net, ground.control, lane_options(ground, weights)};
}

/// Takes the unit through the passes over lanes; false where one failed (reported).
bool run(passes::LaneUnit& unit, const Options& options, Session& session) {
  passes::PassContext context = pass_context(session);
  std::string fault;
  const auto pipeline = passes::parse_pipeline(
      unit.net != nullptr ? passes::lane_pipeline : passes::graph_pipeline, fault);
  return passes::run_steps(unit, *pipeline, passes::lane_passes(), options.pipeline, context) !=
         passes::PipelineEnd::failed;
}

runtime::LaneQuestionCode lane_questions(const ir::LaneQuestions& programs,
                                         const GroundGame& ground, std::uint32_t blocks,
                                         const Options& options) {
  llvm_backend::LaneJitShape shape;
  shape.blocks = blocks;
  llvm_backend::CompiledLaneQuestions compiled = timed_code(options, [&] {
    return llvm_backend::compile_lane_questions(programs, jit_options(options), shape,
                                                ground.module->game);
  });
  runtime::LaneQuestionCode questions = runtime::questions_of(compiled.code);
  questions.keep = std::move(compiled.keep);
  return questions;
}

runtime::LaneQuestionCode gpu_questions(const ir::LaneQuestions& programs, const GroundGame& ground,
                                        const Options& options) {
  std::string reason;
  auto device = runtime::gpu_device(reason);
  if (device == nullptr) throw runtime::LimitReached(reason);
  const runtime::GpuQuestionCode code = timed_code(options, [&] {
    return llvm_backend::compile_gpu_questions(programs, jit_options(options), ground.module->game);
  });
  return runtime::ask_on_gpu(std::move(device), code);
}

/// Returns each role's highest goal: its position among the net's goals; no_id if it has fewer than
/// two goals, or is chance.
std::vector<std::uint32_t> best_goals(const GroundGame& ground) {
  const ir::Module& module = *ground.module;
  std::vector<std::uint32_t> best(module.roles.size(), ir::no_id);
  std::vector<std::map<int, std::uint32_t>> goals(best.size());
  for (std::uint32_t i = 0; i < ground.net->goals.size(); ++i) {
    const ir::NetAnswer& goal = ground.net->goals[i];
    if (const auto value = runtime::goal_value(ir::term_of(module, goal.atom))) {
      goals[goal.role].emplace(*value, i);
    }
  }
  for (std::size_t role = 0; role < best.size(); ++role) {
    const bool is_chance = module.symbols->text(module.roles[role]) == runtime::chance_role;
    if (!is_chance && goals[role].size() > 1) best[role] = goals[role].rbegin()->second;
  }
  return best;
}

}  // namespace

bool suits_lanes(const GroundGame& ground) {
  return ground.net->knows(ir::NetQuestion::legal) && ground.net->knows(ir::NetQuestion::next) &&
         ground.net->knows(ir::NetQuestion::terminal);
}

NetLimits lane_limits() {
  NetLimits limits;
  limits.steps = 500'000'000;
  limits.states_of_play = true;
  return limits;
}

std::optional<GroundGame> ground_for_lanes(const ir::Module& source, const Options& options,
                                           Session& session, std::string& reason, bool native) {
  if (source.level == ir::Level::plans) {
    reason = "it contains plans; nets are made from clauses";
    return std::nullopt;
  }
  Session quiet{session.sources, session.symbols};  // that there is no net is no error
  NetLimits limits = lane_limits();
  limits.keeps_rules = native;
  std::optional<GroundGame> ground = ground_game(source, options, limits, quiet);
  for (const ir::Diagnostic& diagnostic : quiet.diagnostics.all()) {
    if (diagnostic.code == "invariants") {
      session.diagnostics.error(diagnostic.span, diagnostic.code, diagnostic.message);
    }
  }
  if (!ground) {
    reason = "no net can be made of its rules";
    for (const ir::Diagnostic& diagnostic : quiet.diagnostics.all()) {
      if (diagnostic.severity == ir::Severity::error) reason = diagnostic.message;
    }
    return std::nullopt;
  }
  return fit_for_lanes(std::move(*ground), reason);
}

std::optional<GroundGame> fit_for_lanes(GroundGame ground, std::string& reason) {
  if (!suits_lanes(ground)) {
    reason = "the net " + unanswered_text(ground);
    return std::nullopt;
  }
  const std::uint64_t gates = ir::count_step_gates(*ground.net);
  if (gates > most_lane_step_gates) {
    reason = fmt::format("lanes gain little with {} gates a step, and take long to compile", gates);
    return std::nullopt;
  }
  const auto goals = ir::net_answers(*ground.net, ir::NetQuestion::goal);
  if (ir::count_gates(*ground.net, goals) > most_lane_goal_gates) {
    runtime::FirstAnswers answers = ground.answers();
    answers.goal = false;
    return only(std::move(ground), answers);
  }
  return ground;
}

tsj_lane_answer lane_answer(const GroundGame& ground, const ir::LaneGoal& goal) {
  tsj_lane_answer answer{goal.role, TSJ_GOAL_VALUE, -1};
  switch (goal.kind) {
    case ir::LaneGoal::Kind::missing:
      answer.kind = TSJ_GOAL_MISSING;
      break;
    case ir::LaneGoal::Kind::several:
      answer.kind = TSJ_GOAL_SEVERAL;
      break;
    case ir::LaneGoal::Kind::value:
      answer.value =
          runtime::goal_value(ir::term_of(*ground.module, ground.net->goals[goal.goal].atom))
              .value_or(-1);
      break;
  }
  return answer;
}

std::vector<tsj_lane_answer> lane_answers(const GroundGame& ground, const ir::LaneGame& lanes) {
  std::vector<tsj_lane_answer> answers;
  for (const ir::LaneGoal& goal : lanes.answers) answers.push_back(lane_answer(ground, goal));
  return answers;
}

std::vector<std::uint64_t> lane_control(const GroundGame& ground, const ir::LaneGame& lanes) {
  if (lanes.phases.size() <= 1) return {};
  return {ground.control.begin(), ground.control.end()};
}

std::pair<std::string, std::string> weight_names(const ir::Module& module,
                                                 const ir::NetMove& move) {
  const std::string term = ir::term_of(module, move.atom);
  return {module.symbols->text(module.roles[move.role]) + " " + term, term};
}

std::optional<GroundGame> restrict_moves(const GroundGame& ground, Tactics tactics) {
  if (tactics == Tactics::none || !ground.net->knows(ir::NetQuestion::goal)) return std::nullopt;
  const auto roles = static_cast<std::uint32_t>(ground.module->roles.size());
  const auto turns = passes::find_turns(*ground.net, ground.control, roles);
  passes::TacticLimits limits;
  limits.replies = tactics == Tactics::replies;
  std::optional<ir::Net> net =
      passes::make_tactical(*ground.net, turns, best_goals(ground), limits);
  if (!net) return std::nullopt;
  GroundGame restricted = ground;
  restricted.net = std::make_shared<const ir::Net>(std::move(*net));
  restricted.cases = nullptr;
  restricted.unplaced = nullptr;
  return restricted;
}

ir::LaneGame make_lane_game(const GroundGame& ground, const MoveWeights& weights) {
  return passes::make_lane_game(*ground.net, ground.control, lane_options(ground, weights));
}

std::optional<ir::LaneGame> run_lane_passes(const GroundGame& ground, const MoveWeights& weights,
                                            const Options& options, Session& session) {
  passes::LaneUnit unit = lane_unit(ground, weights);
  if (!run(unit, options, session)) return std::nullopt;
  if (!unit.game) {
    session.diagnostics.error({}, "usage", std::string(no_lane_programs));
  }
  return std::move(unit.game);
}

std::optional<ir::Module> load_lanes(const std::string& path, const Options& options,
                                     Session& session) {
  std::optional<ir::Module> source = load_any(path, session);
  if (!source) return std::nullopt;
  if (source->level == ir::Level::lanes) {
    passes::LaneUnit unit(*source);
    if (unit.graphs && !run(unit, options, session)) return std::nullopt;
    return unit.to_module();
  }
  NetLimits limits;
  limits.states_of_play = true;
  const auto ground = ground_game(std::move(*source), options, limits, session);
  if (!ground) return std::nullopt;
  if (!suits_lanes(*ground)) {
    session.diagnostics.error(
        {}, "limit",
        "lanes need legal, next and terminal, and the net " + unanswered_text(*ground));
    return std::nullopt;
  }
  if (!ground->net->unanswered.empty()) {
    session.diagnostics.warning({}, "limit", "the net " + unanswered_text(*ground));
  }
  passes::LaneUnit unit = lane_unit(*ground, {});
  if (!run(unit, options, session)) return std::nullopt;
  if (!unit.graphs && !unit.game) {
    session.diagnostics.error({}, "usage",
                              "the pass `build-lanes` is disabled, so no lane programs are built");
    return std::nullopt;
  }
  return unit.to_module();
}

runtime::LanePlayer compile_lanes(const GroundGame& ground, const ir::LaneGame& lanes,
                                  std::shared_ptr<const runtime::Game> game, std::uint32_t blocks,
                                  const Options& options) {
  llvm_backend::LaneJitShape shape;
  shape.blocks = blocks;
  llvm_backend::CompiledLanes compiled = timed_code(options, [&] {
    return llvm_backend::compile_lanes(lanes, jit_options(options), shape, ground.module->game);
  });
  runtime::LanePlayer player;
  player.game = std::move(game);
  player.fluents = lanes.fluents;
  player.code = compiled.code;
  player.answers = lane_answers(ground, lanes);
  player.control = lane_control(ground, lanes);
  player.fixed = make_net_tables(ground).fixed;
  player.terminal = terminal_states(*ground.net, player.game->state_words());
  player.keep = std::move(compiled.keep);
  return player;
}

std::string play_on_gpu(runtime::LanePlayer& player, const ir::LaneGame& lanes,
                        const std::string& name, const Options& options) {
  if (player.code.goals == nullptr) return goals_reason;
  const auto make_code = [kept = std::make_shared<const ir::LaneGame>(lanes), name,
                          wanted = jit_options(options), states = options.gpu.states](
                             bool many_starts, const std::stop_token& stop) {
    llvm_backend::JitOptions jit = wanted;
    jit.stop = stop;
    return llvm_backend::compile_gpu_lanes(*kept, many_starts, jit, name, states);
  };
  return add_gpu(player, make_code, options);
}

std::string add_gpu(runtime::LanePlayer& player, const runtime::GpuCodeMaker& make_code,
                    const Options& options) {
  std::string reason;
  std::shared_ptr<const runtime::GpuDevice> device = runtime::gpu_device(reason);
  if (device == nullptr) return reason;
  runtime::GpuLimits limits;
  limits.lanes = options.gpu.lanes;
  const runtime::GpuOpening opening{options.gpu.many_starts, options.gpu.alone};
  player.device = timed_code(
      options, [&] { return runtime::gpu_lanes(std::move(device), make_code, limits, opening); });
  std::string fault = player.device->fault();
  if (!fault.empty()) player.device = nullptr;
  return fault;
}

std::shared_ptr<const runtime::Game> ask_in_lanes(const GroundGame& ground, std::uint32_t blocks,
                                                  const Options& options) {
  const ir::Net& net = *ground.net;
  const ir::LaneQuestions programs = passes::make_lane_questions(net);
  runtime::LaneQuestionCode questions = blocks == gpu_blocks
                                            ? gpu_questions(programs, ground, options)
                                            : lane_questions(programs, ground, blocks, options);
  runtime::NetTables tables = make_net_tables(ground);
  questions.fluents = net.fluents.size();
  for (const auto& moves : tables.role_moves) questions.moves.push_back(moves.size());
  questions.goal_count = net.goals.size();
  questions.percept_count = net.percepts.size();
  runtime::NetCode code = runtime::answer_in_lanes(std::move(questions), tables.scratch_words);
  return runtime::make_net_game(std::move(tables), std::move(code));
}

std::shared_ptr<const runtime::LaneExpansion> compile_expansion(const GroundGame& ground,
                                                                const GroundGame* restricted,
                                                                const Options& options) {
  const auto program = [](const GroundGame& game, ir::NetQuestion question) {
    return passes::make_lane_question(*game.net, question);
  };
  const ir::LutProgram legal = program(ground, ir::NetQuestion::legal);
  const ir::LutProgram next = program(ground, ir::NetQuestion::next);
  const ir::LutProgram terminal = program(ground, ir::NetQuestion::terminal);
  ir::LutProgram tactical =
      restricted != nullptr ? program(*restricted, ir::NetQuestion::legal) : ir::LutProgram{};
  const std::size_t operations =
      legal.operations.size() + next.operations.size() + terminal.operations.size();
  if (operations > most_expansion_operations) return nullptr;
  if (operations + tactical.operations.size() > most_expansion_operations) tactical = {};
  llvm_backend::LaneJitShape shape;
  shape.blocks = 1;
  llvm_backend::CompiledLanePrograms compiled = timed_code(options, [&] {
    return llvm_backend::compile_lane_programs({&legal, &next, &terminal, &tactical},
                                               jit_options(options), shape, "lane expansion",
                                               ground.module->game);
  });
  auto expansion = std::make_shared<runtime::LaneExpansion>();
  expansion->legal = compiled.functions[0];
  expansion->next = compiled.functions[1];
  expansion->terminal = compiled.functions[2];
  expansion->tactical = compiled.functions[3];
  expansion->scratch_words = compiled.scratch_words;
  runtime::NetTables tables = make_net_tables(ground);
  expansion->fluents = tables.fluents.size();
  expansion->state_words = tables.initial.size();
  expansion->moves = std::move(tables.role_moves);
  expansion->keep = std::move(compiled.keep);
  return expansion;
}

std::uint32_t widest_blocks() {
  return llvm_backend::lane_blocks().back();
}

}  // namespace tesuji::driver
