#include "backend/interpreter/evaluate_static.h"

#include "backend/interpreter/interpreter.h"
#include "runtime/host/game/stop.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tesuji::interpreter {
namespace {

/// Static relations with at most this many possible tuples are stored as bits.
constexpr std::uint64_t most_static_bits = 1U << 16;
/// The same limit for relations that are only tested and not recursive: no plan scans their bits.
constexpr std::uint64_t most_tested_bits = 1U << 22;

/// Returns the columns of an operation that are given when it begins.
ir::Index given_columns(const ir::Operation& op) {
  ir::Index given;
  for (std::uint32_t c = 0; c < op.args.size(); ++c) {
    const ir::Argument& arg = op.args[c];
    const bool bound_here =
        std::any_of(op.args.begin(), op.args.end(), [&](const ir::Argument& other) {
          return other.kind == ir::Argument::Kind::binder && other.id == arg.id;
        });
    if (arg.kind == ir::Argument::Kind::constant ||
        (arg.kind == ir::Argument::Kind::variable && !bound_here))
      given.push_back(c);
  }
  return given;
}

void declare_indexes(ir::Module& module, const std::vector<ir::Operation>& ops) {
  for (const ir::Operation& op : ops) {
    declare_indexes(module, op.body);
    if (op.relation == ir::no_id || op.kind == ir::Operation::Kind::insert) continue;
    ir::Relation& relation = module.relations[op.relation];
    if (relation.storage != ir::Storage::table) continue;
    ir::Index given = given_columns(op);
    auto& indexes = relation.indexes;
    if (!given.empty() && std::find(indexes.begin(), indexes.end(), given) == indexes.end())
      indexes.push_back(std::move(given));
  }
}

/// Marks relations that are scanned, not only tested with all columns given.
void mark_scanned(const std::vector<ir::Operation>& ops, std::vector<bool>& scanned) {
  for (const ir::Operation& op : ops) {
    mark_scanned(op.body, scanned);
    if (op.relation == ir::no_id || op.kind == ir::Operation::Kind::insert) continue;
    if (given_columns(op).size() < op.args.size()) scanned[op.relation] = true;
  }
}

/// Returns the relations of the static entry that may be stored as bits even above most_static_bits
/// tuples.
std::vector<bool> only_tested(const ir::Module& module) {
  std::vector<bool> scanned(module.relations.size(), false);
  std::vector<bool> plain(module.relations.size(), false);
  for (const std::uint32_t number : module.entries[0].strata) {
    const ir::Stratum& stratum = module.strata[number];
    for (const std::uint32_t plan : stratum.plans) mark_scanned(module.plans[plan].ops, scanned);
    for (const ir::RelationId id : stratum.relations) plain[id] = !stratum.recursive;
  }
  for (std::size_t id = 0; id < plain.size(); ++id) plain[id] = plain[id] && !scanned[id];
  return plain;
}

}  // namespace

CopyWithFacts::CopyWithFacts(ir::Module& module) : module_(module) {
  std::vector<ir::Facts> facts;
  for (ir::Relation& relation : module.relations)
    facts.push_back(std::exchange(relation.facts, {}));
  copy_ = std::make_shared<ir::Module>(module);
  for (std::size_t r = 0; r < facts.size(); ++r) copy_->relations[r].facts = std::move(facts[r]);
}

CopyWithFacts::~CopyWithFacts() {
  for (std::size_t r = 0; r < module_.relations.size(); ++r)
    module_.relations[r].facts = std::move(copy_->relations[r].facts);
}

std::vector<ir::RelationId> static_entry_relations(const ir::Module& module) {
  std::vector<ir::RelationId> computed;
  for (const std::uint32_t stratum : module.find_entry("static")->strata)
    for (const ir::RelationId relation : module.strata[stratum].relations)
      computed.push_back(relation);
  return computed;
}

void make_static_entry_runnable(ir::Module& copy, const std::vector<ir::RelationId>& computed,
                                const std::vector<ir::RelationId>& given) {
  copy.entries = std::vector<ir::Entry>{*copy.find_entry("static")};
  for (ir::Relation& relation : copy.relations) relation.storage = ir::Storage::rows;
  const std::vector<bool> tested = only_tested(copy);
  const auto store = [&](ir::RelationId id, ir::Storage storage) {
    ir::Relation& relation = copy.relations[id];
    relation.kind = ir::RelationKind::derived;
    relation.storage = storage;
    ir::Index all(relation.columns.size());
    std::iota(all.begin(), all.end(), 0U);
    relation.indexes = {std::move(all)};
  };
  for (const ir::RelationId id : computed) {
    const std::uint64_t most = tested[id] ? most_tested_bits : most_static_bits;
    store(id,
          copy.product_size(copy.relations[id]) <= most ? ir::Storage::bits : ir::Storage::table);
  }
  for (const ir::RelationId id : given) store(id, ir::Storage::table);
  for (const std::uint32_t stratum : copy.entries[0].strata)
    for (const std::uint32_t plan : copy.strata[stratum].plans)
      declare_indexes(copy, copy.plans[plan].ops);
  // Relations of a stratum that is not run count as computed: they keep their rows.
  if (!given.empty()) copy.strata.push_back({false, given, {}});
}

std::vector<runtime::TableShape> static_table_shapes(const ir::Module& module,
                                                     const ir::Layout& layout) {
  std::vector<runtime::TableShape> shapes(layout.tables);
  for (std::size_t r = 0; r < module.relations.size(); ++r) {
    if (layout.relations[r].table == ir::no_id) continue;
    runtime::TableShape& shape = shapes[layout.relations[r].table];
    shape.arity = static_cast<std::uint32_t>(module.relations[r].columns.size());
    shape.indexes = module.relations[r].indexes;
  }
  return shapes;
}

namespace {

/// Sorts numbers below `limit`: by radix sort, lowest digit first, if there are many.
void sort_keys(std::vector<std::uint64_t>& keys, std::uint64_t limit) {
  constexpr std::size_t few_keys = 4096;
  constexpr std::uint32_t digit_bits = 11;
  constexpr std::uint64_t digits = std::uint64_t{1} << digit_bits;
  if (keys.size() < few_keys) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  std::vector<std::uint64_t> sorted(keys.size());
  for (std::uint32_t shift = 0; shift < 64 && limit >> shift != 0; shift += digit_bits) {
    std::array<std::uint32_t, digits + 1> places{};
    for (const std::uint64_t key : keys) ++places[(key >> shift) % digits + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    for (const std::uint64_t key : keys) sorted[places[(key >> shift) % digits]++] = key;
    keys.swap(sorted);
  }
}

/// Returns the table's rows as numbers in mixed radix, ascending.
std::vector<std::uint64_t> sorted_keys(const tsj_table& table,
                                       const std::vector<std::uint64_t>& strides,
                                       std::uint64_t limit) {
  std::vector<std::uint64_t> keys(table.count, 0);
  const std::uint32_t* cell = table.rows;
  for (std::uint64_t& key : keys)
    for (const std::uint64_t stride : strides) key += *cell++ * stride;
  sort_keys(keys, limit);
  return keys;
}

/// Returns the tuples of a computed relation as sorted facts.
ir::Facts facts_of(const ir::Module& module, const ir::Layout& layout, ir::RelationId id,
                   const tsj_scratch& scratch) {
  const ir::Relation& relation = module.relations[id];
  const ir::RelationLayout& place = layout.relations[id];
  ir::Facts facts;
  std::vector<const ir::Symbol*> values;
  for (const ir::DomainId domain : relation.columns)
    values.push_back(module.domains[domain].values.data());
  const auto add = [&](const auto& position_of) {
    ++facts.rows;
    for (std::size_t c = 0; c < values.size(); ++c)
      facts.cells.push_back(values[c][position_of(c)]);
  };
  if (relation.storage == ir::Storage::bits) {
    const std::uint64_t* words =
        reinterpret_cast<const std::uint64_t*>(&scratch) + place.scratch_offset / 8;
    for (std::uint64_t w = 0; w < place.words; ++w) {
      for (std::uint64_t word = words[w]; word != 0; word &= word - 1) {
        const std::uint64_t bit = w * 64 + static_cast<std::uint64_t>(std::countr_zero(word));
        add([&](std::size_t c) {
          return bit / place.strides[c] % module.domains[relation.columns[c]].values.size();
        });
      }
    }
    return facts;
  }
  const tsj_table& table = scratch.tables[place.table];
  facts.cells.reserve(std::size_t{table.count} * table.arity);
  const std::uint64_t product = module.product_size(relation);
  if (product < std::uint64_t{1} << 63) {
    for (std::uint64_t key : sorted_keys(table, place.strides, product)) {
      add([&](std::size_t c) {
        const std::uint64_t position = key / place.strides[c];
        key -= position * place.strides[c];
        return position;
      });
    }
    return facts;
  }
  std::vector<const std::uint32_t*> rows(table.count);
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r] = table.rows + r * table.arity;
  std::sort(rows.begin(), rows.end(), [&](const std::uint32_t* a, const std::uint32_t* b) {
    return std::lexicographical_compare(a, a + table.arity, b, b + table.arity);
  });
  for (const std::uint32_t* row : rows) add([&](std::size_t c) { return row[c]; });
  return facts;
}

/// Reports that the limit was reached, with the number of rows of each relation; also stores it in
/// Relation::expected_rows.
void too_large(ir::Module& module, const std::vector<ir::RelationId>& computed,
               const std::vector<std::size_t>& rows, std::uint64_t max_rows,
               ir::Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < computed.size(); ++i) {
    module.relations[computed[i]].expected_rows = static_cast<double>(rows[i]);
  }
  const auto largest = std::max_element(rows.begin(), rows.end()) - rows.begin();
  const ir::Relation& relation = module.relations[computed[static_cast<std::size_t>(largest)]];
  ir::Diagnostic& error = diagnostics.error(relation.span, "limit",
                                            "static relation `" + ir::written_name(relation) +
                                                "` increases the static facts to more than " +
                                                std::to_string(max_rows) + " rows, or " +
                                                std::to_string(most_static_bytes >> 20U) + " MiB");
  error.notes.push_back({{},
                         "bind its arguments by a fluent or move where it is used: then only the "
                         "requested rows are computed"});
}

/// Computes the relations into `found`, in the same order. Returns false, with a diagnostic, if a
/// limit was reached.
bool evaluate(ir::Module& module, const std::vector<ir::RelationId>& computed,
              std::vector<ir::Facts>& found, ir::Diagnostics& diagnostics, std::uint64_t max_rows,
              std::uint64_t* steps_left) {
  const CopyWithFacts lent(module);
  const std::shared_ptr<ir::Module>& copy = lent.get();
  make_static_entry_runnable(*copy, computed);
  ir::Layout layout;
  try {
    layout = ir::lay_out(*copy);
  } catch (const std::length_error& error) {
    diagnostics.error({}, "limit", error.what());
    return false;
  }
  const Program program(copy, layout);
  const auto row_limit =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(max_rows, runtime::default_row_limit));
  runtime::ScratchBlock scratch(static_table_shapes(*copy, layout), layout.scratch_size, row_limit,
                                most_static_bytes);
  scratch.get()->stop = runtime::requested_stop_word();
  std::uint64_t unlimited = ~std::uint64_t{0};
  const std::int32_t status =
      program.run_static(scratch.get(), steps_left == nullptr ? unlimited : *steps_left);
  if (status == TSJ_STOPPED) {
    diagnostics.error({}, "limit", "static relations take too many steps");
    return false;
  }
  if (status != TSJ_OK) {
    const tsj_table* tables = scratch.get()->tables;
    std::vector<std::size_t> rows;
    for (const ir::RelationId id : computed) {
      const std::uint32_t table = layout.relations[id].table;
      rows.push_back(table == ir::no_id ? 0 : tables[table].count);
    }
    too_large(module, computed, rows, row_limit, diagnostics);
    return false;
  }
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    found[i] = facts_of(*copy, layout, computed[i], *scratch.get());
    total += found[i].rows;
    if (total > max_rows) {
      std::vector<std::size_t> rows;
      for (const ir::Facts& facts : found) rows.push_back(facts.rows);
      too_large(module, computed, rows, max_rows, diagnostics);
      return false;
    }
  }
  return true;
}

}  // namespace

bool evaluate_static(ir::Module& module, ir::Diagnostics& diagnostics, std::uint64_t max_rows,
                     std::uint64_t* steps_left) {
  if (module.find_entry("static") == nullptr) return true;
  const std::vector<ir::RelationId> computed = static_entry_relations(module);

  // Stores the facts in the module only after the copy has given its facts back.
  std::vector<ir::Facts> found(computed.size());
  if (!evaluate(module, computed, found, diagnostics, max_rows, steps_left)) return false;
  for (std::size_t i = 0; i < computed.size(); ++i)
    module.relations[computed[i]].facts = std::move(found[i]);
  return true;
}

// Folds the static entry of a module at level plans: of one written by hand, or from a pipeline
// without fold-static.

namespace {

/// Drops strata with their plans, and renumbers the others.
void drop_strata(ir::Module& module, const std::vector<std::uint32_t>& dropped) {
  std::vector<std::uint32_t> stratum_number(module.strata.size(), 0);
  for (const std::uint32_t stratum : dropped) stratum_number[stratum] = ir::no_id;
  std::vector<std::uint32_t> plan_number(module.plans.size(), ir::no_id);
  std::vector<ir::Stratum> strata;
  std::vector<ir::Plan> plans;
  for (std::size_t s = 0; s < module.strata.size(); ++s) {
    if (stratum_number[s] == ir::no_id) continue;
    stratum_number[s] = static_cast<std::uint32_t>(strata.size());
    ir::Stratum& kept = strata.emplace_back(std::move(module.strata[s]));
    for (std::uint32_t& plan : kept.plans) {
      if (plan_number[plan] == ir::no_id) {
        plan_number[plan] = static_cast<std::uint32_t>(plans.size());
        plans.push_back(std::move(module.plans[plan]));
      }
      plan = plan_number[plan];
    }
  }
  module.strata = std::move(strata);
  module.plans = std::move(plans);
  for (ir::Entry& entry : module.entries)
    for (std::uint32_t& stratum : entry.strata) stratum = stratum_number[stratum];
}

}  // namespace

bool fold_static_entry(ir::Module& module, ir::Diagnostics& diagnostics) {
  const ir::Entry* entry = module.find_entry("static");
  if (entry == nullptr || entry->strata.empty()) return true;
  if (!evaluate_static(module, diagnostics)) return false;
  const std::vector<std::uint32_t> done = entry->strata;
  std::vector<bool> folded(module.relations.size(), false);
  for (const std::uint32_t stratum : done) {
    for (const ir::RelationId id : module.strata[stratum].relations) {
      module.relations[id].kind = ir::RelationKind::fixed;
      module.relations[id].storage = ir::Storage::rows;
      folded[id] = true;
    }
  }
  std::erase_if(module.entries, [](const ir::Entry& each) { return each.name == "static"; });
  std::erase_if(module.rules, [&](const ir::Rule& rule) { return folded[rule.head]; });
  drop_strata(module, done);
  return true;
}

}  // namespace tesuji::interpreter
