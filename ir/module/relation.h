// Relations of a module: what each is, and the list of them.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/source.h"
#include "ir/core/symbol.h"
#include "ir/module/answer.h"

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

using DomainId = std::uint32_t;
using RelationId = std::uint32_t;

/// `fixed` prints as `static`. `memory`: facts that agendas read and change; `facts`
/// holds those it starts with, in order of arrival.
enum class RelationKind : std::uint8_t { fixed, state, input, derived, memory };

/// How a relation is kept at run time (chosen by the pass choose-storage).
enum class Storage : std::uint8_t {
  unset,
  bits,   ///< one bit per tuple of the product of the column domains
  table,  ///< rows with hash indexes; index 0 is over all columns
  list,   ///< at most one row per role (inputs): no index, looked through
  rows,   ///< static: sorted rows in constant data, with offset tables per index
  call,   ///< not kept: computed when it is asked for, a function of the columns of index 0
};

/// Tuples that a relation with Storage::call can have for one choice of its given columns, at
/// most: a call returns them as the bits of a word, or of two.
inline constexpr std::uint64_t max_call_tuples = 128;

/// Who made a relation, and for what. Passes ask for `source`, `need`, `bound` and `some`; the
/// others are for readers of the IR.
enum class Origin : std::uint8_t {
  source,      ///< the text that was lowered has it
  need,        ///< tuples of another relation that rules ask for (passes/clauses/demand.h)
  bound,       ///< facts that each tuple of another relation agrees with
               ///< (passes/clauses/static_bounds.h)
  some,        ///< part of a body with variables of its own (passes/clauses/split_existential.h)
  split,       ///< part of a long body, or of several (split_bodies.h, share_joins.h)
  part,        ///< tuples with one constant in a column (passes/clauses/split_by_constant.h)
  made,        ///< copy for some of the rules that read it (separate_moves.h, demand_copies.h)
  only,        ///< constants that a column keeps (passes/clauses/narrow_domains.h)
  before,      ///< pairs of a domain's values in order (passes/clauses/order_symmetric.h)
  any,         ///< all values of a domain (passes/clauses/leave_out.h)
  instance,    ///< instances of a rule (passes/nets/ground.h)
  projection,  ///< some columns of another relation (backend/features/traced)
  facts,       ///< facts of a relation that has rules, too (frontend/gdl/lower/lower.h)
  observed,    ///< goal that shows another relation's tuples (backend/proofs/observe)
  given,       ///< version that calls give other columns (passes/calls/call_uses.h)
  change,      ///< facts that come to, or go from, another relation (passes/plans/maintain.h)
};

inline constexpr std::size_t origins_count = 16;

/// How IR text calls it; the names of helpers begin with that word (Module::add_helper).
[[nodiscard]] std::string_view name_of(Origin origin);
/// The origin that has this name; nothing if none has.
[[nodiscard]] std::optional<Origin> origin_named(std::string_view name);

/// Columns (ascending) that are given when the index is probed.
using Index = std::vector<std::uint32_t>;

/// One column's tuple of constants per row, `columns.size()` symbols each.
struct Facts {
  std::vector<Symbol> cells;  ///< row-major
  std::size_t rows = 0;       ///< also meaningful for relations without columns
};

struct Relation {
  /// Unique in the module, e.g. `true.cell`, `does.mark`, `line`. Readers need names, and texts
  /// refer by them; they mean nothing. In a module they are changed by Relations::rename alone.
  std::string name;
  std::vector<DomainId> columns;
  RelationKind kind = RelationKind::derived;
  Storage storage = Storage::unset;
  Answer answer = Answer::none;  ///< derived relations
  Origin origin = Origin::source;
  /// The relation that `origin` is about; no_id where it is about none (or that one is gone).
  RelationId origin_of = no_id;
  std::vector<Index> indexes;
  Facts facts;  ///< for static relations (and `init.*` after folding)
  /// How a tuple is written as the source's term: KIF with `?` for each column
  /// in order, e.g. `(cell ? ? ?)`, `?`, `(gameover)`. For states, `next` and `init` the
  /// fluent, for `legal` and inputs the move, for `sees` the percept and for `goal` the value
  /// (the first column of these four, the role, is *not* in the term). Empty for other relations;
  /// where it is empty for these, term_of makes one of the name.
  std::string term;
  /// For state relations the relations of the same shape, no_id if there is none:
  /// `next.cell` and `init.cell` for `true.cell`; for input relations `legal.*`.
  RelationId next = no_id;
  RelationId init = no_id;
  RelationId legal = no_id;
  Span span;                 ///< first clause that defines it, may be unknown
  Span declaration;          ///< its line in the IR text it was read from; not printed
  double expected_rows = 0;  ///< estimate used by the ordering; 0 when unknown
  /// What the source calls it, for messages: `line` for a part of `line` that a pass or
  /// the lowering made. Empty if it is the name; not printed.
  std::string written;
  /// How a tuple is written as an atom of the source: KIF with `?` for each column, e.g.
  /// `(true (cell ? ? ?))`, `(legal ? (mark ? ?))`, `(line ?)`. Set by the lowering alone and
  /// kept by passes that keep the columns; empty if unknown; not printed. term_pattern.h reads it.
  std::string atom;
};

/// Whether a call of the relation (Storage::call) is given this column.
[[nodiscard]] bool is_given_to_call(const Relation& relation, std::size_t column);

/// What messages call a relation.
[[nodiscard]] inline const std::string& written_name(const Relation& relation) {
  return relation.written.empty() ? relation.name : relation.written;
}

/// Whether it holds goal values that are constants: one row for each role and value.
[[nodiscard]] inline bool has_goal_values(const Relation& relation) {
  return relation.answer == Answer::goal && relation.term == "?";
}

/// Relation::term, or what stands for it where that is empty: the name with a place for each
/// column but the role's.
[[nodiscard]] std::string term_of(const Relation& relation);

/// A name for readers: the functor of the term if there is one, else the name.
[[nodiscard]] std::string short_name(const Relation& relation);

/// Relations by id, and by name in constant time.
class Relations {
 public:
  Relations() = default;
  Relations(std::initializer_list<Relation> relations);

  /// The relation's id: ids are given in order. Its name has to be set by now.
  RelationId push_back(Relation relation);
  /// no_id if there is none.
  [[nodiscard]] RelationId find(std::string_view name) const;
  /// The name, with signs `'` behind it where it is taken.
  [[nodiscard]] std::string unused_name(std::string name) const;
  void rename(RelationId id, std::string name);
  /// Keeps the first `count`.
  void truncate(std::size_t count);
  /// Puts others in the place of all.
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
