#include "frontend/strategy/strategy_reading.h"

#include "frontend/strategy/strategy_unfold.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

/// Prints "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& parts, std::string_view last_word) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) {
      result += i + 1 == parts.size() ? fmt::format(" {} ", last_word) : std::string(", ");
    }
    result += parts[i];
  }
  return result;
}

/// Prints " at depth 1 or 2".
std::string at_depths(const std::set<std::uint32_t>& depths) {
  std::vector<std::string> numbers;
  numbers.reserve(depths.size());
  for (const std::uint32_t depth : depths) {
    numbers.push_back(std::to_string(depth));
  }
  return " at depth " + joined(numbers, "or");
}

/// Counts the statements that mention each state, including those within absences.
void count_mentions(const Conjunction& conjunction, std::map<StateId, std::size_t>& mentions) {
  for (const Statement& statement : conjunction.statements) {
    ++mentions[statement.from];
    if (statement.kind == Statement::Kind::step) ++mentions[statement.to];
    for (const Conjunction& inner : statement.alternatives) count_mentions(inner, mentions);
  }
}

/// Replaces "there is a move from B to C" by "there is a move in B" if C is not mentioned again.
/// `kept`: the state that the sentence must introduce in any case.
void forget_unmentioned(std::vector<Conjunction>& alternatives, std::optional<StateId> kept) {
  for (Conjunction& conjunction : alternatives) {
    std::map<StateId, std::size_t> mentions;
    count_mentions(conjunction, mentions);
    for (Statement& statement : conjunction.statements) {
      forget_unmentioned(statement.alternatives, std::nullopt);
      if (statement.kind == Statement::Kind::step && statement.introduces && !statement.negated &&
          statement.to != kept && mentions[statement.to] == 1) {
        statement.kind = Statement::Kind::property;
        statement.introduces = false;
      }
    }
  }
}

/// Whether `win_1` means that one move wins: a step by `move` into a state that is won.
bool wins_at_once(const Strategy& strategy) {
  const ir::Proc* const proc = strategy.find("win_1");
  if (proc == nullptr) return false;
  const std::vector<Conjunction> alternatives = unfold(strategy, *proc);
  return std::all_of(alternatives.begin(), alternatives.end(), [](const Conjunction& conjunction) {
    const auto& statements = conjunction.statements;
    return std::any_of(statements.begin(), statements.end(), [&](const Statement& step) {
      return step.kind == Statement::Kind::step && step.predicate == "move" && !step.negated &&
             step.from == 0 &&
             std::any_of(statements.begin(), statements.end(), [&](const Statement& won) {
               return won.kind == Statement::Kind::property && won.predicate == "won" &&
                      !won.negated && won.from == step.to;
             });
    });
  });
}

/// Describes one unfolded predicate. States get letters at their first mention, and release them at
/// the end of the scope that introduced them.
class Speaker {
 public:
  explicit Speaker(const Strategy& strategy)
      : strategy_(strategy), wins_at_once_(wins_at_once(strategy)) {}

  std::string say(const std::vector<Conjunction>& alternatives) {
    std::vector<std::string> parts;
    for (const Conjunction& conjunction : alternatives) {
      std::string part = "if " + exists(conjunction);
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) {
        parts.push_back(std::move(part));
      }
    }
    return fmt::format("{}", fmt::join(parts, "; or "));
  }

 private:
  using Steps = std::vector<const Statement*>;

  /// A condition, and whether it needs brackets if more text follows.
  struct Condition {
    std::string text;
    bool compound = false;
  };

  [[nodiscard]] bool is_immediate(const std::set<std::uint32_t>& depths) const {
    return wins_at_once_ && depths == std::set{1U};
  }

  /// Prints "immediately won", "won at depth 1 or 2", "drawn at depth 1".
  [[nodiscard]] std::string achieved(Outcome::Kind kind,
                                     const std::set<std::uint32_t>& depths) const {
    if (kind == Outcome::Kind::draw) {
      return "drawn" + at_depths(depths);
    }
    return is_immediate(depths) ? "immediately won" : "won" + at_depths(depths);
  }

  [[nodiscard]] std::string name(StateId state) const {
    const auto position = std::find(in_scope_.begin(), in_scope_.end(), state) - in_scope_.begin();
    const char letter = static_cast<char>('A' + position % 26);
    return position < 26 ? std::string(1, letter) : fmt::format("{}{}", letter, position / 26);
  }

  [[nodiscard]] std::string to_move_in(StateId state) const { return side(state, 0); }
  [[nodiscard]] std::string who_moved_to(StateId state) const { return side(state, 1); }

  /// Players alternate: the number of moves made determines whose turn it is.
  [[nodiscard]] std::string side(StateId state, int shift) const {
    const std::optional<int> plies = plies_.at(state);
    if (plies) {
      return (*plies + shift) % 2 == 0 ? "the player" : "the opponent";
    }
    return fmt::format("the one {} {}", shift == 0 ? "to move in" : "who moved to", name(state));
  }

  static Steps introductions(const Conjunction& conjunction) {
    Steps steps;
    for (const Statement& statement : conjunction.statements) {
      if (statement.kind == Statement::Kind::step && statement.introduces) {
        steps.push_back(&statement);
      }
    }
    return steps;
  }

  void enter(const Steps& steps) {
    for (const Statement* step : steps) {
      const std::optional<int> before = plies_.at(step->from);
      const std::optional<int> made = moves_made_by(strategy_, step->predicate);
      plies_[step->to] = before && made ? std::optional(*before + *made) : std::nullopt;
      in_scope_.push_back(step->to);
    }
  }
  void leave(const Steps& steps) { in_scope_.resize(in_scope_.size() - steps.size()); }

  /// Prints "there is a move from A to B such that ..".
  std::string exists(const Conjunction& conjunction) {
    const Steps steps = introductions(conjunction);
    enter(steps);
    std::string result;
    if (!steps.empty()) {
      result = "there is a " + step_phrase(*steps.front()) + further_steps(steps);
    }
    const std::vector<Condition> all = conditions(conjunction);
    if (steps.empty() && all.empty()) {
      result = "it is any state";
    } else if (!all.empty()) {
      result += such_that(steps) + listed(all);
    }
    leave(steps);
    return result;
  }

  /// Prints "the opponent has no move from B to C such that ..".
  Condition none(const Conjunction& conjunction) {
    const Steps steps = introductions(conjunction);
    if (steps.empty() && conjunction.statements.size() == 1) {
      return opposite(conjunction.statements.front());
    }
    enter(steps);
    const std::vector<Condition> all = conditions(conjunction);
    Condition result;
    if (steps.empty()) {
      result.text = all.empty() ? "this never holds" : "it is not so that " + listed(all);
      result.compound = !all.empty();
    } else {
      const Statement& first = *steps.front();
      const std::string who = to_move_in(first.from);
      result.text = who + " has no " + step_phrase(first) + further_steps(steps);
      const std::string prevented = steps.size() == 1 ? prevents(first, conjunction) : "";
      if (!prevented.empty()) {
        result.text += prevented;
      } else if (!all.empty()) {
        result.text += such_that(steps) + listed(all);
        result.compound = true;
      }
    }
    leave(steps);
    return result;
  }

  /// Returns the opposite of a statement that introduces no state.
  Condition opposite(Statement statement) {
    if (statement.kind == Statement::Kind::absence) {
      std::vector<std::string> parts;
      parts.reserve(statement.alternatives.size());
      for (const Conjunction& alternative : statement.alternatives) {
        parts.push_back(exists(alternative));
      }
      return {joined(parts, "or"), true};
    }
    statement.negated = !statement.negated;
    return {conditions({{std::move(statement)}}).front().text, false};
  }

  /// Prints " that prevents the player from winning immediately": for a plain move to C whose only
  /// conditions deny wins in C.
  std::string prevents(const Statement& step, const Conjunction& conjunction) {
    std::set<std::uint32_t> depths;
    for (const Statement& statement : conjunction.statements) {
      const std::optional<Outcome> outcome = outcome_of(statement.predicate);
      if (&statement == &step) {
        continue;
      }
      if (statement.kind != Statement::Kind::property || !statement.negated || !outcome ||
          outcome->kind != Outcome::Kind::win || statement.from != step.to) {
        return "";
      }
      depths.insert(outcome->depth);
    }
    if (step.predicate != "move" || depths.empty()) {
      return "";
    }
    return fmt::format(" that prevents {} from winning{}", to_move_in(step.to),
                       is_immediate(depths) ? " immediately" : at_depths(depths));
  }

  /// Prints "move from A to B", "move from A to B that wins at depth 3".
  [[nodiscard]] std::string step_phrase(const Statement& step) const {
    const bool single = moves_made_by(strategy_, step.predicate) == 1;
    std::string result =
        fmt::format("{} from {} to {}", single ? "move" : "way", name(step.from), name(step.to));
    if (step.predicate == "move") {
      return result;
    }
    if (const std::optional<Outcome> outcome = outcome_of(step.predicate)) {
      const std::set<std::uint32_t> depth{outcome->depth};
      const bool win = outcome->kind == Outcome::Kind::win;
      result += win ? " that wins" : " that draws";
      return result + (win && is_immediate(depth) ? " immediately" : at_depths(depth));
    }
    return result + fmt::format(" that fulfils {}", step.predicate);
  }

  [[nodiscard]] std::string further_steps(const Steps& steps) const {
    std::string result;
    for (std::size_t i = 1; i < steps.size(); ++i) {
      const bool follows = steps[i]->from == steps[i - 1]->to;
      const bool by_opponent = to_move_in(steps[i]->from) != "the player";
      std::string phrase = step_phrase(*steps[i]);
      if (by_opponent) {
        const std::size_t noun = phrase.find(' ');
        phrase.insert(noun, " of " + to_move_in(steps[i]->from));
      }
      result += fmt::format(", {} a {}", follows ? "followed by" : "and", phrase);
    }
    return result;
  }

  /// Joins conditions to the preceding steps: "such that", with an "and" after another relative
  /// clause.
  static std::string such_that(const Steps& steps) {
    if (steps.empty()) {
      return "";
    }
    const std::string pause = steps.size() > 1 ? "," : "";
    return pause + (steps.back()->predicate == "move" ? " such that " : " and such that ");
  }

  /// Returns the conditions besides the introductions: each once, denied outcomes of a state in
  /// one, those about further moves last.
  std::vector<Condition> conditions(const Conjunction& conjunction) {
    std::vector<Condition> plain;
    std::vector<Condition> absences;
    std::set<std::pair<StateId, Outcome::Kind>> told;
    for (const Statement& statement : conjunction.statements) {
      if (statement.kind == Statement::Kind::absence) {
        for (const Conjunction& alternative : statement.alternatives) {
          add(absences, none(alternative));
        }
      } else if (statement.kind == Statement::Kind::property) {
        const std::optional<Outcome> outcome = outcome_of(statement.predicate);
        if (!outcome || !statement.negated) {
          add(plain, {property(statement), false});
        } else if (told.emplace(statement.from, outcome->kind).second) {
          add(plain, {denied(conjunction, statement.from, outcome->kind), false});
        }
      } else if (!statement.introduces && !repeats_introduction(conjunction, statement)) {
        add(plain,
            {fmt::format("there is {} {}", statement.negated ? "no" : "a", step_phrase(statement)),
             false});
      }
    }
    plain.insert(plain.end(), absences.begin(), absences.end());
    return plain;
  }

  /// Whether `step` repeats the introduction of the sentence.
  static bool repeats_introduction(const Conjunction& conjunction, const Statement& step) {
    return !step.negated && std::any_of(conjunction.statements.begin(),
                                        conjunction.statements.end(), [&](const Statement& other) {
                                          return other.kind == Statement::Kind::step &&
                                                 other.introduces &&
                                                 other.predicate == step.predicate &&
                                                 other.from == step.from && other.to == step.to;
                                        });
  }

  static void add(std::vector<Condition>& conditions, Condition condition) {
    const bool said =
        std::any_of(conditions.begin(), conditions.end(),
                    [&](const Condition& other) { return other.text == condition.text; });
    if (!said) {
      conditions.push_back(std::move(condition));
    }
  }

  /// Prints "B is not won at depth 1 or 2 for the opponent".
  [[nodiscard]] std::string denied(const Conjunction& conjunction, StateId state,
                                   Outcome::Kind kind) const {
    std::set<std::uint32_t> depths;
    for (const Statement& statement : conjunction.statements) {
      const std::optional<Outcome> outcome = outcome_of(statement.predicate);
      if (statement.kind == Statement::Kind::property && statement.negated && outcome &&
          outcome->kind == kind && statement.from == state) {
        depths.insert(outcome->depth);
      }
    }
    return has_outcome(state, "is not", kind, depths);
  }

  [[nodiscard]] std::string has_outcome(StateId state, std::string_view is, Outcome::Kind kind,
                                        const std::set<std::uint32_t>& depths) const {
    return fmt::format("{} {} {} for {}", name(state), is, achieved(kind, depths),
                       to_move_in(state));
  }

  [[nodiscard]] std::string property(const Statement& statement) const {
    const std::string state = name(statement.from);
    const char* const is = statement.negated ? "is not" : "is";
    if (const std::optional<Outcome> outcome = outcome_of(statement.predicate)) {
      return has_outcome(statement.from, is, outcome->kind, {outcome->depth});
    }
    if (statement.is_fluent) {
      return fmt::format("{} {} {}", state, statement.negated ? "does not have" : "has",
                         statement.predicate);
    }
    if (statement.predicate == "won") {
      return fmt::format("{} {} won for {}", state, is, who_moved_to(statement.from));
    }
    if (statement.predicate == "drawn") {
      return fmt::format("{} {} drawn", state, is);
    }
    if (statement.predicate == "move") {
      return fmt::format("{} has {} move in {}", to_move_in(statement.from),
                         statement.negated ? "no" : "a", state);
    }
    return fmt::format("{} {} {}", state, statement.negated ? "does not fulfil" : "fulfils",
                       statement.predicate);
  }

  /// Joins conditions by "and"; puts those that end in nested conditions in brackets unless they
  /// are last.
  static std::string listed(const std::vector<Condition>& all) {
    std::vector<std::string> texts;
    for (const Condition& condition : all) {
      const bool last = &condition == &all.back();
      texts.push_back(condition.compound && !last ? "(" + condition.text + ")" : condition.text);
    }
    return joined(texts, "and");
  }

  const Strategy& strategy_;
  const bool wins_at_once_;
  std::vector<StateId> in_scope_ = {0};  ///< in the order of their letters
  /// Number of moves from A to each state; nullopt if unknown.
  std::map<StateId, std::optional<int>> plies_ = {{0, 0}};
};

}  // namespace

std::string reading(const Strategy& strategy, std::string_view predicate) {
  const ir::Proc* const proc = strategy.find(predicate);
  if (proc == nullptr) {
    return {};
  }
  const std::optional<Outcome> outcome = outcome_of(predicate);
  std::string result = "State A ";
  if (outcome && proc->arity == 2) {
    result += outcome->kind == Outcome::Kind::win ? "is won" : "is drawn";
    result += at_depths({outcome->depth});
  } else {
    result += fmt::format("fulfils {}", predicate);
  }
  std::vector<Conjunction> alternatives = unfold(strategy, *proc);
  forget_unmentioned(alternatives, proc->arity == 2 ? std::optional(StateId{1}) : std::nullopt);
  return fmt::format("{} {}.", result, Speaker(strategy).say(alternatives));
}

}  // namespace tesuji::frontend
