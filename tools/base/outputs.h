// Declares the files that a command writes, together with its options, and checks them before it
// starts.
#pragma once

#include "backend/driver/file_formats.h"
#include "tools/base/arguments.h"

#include <functional>
#include <string>
#include <vector>

namespace tesuji::tools {

using driver::FileKind;

/// A file that a command will write.
struct Output {
  std::string path;    ///< empty or `-`: standard output
  std::string option;  ///< the option that names it: `--save`
  FileKind kind{};     ///< its kind, which may be overwritten
};

/// Declares the value of `option` an output. `kind` is called after the command line has been
/// parsed. Gives the command the flag --force, if it has none.
void declare_output(Command& command, Option* option, std::function<FileKind()> kind);
void declare_output(Command& command, Option* option, FileKind kind);
/// As above, for names from several options, which are not inputs.
void declare_outputs(Command& command, std::vector<Option*> options,
                     std::function<std::vector<Output>()> outputs);

/// Checks whether the command may write its declared outputs: returns exit_ok, or the exit code,
/// with the reason on standard error. An output must be writable, must differ from all files that
/// other options name (links followed), and from other outputs. A file of another kind is
/// overwritten only with --force. Devices and pipes are always written to.
[[nodiscard]] int check_outputs(const CLI::App& command);

}  // namespace tesuji::tools
