#include "frontend/gdl/checks/vanished_fluents.h"

#include "frontend/gdl/checks/played_games.h"
#include "frontend/gdl/gdl_keywords.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tesuji::frontend {
namespace {

// --- Needs
//
// Finds relations that can hold only while a fluent of some group holds.

/// Computes what every derivation requires, from the positive literals of clauses. Assumes that
/// negations and disjunctions require nothing.
class FluentNeeds {
 public:
  /// Clauses by the names of their heads.
  using Clauses = std::unordered_map<ir::Symbol, std::vector<const Clause*>>;

  /// Both must outlive this.
  FluentNeeds(const Clauses& clauses, const Keywords& keywords, const FluentGroup& group);

  /// Whether the rule, whose head is `(next F)` with F in the group, fires only while a fluent of
  /// the group holds.
  [[nodiscard]] bool next_needs(const Clause& rule) const;

 private:
  [[nodiscard]] bool clause_needs(const Clause& clause) const;
  [[nodiscard]] bool atom_needs(const Term& atom) const;
  [[nodiscard]] bool does_needs(const Term& does) const;

  const Clauses& clauses_;
  const Keywords& keywords_;
  const FluentGroup& group_;
  /// For each relation: whether it holds only while a fluent of the group holds.
  std::unordered_map<ir::Symbol, bool> needs_;
};

using Kind = Literal::Kind;

/// Whether the term is in the group for every value of its variables.
bool is_of(const Term& term, const FluentGroup& group) {
  if (FluentForm{term.name, term.args.size()} != group.form || term.kind == Term::Kind::variable) {
    return false;
  }
  if (!group.column) return true;
  const Term& at = term.args[*group.column];
  return at.kind == Term::Kind::constant && at.name == group.constant;
}

/// Whether fluent `term` of a rule can be in the group for some value of its variables.
bool may_be_of(const Term& term, const FluentGroup& group) {
  if (term.kind == Term::Kind::variable) return true;
  if (FluentForm{term.name, term.args.size()} != group.form) return false;
  if (!group.column) return true;
  const Term& at = term.args[*group.column];
  return at.kind == Term::Kind::variable ||
         (at.kind == Term::Kind::constant && at.name == group.constant);
}

FluentNeeds::FluentNeeds(const Clauses& clauses, const Keywords& keywords, const FluentGroup& group)
    : clauses_(clauses), keywords_(keywords), group_(group) {
  // The greatest fixpoint: every derivation is finite, so a relation that needs itself needs the
  // fluents that its other clauses need.
  for (const auto& [name, list] : clauses_) needs_[name] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [name, needs] : needs_) {
      const std::vector<const Clause*>& list = clauses_.at(name);
      if (!needs || std::all_of(list.begin(), list.end(),
                                [&](const Clause* clause) { return clause_needs(*clause); })) {
        continue;
      }
      needs = false;
      changed = true;
    }
  }
}

bool FluentNeeds::next_needs(const Clause& rule) const {
  if (clause_needs(rule)) return true;
  if (!group_.column) return false;
  // A variable in the head's column has the group's constant as its value.
  const Term& head = rule.head.args.front();
  if (head.kind == Term::Kind::variable) return false;
  const Term& given = head.args[*group_.column];
  return given.kind == Term::Kind::variable &&
         std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
           if (literal.kind != Kind::atom || keywords_.of(literal.atom.name) != Keyword::holds ||
               literal.atom.args.size() != 1) {
             return false;
           }
           const Term& fluent = literal.atom.args.front();
           return fluent.kind != Term::Kind::variable &&
                  FluentForm{fluent.name, fluent.args.size()} == group_.form &&
                  same_term(fluent.args[*group_.column], given);
         });
}

bool FluentNeeds::clause_needs(const Clause& clause) const {
  return std::any_of(clause.body.begin(), clause.body.end(), [&](const Literal& literal) {
    return literal.kind == Kind::atom && atom_needs(literal.atom);
  });
}

bool FluentNeeds::atom_needs(const Term& atom) const {
  const Keyword keyword = keywords_.of(atom.name);
  if (keyword == Keyword::holds) return atom.args.size() == 1 && is_of(atom.args.front(), group_);
  if (keyword == Keyword::does) return does_needs(atom);
  if (keyword != Keyword::none) return false;
  const auto needs = needs_.find(atom.name);
  return needs != needs_.end() && needs->second;
}

/// A move can be made only if it is legal.
bool FluentNeeds::does_needs(const Term& does) const {
  bool some = false;
  for (const auto& [name, list] : clauses_) {
    if (keywords_.of(name) != Keyword::legal) continue;
    for (const Clause* clause : list) {
      const std::vector<Term>& legal = clause->head.args;
      if (legal.size() != does.args.size() ||
          !std::equal(legal.begin(), legal.end(), does.args.begin(),
                      [](const Term& a, const Term& b) { return !clash(a, b); })) {
        continue;
      }
      if (!clause_needs(*clause)) return false;
      some = true;
    }
  }
  return some;
}

// --- Vanished fluents

using Fluents = std::vector<const Term*>;

/// What a rule about a fluent reveals about its disappearance.
enum class Verdict : std::uint8_t {
  forgets,  ///< the rule does not cover this move
  means     ///< the rule may intend the end
};

/// A joint move, and the state in which it is made.
struct Situation {
  const GroundState& state;
  const std::vector<const Term*>& moves;
  const std::vector<bool>* choices;  ///< null: unknown
};

class VanishFinder {
 public:
  VanishFinder(const Rulesheet& rulesheet, ir::SymbolTable& symbols)
      : rulesheet_(rulesheet), symbols_(symbols), keywords_(symbols) {
    for (const Clause& clause : rulesheet.clauses) {
      clauses_[clause.head.name].push_back(&clause);
      if (clause.head.args.empty()) continue;
      const Term& first = clause.head.args.front();
      const Keyword keyword = keywords_.of(clause.head.name);
      if (keyword == Keyword::role && !is_role(first)) roles_.push_back(&first);
      if (keyword == Keyword::next) rules_.push_back(&clause);
    }
    find_moved();
  }

  std::vector<VanishedFluent> find(const std::vector<PlayedGame>& games) {
    std::vector<VanishedFluent> found;
    const bool gives_any = std::any_of(rules_.begin(), rules_.end(), [](const Clause* rule) {
      return rule->head.args.front().kind == Term::Kind::variable;
    });
    if (gives_any || games.empty() || !played_.read(games, symbols_)) return found;
    for (const auto& [form, fluents] : played_.games().front().states.front()) {
      if (form.second == 0) continue;
      if (auto whole = look_at({form, std::nullopt, ir::no_symbol})) {
        found.push_back(std::move(*whole));
        continue;
      }
      for (const FluentGroup& part : parts(form, fluents)) {
        if (auto lost = look_at(part)) found.push_back(std::move(*lost));
      }
    }
    return found;
  }

 private:
  [[nodiscard]] bool is_role(const Term& term) const {
    return std::any_of(roles_.begin(), roles_.end(),
                       [&](const Term* role) { return same_term(*role, term); });
  }

  /// Returns the fluent of a literal `(true F)`; null for others.
  [[nodiscard]] const Term* fluent_of(const Term& atom) const {
    return keywords_.of(atom.name) == Keyword::holds && atom.args.size() == 1 ? &atom.args.front()
                                                                              : nullptr;
  }

  /// Finds the relations that depend on moves.
  void find_moved() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Clause& clause : rulesheet_.clauses) {
        if (moved_.contains(clause.head.name)) continue;
        bool moved = false;
        for_each_atom(clause.body, [&](const Term& atom) {
          moved = moved || keywords_.of(atom.name) == Keyword::does || moved_.contains(atom.name);
        });
        if (moved) changed = moved_.insert(clause.head.name).second;
      }
    }
  }

  // Groups ------------------------------------------------------------------

  /// Returns the constants that some rule for `next` names in a column, such as a piece's owner.
  [[nodiscard]] std::vector<FluentGroup> parts(const FluentForm& form,
                                               const Fluents& fluents) const {
    std::vector<FluentGroup> parts;
    for (std::size_t column = 0; column < form.second; ++column) {
      std::set<ir::Symbol> held;
      for (const Term* fluent : fluents) {
        const Term& at = fluent->args[column];
        if (at.kind == Term::Kind::constant) held.insert(at.name);
      }
      std::set<ir::Symbol> named;
      for (const Clause* rule : rules_) {
        const Term& head = rule->head.args.front();
        if (FluentForm{head.name, head.args.size()} != form) continue;
        const Term& at = head.args[column];
        if (at.kind == Term::Kind::constant && held.contains(at.name)) named.insert(at.name);
      }
      for (const ir::Symbol constant : named) parts.push_back({form, column, constant});
    }
    return parts;
  }

  static Fluents of_group(const GroundState& state, const FluentGroup& group) {
    Fluents result;
    const auto fluents = state.find(group.form);
    if (fluents == state.end()) return result;
    for (const Term* fluent : fluents->second) {
      if (may_be_of(*fluent, group)) result.push_back(fluent);
    }
    return result;
  }

  std::optional<VanishedFluent> look_at(const FluentGroup& group) {
    std::vector<const Clause*> rules;
    for (const Clause* rule : rules_) {
      if (may_be_of(rule->head.args.front(), group)) rules.push_back(rule);
    }
    if (rules.empty() || !is_read(group)) return std::nullopt;
    auto lost = first_loss(group, rules);
    // Tested last, since it examines all clauses.
    if (!lost || !is_lost_for_good(group, rules)) return std::nullopt;
    return lost;
  }

  /// Whether any rule other than those deriving the group itself reads the group.
  [[nodiscard]] bool is_read(const FluentGroup& group) const {
    return std::any_of(rulesheet_.clauses.begin(), rulesheet_.clauses.end(),
                       [&](const Clause& clause) {
                         if (keywords_.of(clause.head.name) == Keyword::next &&
                             may_be_of(clause.head.args.front(), group)) {
                           return false;
                         }
                         bool read = false;
                         for_each_atom(clause.body, [&](const Term& atom) {
                           const Term* fluent = fluent_of(atom);
                           read = read || (fluent != nullptr && may_be_of(*fluent, group));
                         });
                         return read;
                       });
  }

  [[nodiscard]] bool is_lost_for_good(const FluentGroup& group,
                                      const std::vector<const Clause*>& rules) const {
    const FluentNeeds needs(clauses_, keywords_, group);
    return std::all_of(rules.begin(), rules.end(),
                       [&](const Clause* rule) { return needs.next_needs(*rule); });
  }

  // Losses ------------------------------------------------------------------

  std::optional<VanishedFluent> first_loss(const FluentGroup& group,
                                           const std::vector<const Clause*>& rules) const {
    for (std::size_t g = 0; g < played_.games().size(); ++g) {
      const GroundGame& game = played_.games()[g];
      // The last joint move may have ended the game.
      for (std::size_t step = 0; step + 1 < game.moves.size(); ++step) {
        const Fluents held = of_group(game.states[step], group);
        if (held.empty() || !of_group(game.states[step + 1], group).empty()) continue;
        const Situation situation{game.states[step], game.moves[step],
                                  step < game.choices.size() ? &game.choices[step] : nullptr};
        std::vector<const Clause*> forgetful;
        if (is_forgotten(group, rules, held, situation, forgetful)) {
          return VanishedFluent{*held.front(), group, std::move(forgetful), g, step};
        }
      }
    }
    return std::nullopt;
  }

  /// `forgetful`: receives the rules about the first fluent.
  bool is_forgotten(const FluentGroup& group, const std::vector<const Clause*>& rules,
                    const Fluents& held, const Situation& situation,
                    std::vector<const Clause*>& forgetful) const {
    for (const Term* fluent : held) {
      bool forgotten = false;
      for (const Clause* rule : rules) {
        const std::vector<Verdict> verdicts = verdicts_of(*rule, *fluent, group, situation);
        if (std::find(verdicts.begin(), verdicts.end(), Verdict::means) != verdicts.end()) {
          return false;
        }
        if (verdicts.empty()) continue;
        forgotten = true;
        if (fluent == held.front()) forgetful.push_back(rule);
      }
      if (!forgotten) return false;
    }
    return true;
  }

  /// Returns a verdict for each way in which the rule is about the fluent.
  [[nodiscard]] std::vector<Verdict> verdicts_of(const Clause& rule, const Term& fluent,
                                                 const FluentGroup& group,
                                                 const Situation& situation) const {
    std::vector<Verdict> verdicts;
    const Term& head = rule.head.args.front();
    std::vector<const Term*> read;
    for (const Literal& literal : rule.body) {
      const Term* one = literal.kind == Kind::atom ? fluent_of(literal.atom) : nullptr;
      if (one != nullptr) read.push_back(one);
    }
    const bool keeps = std::any_of(read.begin(), read.end(),
                                   [&](const Term* one) { return same_term(*one, head); });
    if (keeps) {
      Bindings bindings;
      if (match(head, fluent, bindings)) {
        verdicts.push_back(verdict_of(rule, bindings, true, situation));
      }
      return verdicts;
    }
    for (const Term* one : read) {
      Bindings bindings;
      if (one->kind != Term::Kind::variable && may_be_of(*one, group) &&
          match(*one, fluent, bindings)) {
        verdicts.push_back(verdict_of(rule, bindings, false, situation));
      }
    }
    return verdicts;
  }

  /// What the literals show for certain, and what they leave open.
  struct Reasons {
    bool means = false;      ///< a literal about the state or the fluent fails
    bool elsewhere = false;  ///< the rule is for another turn or another move
    bool open = false;       ///< a literal not examined may fail
    bool happening = false;  ///< a literal is about the move, and may fail
  };

  [[nodiscard]] Verdict verdict_of(const Clause& rule, const Bindings& bindings, bool keeps,
                                   const Situation& situation) const {
    Reasons reasons;
    for (const Literal& literal : rule.body) {
      weigh(literal, bindings, keeps, situation, reasons);
    }
    if (reasons.means) return Verdict::means;
    if (reasons.elsewhere) return Verdict::forgets;
    return reasons.happening && !reasons.open ? Verdict::forgets : Verdict::means;
  }

  void weigh(const Literal& literal, const Bindings& bindings, bool keeps,
             const Situation& situation, Reasons& reasons) const {
    if (literal.kind == Kind::distinct || literal.kind == Kind::same) {
      if (!is_bound(literal.atom, bindings)) {
        reasons.open = true;
        return;
      }
      const bool same = same_term(instance(literal.atom.args[0], bindings),
                                  instance(literal.atom.args[1], bindings));
      reasons.means = reasons.means || same == (literal.kind == Kind::distinct);
      return;
    }
    if (literal.kind != Kind::atom) {
      reasons.open = true;
      return;
    }
    const Term& atom = literal.atom;
    if (const Term* fluent = fluent_of(atom)) {
      if (may_match(*fluent, bindings, situation.state)) return;
      (is_bound(*fluent, bindings) && names_role(*fluent) ? reasons.elsewhere : reasons.means) =
          true;
    } else if (keywords_.of(atom.name) == Keyword::does) {
      weigh_move(atom, bindings, keeps, situation, reasons);
    } else if (moved_.contains(atom.name)) {
      reasons.happening = true;
    } else if (has_facts_alone(atom.name)) {
      reasons.means = reasons.means || !may_be_fact(atom, bindings);
    } else {
      reasons.open = true;
    }
  }

  void weigh_move(const Term& does, const Bindings& bindings, bool keeps,
                  const Situation& situation, Reasons& reasons) const {
    bool chosen = false;  // by a role that the rule may be about
    for (std::size_t role = 0; role < situation.moves.size() && role < roles_.size(); ++role) {
      Bindings extended = bindings;
      if (does.args.size() != 2 || !match(does.args[0], *roles_[role], extended)) continue;
      if (match(does.args[1], *situation.moves[role], extended)) {
        reasons.happening = true;
        return;
      }
      chosen = chosen || situation.choices == nullptr || (*situation.choices)[role];
    }
    (chosen && keeps ? reasons.means : reasons.elsewhere) = true;
  }

  [[nodiscard]] bool names_role(const Term& fluent) const {
    return std::any_of(fluent.args.begin(), fluent.args.end(),
                       [&](const Term& argument) { return is_role(argument); });
  }

  static bool may_match(const Term& pattern, const Bindings& bindings, const GroundState& state) {
    if (pattern.kind == Term::Kind::variable) return true;
    const auto fluents = state.find({pattern.name, pattern.args.size()});
    return fluents != state.end() &&
           std::any_of(fluents->second.begin(), fluents->second.end(), [&](const Term* fluent) {
             Bindings extended = bindings;
             return match(pattern, *fluent, extended);
           });
  }

  [[nodiscard]] bool has_facts_alone(ir::Symbol relation) const {
    const auto clauses = clauses_.find(relation);
    return clauses != clauses_.end() &&
           std::all_of(clauses->second.begin(), clauses->second.end(),
                       [](const Clause* clause) { return clause->body.empty(); });
  }

  [[nodiscard]] bool may_be_fact(const Term& atom, const Bindings& bindings) const {
    const std::vector<const Clause*>& facts = clauses_.at(atom.name);
    return std::any_of(facts.begin(), facts.end(), [&](const Clause* fact) {
      Bindings extended = bindings;
      return match(atom, fact->head, extended);
    });
  }

  const Rulesheet& rulesheet_;
  ir::SymbolTable& symbols_;
  Keywords keywords_;
  FluentNeeds::Clauses clauses_;
  std::vector<const Clause*> rules_;  ///< for `next`
  std::vector<const Term*> roles_;
  std::unordered_set<ir::Symbol> moved_;
  GroundGames played_;
};

}  // namespace

std::vector<VanishedFluent> vanished_fluents(const Rulesheet& rulesheet, ir::SymbolTable& symbols,
                                             const std::vector<PlayedGame>& games) {
  return VanishFinder(rulesheet, symbols).find(games);
}

}  // namespace tesuji::frontend
