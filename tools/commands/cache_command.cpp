// tesuji cache: lists the directory of compiled code, and frees space there.
#include "backend/object_cache/object_cache.h"

#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/report.h"
#include "tools/options/cache_options.h"
#include "tools/options/game_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {
namespace {

using object_cache::CacheEntry;
using object_cache::CacheRemoval;

struct CacheArguments {
  CacheOptions cache;
  bool json = false;
};

std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (bytes < 1024) return fmt::format("{} B", bytes);
  if (bytes < 1024 * 1024) return fmt::format("{:.1f} KiB", size / 1024);
  return fmt::format("{:.1f} MiB", size / (1024 * 1024));
}

std::string age_text(std::int64_t seconds) {
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 60 * 60) return fmt::format("{} min", seconds / 60);
  if (seconds < 48 * 60 * 60) return fmt::format("{} h", seconds / (60 * 60));
  return fmt::format("{} days", seconds / (24 * 60 * 60));
}

/// Clamps the age at zero, in case a clock was put back.
std::int64_t age_of(const CacheEntry& entry, std::time_t now) {
  return std::max<std::int64_t>(0, now - entry.used);
}

/// Returns the directory that commands use; nothing if they cannot use it (reported).
std::optional<std::string> usable_directory(const CacheArguments& arguments, int& code) {
  const std::string directory = arguments.cache.directory();
  code = exit_usage;
  if (directory.empty()) {
    print_error("no object cache: name its directory (--cache)");
    return std::nullopt;
  }
  code = exit_input;
  if (const auto trouble = object_cache::trouble_with_cache(directory); !trouble.empty()) {
    print_error(fmt::format("no object cache: {}", trouble));
    return std::nullopt;
  }
  return directory;
}

int list(const CacheArguments& arguments) {
  int code = exit_ok;
  const auto directory = usable_directory(arguments, code);
  if (!directory) return code;
  const std::time_t now = std::time(nullptr);
  std::uint64_t bytes = 0;
  Json list = Json::array();
  std::string text;
  for (const CacheEntry& entry : object_cache::list_cache(*directory)) {
    bytes += entry.bytes;
    const auto& [kind, name, tier, cpu] = entry.label;
    list.push_back({{"file", entry.file},
                    {"bytes", entry.bytes},
                    {"age_seconds", age_of(entry, now)},
                    {"valid", entry.valid},
                    {"kind", kind},
                    {"name", name},
                    {"tier", tier},
                    {"cpu", cpu}});
    text += fmt::format("{:>10}  {:>8}  ", size_text(entry.bytes), age_text(age_of(entry, now)));
    text += entry.valid ? fmt::format("{:<8}  {:<9}  {}  {}\n", kind, tier, cpu, name)
                        : fmt::format("damaged: {}\n", entry.file);
  }
  if (arguments.json) {
    print_json({{"directory", *directory},
                {"bytes", bytes},
                {"limit", arguments.cache.limit()},
                {"entries", std::move(list)}});
  } else {
    fmt::print("{}{}: {}, {} of {}\n", text, *directory,
               list.size() == 1 ? "1 entry" : fmt::format("{} entries", list.size()),
               size_text(bytes), size_text(arguments.cache.limit()));
  }
  return exit_ok;
}

int remove(const CacheArguments& arguments,
           const std::function<CacheRemoval(const std::string&)>& work) {
  int code = exit_ok;
  const auto directory = usable_directory(arguments, code);
  if (!directory) return code;
  const CacheRemoval removal = work(*directory);
  if (arguments.json) {
    print_json({{"directory", *directory},
                {"removed_files", removal.files},
                {"removed_bytes", removal.bytes},
                {"bytes", removal.left}});
  } else {
    fmt::print("{}: {} removed ({}), {} left\n", *directory, counted(removal.files, "file"),
               size_text(removal.bytes), size_text(removal.left));
  }
  return exit_ok;
}

int prune(const CacheArguments& arguments) {
  return remove(arguments, [&](const std::string& directory) {
    const CacheRemoval faulty = object_cache::remove_faulty(directory);
    const std::uint64_t limit = arguments.cache.limit();
    CacheRemoval removal = object_cache::prune_cache(directory, limit, limit);
    removal.files += faulty.files;
    removal.bytes += faulty.bytes;
    return removal;
  });
}

int clear(const CacheArguments& arguments) {
  return remove(arguments,
                [](const std::string& directory) { return object_cache::clear_cache(directory); });
}

}  // namespace

void add_cache_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("cache", "List or remove compiled code that is kept on disk");
  command->require_subcommand();
  add_examples(*command, {"tesuji cache list --json", "tesuji cache prune --cache-limit=100",
                          "tesuji cache clear --cache=/tmp/objects"});
  const auto add = [&](const std::string& name, const std::string& description,
                       int (*work)(const CacheArguments&)) {
    Command* one = command->add_subcommand(name, description);
    auto arguments = std::make_shared<CacheArguments>();
    arguments->cache.add_to(*one, false);
    add_json_flag(*one, arguments->json);
    add_examples(*one, {"tesuji cache " + name});
    one->callback(
        [arguments, work, &action] { action = [arguments, work] { return work(*arguments); }; });
  };
  add("list", "List the entries, most recently used first: size, age, content", list);
  add("clear", "Remove everything", clear);
  add("prune", "Remove damaged files, and the oldest ones down to --cache-limit", prune);
}

}  // namespace tesuji::tools
