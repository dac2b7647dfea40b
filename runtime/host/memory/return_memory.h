// Returns free memory to the system while the process continues.
#pragma once

namespace tesuji::runtime {

/// Returns the heap's free pages to the system, even between blocks in use: for use after something
/// large was freed in small pieces. Takes milliseconds for a gigabyte. Does nothing if the C
/// library cannot.
void return_free_memory();

}  // namespace tesuji::runtime
