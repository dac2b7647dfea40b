#include "backend/driver/net.h"

#include "backend/driver/jit_options.h"
#include "backend/interpreter/interpreter.h"
#include "backend/interpreter/net_evaluator.h"
#include "backend/llvm/net_jit.h"
#include "ir/answer.h"
#include "ir/net_term.h"
#include "passes/ground.h"
#include "passes/smallest_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

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

runtime::FirstAnswers answered(const ir::Module& module, const std::vector<bool>& unknown) {
  runtime::FirstAnswers answers;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (!unknown[id]) continue;
    const std::string_view answer = ir::answer_of(module.relations[id].name);
    answers.legal &= answer != "legal";
    answers.next &= answer != "next";
    answers.terminal &= answer != "terminal";
    answers.goal &= answer != "goal";
    answers.percepts &= answer != "sees";
  }
  return answers;
}

class TableMaker {
 public:
  explicit TableMaker(const GroundGame& ground)
      : module_(*ground.module), net_(*ground.net), knows_next_(ground.answers.next) {}

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
      if (knows_next_ && ir::is_fixed(net_.fluents[i])) tables.fixed[i / 64] |= bit;
    }
    add_moves(tables);
    add_answers(net_.goals, tables.goals);
    add_answers(net_.percepts, tables.percepts);
    for (const ir::Relation& relation : module_.relations) {
      tables.has_percepts |= relation.name == "sees" || relation.name.starts_with("sees.");
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
  bool knows_next_;  ///< or nothing is known to stay as it is
};

}  // namespace

std::optional<GroundGame> ground_game(ir::Module module, const Options& options,
                                      const NetLimits& limits, Session& session) {
  if (module.level == ir::Level::nets) {
    auto net = module.net;
    return GroundGame{std::make_shared<const ir::Module>(std::move(module)), std::move(net)};
  }
  if (module.level != ir::Level::clauses) {
    session.diagnostics.error({}, "usage",
                              "`" + module.game + "` has plans; nets are made of clauses");
    return std::nullopt;
  }
  const std::vector<std::string_view> names = passes::net_pipeline();
  if (!run_passes(module, names, options.pipeline, session)) return std::nullopt;
  std::uint64_t steps_left = limits.steps;
  passes::PassContext context{
      session.diagnostics,
      [&](ir::Module& fixed, ir::Diagnostics& diagnostics, std::uint64_t max_rows) {
        return interpreter::evaluate_static(fixed, diagnostics, max_rows, &steps_left);
      }};
  GroundGame result;
  StageClock clock(result.stages);
  ir::RelationId over = ir::no_id;
  const auto program =
      passes::ground(module, context, {limits.rows, limits.retry_rows, limits.split}, over);
  if (!program) {
    if (session.diagnostics.has_errors()) return std::nullopt;
    if (steps_left == 0) {
      session.diagnostics.error({}, "limit",
                                fmt::format("grounding takes more than {} steps", limits.steps));
      return std::nullopt;
    }
    const bool known = over < module.relations.size();
    session.diagnostics.error(
        known ? module.relations[over].span : ir::Span{}, "limit",
        fmt::format("grounding comes to more than {} rows{}", limits.rows,
                    known ? ", most of them for `" + module.relations[over].name + "`" : ""));
    return std::nullopt;
  }
  clock.end("ground", program->rules.size(), "ground rules");
  result.answers = answered(module, program->unknown);
  std::optional<ir::Net> net = passes::smallest_net(*program, {limits.nodes, result.answers.next});
  if (!net) {
    session.diagnostics.error({}, "limit",
                              fmt::format("the net has more than {} nodes", limits.nodes));
    return std::nullopt;
  }
  clock.end("build-net", net->nodes.size(), "nodes");
  for (const ir::RelationId id : program->left_out) {
    result.left_out.push_back(ir::written_name(module.relations[id]));
  }
  result.module = std::make_shared<const ir::Module>(std::move(module));
  result.net = std::make_shared<const ir::Net>(std::move(*net));
  result.ground_rules = program->rules.size();
  return result;
}

std::optional<GroundGame> load_net(const std::string& path, const Options& options,
                                   const NetLimits& limits, Session& session) {
  std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  return ground_game(std::move(*source), options, limits, session);
}

std::shared_ptr<const runtime::Game> evaluate_game(const GroundGame& ground) {
  interpreter::EvaluatedNet evaluated = interpreter::evaluate_net(ground.net);
  runtime::NetTables tables = make_net_tables(ground);
  tables.scratch_words = evaluated.scratch_words;
  return runtime::make_net_game(std::move(tables), std::move(evaluated.code));
}

std::shared_ptr<const runtime::Game> compile_game(const GroundGame& ground,
                                                  const Options& options) {
  llvm_backend::CompiledNet compiled = llvm_backend::compile_net(*ground.net, jit_options(options));
  runtime::NetTables tables = make_net_tables(ground);
  tables.scratch_words = compiled.scratch_words;
  return runtime::make_net_game(std::move(tables), std::move(compiled.code));
}

runtime::NetTables make_net_tables(const GroundGame& ground) {
  return TableMaker(ground).make();
}

}  // namespace tesuji::driver
