// Prepares a program for the machine: goals become literals over relations, facts go to indexed
// tables, formulas inside bodies become relations.
//
// Only the form changes. A disjunction becomes an auxiliary relation with a rule per branch, over
// the variables that it shares with its clause. A negated formula that is not an atom becomes the
// negation of such a relation. So does a group of goals that shares no variable with other goals,
// since one proof of it is enough.
#pragma once

#include "backend/reference/fact_table.h"
#include "backend/reference/plan.h"
#include "backend/reference/program.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tesuji::reference {

struct Table;

/// The input on which an answer depends. Tables are kept as long as their level allows.
enum class Level : std::uint8_t {
  program,  ///< only the clauses
  state,    ///< the fluents that are true
  moves,    ///< the moves of the roles
  query,    ///< a single query
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
  Level store_level = Level::program;  ///< level of the store's rows
  Relation* relation = nullptr;
  std::vector<TermId> args;
  std::vector<Variable> variables;  ///< of args, ascending
  /// Variables that must be ground before the literal is selected: all variables of tests, and
  /// those that not every branch of a disjunction binds.
  std::vector<Variable> needs;
  ir::Span span;

  /// Whether selecting it binds variables.
  [[nodiscard]] bool positive() const { return kind == Kind::stored || kind == Kind::call; }
};

struct Rule {
  std::vector<TermId> head;  ///< arguments
  std::vector<Literal> body;
  Variable variable_count = 0;
  std::vector<Variable> head_variables;  ///< ascending
  std::deque<Plan> plans;                ///< orders of the body made so far
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
  /// Throws ReasoningError if alternatives inside a body cannot be written out.
  explicit Rulebase(Program& program);
  Rulebase(const Rulebase&) = delete;
  Rulebase& operator=(const Rulebase&) = delete;

  /// Sets the facts of `true` and `does`, in addition to those of clauses.
  void set_state(std::span<const TermId> fluents);
  void set_moves(std::span<const Situation::Does> does);

  /// Adds a relation whose answers are those of the query, with an argument for each of the first
  /// `width` variables. It lasts until drop_query().
  Relation& add_query(const Query& query, std::size_t width);
  void drop_query();

  /// Increases when stores have grown so much that plans should be made again.
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  [[nodiscard]] Program& program() const { return program_; }
  [[nodiscard]] TermStore& terms() const { return program_.terms(); }

 private:
  friend class RuleBuilder;

  /// Fluents of one functor and arity by their arguments, or all fluents.
  struct FluentStore {
    explicit FluentStore(std::size_t arity) : rows(arity) {}
    FactTable rows;
    std::size_t planned_for = 0;  ///< number of rows when plans were last made
    [[nodiscard]] bool outgrown();
  };

  void add_facts();
  void add_rules();
  void find_levels();
  static bool raise_level(Relation& relation);
  /// Returns the relation for the key, and creates it if necessary.
  Relation& relation(RelationKey key);
  Relation& add_relation(std::string name, std::size_t arity, Level level);
  /// Returns the store of the fluents that a pattern may match, and sets the pattern's columns.
  FactTable& fluents_like(TermId pattern, std::vector<TermId>& columns);
  void add_fluent(TermId fluent);

  Program& program_;
  RelationKey true_key_, does_key_;
  std::deque<Relation> relations_;
  std::deque<Rule> rules_;
  /// Numbers of the program's own; those of a query follow.
  std::size_t program_keys_ = 0, program_relations_ = 0, program_facts_ = 0, program_rules_ = 0;
  Level new_level_ = Level::program;  ///< level of relations mentioned for the first time
  std::map<RelationKey, Relation*> by_key_;
  std::deque<FactTable> facts_;
  FluentStore all_fluents_{1};
  std::map<RelationKey, FluentStore> fluents_;
  FactTable does_{2};
  std::vector<TermId> fixed_fluents_;  ///< (true f) among the clauses
  std::vector<Situation::Does> fixed_does_;
  std::vector<TermId> state_;  ///< the current fluents, for stores created later
  std::uint32_t epoch_ = 0;
};

}  // namespace tesuji::reference
