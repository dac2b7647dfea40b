// Configures the heap for commands that may run shorter than their page faults take.
#pragma once

namespace tesuji::tools {

/// Lets the heap grow by megabytes and lie in large pages, where the system has them. To be called
/// before anything is allocated; does nothing where it cannot.
void prepare_heap();

}  // namespace tesuji::tools
