#include "backend/mpi/mpi_library.h"

#include "mpi_identity.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

namespace tesuji::mpi {

const MpiLibrary* load_mpi(std::string& reason) {
  // Searched for on the command's run path (tools/CMakeLists.txt). RTLD_GLOBAL: Open MPI's own
  // plugins need its symbols to be globally visible.
  void* const library = dlopen(TESUJI_MPI_LIBRARY, RTLD_LAZY | RTLD_GLOBAL);
  if (library == nullptr) {
    reason = dlerror();
    return nullptr;
  }
  const auto* table = static_cast<const MpiLibrary*>(dlsym(library, mpi_library_symbol));
  if (table == nullptr || std::string_view(table->identity) != mpi_identity) {
    reason = std::string(TESUJI_MPI_LIBRARY) + " belongs to another build than the command";
    return nullptr;
  }
  return table;
}

bool under_mpi() {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

}  // namespace tesuji::mpi
