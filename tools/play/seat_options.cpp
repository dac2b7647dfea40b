#include "tools/play/seat_options.h"

#include "backend/players/symmetry_loader.h"
#include "tools/play/plan_maker.h"

#include <memory>

namespace tesuji::tools {

void add_evaluation_options(Command& command, EvaluationContext& evaluation) {
  command
      .add_option("--features", evaluation.sources.features,
                  "Features (.pl) that the weights belong to")
      ->type_name("FILE");
  command
      .add_option("--domain", evaluation.sources.domains,
                  "Domain theory (.pl) that the features use besides the game")
      ->type_name("FILE");
  command
      .add_option("--depth", evaluation.depth,
                  "Moves that alpha-beta looks ahead; not limited where time is")
      ->check(in_range(1U, runtime::AlphaBeta::most_depth))
      ->default_str("4");
}

void prepare_search(SearchContext& search, const std::string& path, const driver::Options& options,
                    std::uint64_t seed, std::size_t memory) {
  search.player.search.seed = seed;
  search.player.search.memory = memory;
  search.lanes = std::make_shared<driver::LaneLoader>(path, options);
  search.player.symmetries = driver::symmetry_loader(path, options);
  search.player.plans = plan_maker(path, options);
}

}  // namespace tesuji::tools
