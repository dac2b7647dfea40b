// Returns memory to the system while the process goes on.
#pragma once

namespace tesuji::runtime {

/// Gives free pages of the heap back, also from between blocks that are in use: after something
/// large was freed in small pieces. Takes milliseconds for a gigabyte. Does nothing where the C
/// library cannot.
void return_free_memory();

}  // namespace tesuji::runtime
