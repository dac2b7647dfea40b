#include "tests/property/random_rulesheet.h"

#include "tests/property/random_body.h"
#include "tests/property/random_vocabulary.h"

#include <algorithm>
#include <utility>

namespace tesuji::tests {

namespace {

using frontend::Clause;
using frontend::Term;

class RulesheetMaker {
 public:
  RulesheetMaker(std::uint64_t seed, ir::SymbolTable& symbols)
      : rng_(seed), symbols_(symbols), vocabulary_(random_vocabulary(rng_)) {}

  frontend::Rulesheet make() {
    for (const std::string& role : vocabulary_.roles) {
      add({compound_term("role", {constant_term(role, symbols_)}, symbols_), {}, {}});
    }
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
    repeat_some();
    // Source order decides no meaning.
    for (std::size_t i = sheet_.clauses.size(); i > 1; --i) {
      std::swap(sheet_.clauses[i - 1], sheet_.clauses[rng_.below(i)]);
    }
    return std::move(sheet_);
  }

 private:
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

  /// Some clauses twice: that changes nothing.
  void repeat_some() {
    for (std::uint64_t i = rng_.below(3); i > 0; --i) {
      const Clause again = sheet_.clauses[rng_.below(sheet_.clauses.size())];
      add(again);
    }
  }

  runtime::Rng rng_;
  ir::SymbolTable& symbols_;
  Vocabulary vocabulary_;
  frontend::Rulesheet sheet_;
};

}  // namespace

frontend::Rulesheet random_rulesheet(std::uint64_t seed, ir::SymbolTable& symbols) {
  return RulesheetMaker(seed, symbols).make();
}

}  // namespace tesuji::tests
