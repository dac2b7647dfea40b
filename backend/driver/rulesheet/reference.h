// Reads rulesheets for the reference reasoner: converts text to clauses over terms.
#pragma once

#include "backend/driver/load.h"
#include "backend/reference/program.h"
#include "backend/reference/prover.h"
#include "frontend/gdl/gdl_ast.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Reads a valid rulesheet as a program for the reference reasoner, with bodies as written. Reports
/// errors and returns nothing then.
[[nodiscard]] std::shared_ptr<reference::Program> load_reference(const std::string& path,
                                                                 Session& session);

/// Like load_reference, and makes the game playable; module and layout stay null. Reports faults
/// (also those of reasoning about roles and the initial state) and returns nothing then.
[[nodiscard]] std::optional<LoadedGame> load_reference_game(const std::string& path,
                                                            Session& session,
                                                            const reference::Limits& limits = {});

/// Converts a parsed rulesheet, not normalised, to a program.
[[nodiscard]] std::shared_ptr<reference::Program> reference_program(
    const frontend::Rulesheet& rulesheet, std::shared_ptr<const ir::SymbolTable> symbols);

/// Converts a parsed query for the reasoner. Variables are numbered in order of occurrence.
[[nodiscard]] reference::Query reference_query(const std::vector<frontend::Literal>& literals,
                                               reference::Program& program);
/// Returns a ground term in the program's store; nothing if it has a variable.
[[nodiscard]] std::optional<reference::TermId> reference_term(const frontend::Term& term,
                                                              reference::Program& program);
/// Two terms for the reasoner; variables with the same name are shared.
struct TermPair {
  reference::TermId left = reference::no_term;
  reference::TermId right = reference::no_term;
  std::vector<std::string> variables;  ///< names by number, in order of occurrence
};
/// Converts two terms of any depth; first gives each variable written `_` its own name.
[[nodiscard]] TermPair reference_terms(frontend::DeepTerm& left, frontend::DeepTerm& right,
                                       reference::Program& program, ir::SymbolTable& symbols);
/// Converts a term for printing (frontend/gdl/syntax.h); `variable_names` by number.
[[nodiscard]] frontend::Term syntax_term(reference::TermId term, const reference::Program& program,
                                         const std::vector<std::string>& variable_names,
                                         ir::SymbolTable& symbols);

}  // namespace tesuji::driver
