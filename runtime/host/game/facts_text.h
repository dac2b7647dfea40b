// Writes facts about states as text and reads them, for files and messages of tesuji's own.
#pragma once

#include "runtime/host/game/state_facts.h"

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::runtime {

/// A line for each fact.
[[nodiscard]] std::string facts_text(const std::vector<StateFact>& facts);

/// The facts of such a text. Does not look for faults.
[[nodiscard]] std::vector<StateFact> read_facts(std::string_view text);

}  // namespace tesuji::runtime
