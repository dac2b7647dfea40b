#include "passes/clauses/infer_domains.h"

#include "passes/analysis/dependencies.h"

#include <boost/dynamic_bitset.hpp>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using Constants = boost::dynamic_bitset<>;

constexpr std::uint32_t unused = ~std::uint32_t{0};

class DomainInference {
 public:
  explicit DomainInference(const ir::Module& module) : module_(module) {
    number_constants();
    seed();
    propagate();
  }

  /// Assigns domains to the columns of `module`, the analysed one.
  bool assign(ir::Module& module) {
    // next and init share their fluent's domains, so that bits are copied unchanged.
    for (const ir::Relation& relation : module.relations) {
      if (relation.kind != ir::RelationKind::state) continue;
      const auto id = static_cast<ir::RelationId>(&relation - module.relations.data());
      for (const ir::RelationId source : {relation.next, relation.init}) {
        if (source != ir::no_id) columns_[source] = columns_[id];
      }
    }
    const std::vector<ir::Domain> before = std::exchange(module.domains, {});
    bool any = false;
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      ir::Relation& relation = module.relations[id];
      for (std::size_t c = 0; c < relation.columns.size(); ++c) {
        const ir::DomainId found = domain(columns_[id][c], module, relation, c);
        any |= relation.columns[c] != found;
        relation.columns[c] = found;
      }
    }
    const auto is_same = [](const ir::Domain& a, const ir::Domain& b) {
      return a.name == b.name && a.values == b.values;
    };
    return any || !std::ranges::equal(before, module.domains, is_same);
  }

  [[nodiscard]] const std::vector<bool>& inhabited() const { return inhabited_; }

 private:
  void number(ir::Symbol symbol) {
    if (numbers_[symbol] != unused) return;
    numbers_[symbol] = static_cast<std::uint32_t>(symbols_.size());
    symbols_.push_back(symbol);
  }

  void number_constants() {
    numbers_.assign(module_.symbols->size(), unused);
    for (const ir::Symbol role : module_.roles) number(role);
    for (const ir::Relation& relation : module_.relations) {
      for (const ir::Symbol cell : relation.facts.cells) number(cell);
    }
    for (const ir::Rule& rule : module_.rules) {
      for (const ir::Argument& arg : rule.head_args) {
        if (arg.kind == ir::Argument::Kind::constant) number(arg.id);
      }
    }
  }

  void seed() {
    const std::size_t relations = module_.relations.size();
    columns_.resize(relations);
    inhabited_.resize(relations);
    flow_ = find_flow(module_);
    for (ir::RelationId id = 0; id < relations; ++id) {
      const ir::Relation& relation = module_.relations[id];
      columns_[id].assign(relation.columns.size(), Constants(symbols_.size()));
    }
    for (std::uint32_t r = 0; r < module_.rules.size(); ++r) queue(r);
    for (ir::RelationId id = 0; id < relations; ++id) {
      const ir::Facts& facts = module_.relations[id].facts;
      if (facts.rows == 0) continue;
      const std::size_t width = columns_[id].size();
      for (std::size_t c = 0; c < width; ++c) {
        for (std::size_t i = c; i < facts.cells.size(); i += width) {
          columns_[id][c].set(numbers_[facts.cells[i]]);
        }
      }
      inhabited_[id] = true;
      changed(id);
    }
  }

  void queue(std::uint32_t rule) {
    queued_.resize(module_.rules.size());
    if (queued_[rule]) return;
    queued_[rule] = true;
    work_.push_back(rule);
  }

  void changed(ir::RelationId id) {
    for (const std::uint32_t rule : flow_.readers[id]) queue(rule);
    for (const ir::RelationId target : flow_.feeds[id]) {
      bool grew = !inhabited_[target];
      inhabited_[target] = true;
      for (std::size_t c = 0; c < columns_[id].size(); ++c) {
        Constants values = columns_[id][c];
        if (module_.relations[target].kind == ir::RelationKind::input && c == 0) {
          keep_roles(values);
        }
        grew |= add(columns_[target][c], values);
      }
      if (grew) changed(target);
    }
  }

  void keep_roles(Constants& values) const {
    Constants roles(symbols_.size());
    for (const ir::Symbol role : module_.roles) roles.set(numbers_[role]);
    values &= roles;
  }

  static bool add(Constants& into, const Constants& values) {
    if (values.is_subset_of(into)) return false;
    into |= values;
    return true;
  }

  void propagate() {
    while (!work_.empty()) {
      const std::uint32_t rule = work_.front();
      work_.pop_front();
      queued_[rule] = false;
      apply(module_.rules[rule]);
    }
  }

  void apply(const ir::Rule& rule) {
    std::vector<Constants> variables(rule.variables.size());
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::positive) continue;
      if (!inhabited_[literal.relation]) return;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        const Constants& column = columns_[literal.relation][c];
        const ir::Argument& arg = literal.args[c];
        if (arg.kind == ir::Argument::Kind::constant) {
          const std::uint32_t number = numbers_[arg.id];
          if (number == unused || !column.test(number)) return;
        } else if (arg.kind == ir::Argument::Kind::variable) {
          Constants& values = variables[arg.id];
          if (values.empty()) {
            values = column;
          } else {
            values &= column;
          }
          if (values.none()) return;
        }
      }
    }
    bool grew = !inhabited_[rule.head];
    inhabited_[rule.head] = true;
    for (std::size_t c = 0; c < rule.head_args.size(); ++c) {
      const ir::Argument& arg = rule.head_args[c];
      Constants& column = columns_[rule.head][c];
      if (arg.kind == ir::Argument::Kind::constant) {
        grew |= !column.test_set(numbers_[arg.id]);
      } else {
        grew |= add(column, variables[arg.id]);
      }
    }
    if (grew) changed(rule.head);
  }

  ir::DomainId domain(const Constants& values, ir::Module& module, const ir::Relation& relation,
                      std::size_t column) const {
    std::vector<ir::Symbol> symbols;
    for (auto v = values.find_first(); v != Constants::npos; v = values.find_next(v)) {
      symbols.push_back(symbols_[v]);
    }
    return module.intern_domain(std::move(symbols),
                                ir::short_name(relation) + "." + std::to_string(column + 1));
  }

  const ir::Module& module_;
  std::vector<ir::Symbol> symbols_;
  std::vector<std::uint32_t> numbers_;           ///< per symbol: position in symbols_, or unused
  std::vector<std::vector<Constants>> columns_;  ///< per relation and column
  std::vector<bool> inhabited_;                  ///< per relation: may have a tuple
  Flow flow_;
  std::deque<std::uint32_t> work_;
  std::vector<bool> queued_;
};

}  // namespace

bool infer_domains(ir::Module& module, PassContext&) {
  return DomainInference(module).assign(module);
}

std::vector<bool> inhabited_relations(const ir::Module& module) {
  return DomainInference(module).inhabited();
}

}  // namespace tesuji::passes
