// Provides background knowledge: finite sets of ground facts, predicates whose calls are proved,
// and predicates that something else answers, such as a game.
#pragma once

#include "ir/core/prolog_term.h"
#include "learner/search/background.h"
#include "learner/search/tuple_set.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::learner {

// Numbers ground terms, so that equal terms have equal numbers.

/// A list is made of cells, as in Prolog: a cell is of the kind `partial_list` and has two
/// arguments, an element and the rest of the list, so that lists with the same end share it. The
/// empty list is of the kind `list`, without arguments. Not thread-safe.
class TermTable {
 public:
  using Kind = ir::PrologTerm::Kind;

  /// Interns a ground term. Numbers are distinguished by their text: 1 and 1.0 are different.
  Value intern(const ir::PrologTerm& term);
  /// Interns the term of this name (name_number) with these arguments; for lists, one cell.
  Value intern(Kind kind, std::uint32_t name, std::span<const Value> args);
  [[nodiscard]] Value empty_list() { return intern(Kind::list, name_number({}), {}); }
  [[nodiscard]] std::uint32_t name_number(const std::string& name);

  [[nodiscard]] Kind kind(Value value) const { return static_cast<Kind>(terms_[value][0]); }
  [[nodiscard]] std::uint32_t name(Value value) const { return terms_[value][1]; }
  [[nodiscard]] const std::string& name_text(Value value) const { return names_[name(value)]; }
  [[nodiscard]] std::span<const Value> args(Value value) const { return terms_[value].subspan(2); }
  /// Returns 1 for atoms and numbers, otherwise one more than the depth of the deepest argument or
  /// element.
  [[nodiscard]] std::uint32_t depth(Value value) const { return sizes_[value].depth; }
  [[nodiscard]] bool is_list(Value value) const {
    return kind(value) == Kind::partial_list || kind(value) == Kind::list;
  }
  /// Returns the number of elements of a list; 0 for other terms.
  [[nodiscard]] std::uint32_t length(Value value) const { return sizes_[value].length; }
  [[nodiscard]] std::uint32_t longest() const { return longest_; }  ///< of all lists
  [[nodiscard]] std::size_t size() const { return terms_.size(); }

  [[nodiscard]] ir::PrologTerm term(Value value) const;

 private:
  struct Size {
    std::uint32_t depth = 1;
    std::uint32_t length = 0;
  };

  TupleSet terms_;  ///< kind, name, arguments
  std::vector<Size> sizes_;
  std::uint32_t longest_ = 0;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of names_
};

/// The tuples of one predicate, in the order in which they were added, with an index per argument.
class FactRelation {
 public:
  FactRelation(std::string name, std::uint32_t arity)
      : name_(std::move(name)), arity_(arity), index_(arity) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint32_t arity() const { return arity_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
  [[nodiscard]] std::span<const Value> operator[](std::uint32_t row) const { return rows_[row]; }
  [[nodiscard]] bool contains(std::span<const Value> tuple) const { return rows_.contains(tuple); }
  /// Whether a tuple contains the value.
  [[nodiscard]] bool mentions(Value value) const {
    return std::any_of(index_.begin(), index_.end(),
                       [&](const auto& column) { return column.contains(value); });
  }
  /// Returns false if the tuple is already there.
  bool add(std::span<const Value> tuple);

  /// Calls visit(tuple), in order, for the rows in [begin, end) that agree with `args`, some of
  /// which are unbound, until it returns false; returns whether it never did. No tuple may be added
  /// meanwhile.
  template <typename Visit>
  bool each_match(std::span<const Value> args, std::uint32_t begin, std::uint32_t end,
                  const Visit& visit) const {
    const std::vector<std::uint32_t>* rows = nullptr;  // the shortest index list that contains all
                                                       // matches
    for (std::uint32_t i = 0; i < arity_; ++i) {
      if (args[i] == unbound) continue;
      const auto found = index_[i].find(args[i]);
      if (found == index_[i].end()) return true;
      if (!rows || found->second.size() < rows->size()) rows = &found->second;
    }
    if (!rows) {
      for (std::uint32_t row = begin; row < end; ++row) {
        if (!visit(rows_[row])) return false;
      }
      return true;
    }
    for (auto row = std::lower_bound(rows->begin(), rows->end(), begin);
         row != rows->end() && *row < end; ++row) {
      const std::span<const Value> tuple = rows_[*row];
      bool agrees = true;
      for (std::uint32_t i = 0; i < arity_ && agrees; ++i) {
        agrees = args[i] == unbound || args[i] == tuple[i];
      }
      if (agrees && !visit(tuple)) return false;
    }
    return true;
  }

 private:
  std::string name_;
  std::uint32_t arity_;
  TupleSet rows_;
  /// By argument and value: the rows, ascending.
  std::vector<std::unordered_map<Value, std::vector<std::uint32_t>>> index_;
};

class RuleProver;

/// Answers calls of relations that have no table, such as the moves of a game.
class CalledRelations {
 public:
  virtual ~CalledRelations() = default;

  [[nodiscard]] virtual bool defines(const FactRelation& relation) const = 0;

  /// Appends the tuples that agree with `args`, some of which are unbound. Returns false, and
  /// appends nothing, if an argument must be bound for that and is not.
  [[nodiscard]] virtual bool solve(const FactRelation& relation, std::span<const Value> args,
                                   std::vector<Value>& solutions) = 0;

  /// Returns the names of the types of the relation's arguments, and whether each must be bound.
  [[nodiscard]] virtual std::vector<std::string> types(const FactRelation& relation) const = 0;
  [[nodiscard]] virtual std::vector<bool> inputs(const FactRelation& relation) const = 0;

  /// Prints a value of its own, such as a state; nothing for other values.
  [[nodiscard]] virtual std::optional<std::string> text(Value value) const = 0;
};

/// Values are the numbers of terms. Solutions come in the order in which facts were added.
class FactBackground final : public Background {
 public:
  FactBackground();
  ~FactBackground() override;
  FactBackground(const FactBackground&) = delete;
  FactBackground& operator=(const FactBackground&) = delete;

  [[nodiscard]] TermTable& terms() { return terms_; }

  /// Returns the relation of this name and arity; adds it if it is missing. References stay valid.
  FactRelation& relation(std::string_view name, std::uint32_t arity);
  [[nodiscard]] const FactRelation* find(std::string_view name, std::uint32_t arity) const;
  /// Returns the relations in the order in which they were added.
  [[nodiscard]] const std::deque<FactRelation>& relations() const { return relations_; }

  /// Sets the prover; calls of the predicates that it defines are proved from now on
  /// (rule_prover.h).
  void set_prover(std::unique_ptr<RuleProver> prover);

  /// Sets what answers calls of some relations; it must outlive this. Call it before clauses are
  /// added (add_background).
  void set_called(CalledRelations& called) { called_ = &called; }
  /// Returns what answers calls of the relation; null if nothing does.
  [[nodiscard]] CalledRelations* called(const FactRelation& relation) const {
    return called_ && called_->defines(relation) ? called_ : nullptr;
  }
  /// Whether clauses may call a proved predicate.
  [[nodiscard]] bool has_proved() const {
    return std::any_of(offered_.begin(), offered_.end(),
                       [](const Offer& one) { return one.proved; });
  }
  [[nodiscard]] const RuleProver* prover() const { return prover_.get(); }

  /// Lets clauses call the relation, after those offered before. A call with an unbound `input`
  /// argument has no solutions; empty: there are no such arguments.
  void offer(const FactRelation& relation, std::vector<std::uint32_t> types = {},
             std::vector<bool> inputs = {});

  /// Whether a predicate that clauses may call can hold for the value: a fact contains it, or calls
  /// are proved or answered by something else.
  [[nodiscard]] bool mentions(Value value) const;
  /// Returns all values of such facts, as text.
  [[nodiscard]] std::vector<std::string> mentioned_texts() const;

  [[nodiscard]] std::span<const BackgroundPredicate> predicates() const override {
    return predicates_;
  }
  [[nodiscard]] bool holds(std::uint32_t predicate, std::span<const Value> args) override;
  void solve(std::uint32_t predicate, std::span<const Value> args,
             std::vector<Value>& solutions) override;
  [[nodiscard]] bool any(std::uint32_t predicate, std::span<const Value> args) override;
  /// Whether it goes to a shorter list, to an integer nearer to 0, or to any other term from one
  /// that is neither.
  [[nodiscard]] bool is_step(Value from, Value to) const override;
  [[nodiscard]] std::size_t value_count() const override { return terms_.size(); }
  [[nodiscard]] std::string unanswered() const override;
  [[nodiscard]] std::vector<std::string> calls_without_input() const override;
  [[nodiscard]] std::string text(Value value) const override;

 private:
  TermTable terms_;
  std::deque<FactRelation> relations_;
  std::vector<BackgroundPredicate> predicates_;
  struct Offer {
    const FactRelation* relation;
    bool proved;
    bool called;
    std::uint32_t without = none;  ///< an argument that had to be bound in a call, and was not
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<Offer> offered_;  ///< for each of predicates_
  std::unique_ptr<RuleProver> prover_;
  CalledRelations* called_ = nullptr;
  std::vector<Value> found_;  ///< buffer of any()
};

}  // namespace tesuji::learner
