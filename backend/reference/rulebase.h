// Prepares a program for the machine: goals become literals over relations, facts go to indexed
// tables, formulas inside bodies become relations.
//
// Only the form changes. A disjunction becomes an auxiliary relation with a rule
// per branch, over the variables that it shares with its clause; a negated formula
// that is no atom becomes the negation of such a relation; so does a group of goals
// that shares no variable with anything else, of which one proof is enough.
#pragma once

#include "backend/reference/fact_table.h"
#include "backend/reference/plan.h"
#include "backend/reference/program.h"
#include "backend/reference/tuple_set.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tesuji::reference {

struct Table;

/// What an answer may change with. Tables are kept as long as their level allows.
enum class Level : std::uint8_t {
  program,  ///< the clauses only
  state,    ///< what is true
  moves,    ///< what roles do
  query,    ///< belongs to one query
};
inline constexpr std::size_t level_count = 4;

struct Relation;

/// A goal over a rule's variables.
struct Literal {
  enum class Kind : std::uint8_t {
    stored,    ///< a row of `store`
    unstored,  ///< no row of `store`
    call,      ///< an answer of `relation`
    refuted,   ///< no answer of `relation`
    distinct,  ///< args[0] and args[1] are different terms
    same,      ///< they are equal
  };
  Kind kind = Kind::stored;
  FactTable* store = nullptr;
  Level store_level = Level::program;  ///< what the store's rows may change with
  Relation* relation = nullptr;
  std::vector<TermId> args;
  std::vector<Variable> variables;  ///< of args, ascending
  /// Must be ground before the literal may be selected: all variables of tests, and
  /// what not every branch of a disjunction binds.
  std::vector<Variable> needs;
  ir::Span span;

  /// Whether it binds variables when it is selected.
  [[nodiscard]] bool positive() const { return kind == Kind::stored || kind == Kind::call; }
};

struct Rule {
  std::vector<TermId> head;  ///< arguments
  std::vector<Literal> body;
  Variable variable_count = 0;
  std::vector<Variable> head_variables;  ///< ascending
  std::deque<Plan> plans;                ///< orders of the body that were asked for
  ir::Span span;
};

struct Relation {
  std::string name;  ///< for messages
  std::uint32_t arity = 0;
  Level level = Level::program;
  bool derived = false;        ///< has rules: answered from tables of its calls
  FactTable* facts = nullptr;  ///< ground facts, if there are any
  std::vector<Rule*> rules;
  TupleSet calls;              ///< argument rows of the calls made so far
  std::vector<Table*> tables;  ///< their tables
};

class Rulebase {
 public:
  /// Throws ReasoningError where alternatives inside a body cannot be written out.
  explicit Rulebase(Program& program);
  Rulebase(const Rulebase&) = delete;
  Rulebase& operator=(const Rulebase&) = delete;

  /// Facts of `true` and `does` as the situation has them, besides those of clauses.
  void set_state(std::span<const TermId> fluents);
  void set_moves(std::span<const Situation::Does> does);

  /// The answers to the query are those of a relation with an argument for each of
  /// the first `width` variables. It lasts until drop_query().
  Relation& add_query(const Query& query, std::size_t width);
  void drop_query();

  /// Grows when stores have grown so much that plans are worth making anew.
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  [[nodiscard]] Program& program() const { return program_; }
  [[nodiscard]] TermStore& terms() const { return program_.terms(); }

 private:
  friend class RuleBuilder;

  /// Fluents of one functor and arity by their arguments, or all fluents.
  struct FluentStore {
    explicit FluentStore(std::size_t arity) : rows(arity) {}
    FactTable rows;
    std::size_t planned_for = 0;  ///< rows when plans were last thought right
    [[nodiscard]] bool outgrown();
  };

  void add_facts();
  void add_rules();
  void find_levels();
  static bool raise_level(Relation& relation);
  /// That of the key, made where there is none yet.
  Relation& relation(RelationKey key);
  Relation& add_relation(std::string name, std::size_t arity, Level level);
  /// Where the fluents that a pattern may match are, and the pattern's columns.
  FactTable& fluents_like(TermId pattern, std::vector<TermId>& columns);
  void add_fluent(TermId fluent);

  Program& program_;
  RelationKey true_key_, does_key_;
  std::deque<Relation> relations_;
  std::deque<Rule> rules_;
  /// How many the program has; those of a query follow.
  std::size_t program_keys_ = 0, program_relations_ = 0, program_facts_ = 0, program_rules_ = 0;
  Level new_level_ = Level::program;  ///< of relations that nothing has mentioned before
  std::map<RelationKey, Relation*> by_key_;
  std::deque<FactTable> facts_;
  FluentStore all_fluents_{1};
  std::map<RelationKey, FluentStore> fluents_;
  FactTable does_{2};
  std::vector<TermId> fixed_fluents_;  ///< (true f) among the clauses
  std::vector<Situation::Does> fixed_does_;
  std::vector<TermId> state_;  ///< as last set, for stores that are asked for later
  std::uint32_t epoch_ = 0;
};

}  // namespace tesuji::reference
