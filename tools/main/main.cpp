// The program `tesuji`.
#include "tools/base/command.h"
#include "tools/main/heap.h"
#include "tools/main/streams.h"

#include <csignal>

int main(int argc, char** argv) {
  tesuji::tools::prepare_heap();
  tesuji::tools::prepare_streams();
  // Whoever started this may ignore its children's ends; this waits for those of its own.
  std::signal(SIGCHLD, SIG_DFL);
  return tesuji::tools::run_command_line(argc, argv);
}
