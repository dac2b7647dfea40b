// Test support: a rulesheet's text, through the whole chain, without files.
#pragma once

#include "backend/driver/load.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/syntax.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tesuji::tests {

/// Adds the text as a file of the session and parses it; reports what is wrong.
[[nodiscard]] std::optional<frontend::Rulesheet> parse_text(const std::string& text,
                                                            frontend::Syntax syntax,
                                                            driver::Session& session);

/// A parsed rulesheet through validation, normalisation and lowering; no passes. Nothing where
/// there was an error, which is reported.
[[nodiscard]] std::optional<ir::Module> clauses_of(frontend::Rulesheet sheet,
                                                   driver::Session& session);

/// A parsed rulesheet through normalisation, validation, lowering and the default
/// pipeline, ready for compile(). Nothing where there was an error, which is
/// reported. Static relations may have `max_static_rows` rows in all.
[[nodiscard]] std::shared_ptr<ir::Module> module_of(frontend::Rulesheet sheet,
                                                    driver::Session& session,
                                                    const passes::PipelineOptions& pipeline = {},
                                                    std::uint64_t max_static_rows = 200'000);

/// The game of a rulesheet in KIF that has no faults, interpreted. Throws std::invalid_argument
/// with what was reported where it has.
[[nodiscard]] driver::LoadedGame interpreted_game(const std::string& rules);

/// The module printed and read back in, which owns its names anew.
[[nodiscard]] std::shared_ptr<ir::Module> reread(const ir::Module& module,
                                                 driver::Session& session);

}  // namespace tesuji::tests
