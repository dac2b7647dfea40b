// Checks a text of invariants against the rulesheet that they are about.
#pragma once

#include "backend/driver/session.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// The text of a file, open in the editor or not; nothing where there is none.
using ReadText = std::function<std::optional<std::string>(const std::string& path)>;

/// Where the rulesheet of `a/b.inv` may be: `a/b.kif`, else `a/b.gdl`. `verify` is told the sheet;
/// an editor is not, and in other folders games of the same name may be others.
[[nodiscard]] std::vector<std::string> sheets_of_invariants(const std::string& path);

/// Reports what is wrong with the invariants: with their form alone where no such rulesheet is
/// there, or where that one has errors.
void check_invariants(ir::FileId file, const std::string& path, const ReadText& read_text,
                      driver::Session& session);

}  // namespace tesuji::tools
