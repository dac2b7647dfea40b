#include "tools/options/remote_options.h"

namespace tesuji::tools {

void add_remote_options(Command& command, RemoteContext& remote) {
  constexpr int most = 1'000'000;
  command
      .add_option("--start-seconds", remote.start_clock, "Start clock of http players, in seconds")
      ->check(in_range(1, most))
      ->type_name("S")
      ->capture_default_str();
  command.add_option("--play-seconds", remote.play_clock, "Play clock of http players, in seconds")
      ->check(in_range(1, most))
      ->type_name("S")
      ->capture_default_str();
  command.group("Players of other servers", {"--start-seconds", "--play-seconds"});
}

}  // namespace tesuji::tools
