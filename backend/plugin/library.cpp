#include "backend/plugin/library.h"

#include "backend/plugin/seal.h"
#include "runtime/core/tesuji/cpu.h"
#include "runtime/host/cpu_names.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace tesuji::plugin {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;

std::string read_all(int file, const std::string& path) {
  struct stat status{};
  if (fstat(file, &status) != 0) throw PluginFileError(path + ": " + std::strerror(errno));
  if (!S_ISREG(status.st_mode)) throw PluginFileError(path + ": not a plain file");
  if (static_cast<std::uint64_t>(status.st_size) > most_bytes) {
    throw PluginFileError(path + ": larger than 1 GiB");
  }
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = read(file, bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw PluginFileError(path + ": " + std::strerror(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

/// What is wrong with the tables, before any function is called; empty: nothing.
std::string check_tables(const tsj_plugin& plugin) {
  if (std::memcmp(plugin.magic, TSJ_PLUGIN_MAGIC, sizeof plugin.magic) != 0) {
    return "it is no plugin of tesuji";
  }
  if (plugin.abi != TSJ_PLUGIN_ABI) {
    return fmt::format("its interface is version {}, this program's is {}: compile it again",
                       plugin.abi, TSJ_PLUGIN_ABI);
  }
  if (plugin.size < sizeof(tsj_plugin)) {
    return "it was made by an older compiler and lacks functions: compile it again";
  }
  const std::uint64_t missing = plugin.cpu_features & ~tsj_cpu_features();
  if (missing != 0) {
    return fmt::format(
        "it was made for {}, and this processor lacks {}: compile it again, "
        "for this one or an older --target-cpu",
        plugin.cpu, runtime::cpu_feature_names(missing));
  }
  return {};
}

}  // namespace

Library::Library(const std::string& path) {
  try {
    file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) throw PluginFileError(path + ": " + std::strerror(errno));
    std::string wrong = check_seal(read_all(file_, path));
    if (!wrong.empty()) throw PluginError(path + ": " + wrong);
    // By the open file, not by its name: that may stand for another file by now. The number stays
    // taken as long as the library is loaded, for the dynamic linker goes by names, too.
    const std::string name = "/proc/self/fd/" + std::to_string(file_);
    handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw PluginError(path + ": cannot be loaded: " + dlerror());
    plugin_ = static_cast<const tsj_plugin*>(dlsym(handle_, TSJ_PLUGIN_SYMBOL));
    wrong = plugin_ == nullptr ? "it is no plugin of tesuji" : check_tables(*plugin_);
    if (!wrong.empty()) throw PluginError(path + ": " + wrong);
  } catch (...) {
    if (handle_ != nullptr) dlclose(handle_);
    if (file_ >= 0) close(file_);
    throw;
  }
}

Library::~Library() {
  dlclose(handle_);
  close(file_);
}

bool is_plugin_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  struct stat status{};
  std::array<char, 4> begin{};
  const bool plain = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const ssize_t got = plain ? read(file, begin.data(), begin.size()) : 0;
  close(file);
  return got == static_cast<ssize_t>(begin.size()) && is_elf({begin.data(), begin.size()});
}

}  // namespace tesuji::plugin
