// Reads and writes the files of `verify --save`: proved invariants, for compiling the game
// (docs/proving/saving.md).
#pragma once

#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/session.h"

#include <memory>
#include <string>

namespace tesuji::tools {

/// Returns the file's text: JSON, which ends with a hash of the text before it.
[[nodiscard]] std::string invariants_text(const driver::SavedInvariants& saved);

/// Reads such a file. Reports errors, with their place, and returns null: code "io", or
/// "invariants" if it is not such a file or was changed.
[[nodiscard]] std::shared_ptr<const driver::SavedInvariants> read_invariants_file(
    const std::string& path, driver::Session& session);

}  // namespace tesuji::tools
