#include "backend/on_demand/load.h"

#include "code_identity.h"

#include <dlfcn.h>

#include <string>

namespace tesuji::on_demand {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw NoCodeGenerator("no native code, since the code generator cannot be loaded: " + why);
}

const CodeGenerator& load() {
  // Looked for where the command's run path says (tools/CMakeLists.txt).
  void* library = dlopen(TESUJI_LLVM_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  const auto* generator = static_cast<const CodeGenerator*>(dlsym(library, code_generator_symbol));
  if (generator == nullptr || generator->identity != llvm_backend::code_identity) {
    dlclose(library);
    refuse(TESUJI_LLVM_LIBRARY ": it is of another build than the command");
  }
  return *generator;
}

}  // namespace

const CodeGenerator& code_generator() {
  static const CodeGenerator& generator = load();
  return generator;
}

}  // namespace tesuji::on_demand
