// Declares the files that a command writes, beside its options, and checks them before it starts.
#pragma once

#include "backend/driver/file_formats.h"
#include "tools/base/arguments.h"

#include <functional>
#include <string>
#include <vector>

namespace tesuji::tools {

using driver::FileKind;

/// A file that a command is going to write.
struct Output {
  std::string path;    ///< empty or `-`: standard output
  std::string option;  ///< who named it: `--save`
  FileKind kind{};     ///< what it becomes, and may be written over
};

/// The value of `option` is an output. `kind` is asked once the command line has been parsed. Gives
/// the command the flag --force, if it has none.
void declare_output(Command& command, Option* option, std::function<FileKind()> kind);
void declare_output(Command& command, Option* option, FileKind kind);
/// The same where names come from several options, which are no inputs.
void declare_outputs(Command& command, std::vector<Option*> options,
                     std::function<std::vector<Output>()> outputs);

/// Whether the command may write what it declared: exit_ok, or the exit code, and standard error
/// says why not. No output may be a file that another option names (links followed), nor may two be
/// one file, and each has to be such that it can be written. A file of another kind is written over
/// with --force alone. Devices and pipes are written to in any case.
[[nodiscard]] int check_outputs(const CLI::App& command);

}  // namespace tesuji::tools
