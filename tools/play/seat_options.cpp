#include "tools/play/seat_options.h"

#include "backend/players/symmetry_loader.h"
#include "tools/play/program_players.h"

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
  const driver::EvaluationLearners learners =
      evaluation_learners(path, options, search.lanes->texts());
  search.contest = std::make_shared<driver::SearchContest>(
      search.lanes, learners, driver::contest_for(search.player.search));
  search.player.end_order_learner = learners.goal;
  search.player.symmetries = driver::symmetry_loader(path, options);
  search.player.plans = plan_maker(path, options);
}

void add_remote_options(Command& command, RemoteContext& remote) {
  constexpr int most = 1'000'000;
  const auto add = [&](const char* name, double& seconds, const char* help) {
    return command.add_option(name, seconds, help)
        ->check(in_range(1, most))
        ->type_name("S")
        ->capture_default_str();
  };
  const std::string group = "Players of other servers";
  add("--http-start-seconds", remote.start_clock, "Start clock of http players, in seconds")
      ->group(group);
  add("--http-play-seconds", remote.play_clock, "Play clock of http players, in seconds")
      ->group(group);
  // Earlier names, which are not listed: `simulate --play-seconds` is something else.
  add("--start-seconds", remote.start_clock, "")->group("");
  add("--play-seconds", remote.play_clock, "")->group("");
}

}  // namespace tesuji::tools
