// Configures the heap for commands that may run shorter than their page faults take.
#pragma once

namespace tesuji::tools {

/// Lets the heap grow by megabytes and use large pages, if the system has them. Must be called
/// before anything is allocated; does nothing if it cannot.
void prepare_heap();

}  // namespace tesuji::tools
