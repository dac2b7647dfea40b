#include "tests/property/text_game.h"

#include "backend/interpreter/interpreter.h"
#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/lower/lower.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "passes/core/pass.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tesuji::tests {

std::optional<frontend::Rulesheet> parse_text(const std::string& text, frontend::Syntax syntax,
                                              driver::Session& session) {
  const ir::FileId file = session.sources->add("sheet", text);
  return frontend::parse_rulesheet(file, syntax, *session.symbols, session.diagnostics);
}

std::optional<ir::Module> clauses_of(frontend::Rulesheet sheet, driver::Session& session) {
  if (!frontend::validate(sheet, *session.symbols, session.diagnostics)) return std::nullopt;
  frontend::normalise(sheet);
  std::optional<ir::Module> lowered =
      frontend::lower(sheet, session.sources, session.symbols, session.diagnostics);
  if (lowered) lowered->game = "sheet";
  return lowered;
}

std::shared_ptr<ir::Module> module_of(frontend::Rulesheet sheet, driver::Session& session,
                                      const passes::PipelineOptions& pipeline,
                                      std::uint64_t max_static_rows) {
  std::optional<ir::Module> lowered = clauses_of(std::move(sheet), session);
  if (!lowered) return nullptr;
  auto module = std::make_shared<ir::Module>(std::move(*lowered));
  passes::PassContext context{
      session.diagnostics,
      [&](ir::Module& fixed, ir::Diagnostics& diagnostics, std::uint64_t max_rows) {
        return interpreter::evaluate_static(fixed, diagnostics,
                                            std::min(max_rows, max_static_rows));
      }};
  if (!passes::run_pipeline(*module, passes::default_pipeline(), pipeline, context) ||
      !driver::make_runnable(*module, "sheet", session)) {
    return nullptr;
  }
  return module;
}

driver::LoadedGame interpreted_game(const std::string& rules) {
  driver::Session session;
  auto sheet = parse_text(rules, frontend::Syntax::kif, session);
  auto module = sheet ? module_of(std::move(*sheet), session) : nullptr;
  if (!module) throw std::invalid_argument(session.diagnostics.render());
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  return driver::compile(std::move(module), options);
}

std::shared_ptr<ir::Module> reread(const ir::Module& module, driver::Session& session) {
  const ir::FileId file = session.sources->add("sheet.tir", ir::print(module));
  std::optional<ir::Module> read = ir::parse(file, session.sources, session.diagnostics);
  if (!read || !ir::verify(*read, session.diagnostics)) return nullptr;
  auto result = std::make_shared<ir::Module>(std::move(*read));
  if (!driver::make_runnable(*result, "sheet.tir", session)) return nullptr;
  return result;
}

}  // namespace tesuji::tests
