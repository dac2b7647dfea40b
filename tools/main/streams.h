// Makes standard streams safe to use, even if the command was started with closed ones.
#pragma once

namespace tesuji::tools {

/// Makes standard streams that are closed ones that fail or swallow, so that no file which is
/// opened later gets their number; and from then on writing to `stderr` never fails: messages that
/// nobody can get must not cost results. To be called before anything is opened.
void prepare_streams();

}  // namespace tesuji::tools
