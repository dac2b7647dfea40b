#include "tests/property/random_rulesheet.h"

#include "tests/property/random_body.h"
#include "tests/property/random_vocabulary.h"
#include "tests/property/tiny_vocabulary.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::tests {

namespace {

using frontend::Clause;
using frontend::Term;

class RulesheetMaker {
 public:
  RulesheetMaker(runtime::Rng& rng, Vocabulary vocabulary, ir::SymbolTable& symbols)
      : rng_(rng), symbols_(symbols), vocabulary_(std::move(vocabulary)) {}

  frontend::Rulesheet make() {
    roles();
    rules(vocabulary_.init, 4, 8, 60);
    for (const RandomRelation& relation : vocabulary_.relations) {
      if (relation.at == level::facts) {
        if (relation.name != "role") rules(relation, 3, 8, 100);
      } else if (relation.at != level::state && relation.at != level::does) {
        const bool answer = relation.at == level::legal || relation.at == level::goal;
        const bool required = answer || relation.at == level::terminal;
        // A relation without clauses is one that the sheet uses and never defines.
        if (!required && rng_.below(100) < 4) continue;
        rules(relation, answer ? 2 : 1, 3, 15);
      }
    }
    rules(vocabulary_.next, 3, 6, 5);
    if (vocabulary_.sees) rules(*vocabulary_.sees, 1, 2, 0);
    keep_going();
    return finish();
  }

  /// Fewer rules, and some of which most games consist: moves that are legal under a condition,
  /// that bring a fluent about, or end it.
  frontend::Rulesheet make_tiny() {
    roles();
    rules(vocabulary_.init, 1, 3, 80);
    if (chance(30)) end_without_moves();
    for (const RandomRelation& relation : vocabulary_.relations) {
      if (relation.at == level::facts) {
        if (relation.name != "role") rules(relation, 2, 4, 100);
      } else if (relation.at == level::terminal) {
        tiny_terminal(relation);
      } else if (relation.at != level::state && relation.at != level::does) {
        if (going_ && relation.at == level::legal) continue;
        rules(relation, relation.at == level::legal ? 0 : 1, 2, 10);
        if (relation.at == level::state_derived && chance(70)) tiny_derived(relation);
      }
    }
    for (std::uint64_t i = 1 + rng_.below(3); i > 0; --i) tiny_legal();
    for (std::uint64_t i = (going_ ? 0 : 2) + rng_.below(4); i > 0; --i) tiny_next();
    if (!going_) {
      rules(vocabulary_.next, 0, 2, 0);
      for (std::uint64_t i = rng_.below(3); i > 0; --i) rule_about_parts_of_moves();
      if (chance(60)) tiny_frame();
    }
    return finish();
  }

 private:
  bool chance(std::uint64_t percent) { return rng_.below(100) < percent; }

  void roles() {
    for (const std::string& role : vocabulary_.roles) {
      add({compound_term("role", {constant_term(role, symbols_)}, symbols_), {}, {}});
    }
  }

  frontend::Rulesheet finish() {
    repeat_some();
    // Source order decides no meaning.
    for (std::size_t i = sheet_.clauses.size(); i > 1; --i) {
      std::swap(sheet_.clauses[i - 1], sheet_.clauses[rng_.below(i)]);
    }
    return std::move(sheet_);
  }

  void add(Clause clause) { sheet_.clauses.push_back(std::move(clause)); }

  void rules(const RandomRelation& head, std::uint64_t low, std::uint64_t high,
             std::uint64_t percent_facts) {
    for (std::uint64_t i = low + rng_.below(high - low + 1); i > 0; --i) {
      add(random_clause(vocabulary_, head, rng_.below(100) < percent_facts, rng_, symbols_));
    }
  }

  Term variable(const char* name) { return variable_term(name, symbols_); }

  frontend::Literal atom(const char* relation, std::vector<Term> args) {
    return {
        frontend::Literal::Kind::atom, compound_term(relation, std::move(args), symbols_), {}, {}};
  }

  /// Most sheets let everybody move in every state, and keep some fluents: else
  /// random play ends too soon to show much.
  void keep_going() {
    if (rng_.below(100) < 85) {
      const Term move = vocabulary_.types.ground(vocabulary_.move, rng_, symbols_);
      add({compound_term("legal", {variable("r"), move}, symbols_),
           {atom("role", {variable("r")})},
           {}});
    }
    if (rng_.below(100) < 40) {
      add({compound_term("next", {variable("x")}, symbols_),
           {atom("true", {variable("x")}),
            {frontend::Literal::Kind::negation,
             {},
             {atom("does", {constant_term(vocabulary_.roles[0], symbols_), variable("x")})},
             {}}},
           {}});
    }
  }

  Term ground(TypeId type) { return vocabulary_.types.ground(type, rng_, symbols_); }
  Term some_role() {
    return constant_term(vocabulary_.roles[rng_.below(vocabulary_.roles.size())], symbols_);
  }
  static frontend::Literal negated(frontend::Literal literal) {
    return {frontend::Literal::Kind::negation, {}, {std::move(literal)}, {}};
  }
  frontend::Literal ground_atom(const RandomRelation& relation) {
    std::vector<Term> args;
    for (const TypeId column : relation.columns) args.push_back(ground(column));
    return atom(relation.name.c_str(), std::move(args));
  }
  /// That a fluent holds, or does not; or something that follows from fluents.
  frontend::Literal condition(bool derived = true) {
    std::vector<const RandomRelation*> relations{vocabulary_.find("true")};
    for (const RandomRelation& relation : vocabulary_.relations) {
      if (derived && relation.at == level::state_derived) relations.push_back(&relation);
    }
    const RandomRelation& chosen =
        *(chance(50) ? relations.front() : relations[rng_.below(relations.size())]);
    frontend::Literal literal = ground_atom(chosen);
    return chance(60) ? literal : negated(std::move(literal));
  }

  void tiny_derived(const RandomRelation& relation) {
    std::vector<frontend::Literal> body{condition(false)};
    if (chance(40)) body.push_back(condition(false));
    add({std::move(ground_atom(relation).atom), std::move(body), {}});
  }

  static bool same_term(const Term& a, const Term& b) {
    return a.kind == b.kind && a.name == b.name &&
           std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_term);
  }

  /// Moves are legal while a fluent holds; another one ends the game, and may go afterwards: what
  /// would come after the end is no end, and nobody has a move there.
  void end_without_moves() {
    const Term fluent = ground(vocabulary_.fluent);
    const Term last = ground(vocabulary_.fluent);
    if (same_term(fluent, last)) return;
    going_ = atom("true", {fluent});
    last_ = atom("true", {last});
    add({compound_term("init", {fluent}, symbols_), {}, {}});
    std::vector<frontend::Literal> body{*going_};
    if (chance(25)) body.push_back(condition());
    add({compound_term("next", {last}, symbols_), std::move(body), {}});
    if (chance(30)) add({compound_term("next", {fluent}, symbols_), {*going_, condition()}, {}});
  }

  void tiny_terminal(const RandomRelation& terminal) {
    if (going_) {
      add({compound_term("terminal", {}, symbols_), {*last_}, {}});
      return;
    }
    if (chance(20)) {
      rules(terminal, 1, 1, 0);
      return;
    }
    std::vector<frontend::Literal> body{atom("true", {ground(vocabulary_.fluent)}), condition()};
    if (chance(50)) body.push_back(condition());
    add({compound_term("terminal", {}, symbols_), std::move(body), {}});
  }

  void tiny_legal() {
    const Term role = chance(70) ? variable("r") : some_role();
    std::vector<frontend::Literal> body{atom("role", {role})};
    if (going_) body.push_back(*going_);
    if (chance(40)) body.push_back(condition());
    add({compound_term("legal", {role, ground(vocabulary_.move)}, symbols_), std::move(body), {}});
  }

  void tiny_next() {
    std::vector<frontend::Literal> body;
    if (chance(80)) body.push_back(atom("does", {some_role(), ground(vocabulary_.move)}));
    if (chance(60) || body.empty()) body.push_back(condition());
    add({compound_term("next", {ground(vocabulary_.fluent)}, symbols_), std::move(body), {}});
  }

  /// A rule with several variables of a move, if chance has one.
  void rule_about_parts_of_moves() {
    for (int tries = 0; tries < 100; ++tries) {
      Clause clause = random_clause(vocabulary_, vocabulary_.next, false, rng_, symbols_);
      const bool fits = std::any_of(
          clause.body.begin(), clause.body.end(), [&](const frontend::Literal& literal) {
            if (literal.kind != frontend::Literal::Kind::atom) return false;
            if (symbols_.text(literal.atom.name) != "does") return false;
            const std::vector<Term>& parts = literal.atom.args[1].args;
            return 1 < std::count_if(parts.begin(), parts.end(), [](const Term& part) {
                     return part.kind == Term::Kind::variable;
                   });
          });
      if (!fits || clause.body.size() < 2) continue;
      add(std::move(clause));
      return;
    }
  }

  /// Fluents stay, but for one or a move.
  void tiny_frame() {
    std::vector<frontend::Literal> body{atom("true", {variable("x")})};
    if (chance(50)) {
      std::vector<Term> sides{variable("x"), ground(vocabulary_.fluent)};
      body.push_back({frontend::Literal::Kind::distinct,
                      compound_term("distinct", std::move(sides), symbols_),
                      {},
                      {}});
    }
    if (chance(50)) {
      body.push_back(negated(atom("does", {some_role(), ground(vocabulary_.move)})));
    }
    add({compound_term("next", {variable("x")}, symbols_), std::move(body), {}});
  }

  /// Some clauses twice: that changes nothing.
  void repeat_some() {
    for (std::uint64_t i = rng_.below(3); i > 0; --i) {
      const Clause again = sheet_.clauses[rng_.below(sheet_.clauses.size())];
      add(again);
    }
  }

  runtime::Rng& rng_;
  ir::SymbolTable& symbols_;
  Vocabulary vocabulary_;
  frontend::Rulesheet sheet_;
  std::optional<frontend::Literal> going_;  ///< while it holds moves are legal; nothing: any time
  std::optional<frontend::Literal> last_;   ///< of these sheets: it ends the game
};

}  // namespace

frontend::Rulesheet random_rulesheet(std::uint64_t seed, ir::SymbolTable& symbols) {
  runtime::Rng rng(seed);
  return RulesheetMaker(rng, random_vocabulary(rng), symbols).make();
}

frontend::Rulesheet random_tiny_rulesheet(std::uint64_t seed, ir::SymbolTable& symbols) {
  runtime::Rng rng(seed);
  return RulesheetMaker(rng, tiny_vocabulary(rng), symbols).make_tiny();
}

}  // namespace tesuji::tests
