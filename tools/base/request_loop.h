// Answers requests of another program: one line of JSON for each line of JSON.
#pragma once

#include "tools/base/captured_output.h"

#include <functional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Reads requests from the process's standard input until its end: {"id": 7, "arguments": [..]}.
/// `answer` prints what it prints and returns an exit code; the answer is {"id": 7, "output": ..,
/// "errors": .., "code": 0}. {"stop": 7} sets the flag of interrupts (interrupt.h) if request 7 is
/// being answered. A signal stops the request, or ends the process if there is none. `before`:
/// errors that were printed before the first request, which each answer repeats. Returns the exit
/// code of the process.
[[nodiscard]] int answer_requests(
    CapturedOutput& streams, const std::string& before,
    const std::function<int(const std::vector<std::string>& arguments)>& answer);

}  // namespace tesuji::tools
