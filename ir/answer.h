// Which relations are a game's answers: the host asks for them by name.
#pragma once

#include <string_view>

namespace tesuji::ir {

/// `legal` or `next` for a relation of that family (`legal`, `legal.mark`, ..),
/// `terminal` or `goal` for the relation of that name; empty for all others. These are
/// the names of entries, too (module.h).
[[nodiscard]] std::string_view answer_of(std::string_view relation_name);

}  // namespace tesuji::ir
