#include "frontend/gdl/checks/lost_fluents.h"

#include "frontend/gdl/checks/played_games.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/gdl_keywords.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
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
      if (keeping_rules(rules->second).empty()) continue;
      for (std::vector<std::size_t>& key : keys_of(form, fluents)) {
        if (auto lost = first_loss({{form}, std::move(key)})) {
          found.push_back(std::move(*lost));
          break;
        }
      }
    }
    for (const Board& board : switches()) {
      if (auto lost = first_loss(board)) found.push_back(std::move(*lost));
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

  /// The fluents of these functors, and the columns that identify a place.
  struct Board {
    std::vector<FluentForm> forms;
    std::vector<std::size_t> columns;
    /// Whether each place has exactly one fluent, of either functor.
    [[nodiscard]] bool is_switches() const { return forms.size() > 1; }
  };

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

  static Keyed by_key(const GroundState& state, const Board& board) {
    std::vector<const Term*> all;
    for (const FluentForm& form : board.forms) {
      const auto fluents = state.find(form);
      if (fluents != state.end())
        all.insert(all.end(), fluents->second.begin(), fluents->second.end());
    }
    return by_key(all, board.columns);
  }

  /// Returns the columns that identify the places, if the fluents form a board; then the columns
  /// that contain all roles.
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

  /// Finds functors such as `on` and `off`: a rule for `next` derives one from the other with the
  /// same arguments, and initially several arguments have one fluent each.
  [[nodiscard]] std::vector<Board> switches() const {
    constexpr std::size_t fewest_switches = 3;
    std::map<FluentForm, std::set<FluentForm>> made_of;
    for (const auto& [form, rules] : rules_) {
      for (const Clause* rule : rules) {
        const Term& head = rule->head.args.front();
        for (const Literal& literal : rule->body) {
          if (literal.kind != Kind::atom || !is_true(literal.atom) || head.args.empty()) continue;
          Term other = literal.atom.args.front();
          const FluentForm from{other.name, other.args.size()};
          other.name = head.name;
          if (from == form || !same_term(other, head)) continue;
          made_of[form].insert(from);
          made_of[from].insert(form);
        }
      }
    }
    std::vector<Board> boards;
    std::set<FluentForm> seen;
    for (const auto& [start, ignored] : made_of) {
      if (!seen.insert(start).second) continue;
      Board board{{start}, {}};
      for (std::size_t i = 0; i < board.forms.size(); ++i) {
        for (const FluentForm& other : made_of[board.forms[i]]) {
          if (seen.insert(other).second) board.forms.push_back(other);
        }
      }
      for (std::size_t i = 0; i < start.second; ++i) board.columns.push_back(i);
      const Keyed places = by_key(played_.games().front().states.front(), board);
      if (places.size() >= fewest_switches && one_each(places)) boards.push_back(std::move(board));
    }
    return boards;
  }

  static bool one_each(const Keyed& places) {
    return std::all_of(places.begin(), places.end(),
                       [](const auto& place) { return place.second.size() == 1; });
  }

  // Losses ------------------------------------------------------------------

  std::optional<LostFluent> first_loss(const Board& board) {
    for (std::size_t g = 0; g < played_.games().size(); ++g) {
      const GroundGame& game = played_.games()[g];
      const Keyed initial = by_key(game.states.front(), board);
      Keyed before = initial;
      for (std::size_t step = 0; step < game.moves.size(); ++step) {
        Keyed after = by_key(game.states[step + 1], board);
        if (after.empty()) break;  // the board as a whole has been cleared
        if (board.is_switches() && (before.size() != initial.size() || !one_each(before))) break;
        for (const auto& [place, fluents] : before) {
          if (after.contains(place) || !initial.contains(place)) continue;
          const bool explained =
              std::any_of(fluents.begin(), fluents.end(), [&](const Term* fluent) {
                return has_moved(*fluent, board, game.states[step + 1]) ||
                       is_explained(*fluent, board, game.states[step], game.moves[step]);
              });
          if (explained) continue;
          if (!board.is_switches() && leaves_places(board, initial)) return std::nullopt;
          const Term& lost = *fluents.front();
          return LostFluent{lost, keeping_rules(rules_of({lost.name, lost.args.size()})), g, step};
        }
        before = std::move(after);
      }
    }
    return std::nullopt;
  }

  /// Whether some state has a place that the initial state lacks: then the fluents are pieces on
  /// squares of a larger, mostly empty board.
  [[nodiscard]] bool leaves_places(const Board& board, const Keyed& initial) const {
    const auto is_outside = [&](const auto& place) { return !initial.contains(place.first); };
    const auto has_outside = [&](const GroundState& state) {
      const Keyed places = by_key(state, board);
      return std::any_of(places.begin(), places.end(), is_outside);
    };
    return std::any_of(played_.games().begin(), played_.games().end(), [&](const GroundGame& game) {
      return std::any_of(game.states.begin(), game.states.end(), has_outside);
    });
  }

  /// Whether the fluent is a piece that is unique initially and is at another place after the move;
  /// the place that it leaves may be empty.
  [[nodiscard]] bool has_moved(const Term& fluent, const Board& board,
                               const GroundState& after) const {
    if (board.is_switches() || board.columns.size() + 1 != fluent.args.size()) return false;
    std::size_t piece = 0;
    while (piece < board.columns.size() && board.columns[piece] == piece) ++piece;
    const Keyed initial = by_key(
        played_.games().front().states.front().at({fluent.name, fluent.args.size()}), {piece});
    const auto form = after.find({fluent.name, fluent.args.size()});
    return one_each(initial) && initial.contains({&fluent.args[piece]}) &&
           form != after.end() && by_key(form->second, {piece}).contains({&fluent.args[piece]});
  }

  [[nodiscard]] std::vector<const Clause*> rules_of(const FluentForm& form) const {
    const auto rules = rules_.find(form);
    return rules == rules_.end() ? std::vector<const Clause*>() : rules->second;
  }

  /// Whether a rule may derive the fluent, or its successor on the board.
  [[nodiscard]] bool is_explained(const Term& fluent, const Board& board, const GroundState& state,
                                  const std::vector<const Term*>& moves) {
    return std::any_of(board.forms.begin(), board.forms.end(), [&](const FluentForm& form) {
      Term other = fluent;
      other.name = form.first;
      const std::vector<const Clause*> rules = rules_of(form);
      return std::any_of(rules.begin(), rules.end(), [&](const Clause* rule) {
        return (!board.is_switches() || !needs_other(*rule, other, fluent, board)) &&
               may_be_about(*rule, other, state, moves);
      });
    });
  }

  /// Whether the rule derives `made` from a fluent of the same place other than `fluent`: rules
  /// that keep a switch off do not apply to a switch that is on.
  [[nodiscard]] bool needs_other(const Clause& rule, const Term& made, const Term& fluent,
                                 const Board& board) const {
    Bindings bindings;
    if (!match(rule.head.args.front(), made, bindings)) return true;
    return std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
      if (literal.kind != Kind::atom || !is_true(literal.atom) ||
          !is_bound(literal.atom, bindings)) {
        return false;
      }
      const Term needed = instance(literal.atom.args.front(), bindings);
      const FluentForm form{needed.name, needed.args.size()};
      Term place = needed;
      place.name = fluent.name;
      return std::find(board.forms.begin(), board.forms.end(), form) != board.forms.end() &&
             same_term(place, fluent) && needed.name != fluent.name;
    });
  }

  /// Whether the rule may have an instance with this fluent as its head and this joint move, judged
  /// by the literals examined here. Literals not examined count as true.
  bool may_be_about(const Clause& rule, const Term& fluent, const GroundState& state,
                    const std::vector<const Term*>& moves) const {
    Bindings bindings;
    return match(rule.head.args.front(), fluent, bindings) && may_hold(rule, bindings, state) &&
           moves_fit(rule, 0, bindings, state, moves);
  }

  /// Whether the body may hold; ignores literals with unbound variables.
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

  /// Evaluates fluents that name a role, such as whose turn it is: they select the rule's role.
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

  /// Evaluates relations that have only facts.
  bool may_be_fact(const Term& atom, const Bindings& bindings) const {
    const auto clauses = clauses_.find(atom.name);
    if (clauses == clauses_.end()) return true;
    return std::any_of(clauses->second.begin(), clauses->second.end(), [&](const Clause* clause) {
      Bindings extended = bindings;
      return !clause->body.empty() || match(atom, clause->head, extended);
    });
  }

  /// Whether the literals of `does` from number `first` on can match the joint move, such that the
  /// other literals may hold.
  bool moves_fit(const Clause& rule, std::size_t first, const Bindings& bindings,
                 const GroundState& state, const std::vector<const Term*>& moves) const {
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
            moves_fit(rule, i + 1, extended, state, moves)) {
          return true;
        }
      }
      return false;
    }
    return may_hold(rule, bindings, state);
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
