// Makes standard streams safe to use, even if the command was started with closed ones.
#pragma once

namespace tesuji::tools {

/// Reopens closed standard streams so that they fail or discard data, and files opened later do not
/// get their numbers; from then on writing to `stderr` never fails: undeliverable messages must not
/// cost results. Must be called before anything is opened.
void prepare_streams();

}  // namespace tesuji::tools
