// Adds options that commands with players share: of players by weights, of tree search, and of
// players on other servers.
#pragma once

#include "tools/base/arguments.h"
#include "tools/play/seat.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::tools {

/// --features, --domain, --depth.
void add_evaluation_options(Command& command, EvaluationContext& evaluation);

/// Sets seed and memory (bytes of a tree), and loaders of lanes, symmetries and plans of the game
/// at `path`, which start when a player first needs them.
void prepare_search(SearchContext& search, const std::string& path, const driver::Options& options,
                    std::uint64_t seed, std::size_t memory);

/// --http-start-seconds, --http-play-seconds, in a group of their own.
void add_remote_options(Command& command, RemoteContext& remote);

}  // namespace tesuji::tools
