// Defines the IR: one module, four levels (clauses, plans, nets, lanes), one text form.
//
// SEMANTICS
//
// *Domains* are finite, ordered lists of constants. A *relation* is a set of tuples over the
// domains of its columns. There are no terms at run time: the frontend's lowering gives every shape
// of term its own relation (`true(cell(X,Y,P))` becomes `true.cell(X,Y,P)`), and `Relation::term`
// describes how a tuple is printed as a term.
//
// Kinds of relation:
//   static   facts, known when the program is compiled (`facts`);
//   state    fluents that hold in the given state;
//   input    moves that are made in the given state;
//   derived  the least set closed under its rules, stratum by stratum.
// A derived relation may be an *answer* of the game (`Relation::answer`), and a relation that is
// not in the source records its creator (`Relation::origin`). Names have no meaning: renaming all
// relations changes no answer.
//
// A *rule* states: for every assignment of constants to its variables that satisfies all body
// literals, the head's tuple is in the head's relation. The order of literals has no meaning. A
// negative literal holds if the tuple is not in the relation (which is complete by then, being in a
// lower stratum). `different (a..) (b..)` holds if the two equally long tuples differ somewhere,
// `same` if they do not; both are syntactic.
//
// A *plan* is a rule with its body in order. Operations are evaluated left to right as nested loops
// ("continues" means that it evaluates the next operation); a variable is bound by exactly one
// operation (`?X`), used by later ones (`X`), and `_` is ignored. Sets have no duplicates:
// inserting a tuple twice has no further effect.
//   scan R(..)      for each tuple of R that matches the constants and used
//                   variables: binds the others. Enumerates every matching tuple
//                   once. `scan delta R` enumerates only the tuples that were new in
//                   the last round of the enclosing recursive stratum.
//   probe R(..) using index K   the same set of tuples, found through R's
//                   declared index K; all columns of that index are given.
//   test R(..)      continues once if a tuple matches; binds nothing; `_` allowed.
//   absent R(..)    continues once if no tuple matches; binds nothing; `_` allowed.
//   different, same as above, over bound variables and constants.
//   exists { .. }   continues once if the operations inside succeed at least
//                   once; their bindings are local. A plan stops searching at
//                   the first witness.
//   unless_derived  continues unless the tuple that the plan is about to insert is already
//                   present: the absent-check of Cazenave, section 3.3. All its variables
//                   are bound, so the skipped bindings would not have added anything.
//                   Not within exists.
//   insert R(..)    adds the tuple. Last operation of a rule's plan.
//
// *Calls*: a relation with Storage::call is not stored. An operation that reads it has a value for
// each column of index 0, the given ones; the relation's plans are evaluated with these, and their
// tuples are filtered by the operation's other columns. Its plans begin with
//   given R(?X, _, ..)   binds the given columns' values; columns that are not given are `_`.
// A rule that reads its own relation with other values makes a nested call; one that reads it with
// the same values has delta plans: each call then repeats these until a round adds nothing.
//
// *Strata* order the evaluation. A stratum's relations are initially empty; all its plans are
// evaluated once, in order. A recursive stratum then repeats its `delta` plans until a round adds
// nothing. (A plan of a recursive stratum that scans a relation of its own stratum has one delta
// plan for each such scan.)
//
// An *entry* is a question about a state, named after the answer that it computes: `legal`, `next`,
// `terminal`, `goal`, `sees`, `feature`, `ended`; it lists the strata to run, in order. `next`,
// `sees` (what the roles perceive of a joint move, GDL-II) and `ended` also depend on the moves
// made in the state. `static` is the entry whose strata depend on neither state nor input.
//
// Values are represented at run time as positions in a domain (`Domain::values`). A variable has
// the domain of the column that binds it; when used at a column of another domain it is translated,
// and if that domain lacks the constant the tuple is not in that relation.
//
// *Agendas* are production rules over a working memory, see agenda.h.
//
// *Procs* are top-down: `proc p(A: state in, B: state out)`, see proc.h.
//
// A *net* is the whole game as one boolean network, see net.h. Besides it a module declares only
// the relations to which its inputs and answers belong.
//
// *Lanes* compute a step of many games at a time, one bit each, see lane_game.h: as graphs, or as
// the programs compiled from them. Declarations are as for nets.
//
// Relations are referred to by RelationId in memory and by unique name in text.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/source.h"
#include "ir/core/symbol.h"
#include "ir/module/agenda.h"
#include "ir/module/operation.h"
#include "ir/module/proc.h"
#include "ir/module/relation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::ir {

/// A finite ordered set of constants. `values` is sorted by SymbolTable::domain_less when the
/// domain is created, and never changes. An *open* domain gets further values at run time: the
/// numbers that rules compute, at positions after these in the order of their first computation. A
/// module has at most one open domain, for memory relations with agendas; it contains all constants
/// of the other domains.
struct Domain {
  std::string name;
  bool open = false;
  std::vector<Symbol> values;
  /// Returns the position of `value`, or -1.
  [[nodiscard]] std::int32_t position(Symbol value) const;
  std::unordered_map<Symbol, std::uint32_t> positions;
};

struct Literal {
  enum class Kind : std::uint8_t { positive, negative, different, same };
  Kind kind = Kind::positive;
  RelationId relation = no_id;  ///< positive, negative
  std::vector<Argument> args;   ///< columns; or the left tuple of different/same
  std::vector<Argument> right;  ///< the right tuple of different/same
  Span span;
};

/// A clause. Variables are numbered from 0; `variables[v]` is v's printed name,
/// unique within the rule.
struct Rule {
  std::string name;  ///< unique: `line#2`, the relation's name and a number from 1
  RelationId head = no_id;
  std::vector<Argument> head_args;
  std::vector<Literal> body;
  std::vector<std::string> variables;
  Span span;
};

/// A rule's ordered join. `delta` plans belong to recursive strata.
struct Plan {
  std::string rule;                ///< name of the rule it came from; unique together with delta_of
  std::uint32_t delta_of = no_id;  ///< which recursive body literal (counted from 0 among
                                   ///< those of the own stratum) scans delta; no_id if none
  std::vector<Operation> ops;
  std::vector<std::string> variables;
  Span span;
};

struct Stratum {
  bool recursive = false;
  std::vector<RelationId> relations;  ///< emptied at its start
  std::vector<std::uint32_t> plans;   ///< positions in Module::plans, in order
};

struct Entry {
  std::string name;                   ///< one of entry_names (relation.h)
  std::vector<std::uint32_t> strata;  ///< positions in Module::strata, in order
};

/// The level that a module has reached; the verifier checks its requirements.
enum class Level : std::uint8_t { clauses, plans, nets, lanes };

struct Lanes;
struct Net;

struct Module {
  explicit Module(std::shared_ptr<SourceMap> sources_in = std::make_shared<SourceMap>(),
                  std::shared_ptr<SymbolTable> symbols_in = std::make_shared<SymbolTable>())
      : sources(std::move(sources_in)), symbols(std::move(symbols_in)) {}

  std::shared_ptr<SourceMap> sources;
  std::shared_ptr<SymbolTable> symbols;

  Level level = Level::clauses;
  std::string game;           ///< the rulesheet's name, for messages
  std::vector<Symbol> roles;  ///< in source order
  std::vector<Domain> domains;
  Relations relations;
  std::vector<Rule> rules;
  std::vector<Plan> plans;
  std::vector<Stratum> strata;
  std::vector<Entry> entries;
  std::vector<Proc> procs;
  std::vector<Agenda> agendas;  ///< in the order of the text
  /// At level nets, else null: computes the answers instead of rules and plans (net.h).
  std::shared_ptr<const Net> net;
  /// At level lanes, else null (lanes.h).
  std::shared_ptr<const Lanes> lanes;

  /// Returns no_id if it does not exist.
  [[nodiscard]] RelationId find_relation(std::string_view name) const {
    return relations.find(name);
  }
  /// Returns the first relation that gives this answer; no_id if no relation does.
  [[nodiscard]] RelationId find_answer(Answer answer) const;
  /// Returns the relation of the goal values that are constants; no_id if it does not exist.
  [[nodiscard]] RelationId find_goal_values() const;
  /// Adds a relation that a pass or a lowering creates, and returns its id. Its name is the
  /// origin's word and `stem` (if empty the name of the relation `of`), with `'` appended while it
  /// is taken.
  RelationId add_helper(Origin origin, RelationId of, Relation relation,
                        std::string_view stem = {});
  [[nodiscard]] const Entry* find_entry(std::string_view name) const;  ///< nullptr if none
  /// Returns the domain with exactly these values (sorted here), creating it if necessary. Names a
  /// new one `name`, made unique, or after its values if empty.
  DomainId intern_domain(std::vector<Symbol> values, std::string_view name = {});
  /// Adds the open domain: these constants and, at run time, computed numbers.
  DomainId add_open_domain(std::vector<Symbol> values, std::string_view name);
  /// Returns the domain that rules add numbers to; no_id if rules compute no numbers.
  [[nodiscard]] DomainId open_domain() const;
  /// Returns the product of the column domains' sizes; saturates at 2^63.
  [[nodiscard]] std::uint64_t product_size(const Relation& relation) const;
  /// Returns the product for the columns that are not given to a call; for other relations, for all
  /// columns.
  [[nodiscard]] std::uint64_t tuples_per_call(const Relation& relation) const;
};

/// Returns the number of operations in all plans of the stratum.
[[nodiscard]] std::size_t count_operations(const Module& module, const Stratum& stratum);

}  // namespace tesuji::ir
