#include "backend/driver/games/game_code.h"

#include "ir/module/entries.h"

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

}  // namespace tesuji::driver
