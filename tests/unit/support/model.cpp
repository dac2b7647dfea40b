#include "tests/unit/support/model.h"

#include <algorithm>
#include <functional>

namespace tesuji::tests {
namespace {

using Tuple = std::vector<ir::Symbol>;
using Binding = std::vector<ir::Symbol>;  // by VariableId, no_symbol where not bound

bool agree(const std::vector<ir::Argument>& args, const Tuple& tuple, Binding& binding) {
  for (std::size_t c = 0; c < args.size(); ++c) {
    switch (args[c].kind) {
      case ir::Argument::Kind::ignore:
        break;
      case ir::Argument::Kind::constant:
        if (args[c].id != tuple[c]) return false;
        break;
      case ir::Argument::Kind::variable:
      case ir::Argument::Kind::binder:
        if (binding[args[c].id] == ir::no_symbol) {
          binding[args[c].id] = tuple[c];
        } else if (binding[args[c].id] != tuple[c]) {
          return false;
        }
        break;
    }
  }
  return true;
}

Tuple values_of(const std::vector<ir::Argument>& args, const Binding& binding) {
  Tuple values;
  for (const ir::Argument& arg : args)
    values.push_back(arg.kind == ir::Argument::Kind::constant ? arg.id : binding[arg.id]);
  return values;
}

class Evaluator {
 public:
  Evaluator(const ir::Module& module, Model& model, ModelTrials& trials)
      : module_(module), model_(model), trials_(trials) {}

  void run(const ir::Plan& plan) {
    satisfy(plan.ops, 0, Binding(plan.variables.size(), ir::no_symbol),
            [](const Binding&) { return false; });
  }

 private:
  using Found = std::function<bool(const Binding&)>;

  /// Calls found for every binding that satisfies ops[at..], until it returns true.
  bool satisfy(const std::vector<ir::Operation>& ops, std::size_t at, const Binding& binding,
               const Found& found) {
    if (at == ops.size()) return found(binding);
    const ir::Operation& op = ops[at];
    ++trials_[&op];
    const auto go_on = [&](const Binding& extended) {
      return satisfy(ops, at + 1, extended, found);
    };
    using Kind = ir::Operation::Kind;
    switch (op.kind) {
      case Kind::scan:
      case Kind::probe: {
        const Tuples tuples = model_[op.relation];  // a copy: what follows may insert
        for (const Tuple& tuple : tuples) {
          Binding extended = binding;
          if (agree(op.args, tuple, extended) && go_on(extended)) return true;
        }
        return false;
      }
      case Kind::test:
      case Kind::absent: {
        const Tuples& tuples = model_[op.relation];
        const bool holds = std::any_of(tuples.begin(), tuples.end(), [&](const Tuple& tuple) {
          Binding unchanged = binding;
          return agree(op.args, tuple, unchanged);
        });
        return holds == (op.kind == Kind::test) && go_on(binding);
      }
      case Kind::different:
      case Kind::same: {
        const bool equal = values_of(op.args, binding) == values_of(op.right, binding);
        return equal == (op.kind == Kind::same) && go_on(binding);
      }
      case Kind::exists:
        return satisfy(op.body, 0, binding, [](const Binding&) { return true; }) && go_on(binding);
      case Kind::unless_derived:
        return go_on(binding);  // skips what adds nothing
      case Kind::insert: {
        const Tuple tuple = values_of(op.args, binding);
        const ir::Relation& relation = module_.relations[op.relation];
        for (std::size_t c = 0; c < tuple.size(); ++c)
          if (module_.domains[relation.columns[c]].position(tuple[c]) < 0) return false;
        model_[op.relation].insert(tuple);
        return false;
      }
      case Kind::given:  // calls are not evaluated here
      case Kind::compare:
      case Kind::compute:
      case Kind::unless:
      case Kind::remove:
        break;  // of agendas only
    }
    return false;
  }

  const ir::Module& module_;
  Model& model_;
  ModelTrials& trials_;
};

std::vector<std::uint32_t> encode(const ir::Module& module, const ir::Relation& relation,
                                  const Tuple& tuple) {
  std::vector<std::uint32_t> row;
  for (std::size_t c = 0; c < tuple.size(); ++c)
    row.push_back(
        static_cast<std::uint32_t>(module.domains[relation.columns[c]].position(tuple[c])));
  return row;
}

Tuple decode(const ir::Module& module, const ir::Relation& relation,
             const std::vector<std::uint32_t>& row) {
  Tuple tuple;
  for (std::size_t c = 0; c < relation.columns.size(); ++c)
    tuple.push_back(module.domains[relation.columns[c]].values.at(row[c]));
  return tuple;
}

Tuples decode_bits(const ir::Module& module, const ir::Relation& relation,
                   const ir::RelationLayout& place, const std::uint64_t* words) {
  Tuples tuples;
  for (std::uint64_t bit = 0; bit < place.bits; ++bit) {
    if ((words[bit / 64] >> (bit % 64) & 1) == 0) continue;
    std::vector<std::uint32_t> row;
    std::uint64_t rest = bit;
    for (const std::uint64_t stride : place.strides) {
      row.push_back(static_cast<std::uint32_t>(rest / stride));
      rest %= stride;
    }
    tuples.insert(decode(module, relation, row));
  }
  return tuples;
}

Tuples decode_table(const ir::Module& module, const ir::Relation& relation,
                    const tsj_table& table) {
  Tuples tuples;
  for (std::size_t r = 0; r < table.count; ++r) {
    const std::uint32_t* row = table.rows + r * table.arity;
    tuples.insert(decode(module, relation, {row, row + table.arity}));
  }
  return tuples;
}

}  // namespace

Model facts_model(const ir::Module& module) {
  Model model(module.relations.size());
  for (std::size_t r = 0; r < module.relations.size(); ++r) {
    const ir::Relation& relation = module.relations[r];
    const std::size_t arity = relation.columns.size();
    for (std::size_t row = 0; row < relation.facts.rows; ++row) {
      const auto begin = relation.facts.cells.begin() + static_cast<std::ptrdiff_t>(row * arity);
      model[r].insert(Tuple(begin, begin + static_cast<std::ptrdiff_t>(arity)));
    }
  }
  return model;
}

void evaluate_naively(const ir::Module& module, const ir::Entry& entry, Model& model) {
  ModelTrials trials;
  evaluate_naively(module, entry, model, trials);
}

void evaluate_naively(const ir::Module& module, const ir::Entry& entry, Model& model,
                      ModelTrials& trials) {
  Evaluator evaluator(module, model, trials);
  for (const std::uint32_t number : entry.strata) {
    const ir::Stratum& stratum = module.strata[number];
    for (const ir::RelationId relation : stratum.relations) model[relation].clear();
    Model before;
    do {
      before = model;
      for (const std::uint32_t plan : stratum.plans) evaluator.run(module.plans[plan]);
    } while (stratum.recursive && before != model);
  }
}

std::vector<runtime::TableShape> table_shapes(const ir::Module& module, const ir::Layout& layout) {
  std::vector<runtime::TableShape> shapes(layout.tables);
  for (std::size_t r = 0; r < module.relations.size(); ++r) {
    const std::uint32_t table = layout.relations[r].table;
    if (table == ir::no_id) continue;
    shapes[table].arity = static_cast<std::uint32_t>(module.relations[r].columns.size());
    shapes[table].indexes = module.relations[r].indexes;
  }
  return shapes;
}

std::int32_t run_entry(const ir::Module& module, const ir::Layout& layout, const ir::Entry& entry,
                       tsj_entry function, const void* self, runtime::ScratchBlock& scratch,
                       Model& model) {
  std::vector<std::uint64_t> state(layout.state_size / 8 + 1);
  std::vector<std::uint64_t> out(layout.state_size / 8 + 1, ~std::uint64_t{0});
  tsj_scratch* head = scratch.get();
  for (std::size_t r = 0; r < module.relations.size(); ++r) {
    const ir::Relation& relation = module.relations[r];
    const ir::RelationLayout& place = layout.relations[r];
    if (relation.kind != ir::RelationKind::state && relation.kind != ir::RelationKind::input)
      continue;
    if (place.table != ir::no_id) tsj_table_clear(&head->tables[place.table]);
    for (const Tuple& tuple : model[r]) {
      const std::vector<std::uint32_t> row = encode(module, relation, tuple);
      if (place.table != ir::no_id) {
        tsj_table_insert(&head->tables[place.table], row.data());
      } else {
        const std::uint64_t bit = ir::pack(place, row);
        state[place.state_offset / 8 + bit / 64] |= std::uint64_t{1} << (bit % 64);
      }
    }
  }
  const std::int32_t status = function(self, head, state.data(), out.data());
  for (const std::uint32_t stratum : entry.strata) {
    for (const ir::RelationId id : module.strata[stratum].relations) {
      const ir::Relation& relation = module.relations[id];
      const ir::RelationLayout& place = layout.relations[id];
      if (relation.storage == ir::Storage::call) continue;
      if (place.table != ir::no_id) {
        model[id] = decode_table(module, relation, head->tables[place.table]);
      } else if (place.scratch_offset != ir::no_id) {
        const auto* words = reinterpret_cast<const std::uint64_t*>(head) + place.scratch_offset / 8;
        model[id] = decode_bits(module, relation, place, words);
      } else {
        model[id] = decode_bits(module, relation, place, out.data() + place.state_offset / 8);
      }
    }
  }
  return status;
}

}  // namespace tesuji::tests
