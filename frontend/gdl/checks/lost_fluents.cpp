#include "frontend/gdl/checks/lost_fluents.h"

#include "frontend/gdl/checks/ground_terms.h"
#include "frontend/gdl/gdl_keywords.h"
#include "frontend/gdl/gdl_visit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = Literal::Kind;

class LossFinder {
 public:
  LossFinder(const Rulesheet& rulesheet, ir::SymbolTable& symbols)
      : symbols_(symbols), keywords_(symbols) {
    for (const Clause& clause : rulesheet.clauses) {
      clauses_[clause.head.name].push_back(&clause);
      const Keyword keyword = keywords_.of(clause.head.name);
      if (clause.head.args.empty()) continue;
      const Term& first = clause.head.args.front();
      if (keyword == Keyword::role && !is_role(first)) roles_.push_back(&first);
      if (keyword != Keyword::next) continue;
      gives_any_ = gives_any_ || first.kind == Term::Kind::variable;
      rules_[{first.name, first.args.size()}].push_back(&clause);
    }
  }

  std::vector<LostFluent> find(const std::vector<PlayedGame>& games) {
    std::vector<LostFluent> found;
    const bool played = std::any_of(games.begin(), games.end(),
                                    [](const PlayedGame& game) { return !game.moves.empty(); });
    if (gives_any_ || !played || !played_.read(games, symbols_)) return found;
    for (const auto& [form, fluents] : played_.games().front().states.front()) {
      const auto rules = rules_.find(form);
      if (form.second < 2 || rules == rules_.end()) continue;
      const std::vector<const Clause*> keeping = keeping_rules(rules->second);
      if (keeping.empty()) continue;
      for (const std::vector<std::size_t>& key : keys_of(form, fluents)) {
        if (auto lost = first_loss(form, key, rules->second)) {
          lost->keeping = keeping;
          found.push_back(std::move(*lost));
          break;
        }
      }
    }
    return found;
  }

 private:
  [[nodiscard]] std::vector<const Clause*> keeping_rules(
      const std::vector<const Clause*>& rules) const {
    std::vector<const Clause*> keeping;
    for (const Clause* rule : rules) {
      if (std::any_of(rule->body.begin(), rule->body.end(), [&](const Literal& literal) {
            return literal.kind == Kind::atom && is_true(literal.atom) &&
                   same_term(literal.atom.args.front(), rule->head.args.front());
          })) {
        keeping.push_back(rule);
      }
    }
    return keeping;
  }

  [[nodiscard]] bool is_role(const Term& term) const {
    return std::any_of(roles_.begin(), roles_.end(),
                       [&](const Term* role) { return same_term(*role, term); });
  }

  [[nodiscard]] bool is_true(const Term& atom) const {
    return keywords_.of(atom.name) == Keyword::holds && atom.args.size() == 1;
  }

  // Boards ------------------------------------------------------------------

  using Row = std::vector<const Term*>;
  struct RowLess {
    bool operator()(const Row& a, const Row& b) const {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), TermLess());
    }
  };
  using Keyed = std::map<Row, std::vector<const Term*>, RowLess>;

  static Keyed by_key(const std::vector<const Term*>& fluents,
                      const std::vector<std::size_t>& columns) {
    Keyed result;
    for (const Term* fluent : fluents) {
      Row key;
      for (const std::size_t column : columns) key.push_back(&fluent->args[column]);
      result[key].push_back(fluent);
    }
    return result;
  }

  static Keyed by_key(const GroundState& state, const FluentForm& form,
                      const std::vector<std::size_t>& columns) {
    const auto fluents = state.find(form);
    return fluents == state.end() ? Keyed{} : by_key(fluents->second, columns);
  }

  /// The columns that name the places of the board which the fluents are, if they are one; then
  /// those with all the roles.
  [[nodiscard]] std::vector<std::vector<std::size_t>> keys_of(
      const FluentForm& form, const std::vector<const Term*>& fluents) const {
    constexpr std::size_t smallest_board = 4;
    std::vector<std::vector<std::size_t>> keys;
    for (std::size_t value = form.second; value-- > 0 && keys.empty();) {
      std::vector<std::size_t> columns;
      for (std::size_t i = 0; i < form.second; ++i) {
        if (i != value) columns.push_back(i);
      }
      const Keyed keyed = by_key(fluents, columns);
      std::size_t combinations = 1;
      for (const std::size_t column : columns) combinations *= by_key(fluents, {column}).size();
      if (keyed.size() == fluents.size() && keyed.size() == combinations &&
          keyed.size() >= smallest_board) {
        keys.push_back(std::move(columns));
      }
    }
    for (std::size_t column = 0; column < form.second; ++column) {
      const Keyed keyed = by_key(fluents, {column});
      const bool all = keyed.size() == roles_.size() &&
                       std::all_of(roles_.begin(), roles_.end(),
                                   [&](const Term* role) { return keyed.contains({role}); });
      if (all && roles_.size() > 1) keys.push_back({column});
    }
    return keys;
  }

  // Losses ------------------------------------------------------------------

  std::optional<LostFluent> first_loss(const FluentForm& form, const std::vector<std::size_t>& key,
                                       const std::vector<const Clause*>& rules) {
    for (std::size_t g = 0; g < played_.games().size(); ++g) {
      const GroundGame& game = played_.games()[g];
      const Keyed board = by_key(game.states.front(), form, key);
      Keyed before = board;
      for (std::size_t step = 0; step < game.moves.size(); ++step) {
        Keyed after = by_key(game.states[step + 1], form, key);
        if (after.empty()) break;  // the board as a whole is done with
        for (const auto& [place, fluents] : before) {
          if (after.contains(place) || !board.contains(place)) continue;
          const bool explained =
              std::any_of(fluents.begin(), fluents.end(), [&](const Term* fluent) {
                return std::any_of(rules.begin(), rules.end(), [&](const Clause* rule) {
                  return may_be_about(*rule, *fluent, game.states[step], game.moves[step]);
                });
              });
          if (!explained) return LostFluent{*fluents.front(), {}, g, step};
        }
        before = std::move(after);
      }
    }
    return std::nullopt;
  }

  /// Whether the rule may have an instance with this fluent as its head and this joint move, so far
  /// as the literals tell that are not left out here. What is not looked at counts as true.
  bool may_be_about(const Clause& rule, const Term& fluent, const GroundState& state,
                    const std::vector<const Term*>& moves) const {
    Bindings bindings;
    return match(rule.head.args.front(), fluent, bindings) && may_hold(rule, bindings, state) &&
           moves_fit(rule, 0, bindings, moves);
  }

  /// The literals whose variables the fluent binds.
  bool may_hold(const Clause& rule, const Bindings& bindings, const GroundState& state) const {
    return std::all_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
      if (literal.kind == Kind::distinct) {
        return !is_bound(literal.atom, bindings) ||
               !same_term(instance(literal.atom.args[0], bindings),
                          instance(literal.atom.args[1], bindings));
      }
      if (literal.kind == Kind::same) {
        return !is_bound(literal.atom, bindings) ||
               same_term(instance(literal.atom.args[0], bindings),
                         instance(literal.atom.args[1], bindings));
      }
      if (literal.kind != Kind::atom) return true;
      if (is_true(literal.atom)) return may_be_true(literal.atom.args.front(), bindings, state);
      return may_be_fact(literal.atom, bindings);
    });
  }

  /// Fluents that name a role, as whose turn it is, say for whom the rule is.
  bool may_be_true(const Term& pattern, const Bindings& bindings, const GroundState& state) const {
    const bool of_role = std::any_of(pattern.args.begin(), pattern.args.end(),
                                     [&](const Term& argument) { return is_role(argument); });
    if (!of_role || !is_bound(pattern, bindings)) return true;
    const auto fluents = state.find({pattern.name, pattern.args.size()});
    const Term wanted = instance(pattern, bindings);
    return fluents != state.end() &&
           std::any_of(fluents->second.begin(), fluents->second.end(),
                       [&](const Term* fluent) { return same_term(*fluent, wanted); });
  }

  /// For relations that have facts alone.
  bool may_be_fact(const Term& atom, const Bindings& bindings) const {
    const auto clauses = clauses_.find(atom.name);
    if (clauses == clauses_.end() || !is_bound(atom, bindings)) return true;
    const Term wanted = instance(atom, bindings);
    return std::any_of(clauses->second.begin(), clauses->second.end(), [&](const Clause* clause) {
      return !clause->body.empty() || same_term(clause->head, wanted);
    });
  }

  /// Whether the literals of `does` from this one on can be the joint move's.
  bool moves_fit(const Clause& rule, std::size_t first, const Bindings& bindings,
                 const std::vector<const Term*>& moves) const {
    for (std::size_t i = first; i < rule.body.size(); ++i) {
      const Literal& literal = rule.body[i];
      if (literal.kind != Kind::atom || keywords_.of(literal.atom.name) != Keyword::does ||
          literal.atom.args.size() != 2) {
        continue;
      }
      for (std::size_t role = 0; role < moves.size() && role < roles_.size(); ++role) {
        Bindings extended = bindings;
        if (match(literal.atom.args[0], *roles_[role], extended) &&
            match(literal.atom.args[1], *moves[role], extended) &&
            moves_fit(rule, i + 1, extended, moves)) {
          return true;
        }
      }
      return false;
    }
    return true;
  }

  ir::SymbolTable& symbols_;
  Keywords keywords_;
  std::unordered_map<ir::Symbol, std::vector<const Clause*>> clauses_;  ///< by their heads' names
  std::map<FluentForm, std::vector<const Clause*>> rules_;              ///< for `next`
  std::vector<const Term*> roles_;
  bool gives_any_ = false;  ///< `(next ?f)`
  GroundGames played_;
};

}  // namespace

std::vector<LostFluent> lost_fluents(const Rulesheet& rulesheet, ir::SymbolTable& symbols,
                                     const std::vector<PlayedGame>& games) {
  return LossFinder(rulesheet, symbols).find(games);
}

}  // namespace tesuji::frontend
