// Holds a logic program's predicates and their relations while it is lowered to the IR.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"
#include "ir/module/module.h"
#include "ir/module/term_pattern.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::frontend {

/// `owns/2`.
[[nodiscard]] std::string signature(const ir::PrologTerm& atom);

/// The position where a literal begins, as a key.
using Place = std::tuple<ir::FileId, std::uint32_t, std::uint32_t>;
[[nodiscard]] inline Place place_of(ir::Span span) {
  return {span.file, span.begin.line, span.begin.column};
}

/// Maps the place of an atom to the spans of its literal's arguments, column by column.
using ArgumentSpans = std::map<Place, std::vector<ir::Span>>;

/// The module that clauses are lowered to: a new one, or a game's, whose atoms clauses may use,
/// too: fluents as `cell(A,B,x)`, its relations by their names.
class LogicProgram {
 public:
  LogicProgram(ir::Module module, ir::Diagnostics& diagnostics);

  [[nodiscard]] ir::Module& module() { return module_; }
  [[nodiscard]] ir::Diagnostics& diagnostics() { return diagnostics_; }
  void fail(ir::Span span, std::string_view code, std::string message);

  /// Adds a relation; makes its name unique.
  ir::RelationId add_relation(std::string name, std::size_t arity, ir::RelationKind kind,
                              ir::Span span, std::string written);
  /// Adds a new derived relation for the atom's predicate.
  ir::RelationId declare(const ir::PrologTerm& head);
  /// The same for the atoms of a form, which flat_terms.h flattened to atoms like `head`.
  ir::RelationId declare(const ir::PrologTerm& head, const ir::PrologTerm& form);
  /// Lets clauses refer to the relation as this predicate.
  void declare(const ir::PrologTerm& head, ir::RelationId relation);
  /// Whether the game has a relation or fluents with this name and arity.
  [[nodiscard]] bool game_has(const ir::PrologTerm& head) const;
  /// Returns the relation of a declared predicate.
  [[nodiscard]] std::optional<ir::RelationId> find(std::string_view name, std::size_t arity) const;

  /// Whether the predicate is one of Prolog's own, which cannot have clauses.
  [[nodiscard]] static bool is_reserved(const ir::PrologTerm& atom);

  /// Returns the atom's relation; `leaves` receives the terms in its columns. Reports unknown
  /// predicates, with suggestions, and predicates that are not relations.
  [[nodiscard]] std::optional<ir::RelationId> resolve(const ir::PrologTerm& atom,
                                                      std::vector<const ir::PrologTerm*>& leaves);

  /// Records the spans of the atom's arguments, for later messages.
  void note_arguments(const ir::PrologTerm& atom, const std::vector<const ir::PrologTerm*>& leaves);
  [[nodiscard]] ArgumentSpans& argument_spans() { return argument_spans_; }
  /// Sets names that are not predicates, although clauses of features begin with them: messages
  /// about unknown predicates then explain the remedy.
  void set_features(std::set<std::string> names) { features_ = std::move(names); }

  /// Declares `name(N,V)` as a static relation: V are the program's numbers that addend() accepts
  /// (feature_aggregates.h), N those from 1 to the largest of them, and `holds(N,V)` selects its
  /// rows. place_facts() fills it.
  ir::RelationId declare_numbers(const char* name, bool (*holds)(std::uint32_t, std::uint32_t));

  /// Returns the comparisons of numbers used in clauses so far.
  [[nodiscard]] std::set<ir::RelationId> comparisons() const;
  /// Whether the relation is a comparison of numbers, which binds no variables.
  [[nodiscard]] bool is_test(ir::RelationId relation) const;

  /// Names the rule and adds it.
  void push(ir::Rule rule);
  void add_fact(ir::RelationId relation, std::vector<ir::Symbol> row, ir::Span span);
  /// Stores facts as the contents of static relations; those of relations that also have rules
  /// become rules without a body. Comparisons of numbers become static relations. Call after adding
  /// all clauses.
  void place_facts();

  /// Prevents a relation of the program from looking like an answer of a game.

 private:
  struct GameAtom {
    ir::RelationId relation = ir::no_id;
    ir::TermPattern pattern;
    bool on_moves = false;  ///< depends on the moves made
  };

  void find_game_atoms();
  [[nodiscard]] bool is_bare_fluent(const ir::PrologTerm& atom) const;
  [[nodiscard]] std::vector<bool> relations_on_moves() const;
  [[nodiscard]] bool fits(const ir::PrologTerm& term, const ir::TermPattern& pattern,
                          std::vector<const ir::PrologTerm*>& leaves) const;
  void report_unknown(const ir::PrologTerm& atom);
  ir::RelationId order_relation(const ir::PrologTerm& atom);
  void fill_orders();
  void fill_numbers();

  ir::Module module_;
  ir::Diagnostics& diagnostics_;
  std::map<std::pair<std::string, std::size_t>, ir::RelationId> ids_;
  std::multimap<std::string, GameAtom> game_atoms_;
  ArgumentSpans argument_spans_;
  std::set<std::string> features_;
  ir::RelationId bare_fluents_ = ir::no_id;  ///< the game's fluents without arguments
  std::map<std::string, ir::RelationId> order_ids_;
  std::map<ir::RelationId, bool (*)(std::uint32_t, std::uint32_t)> number_relations_;
  std::map<ir::RelationId, std::size_t> rule_count_;
  std::map<ir::RelationId, std::map<std::vector<ir::Symbol>, ir::Span>> facts_;
};

}  // namespace tesuji::frontend
