#include "tools/options/cache_options.h"

#include "tools/base/messages.h"
#include "tools/options/number_checks.h"

#include <sys/stat.h>

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace tesuji::tools {
namespace {

struct Opened {
  std::shared_ptr<object_cache::ObjectCache> cache;
  bool timed = false;
};

std::vector<Opened>& opened() {
  static std::vector<Opened> all;
  return all;
}

bool is_directory(const char* path) {
  struct stat status{};
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

std::string default_cache_directory() {
  if (const char* own = std::getenv("TESUJI_CACHE")) return own;
  // Relative paths must be ignored, by the XDG Base Directory Specification.
  const char* caches = std::getenv("XDG_CACHE_HOME");
  if (caches != nullptr && caches[0] == '/') return std::string(caches) + "/tesuji";
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/' || !is_directory(home)) return {};
  return std::string(home) + "/.cache/tesuji";
}

void CacheOptions::add_to(Command& command, bool off) {
  const std::string group = "Object cache";
  Option* directory =
      command
          .add_option("--cache", directory_,
                      "Directory of compiled code; default: $TESUJI_CACHE or ~/.cache/tesuji")
          ->check([](const std::string& path) {
            return path.empty() ? "the name of a directory is missing" : "";
          })
          ->type_name("DIR")
          ->group(group);
  if (off) {
    command.add_flag("--no-cache", off_, "Neither read nor store compiled code")
        ->excludes(directory)
        ->group(group);
  }
  command
      .add_option("--cache-limit", limit_mib_,
                  "Total size above which the code used least recently is removed")
      ->check(in_range(std::uint64_t{0}, std::uint64_t{1} << 30U))
      ->capture_default_str()
      ->type_name("MIB")
      ->group(group);
}

std::string CacheOptions::directory() const {
  if (off_) return {};
  return directory_.empty() ? default_cache_directory() : directory_;
}

std::shared_ptr<object_cache::ObjectCache> CacheOptions::open(bool timed) {
  if (cache_ != nullptr) return cache_;
  const std::string place = directory();
  if (place.empty()) return nullptr;
  cache_ = std::make_shared<object_cache::ObjectCache>(place, limit());
  opened().push_back({cache_, timed});
  return cache_;
}

void report_caches() {
  for (const Opened& one : opened()) {
    if (const std::string trouble = one.cache->trouble(); !trouble.empty()) {
      print_warning(fmt::format("no object cache: {}", trouble));
    }
    const auto [found, stored] = one.cache->counts();
    if (!one.timed || found + stored == 0) continue;
    fmt::print(stderr, "object cache: {} found, {} stored\n", found, stored);
  }
  opened().clear();
}

}  // namespace tesuji::tools
