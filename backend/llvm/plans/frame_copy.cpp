#include "backend/llvm/plans/frame_copy.h"

#include "backend/llvm/emit/bits_access.h"
#include "backend/llvm/emit/domain_translation.h"

#include <algorithm>
#include <set>

namespace tesuji::llvm_backend {
namespace {

using ir::Argument;
using ir::Operation;

/// Removing the tuples of one exception costs as much as visiting this many tuples of a frame.
constexpr double tuples_per_exception = 2;

bool binds_all_columns(const Operation& scan) {
  std::set<std::uint32_t> seen;
  return std::all_of(scan.args.begin(), scan.args.end(), [&](const Argument& argument) {
    return argument.kind == Argument::Kind::binder && seen.insert(argument.id).second;
  });
}

bool inserts_the_same(const ir::Module& source, const Operation& scan, const Operation& insert) {
  if (source.relations[insert.relation].columns != source.relations[scan.relation].columns) {
    return false;
  }
  for (std::size_t i = 0; i < scan.args.size(); ++i) {
    const Argument& argument = insert.args[i];
    if (argument.kind == Argument::Kind::constant || argument.id != scan.args[i].id) return false;
  }
  return true;
}

/// Returns the column of the scan that binds the argument's variable; no_id for a constant.
std::uint32_t column_of(const Operation& scan, const Argument& argument) {
  if (argument.kind == Argument::Kind::constant || argument.kind == Argument::Kind::ignore) {
    return ir::no_id;
  }
  const auto binds = [&](const Argument& binder) { return binder.id == argument.id; };
  return static_cast<std::uint32_t>(std::find_if(scan.args.begin(), scan.args.end(), binds) -
                                    scan.args.begin());
}

/// Whether the operation tests the absence of tuples that can be scanned, with each variable in one
/// column.
bool is_exception(const ModuleContext& module, const Operation& scan, const Operation& operation) {
  if (operation.kind != Operation::Kind::absent || module.is_static(operation.relation) ||
      module.source.relations[operation.relation].storage == ir::Storage::call ||
      is_impossible(module, operation.relation)) {
    return false;
  }
  const std::vector<ir::DomainId>& columns = module.source.relations[operation.relation].columns;
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < operation.args.size(); ++i) {
    const Argument& argument = operation.args[i];
    if (argument.kind == Argument::Kind::constant &&
        module.source.domains[columns[i]].position(argument.id) < 0) {
      return false;
    }
    const std::uint32_t column = column_of(scan, argument);
    if (column != ir::no_id && !seen.insert(column).second) return false;
  }
  return !seen.empty();
}

void emit_words(Emitter& emit, const FrameCopy& frame) {
  const BitsArea from = area_of(emit, frame.copied->relation, BitsArea::Part::all);
  const BitsArea to = area_of(emit, frame.head, BitsArea::Part::all);
  llvm::BasicBlock* copied = emit.block("copied");
  llvm::BasicBlock* fail = copied;
  llvm::Value* index = emit.counted_loop(emit.number64(0), emit.number64(from.count), fail, "word");
  emit.store(load_word(emit, from, index), word_address(emit, to, index), to.alias_class);
  emit.build.CreateBr(fail);
  emit.continue_in(copied);
}

void emit_exception(Emitter& emit, const FrameCopy& frame, const Operation& exception) {
  const ir::Module& source = emit.module.source;
  const std::vector<ir::DomainId>& columns = source.relations[exception.relation].columns;
  Pattern asked;
  asked.fixed.assign(columns.size(), nullptr);
  asked.wanted.assign(columns.size(), false);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Argument& argument = exception.args[i];
    asked.wanted[i] = column_of(*frame.copied, argument) != ir::no_id;
    if (argument.kind == Argument::Kind::constant) {
      asked.fixed[i] = emit.number32(
          static_cast<std::uint64_t>(source.domains[columns[i]].position(argument.id)));
    }
  }
  llvm::BasicBlock* done = emit.block("taken.out");
  llvm::BasicBlock* fail = done;
  const Positions named = emit_scan(emit, {frame.head, false}, exception.relation,
                                    /*delta=*/false, asked, fail);
  const std::vector<ir::DomainId>& head_columns = source.relations[frame.head].columns;
  Positions fixed(head_columns.size(), nullptr);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::uint32_t column = column_of(*frame.copied, exception.args[i]);
    if (column == ir::no_id) continue;
    fixed[column] = emit_translated(emit, named[i], columns[i], head_columns[column], fail);
  }
  clear_bits(emit, area_of(emit, frame.head, BitsArea::Part::all), frame.head, fixed, fail);
  emit.build.CreateBr(fail);
  emit.continue_in(done);
}

}  // namespace

std::optional<FrameCopy> frame_copy(const ModuleContext& module, const ir::Plan& plan) {
  if (plan.ops.size() < 3)
    return std::nullopt;  // words are copied anyway if there are no exceptions
  const Operation& scan = plan.ops.front();
  const Operation& insert = plan.ops.back();
  const auto is_bits = [&](ir::RelationId relation) {
    return !module.is_static(relation) && !is_impossible(module, relation) &&
           module.source.relations[relation].storage == ir::Storage::bits;
  };
  if (scan.kind != Operation::Kind::scan || scan.delta || insert.kind != Operation::Kind::insert ||
      !is_bits(scan.relation) || !is_bits(insert.relation) ||
      module.layout.relations[scan.relation].bits <= most_block_bits || !binds_all_columns(scan) ||
      !inserts_the_same(module.source, scan, insert)) {
    return std::nullopt;
  }
  FrameCopy frame{&scan, {}, insert.relation};
  double exceptions = 0;
  for (std::size_t i = 1; i + 1 < plan.ops.size(); ++i) {
    if (plan.ops[i].kind == Operation::Kind::unless_derived) continue;  // the head is still empty
    if (!is_exception(module, scan, plan.ops[i])) return std::nullopt;
    frame.exceptions.push_back(&plan.ops[i]);
    exceptions += module.source.relations[plan.ops[i].relation].expected_rows;
  }
  const double tuples = module.source.relations[scan.relation].expected_rows;
  if (exceptions * tuples_per_exception >= tuples) return std::nullopt;
  return frame;
}

void emit_frame_copy(Emitter& emit, const FrameCopy& frame) {
  emit_words(emit, frame);
  for (const Operation* exception : frame.exceptions) emit_exception(emit, frame, *exception);
}

}  // namespace tesuji::llvm_backend
