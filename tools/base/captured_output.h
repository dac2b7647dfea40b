// Captures what this process writes to its standard output and standard error.
#pragma once

#include <string>

namespace tesuji::tools {

/// Only one may exist, from before other threads write. Standard input is empty meanwhile.
class CapturedOutput {
 public:
  struct Texts {
    std::string output;
    std::string errors;
  };

  /// Throws std::system_error.
  CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  /// Returns what has been written since the last call.
  [[nodiscard]] Texts take();

  /// Gives both streams back, for the rest of the process.
  void release();

  /// The descriptors that the process had as its standard input and standard output.
  [[nodiscard]] int input() const { return input_; }
  [[nodiscard]] int output() const { return output_; }

 private:
  int input_;
  int output_;
  int errors_;
  int captured_output_;
  int captured_errors_;
};

}  // namespace tesuji::tools
