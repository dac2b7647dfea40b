#include "backend/reference/forward_chainer.h"

#include "backend/reference/reference_arithmetic.h"
#include "ir/core/number.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/stop.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::reference {
namespace {

using ir::Argument;
using ir::Operation;
using ir::Symbol;
using Row = std::vector<Symbol>;

/// A relation's facts in order of arrival; a removed fact leaves a hole.
struct FactList {
  std::vector<std::optional<Row>> rows;
  std::map<Row, std::size_t> present;  ///< fact to its index in `rows`
  std::uint64_t last_added = 0;        ///< clock value; 0: never
  std::uint64_t last_removed = 0;
};

/// Number of trials between two checks whether to stop.
constexpr std::uint64_t trials_unwatched = 1024;

/// Approximate bytes of a map entry.
constexpr std::uint64_t map_entry = 64;

/// Thrown when the run reaches a limit.
struct Stop {
  runtime::ProductionEnd end;
};

/// The rules that are due, and the facts of every relation.
using State = std::pair<std::vector<bool>, std::vector<std::vector<Row>>>;

class Run {
 public:
  Run(const ir::Module& module, const runtime::ProductionLimits& limits)
      : module_(module), limits_(limits), facts_(module.relations.size()) {
    open_ = module.open_domain();
    if (open_ != ir::no_id) given_ = module.domains[open_].values.size();
    for (const ir::Agenda& agenda : module.agendas) {
      runtime::AgendaCounts counts;
      counts.trials.resize(count_operations(agenda.ops));
      result_.counts.push_back(std::move(counts));
    }
    started_.resize(module.agendas.size());
  }

  void load(const runtime::Facts& initial, const runtime::ComputedNumbers& computed) {
    for (const tsj_number& number : computed) {
      static_cast<void>(computed_symbol({number.kind == TSJ_WHOLE, number.whole, number.real}));
    }
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      const std::size_t width = relation.columns.size();
      if (relation.kind == ir::RelationKind::fixed) {
        for (std::size_t r = 0; r < relation.facts.rows; ++r) {
          const auto begin = relation.facts.cells.begin() + static_cast<std::ptrdiff_t>(r * width);
          add(id, Row(begin, begin + static_cast<std::ptrdiff_t>(width)));
        }
        continue;
      }
      for (std::size_t r = 0; r < initial[id].rows; ++r) {
        Row row;
        for (std::size_t c = 0; c < width; ++c) {
          row.push_back(symbol_at(relation.columns[c], initial[id].cells[r * width + c]));
        }
        add(id, std::move(row));
      }
    }
    for (const FactList& list : facts_) loaded_.push_back(list.rows.size());
  }

  runtime::ProductionResult chain() {
    try {
      while (round()) {
      }
    } catch (const Stop& stop) {
      result_.end = stop.end;
    }
    result_.computed = numbers_;
    for (const auto& [place, failure] : failures_) result_.failures.push_back(failure);
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      result_.deduced.push_back(rows_from(id, loaded_[id]));
      result_.memory.push_back(rows_from(id, 0));
    }
    return std::move(result_);
  }

 private:
  // The agenda loop ----------------------------------------------------------

  bool due(std::size_t agenda) const {
    return !started_[agenda] || feeds(module_.agendas[agenda].ops, *started_[agenda]);
  }

  /// Whether a fact of a premise's relation was added after `since`.
  bool feeds(const std::vector<Operation>& ops, std::uint64_t since) const {
    return std::any_of(ops.begin(), ops.end(), [&](const Operation& op) {
      switch (op.kind) {
        case Operation::Kind::scan:
        case Operation::Kind::probe:
        case Operation::Kind::test:
          return facts_[op.relation].last_added > since;
        case Operation::Kind::absent:
          return facts_[op.relation].last_removed > since;
        case Operation::Kind::exists:
          return feeds(op.body, since);
        case Operation::Kind::unless:
          return starves(op.body, since);
        default:
          return false;
      }
    });
  }

  /// Whether a fact of an absent-test's relation was removed after `since`.
  bool starves(const std::vector<Operation>& ops, std::uint64_t since) const {
    return std::any_of(ops.begin(), ops.end(), [&](const Operation& op) {
      return (ir::has_relation(op) && facts_[op.relation].last_removed > since) ||
             starves(op.body, since);
    });
  }

  /// Runs one round; returns false if no rule was due.
  bool round() {
    std::vector<bool> pending;
    for (std::size_t i = 0; i < module_.agendas.size(); ++i) pending.push_back(due(i));
    if (std::find(pending.begin(), pending.end(), true) == pending.end()) return false;
    if (result_.rounds == limits_.rounds) throw Stop{runtime::ProductionEnd::rounds};
    if (removed_any_) look_for_cycle({std::move(pending), memory()});
    ++result_.rounds;
    for (std::size_t i = 0; i < module_.agendas.size(); ++i) {
      if (due(i)) run(i);
    }
    return true;
  }

  /// The state at the start of a round determines the whole continuation. Keeps one such state, and
  /// replaces it each time the number of rounds has doubled (Brent). Without removals the memory
  /// only grows, so no state returns.
  void look_for_cycle(State state) {
    if (state == kept_) throw Stop{runtime::ProductionEnd::cycle};
    if (result_.rounds < keep_at_) return;
    keep_at_ = 2 * result_.rounds;
    kept_ = std::move(state);
  }

  std::vector<std::vector<Row>> memory() const {
    std::vector<std::vector<Row>> all;
    for (const FactList& list : facts_) {
      std::vector<Row>& rows = all.emplace_back();
      for (const auto& row : list.rows) {
        if (row) rows.push_back(*row);
      }
    }
    return all;
  }

  void run(std::size_t number) {
    agenda_ = &module_.agendas[number];
    counts_ = &result_.counts[number];
    bindings_.assign(agenda_->variables.size(), ir::no_symbol);
    started_[number] = clock_;
    removals_ = 0;
    ++counts_->runs;
    static_cast<void>(match(agenda_->ops, 0, 0, nullptr));
  }

  // Matching -----------------------------------------------------------------

  /// Runs ops[next..]; `place` is the number of ops[next] in the text. Inside an existence test,
  /// sets `witness` when the end is reached, and matching stops.
  bool match(const std::vector<Operation>& ops, std::size_t next, std::size_t place,
             bool* witness) {
    if (next == ops.size()) {
      if (witness != nullptr) *witness = true;
      return witness != nullptr;
    }
    const Operation& op = ops[next];
    if (concludes(op)) {
      conclude(ops, next, place);
      return false;
    }
    try_once(place);
    const auto go_on = [&] {
      return match(ops, next + 1, place + 1 + count_operations(op.body), witness);
    };
    switch (op.kind) {
      case Operation::Kind::scan:
      case Operation::Kind::probe:
        // The loop may add rows, and visits them too.
        for (std::size_t r = 0; r < facts_[op.relation].rows.size(); ++r) {
          const std::optional<Row> row = facts_[op.relation].rows[r];
          if (row && agrees(op.args, *row, true) && go_on()) return true;
        }
        return false;
      case Operation::Kind::test:
        return any(op) && go_on();
      case Operation::Kind::absent:
        return !any(op) && go_on();
      case Operation::Kind::compare:
        return holds(op.comparison, value(op.args[0]), value(op.args[1])) && go_on();
      case Operation::Kind::compute:
        return compute(op, place) && go_on();
      case Operation::Kind::unless_derived:
        return !derived() && go_on();
      case Operation::Kind::unless: {
        bool found = false;
        static_cast<void>(match(op.body, 0, place + 1, &found));
        return !found && go_on();
      }
      case Operation::Kind::exists: {
        bool found = false;
        static_cast<void>(match(op.body, 0, place + 1, &found));
        return found && go_on();
      }
      default:
        return false;
    }
  }

  static void stop_if_asked() {
    const std::atomic<bool>* stop = runtime::requested_stop();
    if (stop != nullptr && *stop) throw Stop{runtime::ProductionEnd::stopped};
  }

  void try_once(std::size_t place) {
    if (++nodes_ > limits_.nodes) throw Stop{runtime::ProductionEnd::nodes};
    if (nodes_ % trials_unwatched == 0) stop_if_asked();
    ++counts_->trials[place];
  }

  Symbol value(const Argument& argument) const {
    return argument.kind == Argument::Kind::constant ? argument.id : bindings_[argument.id];
  }

  /// Whether the row matches the arguments; binds their free variables.
  bool agrees(const std::vector<Argument>& args, const Row& row, bool binds) {
    for (std::size_t c = 0; c < args.size(); ++c) {
      const bool given =
          args[c].kind == Argument::Kind::constant || args[c].kind == Argument::Kind::variable;
      if (given && value(args[c]) != row[c]) return false;
    }
    for (std::size_t c = 0; binds && c < args.size(); ++c) {
      if (args[c].kind == Argument::Kind::binder) bindings_[args[c].id] = row[c];
    }
    return true;
  }

  bool any(const Operation& op) {
    const FactList& list = facts_[op.relation];
    return std::any_of(list.present.begin(), list.present.end(),
                       [&](const auto& fact) { return agrees(op.args, fact.first, false); });
  }

  bool holds(ir::Comparison comparison, Symbol left, Symbol right) const {
    if (comparison == ir::Comparison::different) return left != right;
    if (comparison == ir::Comparison::same) return left == right;
    if (positions_.contains(left) || positions_.contains(right)) {
      const auto x = ir::parse_number(module_.symbols->text(left));
      const auto y = ir::parse_number(module_.symbols->text(right));
      return x && y && holds(comparison, compare(*x, *y));
    }
    const auto a = ir::parse_decimal(module_.symbols->text(left));
    const auto b = ir::parse_decimal(module_.symbols->text(right));
    return a && b && holds(comparison, *a <=> *b);
  }

  static bool holds(ir::Comparison comparison, std::strong_ordering order) {
    switch (comparison) {
      case ir::Comparison::less:
        return order < 0;
      case ir::Comparison::less_or_equal:
        return order <= 0;
      case ir::Comparison::greater:
        return order > 0;
      default:
        return order >= 0;
    }
  }

  // Functions ----------------------------------------------------------------

  bool compute(const Operation& op, std::size_t place) {
    std::vector<Operand> operands;
    for (std::size_t i = 1; i < op.args.size(); ++i) {
      operands.push_back(ir::parse_number(module_.symbols->text(value(op.args[i]))));
    }
    const Computed computed = evaluate(op.computation, operands);
    const Argument& result = op.args.front();
    if (computed.reason != TSJ_HAS_VALUE) {
      const auto rule = static_cast<std::size_t>(agenda_ - module_.agendas.data());
      runtime::ComputationFailure& failure = failures_[{rule, place}];
      if (failure.count++ > 0) return false;
      failure = {rule, place, 1, computed.reason, {}};
      if (computed.operand) failure.operand = position_of(value(op.args[*computed.operand + 1]));
      return false;
    }
    if (result.kind != Argument::Kind::binder) {
      return ir::number_text(computed.value) == module_.symbols->text(value(result));
    }
    bindings_[result.id] = computed_symbol(computed.value);
    return true;
  }

  /// Returns the constant that stands for a number, and adds it to the open domain.
  Symbol computed_symbol(const ir::Number& number) {
    const Symbol symbol = module_.symbols->intern(ir::number_text(number));
    if (module_.domains[open_].position(symbol) >= 0) return symbol;
    const auto position = static_cast<std::uint32_t>(given_ + numbers_.size());
    if (positions_.emplace(symbol, position).second) {
      tsj_number computed{};
      computed.kind = number.is_whole ? TSJ_WHOLE : TSJ_REAL;
      computed.whole = number.whole;
      computed.real = number.real;
      numbers_.push_back(computed);
      symbols_.push_back(symbol);
    }
    return symbol;
  }

  [[nodiscard]] Symbol symbol_at(ir::DomainId domain, std::uint32_t position) const {
    const std::vector<Symbol>& values = module_.domains[domain].values;
    return position < values.size() ? values[position] : symbols_[position - values.size()];
  }

  /// Position in the open domain.
  [[nodiscard]] std::uint32_t position_of(Symbol symbol) const {
    const auto found = positions_.find(symbol);
    return found != positions_.end()
               ? found->second
               : static_cast<std::uint32_t>(module_.domains[open_].position(symbol));
  }

  // Conclusions --------------------------------------------------------------

  Row conclusion(const Operation& op) const {
    Row row;
    for (const Argument& argument : op.args) row.push_back(value(argument));
    return row;
  }

  bool derived() const {
    return std::all_of(agenda_->ops.begin(), agenda_->ops.end(), [&](const Operation& op) {
      return op.kind != Operation::Kind::insert ||
             facts_[op.relation].present.contains(conclusion(op));
    });
  }

  void conclude(const std::vector<Operation>& ops, std::size_t next, std::size_t place) {
    stop_if_asked();
    ++counts_->firings;
    bool productive = false;
    for (; next < ops.size(); ++next, ++place) {
      ++counts_->trials[place];
      const Operation& op = ops[next];
      if (op.kind == Operation::Kind::insert) {
        const bool is_new = add(op.relation, conclusion(op));
        counts_->added += is_new ? 1 : 0;
        productive |= is_new;
      } else {
        const bool was_there = remove(op.relation, conclusion(op));
        counts_->removed += was_there ? 1 : 0;
        productive |= was_there;
      }
    }
    counts_->productive += productive ? 1 : 0;
  }

  bool add(ir::RelationId relation, Row row) {
    FactList& list = facts_[relation];
    if (!list.present.emplace(row, list.rows.size()).second) return false;
    bytes_ += sizeof(std::optional<Row>) + 2 * row.size() * sizeof(Symbol) + map_entry;
    if (bytes_ > limits_.bytes) throw Stop{runtime::ProductionEnd::memory};
    list.rows.emplace_back(std::move(row));
    list.last_added = ++clock_;
    return true;
  }

  bool remove(ir::RelationId relation, const Row& row) {
    FactList& list = facts_[relation];
    const auto found = list.present.find(row);
    if (found == list.present.end()) return false;
    if (removals_++ == limits_.removals) throw Stop{runtime::ProductionEnd::removals};
    list.rows[found->second] = std::nullopt;
    list.present.erase(found);
    list.last_removed = ++clock_;
    removed_any_ = true;
    return true;
  }

  runtime::FactRows rows_from(ir::RelationId id, std::size_t first) const {
    runtime::FactRows rows;
    if (module_.relations[id].kind == ir::RelationKind::fixed) return rows;
    for (std::size_t r = first; r < facts_[id].rows.size(); ++r) {
      if (!facts_[id].rows[r]) continue;
      ++rows.rows;
      for (std::size_t c = 0; c < facts_[id].rows[r]->size(); ++c) {
        const ir::Domain& domain = module_.domains[module_.relations[id].columns[c]];
        const Symbol symbol = (*facts_[id].rows[r])[c];
        rows.cells.push_back(domain.open ? position_of(symbol)
                                         : static_cast<std::uint32_t>(domain.position(symbol)));
      }
    }
    return rows;
  }

  const ir::Module& module_;
  const runtime::ProductionLimits& limits_;
  std::vector<FactList> facts_;
  std::vector<std::size_t> loaded_;  ///< number of facts with which each relation began
  std::vector<std::optional<std::uint64_t>> started_;
  State kept_;
  std::uint64_t keep_at_ = 0;
  const ir::Agenda* agenda_ = nullptr;
  runtime::AgendaCounts* counts_ = nullptr;
  std::vector<Symbol> bindings_;
  std::uint64_t clock_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t removals_ = 0;  ///< during this run of a rule
  std::uint64_t bytes_ = 0;     ///< of all facts ever added
  ir::DomainId open_ = ir::no_id;
  std::size_t given_ = 0;  ///< number of constants given in the open domain
  runtime::ComputedNumbers numbers_;
  std::vector<Symbol> symbols_;                ///< by position in the open domain
  std::map<Symbol, std::uint32_t> positions_;  ///< position of each symbol in the open domain
  /// By rule and place.
  std::map<std::pair<std::size_t, std::size_t>, runtime::ComputationFailure> failures_;
  bool removed_any_ = false;
  runtime::ProductionResult result_;
};

class ForwardChainer final : public runtime::ProductionSystem {
 public:
  explicit ForwardChainer(std::shared_ptr<const ir::Module> module) : module_(std::move(module)) {}

  runtime::ProductionResult run_with(const runtime::Facts& initial,
                                     const runtime::ComputedNumbers& computed,
                                     const runtime::ProductionLimits& limits) const override {
    Run run(*module_, limits);
    try {
      run.load(initial, computed);
    } catch (const Stop&) {
      throw runtime::LimitReached("a working memory has too many facts");
    }
    return run.chain();
  }

 private:
  std::shared_ptr<const ir::Module> module_;
};

}  // namespace

std::unique_ptr<runtime::ProductionSystem> make_forward_chainer(
    std::shared_ptr<const ir::Module> module) {
  return std::make_unique<ForwardChainer>(std::move(module));
}

}  // namespace tesuji::reference
