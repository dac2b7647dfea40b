#include "tools/options/command_groups.h"

#include <array>

namespace tesuji::tools {
namespace {

using Name = std::string_view;

constexpr std::array<Name, 5> play_commands{"play", "explore", "position", "match", "serve"};
constexpr std::array<Name, 5> write_commands{"check", "format", "convert", "explain", "lsp"};
constexpr std::array<Name, 9> look_commands{"simulate", "perft", "record",    "replay",  "query",
                                             "run",      "order", "metarules", "gdl-perf"};
constexpr std::array<Name, 4> prove_commands{"solve", "verify", "check-certificate", "regret"};
constexpr std::array<Name, 8> learn_commands{
    "learn", "experiment", "generalise", "induce", "iggp", "features", "fit", "strategy-bench"};
constexpr std::array<Name, 4> compile_commands{"compile", "inspect", "dump", "opt"};
constexpr std::array<Name, 2> spread_commands{"spread", "merge"};
constexpr std::array<Name, 2> set_up_commands{"generate", "cache"};

constexpr std::array<CommandGroup, 8> all_groups{{
    {"Play", play_commands},
    {"Write rules", write_commands},
    {"Look at games", look_commands},
    {"Prove", prove_commands},
    {"Learn", learn_commands},
    {"Compile", compile_commands},
    {"Many machines", spread_commands},
    {"Set up", set_up_commands},
}};

}  // namespace

std::span<const CommandGroup> command_groups() {
  return all_groups;
}

}  // namespace tesuji::tools
