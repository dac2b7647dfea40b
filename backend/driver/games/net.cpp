#include "backend/driver/games/net.h"

#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/kept_net.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/interpreter/interpreter.h"
#include "backend/interpreter/net_evaluator.h"
#include "backend/llvm/nets/net_jit.h"
#include "ir/nets/net_module.h"
#include "ir/nets/net_term.h"
#include "ir/verify/verifier.h"
#include "passes/bitboards/board_places.h"
#include "passes/core/module_unit.h"
#include "passes/core/pipeline.h"
#include "passes/ground/project_unique.h"
#include "passes/nets/build_net.h"
#include "passes/nets/ground.h"
#include "passes/nets/net_unit.h"
#include "passes/nets/smallest_net.h"
#include "passes/plans/place_fluents.h"
#include "runtime/host/game/stop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

/// Of larger games the ground rules are given up once the net is made.
constexpr std::size_t most_kept_rules = 400'000;

/// Times the steps to a net.
class StageClock {
 public:
  explicit StageClock(std::vector<NetStage>& stages) : stages_(stages) {}

  void end(std::string_view name, std::size_t size, std::string_view unit) {
    const auto now = std::chrono::steady_clock::now();
    stages_.push_back({std::string(name), std::chrono::duration<double>(now - begin_).count(), size,
                       std::string(unit)});
    begin_ = std::chrono::steady_clock::now();
  }

 private:
  std::vector<NetStage>& stages_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class NetTableMaker {
 public:
  explicit NetTableMaker(const GroundGame& ground) : module_(*ground.module), net_(*ground.net) {}

  runtime::NetTables make() {
    runtime::NetTables tables;
    tables.name = module_.game;
    for (const ir::Symbol role : module_.roles) tables.roles.push_back(module_.symbols->text(role));
    tables.initial.resize(std::max<std::size_t>(1, (net_.fluents.size() + 63) / 64));
    tables.fixed.resize(tables.initial.size());
    for (std::size_t i = 0; i < net_.fluents.size(); ++i) {
      const ir::NetAtom& atom = net_.fluents[i].atom;  // of no relation: a place for none
      tables.fluents.push_back(atom.relation == ir::no_id ? "" : ir::term_of(module_, atom));
      const std::uint64_t bit = std::uint64_t{1} << (i % 64);
      if (net_.fluents[i].initially) tables.initial[i / 64] |= bit;
      if (ir::is_fixed(net_.fluents[i])) tables.fixed[i / 64] |= bit;
    }
    add_moves(tables);
    add_answers(net_.goals, tables.goals);
    add_answers(net_.percepts, tables.percepts);
    for (const ir::Relation& relation : module_.relations) {
      tables.has_percepts |= relation.answer == ir::Answer::sees;
    }
    return tables;
  }

 private:
  /// Relation and positions: the order of moves.
  std::pair<ir::RelationId, std::vector<std::int32_t>> key(const ir::NetAtom& atom) const {
    std::vector<std::int32_t> positions;
    const ir::Relation& relation = module_.relations[atom.relation];
    for (std::size_t c = 1; c < atom.args.size(); ++c) {
      positions.push_back(module_.domains[relation.columns[c]].position(atom.args[c]));
    }
    return {atom.relation, std::move(positions)};
  }

  void add_moves(runtime::NetTables& tables) const {
    std::map<std::pair<ir::RelationId, std::vector<std::int32_t>>, runtime::Move> numbers;
    for (const ir::NetMove& move : net_.moves) numbers.emplace(key(move.atom), 0);
    runtime::Move next = 0;
    for (auto& [key, number] : numbers) number = next++;
    tables.moves.resize(numbers.size());
    tables.role_moves.resize(module_.roles.size());
    for (const ir::NetMove& move : net_.moves) {
      const runtime::Move number = numbers[key(move.atom)];
      tables.moves[number] = ir::term_of(module_, move.atom);
      tables.role_moves[move.role].push_back(number);
    }
  }

  void add_answers(const std::vector<ir::NetAnswer>& answers,
                   std::vector<runtime::NetAnswerName>& names) const {
    for (const ir::NetAnswer& answer : answers) {
      names.push_back({answer.role, ir::term_of(module_, answer.atom)});
    }
  }

  const ir::Module& module_;
  const ir::Net& net_;
};

std::vector<std::string> names_of(const std::vector<ir::RelationId>& relations,
                                  const ir::Module& module) {
  std::vector<std::string> names;
  for (const ir::RelationId id : relations) names.push_back(ir::written_name(module.relations[id]));
  return names;
}

void report(const passes::GroundFailure& failure, const ir::Module& module, Session& session) {
  const bool known = failure.over < module.relations.size();
  std::string message = fmt::format("grounding comes to more than {} rows", failure.rows);
  if (known)
    message += ", most of them for `" + ir::written_name(module.relations[failure.over]) + "`";
  if (!failure.left_out.empty()) {
    message +=
        fmt::format(", also without {}", fmt::join(names_of(failure.left_out, module), ", "));
  }
  session.diagnostics.error(known ? module.relations[failure.over].span : ir::Span{}, "limit",
                            std::move(message));
}

/// The ground rules of a module that the net's passes have been through, without what is too large
/// or too recursive; reports why there are none.
std::optional<passes::GroundProgram> ground_rules(const ir::Module& module, const Options& options,
                                                  const NetLimits& limits, Session& session) {
  const std::string_view first = passes::missing_pass(module, passes::Requirement::strata);
  if (!first.empty()) {
    session.diagnostics.error({}, "usage",
                              fmt::format("grounding needs what the pass `{}` does first", first));
    return std::nullopt;
  }
  const std::uint64_t most_steps = options.ground_steps.value_or(limits.steps);
  std::uint64_t steps_left = most_steps;
  passes::PassContext context = pass_context(session, &steps_left);
  passes::GroundOptions wanted{limits.rows, limits.retry_rows, limits.split, {}, limits.without};
  passes::GroundFailure failure;
  for (;;) {
    failure = {};
    std::optional<passes::GroundProgram> program = passes::ground(module, context, wanted, failure);
    if (!program) break;
    const auto recursive = passes::too_recursive(*program, limits.unrolled);
    if (!recursive) return program;
    wanted.leave_out = program->left_out;
    wanted.without.reset();
    if (*recursive == ir::no_id || wanted.leave_out.size() == passes::most_left_out) {
      session.diagnostics.error({}, "limit",
                                fmt::format("recursion comes to more than {} literals when it is "
                                            "unrolled",
                                            limits.unrolled));
      return std::nullopt;
    }
    wanted.leave_out.push_back(*recursive);
  }
  if (session.diagnostics.has_errors()) return std::nullopt;
  const std::atomic<bool>* const stop = runtime::requested_stop();
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
    session.diagnostics.error({}, "limit", "grounding was stopped");
    return std::nullopt;
  }
  if (steps_left == 0) {
    session.diagnostics
        .error({}, "limit", fmt::format("grounding takes more than {} steps", most_steps))
        .notes.push_back({{},
                          "--max-ground-steps allows more, and matchers need no grounding "
                          "(--engine=jit); rules of fewer variables, or conditions that leave few "
                          "values, ground faster"});
    return std::nullopt;
  }
  report(failure, module, session);
  return std::nullopt;
}

/// Takes the module through the passes before grounding; false (reported) where one fails, or one
/// of them is to be the last.
bool prepare(ir::Module& module, const Options& options, const NetLimits& limits,
             Session& session) {
  const std::string& last = options.pipeline.stop_after;
  const passes::Pass* const pass = passes::find_pass(last);
  if (pass != nullptr && pass->kind == passes::UnitKind::module) {
    session.diagnostics.error(
        {}, "usage", "no net: the pipeline ends after `" + last + "`, a pass over clauses");
    return false;
  }
  passes::PipelineOptions pipeline = options.pipeline;
  if (!limits.states_of_play) pipeline.disabled.emplace_back(passes::project_unique_name);
  return run_passes(module, passes::net_pipeline(), pipeline, session);
}

/// Grounds the rules and builds their net; `program` becomes the ground rules as far as they are
/// wanted. Reports why there is none.
std::optional<MadeNet> make_new_net(const ir::Module& module, const Options& options,
                                    const NetLimits& limits, Session& session, StageClock& clock,
                                    std::shared_ptr<const passes::GroundProgram>& program) {
  auto ground = ground_rules(module, options, limits, session);
  if (!ground) return std::nullopt;
  clock.end("ground", ground->rules.size(), "ground rules");
  passes::PassContext context = pass_context(session);
  MadeNet made{passes::smallest_net(*ground, limits.nodes, options.pipeline, context),
               ground->rules.size(),
               ground->left_out,
               {}};
  if (!made.net) {
    if (session.diagnostics.has_errors()) return std::nullopt;
    session.diagnostics.error({}, "limit",
                              fmt::format("the net has more than {} nodes", limits.nodes));
    return std::nullopt;
  }
  clock.end("build-net", made.net->nodes.size(), "nodes");
  if (options.pipeline.verify_each &&
      !ir::verify(ir::net_module(module, *made.net), session.diagnostics)) {
    session.diagnostics.error({}, "ir", "building the net left it in disorder");
    return std::nullopt;
  }
  made.control = passes::turn_group(*made.net, options.pipeline);
  if (limits.keeps_rules && ground->rules.size() <= most_kept_rules) {
    program = std::make_shared<const passes::GroundProgram>(std::move(*ground));
  }
  return made;
}

}  // namespace

runtime::FirstAnswers GroundGame::answers() const {
  runtime::FirstAnswers answers;
  answers.legal = net->knows(ir::NetQuestion::legal);
  answers.next = net->knows(ir::NetQuestion::next);
  answers.terminal = net->knows(ir::NetQuestion::terminal);
  answers.goal = net->knows(ir::NetQuestion::goal);
  answers.percepts = net->knows(ir::NetQuestion::sees);
  return answers;
}

std::optional<passes::GroundProgram> ground_program(ir::Module& module, const Options& options,
                                                    const NetLimits& limits, Session& session) {
  if (!prepare(module, options, limits, session)) return std::nullopt;
  return ground_rules(module, options, limits, session);
}

std::optional<GroundGame> ground_game(ir::Module module, const Options& options,
                                      const NetLimits& limits, Session& session) {
  if (options.invariants && !are_about(*options.invariants, module, session)) return std::nullopt;
  if (module.level == ir::Level::nets) {
    GroundGame read;
    read.net = module.net;
    read.module = std::make_shared<const ir::Module>(std::move(module));
    read.control = passes::turn_group(*read.net, options.pipeline);
    return read;
  }
  if (module.level != ir::Level::clauses) {
    session.diagnostics.error({}, "usage",
                              "`" + module.game + "` has plans; nets are made from clauses");
    return std::nullopt;
  }
  if (!prepare(module, options, limits, session)) return std::nullopt;
  GroundGame result;
  StageClock clock(result.grounding.stages);
  const KeptNet place(module, options, limits);
  std::optional<MadeNet> made = place.find();
  if (made) {
    clock.end("find-net", made->net->nodes.size(), "nodes");
  } else {
    made = make_new_net(module, options, limits, session, clock, result.program);
    if (!made) return std::nullopt;
    if (result.program == nullptr) place.store(*made);
  }
  result.grounding.left_out = names_of(made->left_out, module);
  result.module = std::make_shared<const ir::Module>(std::move(module));
  result.control = made->control;
  result.net = made->net;
  result.grounding.rules = made->ground_rules;
  if (options.invariants) {
    if (!use_invariants(result, options, limits.states_of_play, session)) return std::nullopt;
    clock.end("use-invariants", result.net->nodes.size(), "nodes");
  }
  return result;
}

std::optional<GroundGame> load_net(const std::string& path, const Options& options,
                                   const NetLimits& limits, Session& session) {
  std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  return ground_game(std::move(*source), options, limits, session);
}

std::string unanswered_text(const GroundGame& ground) {
  const std::vector<std::string_view> questions = ir::names_of(ground.net->unanswered);
  std::string text = fmt::format("does not answer {}", fmt::join(questions, ", "));
  if (ground.grounding.left_out.empty()) return text;
  return text +
         fmt::format(": too large to be grounded: {}", fmt::join(ground.grounding.left_out, ", "));
}

bool is_whole(const GroundGame& ground, const std::string& path, Session& session) {
  if (ground.net->unanswered.empty()) return true;
  session.diagnostics.error({}, "limit",
                            fmt::format("the net of `{}` {}", path, unanswered_text(ground)));
  return false;
}

std::shared_ptr<const runtime::Game> evaluate_game(const GroundGame& ground) {
  interpreter::EvaluatedNet evaluated = interpreter::evaluate_net(ground.net);
  runtime::NetTables tables = make_net_tables(ground);
  tables.scratch_words = evaluated.scratch_words;
  return runtime::make_net_game(std::move(tables), std::move(evaluated.code));
}

void place_fluents(GroundGame& ground, std::span<const std::uint32_t> places, std::size_t count) {
  ground.net = std::make_shared<const ir::Net>(passes::place_fluents(*ground.net, places, count));
  if (ground.cases) {
    ground.cases =
        std::make_shared<const ir::NetCases>(passes::place_fluents(*ground.cases, places, count));
  }
  for (std::uint32_t& fluent : ground.control) fluent = places[fluent];
  for (runtime::HiddenFluent& hidden : ground.proof.hidden) {
    for (std::uint32_t& bit : hidden.bits) bit = places[bit];
  }
  ground.proof.facts.clear();
  std::sort(ground.control.begin(), ground.control.end());
}

void specialise(GroundGame& ground, const Options& options) {
  ir::Diagnostics diagnostics(*ground.module->sources);
  passes::PassContext context{diagnostics, {}};
  passes::NetUnit unit(*ground.module, ground.net);
  unit.control = passes::asks_for_turns(options.pipeline) ? ground.control : passes::FluentList{};
  unit.program = ground.program;
  std::string fault;
  const auto pipeline = passes::parse_pipeline(passes::native_net_pipeline, fault);
  const auto end =
      passes::run_steps(unit, *pipeline, passes::net_passes(), options.pipeline, context);
  // Only the verifier can refuse what comes of it.
  if (end == passes::PipelineEnd::failed) throw std::logic_error(diagnostics.render());
  ground.cases = std::make_shared<const ir::NetCases>(std::move(unit.cases));
  const passes::BoardFluents fluents = passes::board_places(*ground.net, *ground.cases);
  if (!fluents.places.empty()) place_fluents(ground, fluents.places, fluents.count);
}

bool UnplacedNet::lies_alike() const {
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != i) return false;
  }
  return true;
}

namespace {

/// Playouts of larger nets are played one by one: their steps are too long for more.
constexpr std::uint64_t most_placed_gates = 20'000;

/// Lets many playouts have code of the net as it was before its fluents were placed on other
/// states: there they lie in the order of boards, and steps are shorter.
runtime::NetCode with_own_playouts(runtime::NetCode code, const GroundGame& ground,
                                   const llvm_backend::JitOptions& options) {
  static_assert(runtime::no_place == ir::no_fluent);
  if (ground.unplaced == nullptr || ground.unplaced->lies_alike() || code.playout == nullptr ||
      ir::count_step_gates(*ground.net) > most_placed_gates) {
    return code;
  }
  llvm_backend::JitOptions later = options;
  later.stop = {};
  auto make = [from = ground.unplaced, later = std::move(later), name = ground.module->game] {
    const ir::NetCases none;
    return llvm_backend::compile_playouts(*from->net, later, {}, from->cases ? *from->cases : none,
                                          name);
  };
  return runtime::with_placed_playouts(std::move(code), ground.unplaced->places, std::move(make));
}

}  // namespace

std::shared_ptr<const runtime::Game> compile_game(const GroundGame& ground, const Options& options,
                                                  const std::stop_token& stop) {
  llvm_backend::JitOptions jit = jit_options(options);
  jit.stop = stop;
  const ir::NetCases none;
  const ir::NetCases& cases = ground.cases ? *ground.cases : none;
  llvm_backend::CompiledNet compiled = timed_code(options, [&] {
    return llvm_backend::compile_net(*ground.net, jit, {}, cases, ground.module->game);
  });
  runtime::NetTables tables = make_net_tables(ground);
  tables.scratch_words = compiled.scratch_words;
  return runtime::make_net_game(std::move(tables),
                                with_own_playouts(std::move(compiled.code), ground, jit));
}

runtime::NetTables make_net_tables(const GroundGame& ground) {
  runtime::NetTables tables = NetTableMaker(ground).make();
  tables.hidden = ground.proof.hidden;
  return tables;
}

}  // namespace tesuji::driver
