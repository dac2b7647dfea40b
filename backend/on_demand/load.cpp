#include "backend/on_demand/load.h"

#include "library_identity.h"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <string_view>

namespace tesuji::on_demand {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw NoCodeGenerator("no native code, since the code generator cannot be loaded: " + why);
}

std::string path_of(void* library) {
  const link_map* map = nullptr;
  const bool known = dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr;
  return known ? map->l_name : TESUJI_LLVM_LIBRARY;
}

const CodeGenerator& load() {
  // Searched for on the command's run path (tools/CMakeLists.txt).
  void* library = dlopen(TESUJI_LLVM_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  const auto* generator = static_cast<const CodeGenerator*>(dlsym(library, code_generator_symbol));
  if (generator == nullptr || generator->identity == nullptr ||
      std::string_view(generator->identity) != library_identity) {
    const std::string path = path_of(library);
    dlclose(library);
    refuse(path + ": it belongs to another build than the command");
  }
  return *generator;
}

}  // namespace

const CodeGenerator& code_generator() {
  static const CodeGenerator& generator = load();
  return generator;
}

}  // namespace tesuji::on_demand
