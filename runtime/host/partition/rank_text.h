// Sends what one rank has found to all.
#pragma once

#include "runtime/host/game/state_facts.h"
#include "runtime/host/partition/ranks.h"

#include <functional>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// The text of rank 0, on all. Collective. Throws RankLost.
[[nodiscard]] std::string share_text(Ranks& ranks, const std::string& text);

/// What rank 0 finds, on all: the others do not look. Collective. Throws RankLost.
[[nodiscard]] std::vector<StateFact> share_facts(
    Ranks& ranks, const std::function<std::vector<StateFact>()>& find);

}  // namespace tesuji::runtime
