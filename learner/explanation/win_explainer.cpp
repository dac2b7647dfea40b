#include "learner/explanation/win_explainer.h"

#include "backend/rules/production.h"
#include "learner/explanation/explain_fact.h"
#include "learner/explanation/reply_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::learner {
namespace {

/// Adds the relations that a condition reads.
void add_asked(const RuleCondition& condition, std::set<ir::Symbol>& relations) {
  relations.insert(condition.relation);
  for (const RuleCondition& inner : condition.body) add_asked(inner, relations);
}

}  // namespace

/// A line of play, with the rules' deductions.
struct WinExplainer::Example {
  explicit Example(driver::TracedRun traced)
      : run(std::move(traced)), theory(*run.module), trace(run) {}
  driver::TracedRun run;
  DomainTheory theory;
  FactTrace trace;
};

WinExplainer::WinExplainer(const ir::Module& clauses, const ExplanationLimits& limits)
    : clauses_(clauses), limits_(limits), game_(clauses) {}

WinExplainer::~WinExplainer() = default;

std::unique_ptr<WinExplainer::Example> WinExplainer::trace(
    const WinExample& example, const std::vector<JointMoveNames>& line) {
  std::string& rules = texts_[line.size()];
  if (rules.empty()) rules = game_.rules(line.size());
  std::vector<MemoryFact> facts;
  for (const std::string& fluent : example.fluents) {
    const auto fact = game_.fluent_fact(fluent);
    if (!fact) throw Unexplained(fmt::format("`{}` is not a fluent of the game", fluent));
    facts.push_back(*fact);
  }
  for (std::size_t moment = 0; moment < line.size(); ++moment) {
    for (std::size_t role = 0; role < line[moment].size(); ++role) {
      const auto& name = clauses_.symbols->text(clauses_.roles[role]);
      const auto fact = game_.move_fact(name, line[moment][role], moment);
      if (!fact)
        throw Unexplained(fmt::format("`{}` is not a move of the game", line[moment][role]));
      facts.push_back(*fact);
    }
  }
  driver::Session session;
  session.symbols = clauses_.symbols;
  session.texts["game.rules"] = rules;
  session.texts["position.pl"] = game_.fixed_facts() + game_.text(facts);
  auto module = driver::load_rules("game.rules", {"position.pl"}, session);
  const auto shared = module ? std::make_shared<const ir::Module>(std::move(*module)) : nullptr;
  const auto strata = shared ? driver::strata_of(*shared, session.diagnostics) : std::nullopt;
  if (!strata) {
    std::string why = "the game is not a set of production rules";
    for (const ir::Diagnostic& one : session.diagnostics.all()) {
      if (one.severity == ir::Severity::error) {
        why += ": " + one.message;
        break;
      }
    }
    throw Unexplained(why);
  }
  runtime::ProductionLimits limits;
  limits.bytes = limits_.bytes;
  driver::TracedRun run = driver::trace_rules(shared, *strata, limits);
  if (run.result.end != runtime::ProductionEnd::fixpoint) {
    throw Unexplained("the run of the game's rules did not come to an end");
  }
  auto made = std::make_unique<Example>(std::move(run));
  if (!has_fixed_facts_) {
    has_fixed_facts_ = true;
    for (const auto& [relation, rows] : made->trace.facts()) {
      if (!game_.is_fixed(relation)) continue;
      for (const auto& row : rows) fixed_facts_[relation].push_back({relation, row});
    }
  }
  return made;
}

/// The explanation of one win.
class WinExplainer::Proof {
 public:
  Proof(WinExplainer& owner, const WinExample& example, const Example& first)
      : owner_(owner),
        example_(example),
        explanation_(first.theory, first.trace,
                     {[](ir::Symbol) { return false; },
                      [this](ir::Symbol relation) { return is_rigid(relation); }},
                     owner.limits_) {
    const auto& roles = owner.clauses_.roles;
    for (std::size_t role = 0; role < roles.size(); ++role) {
      if (role != example.role) others_.push_back(roles[role]);
    }
    role_ = roles.size() <= 2 ? explanation_.fresh("role", roles[example.role])
                              : ir::Argument::constant(roles[example.role]);
    for (const TheoryRule& rule : first.theory.rules()) {
      for (const RuleCondition& conclusion : rule.conclusions) {
        concluded_.insert(conclusion.relation);
      }
    }
    for (ir::RelationId id = 0; id < owner.clauses_.relations.size(); ++id) {
      if (owner.clauses_.relations[id].kind == ir::RelationKind::state) {
        concluded_.insert(owner.game_.name_at(id, 0));
      }
    }
  }

  LearnedRule at_once() {
    const OwnMove own = own_move(example_.move, 0);
    std::vector<Conjunction> proof(1);
    explain_win(own, 0, proof[0]);
    Conjunction conditions;
    close(0, own, proof, conditions);
    append(proof, conditions);
    return finish(own, 1, std::move(conditions));
  }

  LearnedRule after_reply(const std::vector<std::unique_ptr<Example>>& lines) {
    const OwnMove first = own_move(example_.move, 0);
    const OwnMove waiting = own_move(example_.answers[0].reply, 1);
    std::vector<Conjunction> answers;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      explanation_.follow(lines[i]->trace);
      const OwnMove own = own_move(example_.answers[i].move, 2);
      std::vector<Conjunction> proof(1);
      explain_going_on(2, proof[0]);
      explain_win(own, 2, proof[0]);
      Conjunction& answer = answers.emplace_back();
      close(2, own, proof, answer);
      append(proof, answer);
    }
    explanation_.follow(lines[0]->trace);
    std::vector<Conjunction> rest(1);
    explain_going_on(1, rest[0]);
    explain_legal(first, 0, rest[0]);
    explain_legal(waiting, 1, rest[0]);
    close(1, waiting, answers, rest[0]);
    append(answers, rest[0]);
    Conjunction conditions;
    close(0, first, rest, conditions);
    append(rest, conditions);
    return finish(first, 2, std::move(conditions));
  }

 private:
  /// Facts that are the same in every example: fixed ones, and relations that never have facts.
  [[nodiscard]] bool is_rigid(ir::Symbol relation) const {
    if (owner_.game_.is_fixed(relation)) return true;
    if (concluded_.contains(relation)) return false;
    for (std::size_t moment = 0; moment < 3; ++moment) {
      if (owner_.game_.shape_of(relation, moment) != nullptr) return false;
    }
    return true;
  }

  OwnMove own_move(const JointMoveNames& names, std::size_t moment) {
    const auto& role = owner_.clauses_.symbols->text(owner_.clauses_.roles[example_.role]);
    const auto fact = owner_.game_.move_fact(role, names[example_.role], moment);
    if (!fact) {
      throw Unexplained(fmt::format("`{}` is not a move of the game", names[example_.role]));
    }
    OwnMove own{owner_.game_.shape_of(fact->relation, moment), {role_}};
    for (std::size_t i = 1; i < fact->args.size(); ++i) {
      own.args.push_back(explanation_.fresh({}, fact->args[i]));
    }
    return own;
  }

  [[nodiscard]] MemoryFact ground(ir::Symbol relation,
                                  const std::vector<ir::Argument>& args) const {
    MemoryFact fact{relation, {}};
    for (const ir::Argument& argument : args) fact.args.push_back(explanation_.value_of(argument));
    return fact;
  }

  void explain(ir::Symbol relation, const std::vector<ir::Argument>& args,
               Conjunction& conditions) {
    const MemoryFact fact = ground(relation, args);
    if (!explanation_.trace().holds(fact)) {
      throw Unexplained(fmt::format("the rules do not deduce `{}` there",
                                    owner_.clauses_.symbols->text(relation)));
    }
    explanation_.explain(fact, args, conditions);
  }

  void explain_legal(const OwnMove& own, std::size_t moment, Conjunction& conditions) {
    explain(owner_.game_.legal_name(*own.shape, moment), own.args, conditions);
  }

  void explain_win(const OwnMove& own, std::size_t moment, Conjunction& conditions) {
    explain_legal(own, moment, conditions);
    const ir::Module& clauses = owner_.clauses_;
    explain(owner_.game_.name_at(clauses.find_answer(ir::Answer::terminal), moment + 1), {},
            conditions);
    const auto won = ir::Argument::constant(clauses.symbols->intern("100"));
    explain(owner_.game_.name_at(clauses.find_goal_values(), moment + 1), {role_, won}, conditions);
  }

  void explain_going_on(std::size_t moment, Conjunction& conditions) {
    explanation_.explain_absence({terminal_at(moment)}, conditions);
  }

  [[nodiscard]] RuleCondition terminal_at(std::size_t moment) const {
    return present(owner_.game_.name_at(owner_.clauses_.find_answer(ir::Answer::terminal), moment),
                   {});
  }

  void close(std::size_t moment, const OwnMove& own, std::vector<Conjunction>& alternatives,
             Conjunction& conditions) {
    ReplyCases(owner_.game_, explanation_, others_, moment, own).close(alternatives, conditions);
  }

  static void append(const std::vector<Conjunction>& parts, Conjunction& conditions) {
    for (const Conjunction& part : parts) {
      conditions.insert(conditions.end(), part.begin(), part.end());
    }
  }

  LearnedRule finish(const OwnMove& own, std::size_t moves, Conjunction conditions) {
    // Rules are used in states that are not terminal.
    std::vector<Conjunction> known;
    try {
      for (Conjunction& way : explanation_.unfold({terminal_at(0)})) {
        const bool plain = std::all_of(way.begin(), way.end(), [](const RuleCondition& condition) {
          return condition.kind != RuleCondition::Kind::absent;
        });
        if (plain) known.push_back(std::move(way));
      }
    } catch (const Unexplained&) {
      known.clear();
    }
    return finish_rule(explanation_, std::move(conditions),
                       present(owner_.win_name(*own.shape, moves), own.args), known);
  }

  WinExplainer& owner_;
  const WinExample& example_;
  Explanation explanation_;
  std::vector<ir::Symbol> others_;
  ir::Argument role_;
  std::set<ir::Symbol> concluded_;
};

ir::Symbol WinExplainer::win_name(const GameRuleSet::MoveShape& shape, std::size_t moves) const {
  return clauses_.symbols->intern(
      fmt::format("win_in_{}{}{}", moves, shape.name.empty() ? "" : "_", shape.name));
}

MemoryFact WinExplainer::conclusion(std::size_t role, const std::string& move,
                                    std::size_t moves) const {
  auto fact = game_.move_fact(clauses_.symbols->text(clauses_.roles[role]), move, 0);
  if (!fact) throw Unexplained(fmt::format("`{}` is not a move of the game", move));
  return {win_name(*game_.shape_of(fact->relation, 0), moves), std::move(fact->args)};
}

LearnedRule WinExplainer::explain(const WinExample& example) {
  std::vector<std::unique_ptr<Example>> lines;
  if (example.answers.empty()) lines.push_back(trace(example, {example.move}));
  for (const WinExample::Answer& answer : example.answers) {
    lines.push_back(trace(example, {example.move, answer.reply, answer.move}));
  }
  Proof proof(*this, example, *lines[0]);
  return example.answers.empty() ? proof.at_once() : proof.after_reply(lines);
}

std::vector<MemoryFact> WinExplainer::fixed_facts(const std::vector<LearnedRule>& rules) const {
  std::set<ir::Symbol> asked;
  for (const LearnedRule& rule : rules) {
    for (const RuleCondition& premise : rule.premises) add_asked(premise, asked);
  }
  std::vector<MemoryFact> facts;
  for (const auto& [relation, some] : fixed_facts_) {
    if (asked.contains(relation)) facts.insert(facts.end(), some.begin(), some.end());
  }
  return facts;
}

}  // namespace tesuji::learner
