#include "passes/plans/choose_storage.h"

#include "passes/analysis/dependencies.h"

#include <numeric>

namespace tesuji::passes {
namespace {

ir::Storage storage_of(const ir::Module& module, const ir::Relation& relation) {
  const std::uint64_t size = module.product_size(relation);
  switch (relation.kind) {
    case ir::RelationKind::fixed:
      return ir::Storage::rows;
    case ir::RelationKind::input:
      return ir::Storage::list;
    case ir::RelationKind::state:
      return size <= max_fluent_bits ? ir::Storage::bits : ir::Storage::table;
    case ir::RelationKind::memory:
      return ir::Storage::unset;
    case ir::RelationKind::derived:
      break;
  }
  const std::uint64_t limit =
      relation.answer == ir::Answer::none ? max_derived_bits : max_answer_bits;
  return size <= limit ? ir::Storage::bits : ir::Storage::table;
}

}  // namespace

bool choose_storage(ir::Module& module, PassContext&) {
  for (ir::Relation& relation : module.relations) {
    if (relation.storage == ir::Storage::call) continue;
    relation.storage = storage_of(module, relation);
    relation.indexes.clear();
    if (relation.storage == ir::Storage::table) {
      ir::Index all(relation.columns.size());
      std::iota(all.begin(), all.end(), 0U);
      relation.indexes.push_back(std::move(all));
    }
  }
  return true;
}

}  // namespace tesuji::passes
