#include "passes/analysis/sorts.h"

#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <set>
#include <unordered_set>

namespace tesuji::passes {
namespace {

using ir::Argument;

constexpr std::size_t most_sorts = 64;
constexpr Sort unbound = 0xFFFF;

/// A set of tuples of sorts.
struct Tuples {
  std::size_t arity = 0;
  std::size_t count = 0;
  std::vector<Sort> cells;  ///< row-major
  std::unordered_set<std::uint64_t> keys;
};

class Model {
 public:
  Model(const ir::Module& module, const Sorts& sorts, std::uint64_t max_steps)
      : module_(module),
        sorts_(sorts),
        steps_left_(max_steps),
        sort_bits_(std::bit_width(sorts.count - 1)) {}

  /// Returns false if it exceeded its limits.
  bool run(const SortColumns& given) {
    const std::size_t relations = module_.relations.size();
    tuples_.resize(relations);
    flow_ = find_flow(module_);
    queued_.assign(module_.rules.size(), false);
    for (ir::RelationId id = 0; id < relations; ++id) {
      const ir::Relation& relation = module_.relations[id];
      tuples_[id].arity = relation.columns.size();
      columns_.push_back(given[id]);
      if (relation.columns.size() * sort_bits_ > 64) return false;
    }
    for (std::uint32_t r = 0; r < module_.rules.size(); ++r) queue(r);
    for (ir::RelationId id = 0; id < relations; ++id) {
      if (is_of_state(id)) add_product(id);
      add_facts(id);
    }
    while (!work_.empty() && steps_left_ > 0) {
      const std::uint32_t rule = work_.front();
      work_.pop_front();
      queued_[rule] = false;
      apply(module_.rules[rule]);
    }
    return steps_left_ > 0;
  }

  [[nodiscard]] const SortColumns& columns() const { return columns_; }

 private:
  void queue(std::uint32_t rule) {
    if (queued_[rule]) return;
    queued_[rule] = true;
    work_.push_back(rule);
  }

  void add_facts(ir::RelationId id) {
    const ir::Facts& facts = module_.relations[id].facts;
    const std::size_t arity = tuples_[id].arity;
    std::vector<Sort> row(arity);
    for (std::size_t r = 0; r < facts.rows; ++r) {
      for (std::size_t c = 0; c < arity; ++c) row[c] = sorts_.of[facts.cells[r * arity + c]];
      add(id, row);
    }
  }

  [[nodiscard]] bool is_of_state(ir::RelationId id) const {
    const ir::RelationKind kind = module_.relations[id].kind;
    return kind == ir::RelationKind::state || kind == ir::RelationKind::input;
  }

  void add(ir::RelationId id, const std::vector<Sort>& row) {
    bool grown = false;
    for (std::size_t c = 0; c < row.size(); ++c) {
      SortSet& column = columns_[id][c];
      grown = grown || (column >> row[c] & 1) == 0;
      column |= SortSet{1} << row[c];
    }
    if (grown && is_of_state(id)) add_product(id);
    insert(id, row);
  }

  /// Adds every tuple of the columns' sorts.
  void add_product(ir::RelationId id) {
    std::vector<std::vector<Sort>> sorts;
    for (const SortSet set : columns_[id]) {
      std::vector<Sort>& column = sorts.emplace_back();
      for (SortSet left = set; left != 0; left &= left - 1) {
        column.push_back(static_cast<Sort>(std::countr_zero(left)));
      }
      if (column.empty()) return;
    }
    if (sorts.empty()) insert(id, {});
    std::vector<std::size_t> at(sorts.size(), 0);
    std::vector<Sort> row(sorts.size());
    for (std::size_t c = 0; c < at.size();) {
      if (steps_left_ == 0) return;
      --steps_left_;
      for (std::size_t i = 0; i < at.size(); ++i) row[i] = sorts[i][at[i]];
      insert(id, row);
      for (c = 0; c < at.size() && ++at[c] == sorts[c].size(); ++c) at[c] = 0;
    }
  }

  void insert(ir::RelationId id, const std::vector<Sort>& row) {
    Tuples& tuples = tuples_[id];
    std::uint64_t key = 0;
    for (const Sort sort : row) key = (key << sort_bits_) | sort;
    if (!tuples.keys.insert(key).second) return;
    ++tuples.count;
    tuples.cells.insert(tuples.cells.end(), row.begin(), row.end());
    for (const std::uint32_t rule : flow_.readers[id]) queue(rule);
    for (const ir::RelationId target : flow_.feeds[id]) add(target, row);
  }

  void apply(const ir::Rule& rule) {
    std::vector<const ir::Literal*> left;
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind == ir::Literal::Kind::positive) left.push_back(&literal);
    }
    std::vector<Sort> bound(rule.variables.size(), unbound);
    join(rule, left, bound);
  }

  [[nodiscard]] Sort value(const Argument& arg, const std::vector<Sort>& bound) const {
    if (arg.kind == Argument::Kind::constant) return sorts_.of[arg.id];
    return arg.kind == Argument::Kind::variable ? bound[arg.id] : unbound;
  }

  /// Returns the literal with the fewest free arguments, among these the smallest relation.
  [[nodiscard]] std::size_t choose(const std::vector<const ir::Literal*>& left,
                                   const std::vector<Sort>& bound) const {
    const auto cost = [&](const ir::Literal* literal) {
      const auto free =
          std::count_if(literal->args.begin(), literal->args.end(),
                        [&](const Argument& arg) { return value(arg, bound) == unbound; });
      return std::pair(free, tuples_[literal->relation].count);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < left.size(); ++i) {
      if (cost(left[i]) < cost(left[best])) best = i;
    }
    return best;
  }

  void join(const ir::Rule& rule, std::vector<const ir::Literal*> left, std::vector<Sort> bound) {
    if (left.empty()) {
      std::vector<Sort> row;
      for (const Argument& arg : rule.head_args) row.push_back(value(arg, bound));
      add(rule.head, row);
      return;
    }
    const std::size_t chosen = choose(left, bound);
    const ir::Literal& literal = *left[chosen];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(chosen));
    // A rule may add tuples to a relation that it reads: iterate by index, up to the current size.
    const Tuples& tuples = tuples_[literal.relation];
    const std::size_t count = tuples.count;
    const bool ignores =
        std::any_of(literal.args.begin(), literal.args.end(),
                    [](const Argument& arg) { return arg.kind == Argument::Kind::ignore; });
    std::set<std::vector<Sort>> seen;  // bindings, if ignored columns distinguish tuples
    for (std::size_t r = 0; r < count; ++r) {
      if (steps_left_ == 0) return;
      --steps_left_;
      std::vector<Sort> inner = bound;
      bool agrees = true;
      for (std::size_t c = 0; agrees && c < tuples.arity; ++c) {
        const Argument& arg = literal.args[c];
        if (arg.kind == Argument::Kind::ignore) continue;
        const Sort cell = tuples.cells[r * tuples.arity + c];
        const Sort given = value(arg, inner);
        if (given == unbound) {
          inner[arg.id] = cell;
        } else {
          agrees = given == cell;
        }
      }
      if (!agrees) continue;
      if (inner == bound) {  // a test: one witness suffices
        join(rule, std::move(left), std::move(inner));
        return;
      }
      if (!ignores || seen.insert(inner).second) join(rule, left, std::move(inner));
    }
  }

  const ir::Module& module_;
  const Sorts& sorts_;
  std::uint64_t steps_left_;
  unsigned sort_bits_;
  std::vector<Tuples> tuples_;  ///< by relation
  SortColumns columns_;         ///< sorts of each column
  Flow flow_;
  std::deque<std::uint32_t> work_;
  std::vector<bool> queued_;
};

}  // namespace

std::optional<Sorts> find_sorts(const ir::Module& module) {
  std::vector<std::vector<std::uint32_t>> columns_of(module.symbols->size());
  std::uint32_t columns = 0;
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::state || relation.init == ir::no_id) continue;
    const ir::Facts& facts = module.relations[relation.init].facts;
    const std::size_t arity = relation.columns.size();
    for (std::size_t c = 0; c < arity; ++c, ++columns) {
      std::set<ir::Symbol> values;
      for (std::size_t i = c; i < facts.cells.size(); i += arity) values.insert(facts.cells[i]);
      if (values.size() < 2) continue;
      for (const ir::Symbol value : values) columns_of[value].push_back(columns);
    }
  }
  Sorts sorts;
  sorts.of.assign(columns_of.size(), 0);
  std::map<std::vector<std::uint32_t>, Sort> known{{{}, 0}};
  for (ir::Symbol symbol = 0; symbol < columns_of.size(); ++symbol) {
    if (columns_of[symbol].empty()) continue;
    const auto [found, inserted] =
        known.try_emplace(columns_of[symbol], static_cast<Sort>(known.size()));
    sorts.of[symbol] = found->second;
    if (known.size() > most_sorts) return std::nullopt;
  }
  sorts.count = known.size();
  return sorts;
}

std::optional<SortColumns> possible_sorts(const ir::Module& module, const Sorts& sorts,
                                          const SortColumns& given, std::uint64_t max_steps) {
  Model model(module, sorts, max_steps);
  if (!model.run(given)) return std::nullopt;
  return model.columns();
}

}  // namespace tesuji::passes
