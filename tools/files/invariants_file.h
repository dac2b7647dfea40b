// Files of `verify --save`: proved invariants, for those who compile the game
// (docs/proving/saving.md).
#pragma once

#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/session.h"

#include <memory>
#include <string>

namespace tesuji::tools {

/// The file's text: JSON, which ends with a hash of what stands before.
[[nodiscard]] std::string invariants_text(const driver::SavedInvariants& saved);

/// Reads such a file. Reports what is wrong, with its place, and returns null: code "io", or
/// "invariants" for one that is no such file or was changed.
[[nodiscard]] std::shared_ptr<const driver::SavedInvariants> read_invariants_file(
    const std::string& path, driver::Session& session);

}  // namespace tesuji::tools
