// The program `tesuji`.
#include "backend/temporary/temporary.h"
#include "runtime/host/memory/background.h"
#include "tools/base/command.h"
#include "tools/main/bundled_programs.h"
#include "tools/main/heap.h"
#include "tools/main/streams.h"

#include <csignal>
#include <cstdlib>

int main(int argc, char** argv) {
  tesuji::tools::prepare_heap();
  tesuji::tools::prepare_streams();
  tesuji::tools::add_bundled_programs();
  tesuji::tools::add_parts();
  // The parent may ignore the ends of its children; this process waits for its own.
  std::signal(SIGCHLD, SIG_DFL);
  tesuji::runtime::leave_background_works(true);
  const int code = tesuji::tools::run_command_line(argc, argv);
  if (tesuji::runtime::background_works() == 0) return code;
  // All output is written. The GPU driver's compilation cannot be stopped, and would be discarded.
  tesuji::temporary::remove_all();
  std::_Exit(code);
}
