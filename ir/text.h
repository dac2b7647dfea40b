// The text form of the IR: printer and parser. print(parse(print(m))) == print(m).
#pragma once

#include "ir/diagnostics.h"
#include "ir/module.h"

#include <optional>
#include <string>

namespace tesuji::ir {

/// The module as text; ends in a newline. See docs/ir.md for the grammar.
[[nodiscard]] std::string print(const Module& module);
[[nodiscard]] std::string print(const Module& module, const Rule& rule);
[[nodiscard]] std::string print(const Module& module, const Plan& plan);

/// Reads what print() writes. On errors reports them and returns nothing. The
/// module refers to the sink's source map only through file names in spans.
[[nodiscard]] std::optional<Module> parse(FileId file, std::shared_ptr<SourceMap> sources,
                                          Diagnostics& diagnostics);

}  // namespace tesuji::ir
