#include "backend/plugins/host/library.h"

#include "backend/plugins/host/seal.h"
#include "runtime/core/tesuji/cpu.h"
#include "runtime/host/memory/cpu_names.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

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

/// Returns what is wrong with the tables, before any function is called; empty if nothing.
std::string check_tables(const tsj_plugin& plugin) {
  if (std::memcmp(plugin.magic, TSJ_PLUGIN_MAGIC, sizeof plugin.magic) != 0) {
    return "it is not a plugin of tesuji";
  }
  if (plugin.abi != TSJ_PLUGIN_ABI) {
    return fmt::format("its interface is version {}, this program's is {}: compile it again",
                       plugin.abi, TSJ_PLUGIN_ABI);
  }
  if (plugin.size < TSJ_PLUGIN_FIRST_SIZE) {
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

/// Returns what is wrong with its strategy; empty if nothing, or if it has none.
std::string check_strategy(const tsj_plugin& plugin) {
  if (!TSJ_PLUGIN_HAS(&plugin, strategy)) return {};
  bool right = TSJ_PLUGIN_HAS(&plugin, forget) && plugin.choose != nullptr &&
               plugin.role_count == 2 && plugin.has_percepts == 0;
  for (std::uint32_t p = 0; right && p < plugin.predicate_count; ++p) {
    const tsj_predicate& predicate = plugin.predicates[p];
    right = (predicate.memo_slot == TSJ_NO_SLOT || predicate.memo_slot < plugin.memo_slots) &&
            predicate.search != nullptr;
  }
  for (std::uint32_t i = 0; right && i < plugin.order_count; ++i) {
    right =
        plugin.order[i] < plugin.predicate_count && plugin.predicates[plugin.order[i]].arity == 2;
  }
  return right ? std::string() : "its strategy is not what a compiler of tesuji writes";
}

/// An open file; the destructor closes it.
class File {
 public:
  explicit File(const std::string& path) : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) throw PluginFileError(path + ": " + std::strerror(errno));
  }
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

using FileId = std::pair<dev_t, ino_t>;

FileId id_of(int file) {
  struct stat status{};
  return fstat(file, &status) == 0 ? FileId(status.st_dev, status.st_ino) : FileId();
}

/// Returns the name for the dynamic linker: of the open file, since the path may refer to another
/// file by now. Without /proc: the path, if it still refers to the same file.
std::string name_for_linker(int file, const std::string& path) {
  std::string name = "/proc/self/fd/" + std::to_string(file);
  if (access(name.c_str(), R_OK) == 0) return name;
  struct stat status{};
  if (stat(path.c_str(), &status) != 0 || FileId(status.st_dev, status.st_ino) != id_of(file)) {
    throw PluginError(path + ": cannot be loaded: it was replaced meanwhile");
  }
  return std::filesystem::absolute(path).string();
}

}  // namespace

/// A library in the process, one for each file. The dynamic linker compares names as well as files,
/// so the name by which a library was opened (the number of an open file) must not refer to another
/// file while it is loaded.
class Library::Loaded {
 public:
  Loaded(int file, const std::string& path) : file_(file), id_(id_of(file)) {
    handle_ = dlopen(name_for_linker(file, path).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw PluginError(path + ": cannot be loaded: " + dlerror());
  }
  ~Loaded() {
    const std::lock_guard lock(mutex());
    dlclose(handle_);
    const auto known = all().find(id_);
    if (known != all().end() && known->second.expired()) all().erase(known);
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;

  [[nodiscard]] const void* symbol(const char* name) const { return dlsym(handle_, name); }

  static std::mutex& mutex() {
    static std::mutex mutex;
    return mutex;
  }
  static std::map<FileId, std::weak_ptr<const Loaded>>& all() {
    static std::map<FileId, std::weak_ptr<const Loaded>> all;
    return all;
  }

 private:
  File file_;  ///< closed after the library has been unloaded
  FileId id_;
  void* handle_ = nullptr;
};

std::shared_ptr<const Library::Loaded> Library::load(int file, const std::string& path) {
  File owned(file);
  const std::lock_guard lock(Loaded::mutex());
  std::weak_ptr<const Loaded>& known = Loaded::all()[id_of(file)];
  if (auto loaded = known.lock()) return loaded;
  auto loaded = std::make_shared<const Loaded>(owned.release(), path);
  known = loaded;
  return loaded;
}

Library::Library(const std::string& path) {
  File file(path);
  std::string wrong = check_seal(read_all(file.number(), path));
  if (!wrong.empty()) throw PluginError(path + ": " + wrong);
  loaded_ = load(file.release(), path);
  plugin_ = static_cast<const tsj_plugin*>(loaded_->symbol(TSJ_PLUGIN_SYMBOL));
  wrong = plugin_ == nullptr ? "it is not a plugin of tesuji" : check_tables(*plugin_);
  if (wrong.empty()) wrong = check_strategy(*plugin_);
  if (!wrong.empty()) throw PluginError(path + ": " + wrong);
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
