#include "runtime/host/partition/rank_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace tesuji::runtime::partition {

namespace {

constexpr std::string_view first_line = "tesuji-partition/1";

void write(std::ostream& out, const char* what, const LevelCounts& counts) {
  out << what << ' ' << counts.states << ' ' << counts.least_target << ' ' << counts.terminal << ' '
      << counts.stuck << ' ' << counts.edges << ' ' << counts.sent << ' ' << counts.layered;
  for (const std::uint64_t margin : counts.margins) out << ' ' << margin;
  out << '\n';
}

LevelCounts read_counts(std::istream& in) {
  LevelCounts counts;
  in >> counts.states >> counts.least_target >> counts.terminal >> counts.stuck >> counts.edges >>
      counts.sent >> counts.layered;
  for (std::uint64_t margin = 0; in >> margin;) counts.margins.push_back(margin);
  return counts;
}

}  // namespace

RankFiles::RankFiles(std::string folder, unsigned rank) {
  if (folder.empty()) return;
  folder_ = std::move(folder) + "/rank-" + std::to_string(rank);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw FileError(folder_ + ": " + error.message());
}

std::optional<Progress> RankFiles::progress() const {
  if (!on_disk()) return std::nullopt;
  const std::string path = folder_ + "/progress";
  if (!std::filesystem::exists(path)) return std::nullopt;
  std::ifstream file(path);
  std::string line;
  Progress progress;
  bool good = std::getline(file, line) && line == first_line;
  bool ended = false;
  while (good && std::getline(file, line)) {
    std::istringstream in(line);
    std::string what;
    in >> what;
    if (what == "identity") in >> progress.identity;
    if (what == "valued_from") in >> progress.valued_from;
    if (what == "level") progress.levels.push_back(read_counts(in));
    if (what == "found") progress.found = read_counts(in);
    ended = what == "end";
  }
  if (!good || !ended || progress.levels.empty()) throw FileError(path + ": is damaged");
  return progress;
}

void RankFiles::save(const Progress& progress) const {
  if (!on_disk()) return;
  std::ostringstream out;
  out << first_line << "\nidentity " << progress.identity << '\n';
  for (const LevelCounts& counts : progress.levels) write(out, "level", counts);
  if (progress.found) write(out, "found", *progress.found);
  out << "valued_from " << progress.valued_from << "\nend\n";
  const std::string text = out.str();
  const std::span<const std::byte> part = std::as_bytes(std::span(text));
  write_whole(folder_ + "/progress", {&part, 1});
}

void RankFiles::remove_parts() {
  for (; parts_ > 0; --parts_) {
    std::error_code ignored;  // they are in nobody's way
    std::filesystem::remove(folder_ + "/part-" + std::to_string(parts_ - 1) + ".keys", ignored);
  }
}

ValueList RankFiles::new_values(std::size_t level, std::uint64_t count) const {
  if (!on_disk()) return ValueList(count);
  ValueList values(MappedFile::create(path(level, "values"), count * sizeof(std::uint16_t)));
  values.forget();
  return values;
}

ValueList RankFiles::values(std::size_t level, std::uint64_t count) const {
  const std::string file = path(level, "values");
  ValueList values(MappedFile::open(file, true));
  if (values.size() != count) throw FileError(file + ": is damaged or cut short");
  return values;
}

}  // namespace tesuji::runtime::partition
