// Which relations are a game's answers: the host asks for them by name.
#pragma once

#include <array>
#include <string_view>

namespace tesuji::ir {

/// The entries that a module may have (module.h), in the order in which they are made:
/// `static`, and one for each answer.
inline constexpr std::array<std::string_view, 7> entry_names = {
    "static", "legal", "next", "terminal", "goal", "sees", "feature"};

/// `legal`, `next`, `goal` or `sees` for a relation of that family (`legal`, `legal.mark`,
/// ..), `terminal` for the relation of that name; empty for all others. These are the
/// names of entries, too (module.h). The values of `goal` are constants; relations
/// `goal.*` hold terms, which no goal value should be. `feature` for `feature.*`, of
/// which the numbers of rows are asked
/// (frontend/feature_lowering.h).
[[nodiscard]] std::string_view answer_of(std::string_view relation_name);

}  // namespace tesuji::ir
