// Prints goals and clauses of the reference reasoner in a surface syntax of GDL.
#pragma once

#include "backend/driver/session.h"
#include "backend/reference/notation.h"
#include "frontend/gdl/syntax.h"

#include <memory>

namespace tesuji::driver {

/// `program` and `session` must outlive it; adds names of variables to the session's symbols.
/// Places are printed as the file's name and the line.
[[nodiscard]] std::unique_ptr<reference::Notation> make_notation(const reference::Program& program,
                                                                 frontend::Syntax syntax,
                                                                 Session& session);

}  // namespace tesuji::driver
