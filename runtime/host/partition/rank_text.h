// Sends the results of one rank to all.
#pragma once

#include "runtime/host/game/state_facts.h"
#include "runtime/host/partition/ranks.h"

#include <functional>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Returns the text of rank 0 on all ranks. Collective. Throws RankLost.
[[nodiscard]] std::string share_text(Ranks& ranks, const std::string& text);

/// Returns what rank 0 finds on all ranks: the others do not search. Collective. Throws RankLost.
[[nodiscard]] std::vector<StateFact> share_facts(
    Ranks& ranks, const std::function<std::vector<StateFact>()>& find);

}  // namespace tesuji::runtime
