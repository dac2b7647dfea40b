#include "backend/driver/games/game_code.h"

#include "backend/driver/load.h"
#include "ir/module/entries.h"
#include "ir/module/rigid.h"

#include <stdexcept>
#include <utility>

namespace tesuji::driver {
namespace {

/// What an engine needs for as long as its game lives.
template <typename Code>
struct Kept {
  std::shared_ptr<const ir::Module> module;
  std::shared_ptr<const ir::Layout> layout;
  Code code;
};

template <typename Code>
runtime::GameCode code_of(Code engine, std::shared_ptr<const ir::Module> module,
                          std::shared_ptr<const ir::Layout> layout) {
  runtime::GameCode code;
  code.legal = engine->entry("legal");
  code.legal_after_terminal = engine->entry(ir::legal_after_terminal);
  code.next = engine->entry("next");
  code.next_after_legal = engine->entry(ir::next_after_legal);
  code.ended_after_next = engine->entry(ir::ended_after_next);
  code.next_for_other_moves = engine->entry(ir::next_for_other_moves);
  code.terminal = engine->entry("terminal");
  code.goal = engine->entry("goal");
  code.goal_at_end = engine->entry(ir::goal_at_end);
  code.sees = engine->entry("sees");
  code.keep = std::make_shared<Kept<Code>>(std::move(module), std::move(layout), std::move(engine));
  return code;
}

}  // namespace

runtime::GameCode interpreted_code(std::shared_ptr<const ir::Module> module,
                                   std::shared_ptr<const ir::Layout> layout) {
  auto program = std::make_shared<const interpreter::Program>(module, *layout);
  return interpreted_code(std::move(program), std::move(module), std::move(layout));
}

runtime::GameCode interpreted_code(std::shared_ptr<const interpreter::Program> program,
                                   std::shared_ptr<const ir::Module> module,
                                   std::shared_ptr<const ir::Layout> layout) {
  const void* self = program.get();
  runtime::GameCode code = code_of(std::move(program), std::move(module), std::move(layout));
  code.self = self;
  return code;
}

runtime::GameCode native_code(std::shared_ptr<const llvm_backend::CompiledModule> compiled,
                              std::shared_ptr<const ir::Module> module,
                              std::shared_ptr<const ir::Layout> layout) {
  return code_of(std::move(compiled), std::move(module), std::move(layout));
}

// make_tables, which load.h declares.

namespace {

class TableMaker {
 public:
  TableMaker(const ir::Module& module, const ir::Layout& layout)
      : module_(module), layout_(layout) {}

  runtime::GameTables make() {
    tables_.name = module_.game;
    for (const ir::Symbol role : module_.roles) {
      tables_.roles.push_back(module_.symbols->text(role));
    }
    tables_.state_size = layout_.state_size;
    tables_.scratch_size = layout_.scratch_size;
    add_shapes();
    for (const ir::Relation& relation : module_.relations) {
      if (relation.kind == ir::RelationKind::state) add_fluents(relation);
    }
    for (const ir::MoveShape& shape : layout_.moves) add_moves(shape);
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      if (module_.relations[id].answer == ir::Answer::sees) {
        tables_.percepts.push_back(table_of(id));
      }
    }
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      if (relation.answer != ir::Answer::goal) continue;
      if (ir::has_goal_values(relation)) {
        tables_.has_goal = true;
        tables_.goal = table_of(id);
      } else {
        tables_.goal_terms.push_back(table_of(id));
      }
    }
    return std::move(tables_);
  }

 private:
  void add_shapes() {
    tables_.tables.resize(layout_.tables);
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const std::uint32_t table = layout_.relations[id].table;
      if (table == ir::no_id) continue;
      const ir::Relation& relation = module_.relations[id];
      runtime::TableShape& shape = tables_.tables[table];
      shape.arity = static_cast<std::uint32_t>(relation.columns.size());
      if (relation.storage == ir::Storage::table) shape.indexes = relation.indexes;
    }
  }

  runtime::TableRelation table_of(ir::RelationId id) const {
    const ir::Relation& relation = module_.relations[id];
    const ir::RelationLayout& layout = layout_.relations[id];
    runtime::TableRelation result;
    result.storage = storage_of(relation);
    result.term = ir::term_of(relation);
    for (const ir::DomainId column : relation.columns) {
      std::vector<std::string>& names = result.columns.emplace_back();
      for (const ir::Symbol value : module_.domains[column].values) {
        names.push_back(module_.symbols->text(value));
      }
    }
    if (layout.state_offset != ir::no_id) result.state_offset = layout.state_offset;
    if (layout.scratch_offset != ir::no_id) result.scratch_offset = layout.scratch_offset;
    if (layout.table != ir::no_id) result.table = layout.table;
    result.state_capacity = layout.state_capacity;
    return result;
  }

  static runtime::TableRelation::Storage storage_of(const ir::Relation& relation) {
    switch (relation.storage) {
      case ir::Storage::bits:
        return runtime::TableRelation::Storage::bits;
      case ir::Storage::table:
        return runtime::TableRelation::Storage::table;
      case ir::Storage::list:
        return runtime::TableRelation::Storage::list;
      case ir::Storage::unset:
      case ir::Storage::rows:
      case ir::Storage::call:
        break;
    }
    throw std::logic_error("relation `" + relation.name +
                           "` of the game contract is not stored as bits, table or list");
  }

  void add_fluents(const ir::Relation& relation) {
    runtime::TableRelation fluents =
        table_of(static_cast<ir::RelationId>(&relation - module_.relations.data()));
    fluents.has_next = relation.next != ir::no_id;
    fluents.rigid =
        fluents.storage == runtime::TableRelation::Storage::bits && ir::is_rigid(module_, relation);
    if (fluents.has_next && layout_.relations[relation.next].table != ir::no_id) {
      fluents.next_table = layout_.relations[relation.next].table;
    }
    tables_.fluents.push_back(std::move(fluents));
    tables_.initial.push_back(initial_rows(relation));
  }

  /// The rows of `init.*` as positions in the domains of `true.*`, which hold
  /// every constant that init has there but may hold more.
  std::vector<std::uint32_t> initial_rows(const ir::Relation& relation) const {
    std::vector<std::uint32_t> rows;
    if (relation.init == ir::no_id) return rows;
    const ir::Facts& facts = module_.relations[relation.init].facts;
    const std::size_t arity = relation.columns.size();
    if (arity == 0) {
      // No cells to list; one position stands for "it holds".
      if (facts.rows > 0) rows.push_back(0);
      return rows;
    }
    rows.reserve(facts.cells.size());
    for (std::size_t i = 0; i < facts.cells.size(); ++i) {
      const ir::Domain& domain = module_.domains[relation.columns[i % arity]];
      const std::int32_t position = domain.position(facts.cells[i]);
      if (position < 0) {
        throw std::logic_error("`" + module_.symbols->text(facts.cells[i]) +
                               "` of an initial fluent is outside domain `" + domain.name + "`");
      }
      rows.push_back(static_cast<std::uint32_t>(position));
    }
    return rows;
  }

  void add_moves(const ir::MoveShape& shape) {
    runtime::TableMoves moves;
    moves.legal = table_of(shape.legal);
    moves.first = shape.first;
    moves.count = shape.count;
    moves.has_does = shape.does != ir::no_id;
    if (moves.has_does) moves.does = table_of(shape.does);
    tables_.moves.push_back(std::move(moves));
  }

  const ir::Module& module_;
  const ir::Layout& layout_;
  runtime::GameTables tables_;
};

}  // namespace

runtime::GameTables make_tables(const ir::Module& module, const ir::Layout& layout) {
  return TableMaker(module, layout).make();
}

}  // namespace tesuji::driver
