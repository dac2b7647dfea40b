#include "tests/unit/support/random_module.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace tesuji::tests {
namespace {

using ir::Argument;
using ir::Operation;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  /// A tuple that the relation may hold: none of its domains is empty.
  std::vector<ir::Symbol> tuple(const ir::Module& module, const ir::Relation& relation) {
    std::vector<ir::Symbol> values;
    for (const ir::DomainId column : relation.columns)
      values.push_back(pick(module.domains[column].values));
    return values;
  }

 private:
  std::mt19937_64 engine_;
};

bool may_hold_tuples(const ir::Module& module, const ir::Relation& relation) {
  return std::none_of(relation.columns.begin(), relation.columns.end(),
                      [&](ir::DomainId column) { return module.domains[column].values.empty(); });
}

class Generator {
 public:
  Generator(std::uint64_t seed, StorageMix mix) : dice_(seed), storage_dice_(seed), mix_(mix) {}

  ir::Module make() {
    module_.level = ir::Level::plans;
    make_domains();
    for (int i = 0; i < 3; ++i) make_fixed("fixed" + std::to_string(i), columns());
    make_fixed("narrow", {singleton_, wide_});
    for (int i = 0; i < 2; ++i) make_state("s" + std::to_string(i), columns());
    make_state("wide", {wide_, wide_});
    const ir::RelationId does = add("does", ir::RelationKind::input, ir::Storage::list, columns());
    readable_.push_back(does);
    module_.entries.push_back({"next", {}});
    const std::size_t strata = 2 + dice_.below(3);
    for (std::size_t s = 0; s < strata; ++s) make_stratum(s);
    make_next_stratum();
    return std::move(module_);
  }

 private:
  void make_domains() {
    std::vector<ir::Symbol> symbols;
    for (int i = 0; i < 24; ++i)
      symbols.push_back(
          module_.symbols->intern(i % 3 == 0 ? std::to_string(i) : "c" + std::to_string(i)));
    wide_ = add_domain(some_of(symbols, 90));
    singleton_ = add_domain({dice_.pick(symbols)});
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count)
      add_domain(some_of(symbols, 20));
    // A window onto the symbols: an end of it is mostly outside the others.
    const auto begin = symbols.begin() + static_cast<std::ptrdiff_t>(dice_.below(16));
    add_domain({begin, begin + 8});
    if (dice_.chance(20)) add_domain({});
    symbols_ = std::move(symbols);
  }

  /// At least one of them.
  std::vector<ir::Symbol> some_of(const std::vector<ir::Symbol>& symbols, unsigned percent) {
    std::vector<ir::Symbol> chosen;
    for (const ir::Symbol symbol : symbols)
      if (dice_.chance(percent)) chosen.push_back(symbol);
    if (chosen.empty()) chosen.push_back(symbols[0]);
    return chosen;
  }

  ir::DomainId add_domain(std::vector<ir::Symbol> values) {
    domains_.push_back(
        module_.intern_domain(std::move(values), "d" + std::to_string(domains_.size())));
    return domains_.back();
  }

  std::vector<ir::DomainId> columns() {
    std::vector<ir::DomainId> result;
    const std::size_t arity = dice_.below(10) == 0 ? 0 : 1 + dice_.below(3);
    for (std::size_t c = 0; c < arity; ++c) result.push_back(dice_.pick(domains_));
    return result;
  }

  ir::RelationId add(std::string name, ir::RelationKind kind, ir::Storage storage,
                     std::vector<ir::DomainId> columns) {
    ir::Relation relation;
    relation.name = std::move(name);
    relation.kind = kind;
    relation.storage = storage;
    relation.columns = std::move(columns);
    if (storage == ir::Storage::table) {
      ir::Index all(relation.columns.size());
      std::iota(all.begin(), all.end(), 0U);
      relation.indexes.push_back(std::move(all));
    }
    module_.relations.push_back(std::move(relation));
    return static_cast<ir::RelationId>(module_.relations.size() - 1);
  }

  ir::Storage storage() {
    if (mix_ == StorageMix::bits) return ir::Storage::bits;
    if (mix_ == StorageMix::tables) return ir::Storage::table;
    return storage_dice_.chance(50) ? ir::Storage::bits : ir::Storage::table;
  }

  void make_fixed(std::string name, std::vector<ir::DomainId> shape) {
    const ir::RelationId id =
        add(std::move(name), ir::RelationKind::fixed, ir::Storage::rows, std::move(shape));
    ir::Relation& relation = module_.relations[id];
    if (relation.columns.empty()) {
      relation.facts.rows = dice_.below(2);
    } else if (may_hold_tuples(module_, relation)) {
      Tuples tuples;
      for (std::size_t i = dice_.below(60); i > 0; --i)
        tuples.insert(dice_.tuple(module_, relation));
      relation.facts.rows = tuples.size();
      for (const auto& tuple : tuples)
        relation.facts.cells.insert(relation.facts.cells.end(), tuple.begin(), tuple.end());
    }
    readable_.push_back(id);
    fixed_.push_back(id);
  }

  void make_state(const std::string& name, const std::vector<ir::DomainId>& shape) {
    const ir::Storage where = storage();
    const ir::RelationId state = add("true." + name, ir::RelationKind::state, where, shape);
    const ir::RelationId next = add("next." + name, ir::RelationKind::derived, where, shape);
    module_.relations[state].next = next;
    module_.relations[next].answer = ir::Answer::next;
    readable_.push_back(state);
    states_.push_back(state);
    nexts_.push_back(next);
  }

  void make_stratum(std::size_t number) {
    ir::Stratum stratum;
    stratum.recursive = dice_.chance(50);
    const std::size_t count = 1 + dice_.below(2);
    for (std::size_t i = 0; i < count; ++i) {
      stratum.relations.push_back(add("r" + std::to_string(number) + "." + std::to_string(i),
                                      ir::RelationKind::derived, storage(), columns()));
    }
    finish(std::move(stratum));
  }

  void make_next_stratum() {
    ir::Stratum stratum;
    stratum.relations = nexts_;
    finish(std::move(stratum));
  }

  void finish(ir::Stratum stratum) {
    for (const ir::RelationId head : stratum.relations) {
      const std::size_t rules = 2 + dice_.below(3);
      for (std::size_t r = 0; r < rules; ++r) make_rule(stratum, head, r);
    }
    readable_.insert(readable_.end(), stratum.relations.begin(), stratum.relations.end());
    module_.entries[0].strata.push_back(static_cast<std::uint32_t>(module_.strata.size()));
    module_.strata.push_back(std::move(stratum));
  }

  void make_rule(ir::Stratum& stratum, ir::RelationId head, std::size_t number) {
    ir::Plan plan;
    plan.rule = module_.relations[head].name + "#" + std::to_string(number + 1);
    bound_.clear();
    if (dice_.chance(30)) {
      filter_whole_relation(plan);
    } else {
      const std::size_t length = 1 + dice_.below(3);
      for (std::size_t i = 0; i < length; ++i) plan.ops.push_back(operation(plan, stratum));
    }
    Operation insert;
    insert.kind = Operation::Kind::insert;
    insert.relation = head;
    for (const ir::DomainId column : module_.relations[head].columns) {
      insert.args.push_back(bound_.empty() || dice_.chance(15)
                                ? constant_of(column)
                                : Argument::variable(dice_.pick(bound_)));
    }
    if (dice_.chance(30)) add_check(plan, insert);
    plan.ops.push_back(std::move(insert));
    add_plans(stratum, plan);
  }

  /// An absent-check somewhere behind what binds the variables of the insert.
  void add_check(ir::Plan& plan, const Operation& insert) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < plan.ops.size(); ++i) {
      for (const Argument& argument : plan.ops[i].args) {
        const bool needed = argument.kind == Argument::Kind::binder &&
                            std::find(insert.args.begin(), insert.args.end(),
                                      Argument::variable(argument.id)) != insert.args.end();
        if (needed) first = i + 1;
      }
    }
    Operation check;
    check.kind = Operation::Kind::unless_derived;
    const std::size_t place = first + dice_.below(plan.ops.size() - first + 1);
    plan.ops.insert(plan.ops.begin() + static_cast<std::ptrdiff_t>(place), std::move(check));
  }

  /// Something bound, then all of a state relation or a row of it, then comparisons
  /// and what its tuples and other relations have in common or not: filters that may
  /// be done on words.
  void filter_whole_relation(ir::Plan& plan) {
    plan.ops.push_back(scan(plan, nullptr));
    Operation whole;
    whole.kind = Operation::Kind::scan;
    whole.relation = dice_.chance(60) ? states_.back() : dice_.pick(states_);
    for (const ir::DomainId column : module_.relations[whole.relation].columns) {
      const bool row = whole.args.empty() && dice_.chance(40);
      whole.args.push_back(row ? constant_of(column)
                               : (dice_.chance(90) ? bind(plan) : Argument::ignored()));
    }
    plan.ops.push_back(std::move(whole));
    if (bound_.empty()) return;
    for (std::size_t count = 1 + dice_.below(2); count > 0; --count) plan.ops.push_back(filter());
  }

  Operation filter() {
    const std::size_t kind = dice_.below(10);
    if (kind < 3) return test({fixed_.back()});
    if (kind < 5) return test(fixed_);
    if (kind < 7) return test({states_.back()});
    return kind < 8 ? test(readable_) : comparison();
  }

  Argument bind(ir::Plan& plan) {
    const auto variable = static_cast<ir::VariableId>(plan.variables.size());
    plan.variables.push_back("V" + std::to_string(variable));
    bound_.push_back(variable);
    return Argument::binder(variable);
  }

  /// The rule's plan, and a delta plan for each scan of its own stratum.
  void add_plans(ir::Stratum& stratum, const ir::Plan& plan) {
    std::uint32_t recursive = 0;
    for (std::size_t i = 0; i < plan.ops.size(); ++i) {
      const Operation& op = plan.ops[i];
      if (op.kind != Operation::Kind::scan && op.kind != Operation::Kind::probe) continue;
      if (!belongs(stratum, op.relation)) continue;
      ir::Plan delta = plan;
      delta.delta_of = recursive++;
      delta.ops[i].kind = Operation::Kind::scan;
      delta.ops[i].index = ir::no_id;
      delta.ops[i].delta = true;
      add_plan(stratum, std::move(delta));
    }
    if (recursive == 0 || dice_.chance(50)) add_plan(stratum, plan);
  }

  void add_plan(ir::Stratum& stratum, ir::Plan plan) {
    stratum.plans.push_back(static_cast<std::uint32_t>(module_.plans.size()));
    module_.plans.push_back(std::move(plan));
  }

  static bool belongs(const ir::Stratum& stratum, ir::RelationId relation) {
    return std::find(stratum.relations.begin(), stratum.relations.end(), relation) !=
           stratum.relations.end();
  }

  Operation operation(ir::Plan& plan, const ir::Stratum& stratum) {
    const std::size_t kind = dice_.below(10);
    if (kind < 6 || bound_.empty()) return scan(plan, &stratum);
    if (kind < 8) return test(readable_);
    if (kind < 9) return comparison();
    Operation exists;
    exists.kind = Operation::Kind::exists;
    const std::vector<ir::VariableId> outside = bound_;
    const std::size_t length = 1 + dice_.below(2);
    for (std::size_t i = 0; i < length; ++i) exists.body.push_back(scan(plan, nullptr));
    if (!bound_.empty() && dice_.chance(50)) exists.body.push_back(test(readable_));
    bound_ = outside;
    return exists;
  }

  /// `stratum`: the recursive stratum whose relations may be read too, or none.
  Operation scan(ir::Plan& plan, const ir::Stratum* stratum) {
    Operation op;
    op.kind = Operation::Kind::scan;
    op.relation = stratum != nullptr && stratum->recursive && dice_.chance(40)
                      ? dice_.pick(stratum->relations)
                      : dice_.pick(readable_);
    ir::Index given;
    const std::vector<ir::VariableId> before = bound_;
    const std::vector<ir::DomainId> shape = module_.relations[op.relation].columns;
    for (std::uint32_t c = 0; c < shape.size(); ++c) {
      const std::size_t kind = dice_.below(10);
      if (kind < 3 && !before.empty()) {
        op.args.push_back(Argument::variable(dice_.pick(before)));
        given.push_back(c);
      } else if (kind == 3) {
        op.args.push_back(constant(shape[c]));
        given.push_back(c);
      } else if (kind == 4) {
        op.args.push_back(Argument::ignored());
      } else if (kind == 5 && bound_.size() > before.size()) {
        op.args.push_back(Argument::variable(bound_.back()));  // equal to a column before it
      } else {
        op.args.push_back(bind(plan));
      }
    }
    const ir::Storage where = module_.relations[op.relation].storage;
    // Drawn whatever the storage is, so that the rules are the same for every mix.
    if (dice_.chance(60) && !given.empty() &&
        (where == ir::Storage::table || where == ir::Storage::rows)) {
      op.kind = Operation::Kind::probe;
      op.index = declare(op.relation, given);
    }
    return op;
  }

  std::uint32_t declare(ir::RelationId relation, const ir::Index& index) {
    auto& indexes = module_.relations[relation].indexes;
    const auto found = std::find(indexes.begin(), indexes.end(), index);
    const auto position = static_cast<std::uint32_t>(found - indexes.begin());
    if (found == indexes.end()) indexes.push_back(index);
    return position;
  }

  /// Mostly of the domain, sometimes of another.
  Argument constant(ir::DomainId domain) {
    return dice_.chance(85) ? constant_of(domain) : Argument::constant(dice_.pick(symbols_));
  }

  /// Any where the domain is empty.
  Argument constant_of(ir::DomainId domain) {
    const std::vector<ir::Symbol>& values = module_.domains[domain].values;
    return Argument::constant(dice_.pick(values.empty() ? symbols_ : values));
  }

  Argument bound_or_constant() {
    return dice_.chance(75) ? Argument::variable(dice_.pick(bound_))
                            : Argument::constant(dice_.pick(symbols_));
  }

  Operation test(const std::vector<ir::RelationId>& relations) {
    Operation op;
    op.kind = dice_.chance(30) ? Operation::Kind::test : Operation::Kind::absent;
    op.relation = dice_.pick(relations);
    for (std::size_t c = 0; c < module_.relations[op.relation].columns.size(); ++c)
      op.args.push_back(dice_.chance(30) ? Argument::ignored() : bound_or_constant());
    return op;
  }

  Operation comparison() {
    Operation op;
    op.kind = dice_.chance(70) ? Operation::Kind::different : Operation::Kind::same;
    for (std::size_t i = 1 + dice_.below(2); i > 0; --i) {
      op.args.push_back(bound_or_constant());
      op.right.push_back(bound_or_constant());
    }
    return op;
  }

  Dice dice_;
  Dice storage_dice_;
  StorageMix mix_;
  ir::Module module_;
  std::vector<ir::Symbol> symbols_;
  std::vector<ir::DomainId> domains_;
  ir::DomainId wide_ = ir::no_id;       ///< two columns of it: more than a word of bits
  ir::DomainId singleton_ = ir::no_id;  ///< of one value
  std::vector<ir::RelationId> readable_;
  std::vector<ir::RelationId> fixed_;   ///< of the readable ones; last: one column a singleton
  std::vector<ir::RelationId> states_;  ///< of the readable ones; last: more than 64 tuples
  std::vector<ir::RelationId> nexts_;
  std::vector<ir::VariableId> bound_;
};

}  // namespace

ir::Module random_module(std::uint64_t seed, StorageMix mix) {
  return Generator(seed, mix).make();
}

Model random_situation(const ir::Module& module, std::uint64_t seed) {
  Model model = facts_model(module);
  Dice dice(seed);
  for (std::size_t r = 0; r < module.relations.size(); ++r) {
    const ir::Relation& relation = module.relations[r];
    const bool input = relation.kind == ir::RelationKind::input;
    if (!input && relation.kind != ir::RelationKind::state) continue;
    if (!may_hold_tuples(module, relation)) continue;
    for (std::size_t i = dice.below(input ? 4 : 60); i > 0; --i)
      model[r].insert(dice.tuple(module, relation));
  }
  return model;
}

}  // namespace tesuji::tests
