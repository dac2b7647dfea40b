#include "tools/command.h"

#include <csignal>

int main(int argc, char** argv) {
  // Whoever started this may ignore its children's ends; this waits for those of its own.
  std::signal(SIGCHLD, SIG_DFL);
  return tesuji::tools::run_command_line(argc, argv);
}
