// Test support: a module whose relations have other names, which must mean the same.
#pragma once

#include "backend/driver/session.h"

#include <cstdint>
#include <optional>

namespace tesuji::tests {

/// The module printed with new names for all relations, and read again. The names are drawn by
/// `seed` from words of GDL, words that passes use for helpers, and the module's own names in
/// another order. Nothing where the text is refused, which is reported.
[[nodiscard]] std::optional<ir::Module> renamed(const ir::Module& module, std::uint64_t seed,
                                                driver::Session& session);

}  // namespace tesuji::tests
