#include "backend/interpreter/static_copy.h"

#include <algorithm>
#include <numeric>
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
    store(id, copy.product_size(copy.relations[id]) <= most ? ir::Storage::bits
                                                            : ir::Storage::table);
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

}  // namespace tesuji::interpreter
