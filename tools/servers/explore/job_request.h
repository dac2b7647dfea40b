// Describes a command of this program that the page needs: its arguments and input files.
#pragma once

#include <string>
#include <vector>

namespace tesuji::tools {

/// An input file of a command.
struct JobFile {
  std::string name;  ///< without folders
  std::string text;
};

/// An argument of the command.
struct JobArgument {
  std::string text;
  std::string file{};  ///< name of a file of the job, whose path is appended; may be empty
};

struct JobRequest {
  std::vector<JobArgument> arguments;
  std::vector<JobFile> files;
  std::string result{};  ///< file that the command writes, whose contents are the output; may be
                         ///< empty
  /// Name of the file of a game, if a process that has loaded it can answer; else empty.
  std::string game{};
};

}  // namespace tesuji::tools
