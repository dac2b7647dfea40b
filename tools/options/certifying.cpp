#include "tools/options/certifying.h"

namespace tesuji::tools {

Certifier& certifier() {
  static Certifier certifier;
  return certifier;
}

bool has_certifier() {
  return certifier().folder_fault != nullptr;
}

}  // namespace tesuji::tools
