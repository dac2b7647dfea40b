// Represents the relations of a module, the list of them, and which question about a state each
// answers.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/source.h"
#include "ir/core/symbol.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::ir {

// --- Answers

/// The question of the game contract that a derived relation answers (module.h). `goal` with the
/// term `?` contains values that are constants; other `goal` relations contain terms, which are not
/// valid goal values. `feature`: the host reads its number of rows
/// (frontend/prolog/feature_lowering.h). `ended`: whether a joint move ends the game, so that its
/// successor state is terminal (passes/clauses/end_by_move.h).
enum class Answer : std::uint8_t { none, legal, next, terminal, goal, sees, feature, ended };

/// Names of the entries that a module may have, in the order of their creation: `static`, and one
/// for each answer.
inline constexpr std::array<std::string_view, 8> entry_names = {
    "static", "legal", "next", "terminal", "goal", "sees", "feature", "ended"};

/// Returns the name of the answer and of its entry; empty for `none`.
[[nodiscard]] constexpr std::string_view name_of(Answer answer) {
  return answer == Answer::none ? std::string_view()
                                : entry_names[static_cast<std::size_t>(answer)];
}

/// Returns the answer with this name; nullopt for other names.
[[nodiscard]] std::optional<Answer> answer_named(std::string_view name);

// --- Relations

using DomainId = std::uint32_t;
using RelationId = std::uint32_t;

/// `fixed` prints as `static`. `memory`: facts that agendas read and change; `facts` contains the
/// initial ones, in order of arrival.
enum class RelationKind : std::uint8_t { fixed, state, input, derived, memory };

/// How a relation is stored at run time (chosen by the pass choose-storage).
enum class Storage : std::uint8_t {
  unset,
  bits,   ///< one bit per tuple of the product of the column domains
  table,  ///< rows with hash indexes; index 0 is over all columns
  list,   ///< at most one row per role (inputs): no index, searched linearly
  rows,   ///< static: sorted rows in constant data, with offset tables per index
  call,   ///< not stored: computed on demand, a function of the columns of index 0
};

/// Maximum number of tuples of a relation with Storage::call for one choice of its given columns: a
/// call returns them as the bits of one or two words.
inline constexpr std::uint64_t max_call_tuples = 128;

/// The creator of a relation, and its purpose. Passes test for `source`, `need`, `bound` and
/// `some`; the others are for readers of the IR.
enum class Origin : std::uint8_t {
  source,      ///< the lowered source text
  need,        ///< tuples of another relation that rules need (passes/clauses/demand.h)
  bound,       ///< facts that each tuple of another relation satisfies
               ///< (passes/clauses/static_bounds.h)
  some,        ///< part of a body with variables of its own (passes/clauses/split_existential.h)
  split,       ///< part of a long body, or of several (split_bodies.h, share_joins.h)
  part,        ///< tuples with one constant in a column (passes/clauses/split_by_constant.h)
  made,        ///< copy for some of the rules that read it (separate_moves.h, demand_uses.h)
  only,        ///< constants that a column keeps (passes/clauses/narrow_domains.h)
  before,      ///< pairs of a domain's values in order (passes/clauses/order_symmetric.h)
  any,         ///< all values of a domain (passes/clauses/leave_out.h)
  instance,    ///< instances of a rule (passes/nets/ground.h)
  projection,  ///< some columns of another relation (backend/features/traced)
  facts,       ///< facts of a relation that also has rules (frontend/gdl/lower/lower.h)
  observed,    ///< goal that reveals another relation's tuples (backend/proofs/observe)
  given,       ///< version whose calls give other columns (passes/calls/call_uses.h)
  change,      ///< facts added to, or removed from, another relation (passes/plans/maintain.h)
};

inline constexpr std::size_t origins_count = 16;

/// Returns its word in IR text; the names of helpers begin with that word (Module::add_helper).
[[nodiscard]] std::string_view name_of(Origin origin);
/// Returns the origin with this name; nullopt for other names.
[[nodiscard]] std::optional<Origin> origin_named(std::string_view name);

/// Columns (ascending) whose values are given when the index is probed.
using Index = std::vector<std::uint32_t>;

/// Rows of constants, `columns.size()` symbols each.
struct Facts {
  std::vector<Symbol> cells;  ///< row-major
  std::size_t rows = 0;       ///< also meaningful for relations without columns
};

struct Relation {
  /// Unique in the module, e.g. `true.cell`, `does.mark`, `line`. For readers, and for references
  /// in texts; names have no other meaning. Only Relations::rename changes them in a module.
  std::string name;
  std::vector<DomainId> columns;
  RelationKind kind = RelationKind::derived;
  Storage storage = Storage::unset;
  Answer answer = Answer::none;  ///< derived relations
  Origin origin = Origin::source;
  /// The relation that `origin` refers to; no_id without one (or if it has been removed).
  RelationId origin_of = no_id;
  std::vector<Index> indexes;
  Facts facts;  ///< for static relations (and `init.*` after folding)
  /// How a tuple is printed as the source's term: KIF with `?` for each column in order, e.g.
  /// `(cell ? ? ?)`, `?`, `(gameover)`. For states, `next` and `init` the fluent, for `legal` and
  /// inputs the move, for `sees` the percept and for `goal` the value (the first column of these
  /// four, the role, is *not* in the term). Empty for other relations; if it is empty for these,
  /// term_of derives one from the name.
  std::string term;
  /// For state relations the relations of the same shape, no_id if they do not exist: `next.cell`
  /// and `init.cell` for `true.cell`; for input relations `legal.*`.
  RelationId next = no_id;
  RelationId init = no_id;
  RelationId legal = no_id;
  Span span;                 ///< first clause that defines it, may be unknown
  Span declaration;          ///< its line in the IR text that it was read from; not printed
  double expected_rows = 0;  ///< estimate used by the ordering; 0 if unknown
  /// Its name in the source, for messages: `line` for a part of `line` that a pass or the lowering
  /// created. Empty if equal to `name`; not printed.
  std::string written;
  /// How a tuple is printed as an atom of the source: KIF with `?` for each column, e.g. `(true
  /// (cell ? ? ?))`, `(legal ? (mark ? ?))`, `(line ?)`. Set only by the lowering and kept by
  /// passes that keep the columns; empty if unknown; not printed. term_pattern.h parses it.
  std::string atom;
};

/// Whether a call of the relation (Storage::call) gives this column.
[[nodiscard]] bool is_given_to_call(const Relation& relation, std::size_t column);

/// Returns the name of a relation in messages.
[[nodiscard]] inline const std::string& written_name(const Relation& relation) {
  return relation.written.empty() ? relation.name : relation.written;
}

/// Whether it contains goal values that are constants: one row for each role and value.
[[nodiscard]] inline bool has_goal_values(const Relation& relation) {
  return relation.answer == Answer::goal && relation.term == "?";
}

/// Returns Relation::term, or if it is empty its replacement: the name with a place for each column
/// except the role's.
[[nodiscard]] std::string term_of(const Relation& relation);

/// Returns a name for readers: the functor of the term if there is one, otherwise the name.
[[nodiscard]] std::string short_name(const Relation& relation);

/// A list of relations with access by id, and by name in constant time.
class Relations {
 public:
  Relations() = default;
  Relations(std::initializer_list<Relation> relations);

  /// Appends a relation and returns its id, the next number. Its name must be set.
  RelationId push_back(Relation relation);
  /// Returns no_id if it does not exist.
  [[nodiscard]] RelationId find(std::string_view name) const;
  /// Returns the name, with `'` appended while it is taken.
  [[nodiscard]] std::string unused_name(std::string name) const;
  void rename(RelationId id, std::string name);
  /// Removes all but the first `count` relations.
  void truncate(std::size_t count);
  /// Replaces all relations.
  void assign(std::vector<Relation> relations);

  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] const Relation& at(RelationId id) const { return all_.at(id); }
  Relation& operator[](RelationId id) { return all_[id]; }
  const Relation& operator[](RelationId id) const { return all_[id]; }
  Relation& back() { return all_.back(); }
  [[nodiscard]] const Relation* data() const { return all_.data(); }
  auto begin() { return all_.begin(); }
  auto end() { return all_.end(); }
  [[nodiscard]] auto begin() const { return all_.begin(); }
  [[nodiscard]] auto end() const { return all_.end(); }

 private:
  void index(RelationId id);
  void forget(RelationId id);

  std::vector<Relation> all_;
  std::unordered_multimap<std::size_t, RelationId> ids_;  ///< by the name's hash
};

}  // namespace tesuji::ir
