#include "tests/unit/support/folders.h"

#include <cstdlib>

namespace tesuji::tests {

std::string source_dir() {
  return TESUJI_SOURCE_DIR;
}

std::string shared_dir() {
  const char* const shared = std::getenv("TESUJI_SHARED");
  return shared != nullptr ? shared : TESUJI_SHARED_DEFAULT;
}

}  // namespace tesuji::tests
