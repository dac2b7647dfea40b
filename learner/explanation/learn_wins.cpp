#include "learner/explanation/learn_wins.h"

#include "backend/rules/sequence.h"
#include "learner/explanation/instance_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <utility>

namespace tesuji::learner {

// --- Winning moves

using runtime::Move;
using runtime::Role;
using runtime::State;
using runtime::StateView;

WinningMoves::WinningMoves(const runtime::Game& game)
    : game_(game), scratch_(game.make_scratch()) {}

std::vector<std::vector<Move>> WinningMoves::legal(StateView state) {
  std::vector<std::vector<Move>> moves;
  game_.legal(state, *scratch_, moves);
  return moves;
}

WinningMoves::Joint WinningMoves::joint_with(StateView state, Role role, Move move) {
  Joint joint;
  for (const auto& moves : legal(state)) joint.push_back(moves.empty() ? 0 : moves.front());
  joint[role] = move;
  return joint;
}

State WinningMoves::after(StateView state, const Joint& joint) {
  State next(game_.state_words());
  game_.next(state, joint, *scratch_, next);
  return next;
}

bool WinningMoves::wins_at_once(StateView state, Role role, Move move) {
  const auto moves = legal(state);
  Joint joint = joint_with(state, role, move);
  std::vector<std::size_t> places(moves.size(), 0);
  std::vector<int> goals(moves.size());
  for (const auto& some : moves) {
    if (some.empty()) return false;
  }
  while (true) {
    const State next = after(state, joint);
    if (!game_.terminal(next, *scratch_)) return false;
    game_.goal_values(next, *scratch_, goals);
    if (goals[role] != 100) return false;
    // Advances to the next combination of the others' moves.
    Role other = 0;
    for (; other < moves.size(); ++other) {
      if (other == role) continue;
      places[other] = (places[other] + 1) % moves[other].size();
      joint[other] = moves[other][places[other]];
      if (places[other] != 0) break;
    }
    if (other == moves.size()) return true;
  }
}

std::vector<Move> WinningMoves::at_once(StateView state, Role role) {
  std::vector<Move> found;
  const auto moves = legal(state);
  for (const Move move : moves[role]) {
    if (wins_at_once(state, role, move)) found.push_back(move);
  }
  return found;
}

std::vector<WinningMoves::Answer> WinningMoves::after_reply(StateView state, Role role, Move move) {
  const auto now = legal(state);
  if (now.size() != 2 || now[1 - role].size() != 1) return {};
  const State next = after(state, joint_with(state, role, move));
  if (game_.terminal(next, *scratch_)) return {};
  const auto replies = legal(next);
  if (replies[role].size() != 1) return {};
  std::vector<std::set<Move>> winning;  // by reply
  for (const Move reply : replies[1 - role]) {
    const State behind = after(next, joint_with(next, 1 - role, reply));
    if (game_.terminal(behind, *scratch_)) return {};
    const auto wins = at_once(behind, role);
    if (wins.empty()) return {};
    winning.emplace_back(wins.begin(), wins.end());
  }
  std::vector<Answer> answers;
  std::vector<bool> answered(winning.size(), false);
  while (std::find(answered.begin(), answered.end(), false) != answered.end()) {
    std::map<Move, std::size_t> counts;
    for (std::size_t r = 0; r < winning.size(); ++r) {
      if (answered[r]) continue;
      for (const Move win : winning[r]) ++counts[win];
    }
    const Move best = std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) {
                        return a.second < b.second;
                      })->first;
    bool first = true;
    for (std::size_t r = 0; r < winning.size(); ++r) {
      if (answered[r] || !winning[r].contains(best)) continue;
      answered[r] = true;
      if (!std::exchange(first, false)) continue;
      const Joint reply = joint_with(next, 1 - role, replies[1 - role][r]);
      answers.push_back({reply, joint_with(after(next, reply), role, best)});
    }
  }
  return answers;
}

WinExample WinningMoves::example(StateView state, Role role, Move move,
                                 const std::vector<Answer>& answers) {
  const auto names = [&](const Joint& joint) {
    JointMoveNames texts;
    for (const Move one : joint) texts.push_back(game_.move_name(one));
    return texts;
  };
  WinExample example{game_.fluents(state), role, names(joint_with(state, role, move))};
  for (const Answer& answer : answers) {
    example.answers.push_back({names(answer.reply), names(answer.move)});
  }
  return example;
}

// --- Learning

namespace {

bool is_stopped(const WinLearningOptions& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

/// Visits each state of random games that is not terminal, until `visit` returns false.
void visit_positions(const runtime::Game& game, const WinLearningOptions& options,
                     const std::function<bool(StateView)>& visit) {
  const auto scratch = game.make_scratch();
  std::vector<Move> joint(game.roles().size());
  State next(game.state_words());
  for (std::uint64_t number = 0; number < options.games; ++number) {
    runtime::Rng rng(options.seed, number);
    State state(game.initial().begin(), game.initial().end());
    for (std::uint64_t step = 0; step < options.step_limit; ++step) {
      if (game.draw(state, *scratch, rng, joint) != runtime::Drawn::joint) break;
      if (is_stopped(options) || !visit(state)) return;
      game.next(state, joint, *scratch, next);
      state.swap(next);
    }
  }
}

/// Returns the wins of a position as facts that rules would conclude.
std::set<MemoryFact> wins_of(StateView state, const runtime::Game& game, WinExplainer& explainer,
                             WinningMoves& winning, std::size_t moves) {
  std::set<MemoryFact> facts;
  const auto scratch = game.make_scratch();
  std::vector<std::vector<Move>> legal;
  game.legal(state, *scratch, legal);
  for (Role role = 0; role < legal.size(); ++role) {
    for (const Move move : legal[role]) {
      if (winning.wins_at_once(state, role, move)) {
        facts.insert(explainer.conclusion(role, game.move_name(move), 1));
      } else if (moves > 1 && !winning.after_reply(state, role, move).empty()) {
        facts.insert(explainer.conclusion(role, game.move_name(move), 2));
      }
    }
  }
  return facts;
}

std::set<MemoryFact> facts_in(const std::vector<std::string>& fluents, const GameRuleSet& game) {
  std::set<MemoryFact> facts;
  for (const std::string& fluent : fluents) {
    if (auto fact = game.fluent_fact(fluent)) facts.insert(std::move(*fact));
  }
  return facts;
}

}  // namespace

WinLearner::WinLearner(WinExplainer& explainer, const runtime::Game& game,
                       WinLearningOptions options)
    : explainer_(explainer), game_(game), options_(options), winning_(game) {}

FactSet WinLearner::facts_of(StateView state) const {
  FactSet facts;
  std::vector<LearnedRule> rules;
  for (const LearnedWin& win : result_.wins) rules.push_back(win.rule);
  for (const MemoryFact& fact : explainer_.fixed_facts(rules)) {
    facts[fact.relation].insert(fact.args);
  }
  for (const MemoryFact& fact : facts_in(game_.fluents(state), explainer_.game())) {
    facts[fact.relation].insert(fact.args);
  }
  return facts;
}

void WinLearner::learn_from_games() {
  visit_positions(game_, options_, [&](StateView state) {
    learn(state);
    return true;
  });
  result_.stopped = is_stopped(options_);
}

void WinLearner::learn(StateView state) {
  ++result_.positions;
  const auto scratch = game_.make_scratch();
  std::vector<std::vector<Move>> legal;
  game_.legal(state, *scratch, legal);
  FactSet facts = facts_of(state);
  const auto learn_one = [&](const WinExample& example) {
    const std::size_t before = result_.wins.size();
    learn(example, facts);
    if (result_.wins.size() != before) facts = facts_of(state);
  };
  for (Role role = 0; role < legal.size(); ++role) {
    for (const Move move : legal[role]) {
      if (winning_.wins_at_once(state, role, move)) {
        learn_one(winning_.example(state, role, move, {}));
      } else if (options_.moves > 1) {
        const auto answers = winning_.after_reply(state, role, move);
        if (!answers.empty()) learn_one(winning_.example(state, role, move, answers));
      }
      if (is_stopped(options_)) return;
    }
  }
}

void WinLearner::learn(const WinExample& example, const FactSet& facts) {
  ++result_.winning;
  const MemoryFact conclusion = explainer_.conclusion(example.role, example.move[example.role],
                                                      example.answers.empty() ? 1 : 2);
  for (const LearnedWin& win : result_.wins) {
    if (applies(win.rule, facts, conclusion) == Instance::found) {
      ++result_.known;
      return;
    }
  }
  try {
    LearnedRule rule = explainer_.explain(example);
    FactSet own = facts;
    for (const MemoryFact& fact : explainer_.fixed_facts({rule})) {
      own[fact.relation].insert(fact.args);
    }
    if (applies(rule, own, conclusion) == Instance::none) {
      throw Unexplained("the conditions that cover all replies do not hold in the example");
    }
    add(std::move(rule), example);
  } catch (const Unexplained& reason) {
    ++result_.refused[reason.what()];
  }
}

void WinLearner::add(LearnedRule rule, const WinExample& example) {
  for (const LearnedWin& win : result_.wins) {
    if (subsumes(win.rule, rule)) return;
  }
  std::erase_if(result_.wins, [&](const LearnedWin& win) { return subsumes(rule, win.rule); });
  result_.wins.push_back({std::move(rule), example});
}

std::string rules_text(std::vector<LearnedRule> rules, ir::SymbolTable& symbols) {
  std::vector<LearnedRule> helpers;
  for (LearnedRule& rule : rules) {
    if (!extract_helpers(rule, helpers, symbols)) {
      throw Unexplained("a rule has a variable that nothing binds");
    }
  }
  std::string text;
  std::map<ir::Symbol, std::size_t> numbers;
  helpers.insert(helpers.end(), rules.begin(), rules.end());
  for (const LearnedRule& rule : helpers) {
    const ir::Symbol conclusion = rule.conclusion.relation;
    const std::string name = fmt::format("{}_{}", symbols.text(conclusion), ++numbers[conclusion]);
    text += rule_text(rule, name, symbols) + "\n";
  }
  return text;
}

namespace {

/// Presents positions of games as a sequence of memories.
class PositionSequence {
 public:
  explicit PositionSequence(const GameRuleSet& game) : game_(&game) {}

  void add(const std::set<MemoryFact>& facts) {
    text_ += "step.\n";
    add_changes("- ", last_, facts);
    add_changes("+ ", facts, last_);
    last_ = facts;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add_changes(const char* sign, const std::set<MemoryFact>& from,
                   const std::set<MemoryFact>& without) {
    for (const MemoryFact& fact : from) {
      if (!without.contains(fact)) text_ += sign + game_->text({&fact, 1});
    }
  }

  const GameRuleSet* game_;
  std::set<MemoryFact> last_;
  std::string text_;
};

std::set<MemoryFact> deduced_in(const ir::Module& module, const runtime::Facts& facts) {
  std::set<MemoryFact> all;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    const std::size_t width = relation.columns.size();
    for (std::size_t row = 0; row < facts[id].rows; ++row) {
      MemoryFact fact{module.symbols->intern(relation.name), {}};
      for (std::size_t c = 0; c < width; ++c) {
        const ir::Domain& domain = module.domains[relation.columns[c]];
        fact.args.push_back(domain.values[facts[id].cells[row * width + c]]);
      }
      all.insert(std::move(fact));
    }
  }
  return all;
}

/// Compares the rules' conclusions with a search, a few positions at a time, so that a time limit
/// keeps those already compared.
class WinChecker {
 public:
  WinChecker(WinExplainer& explainer, const runtime::Game& game,
             const std::vector<LearnedRule>& rules, const WinLearningOptions& options,
             driver::ProductionEngine engine)
      : explainer_(explainer),
        game_(game),
        options_(options),
        engine_(engine),
        winning_(game),
        rules_(rules_text(rules, *explainer.game().clauses().symbols)),
        fixed_(explainer.game().text(explainer.fixed_facts(rules))),
        sequence_(explainer.game()) {
    for (const LearnedRule& rule : rules) conclusions_.insert(rule.conclusion.relation);
  }

  WinCheck run() {
    visit_positions(game_, options_, [&](StateView state) {
      sequence_.add(facts_in(game_.fluents(state), explainer_.game()));
      wins_.push_back(wins_of(state, game_, explainer_, winning_, options_.moves));
      if (wins_.size() == positions_at_once) compare();
      return true;
    });
    compare();
    check_.stopped = is_stopped(options_);
    return std::move(check_);
  }

 private:
  static constexpr std::size_t positions_at_once = 200;
  static constexpr std::size_t most_faults = 10;

  void compare() {
    if (wins_.empty()) return;
    driver::Session session;
    session.symbols = explainer_.game().clauses().symbols;
    session.texts["learned.rules"] = rules_;
    session.texts["fixed.pl"] = fixed_;
    session.texts["positions.changes"] = sequence_.text();
    auto loaded =
        driver::load_sequence("learned.rules", {"fixed.pl"}, "positions.changes", session);
    if (!loaded) throw Unexplained("the rules cannot be read: " + session.diagnostics.render());
    const auto module = std::make_shared<const ir::Module>(std::move(loaded->module));
    driver::Sequence run(module, engine_, driver::Incremental::automatic);
    (void)run.start({});
    for (std::size_t i = 0; i < wins_.size() && !is_stopped(options_); ++i) {
      const driver::SequenceStep step = run.next(loaded->steps[i].changes, {});
      compare(deduced_in(*module, step.deduced), wins_[i]);
    }
    wins_.clear();
    sequence_ = PositionSequence(explainer_.game());
  }

  void compare(std::set<MemoryFact> concluded, const std::set<MemoryFact>& wins) {
    std::erase_if(concluded,
                  [&](const MemoryFact& fact) { return !conclusions_.contains(fact.relation); });
    ++check_.positions;
    check_.concluded += concluded.size();
    check_.winning += wins.size();
    for (const MemoryFact& fact : concluded) {
      if (wins.contains(fact)) continue;
      ++check_.wrong;
      if (check_.faults.size() == most_faults) continue;
      check_.faults.push_back(
          fmt::format("position {}: {}", check_.positions, explainer_.game().text({&fact, 1})));
    }
  }

  WinExplainer& explainer_;
  const runtime::Game& game_;
  const WinLearningOptions& options_;
  driver::ProductionEngine engine_;
  WinningMoves winning_;
  std::string rules_;
  std::string fixed_;
  std::set<ir::Symbol> conclusions_;
  PositionSequence sequence_;
  std::vector<std::set<MemoryFact>> wins_;  ///< by position of the sequence
  WinCheck check_;
};

}  // namespace

WinCheck check_wins(WinExplainer& explainer, const runtime::Game& game,
                    const std::vector<LearnedRule>& rules, const WinLearningOptions& options,
                    driver::ProductionEngine engine) {
  if (rules.empty()) return {};
  return WinChecker(explainer, game, rules, options, engine).run();
}

}  // namespace tesuji::learner
