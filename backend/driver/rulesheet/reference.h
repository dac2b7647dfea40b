// Reads rulesheets for the reference reasoner: from text to clauses over terms.
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

/// A rulesheet that parses and is valid as a program for the reference reasoner,
/// bodies as they were written. Reports what is wrong and returns nothing then.
[[nodiscard]] std::shared_ptr<reference::Program> load_reference(const std::string& path,
                                                                 Session& session);

/// load_reference, made playable; module and layout stay null. Reports faults (also
/// those of reasoning about roles and the initial state) and returns nothing then.
[[nodiscard]] std::optional<LoadedGame> load_reference_game(const std::string& path,
                                                            Session& session,
                                                            const reference::Limits& limits = {});

/// A parsed rulesheet, not normalised, as a program.
[[nodiscard]] std::shared_ptr<reference::Program> reference_program(
    const frontend::Rulesheet& rulesheet, std::shared_ptr<const ir::SymbolTable> symbols);

/// A parsed query as the reasoner takes it. Variables are numbered as they appear.
[[nodiscard]] reference::Query reference_query(const std::vector<frontend::Literal>& literals,
                                               reference::Program& program);
/// A ground term in the program's store; nothing where it has a variable.
[[nodiscard]] std::optional<reference::TermId> reference_term(const frontend::Term& term,
                                                              reference::Program& program);
/// Two terms as the reasoner takes them, which share the variables of the same name.
struct TermPair {
  reference::TermId left = reference::no_term;
  reference::TermId right = reference::no_term;
  std::vector<std::string> variables;  ///< names by number, in the order of their appearance
};
/// Converts two terms of any depth; first gives variables written `_` names of their own.
[[nodiscard]] TermPair reference_terms(frontend::DeepTerm& left, frontend::DeepTerm& right,
                                       reference::Program& program, ir::SymbolTable& symbols);
/// A term for printing (frontend/gdl/syntax.h); `variable_names` by number.
[[nodiscard]] frontend::Term syntax_term(reference::TermId term, const reference::Program& program,
                                         const std::vector<std::string>& variable_names,
                                         ir::SymbolTable& symbols);

}  // namespace tesuji::driver
