#include "tools/command.h"

int main(int argc, char** argv) {
  return tesuji::tools::run_command_line(argc, argv);
}
