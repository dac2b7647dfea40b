#include "runtime/host/partition/rank_files.h"

#include "runtime/host/memory/fnv.h"
#include "runtime/host/partition/level.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace tesuji::runtime::partition {

namespace {

constexpr std::string_view format = "tesuji-partition/";
constexpr std::string_view first_line = "tesuji-partition/4";

void write(std::ostream& out, const char* what, const LevelCounts& counts) {
  out << what << ' ' << counts.states << ' ' << counts.least_target << ' ' << counts.terminal << ' '
      << counts.stuck << ' ' << counts.faulty << ' ' << counts.most_moves[0] << ' '
      << counts.most_moves[1] << ' ' << counts.edges << ' ' << counts.sent << ' ' << counts.layered;
  for (std::size_t i = 0; i < counts.margins.size(); ++i) {
    if (counts.margins[i] > 0) out << ' ' << i << ' ' << counts.margins[i];
  }
  out << '\n';
}

LevelCounts read_counts(std::istream& in) {
  LevelCounts counts;
  in >> counts.states >> counts.least_target >> counts.terminal >> counts.stuck >> counts.faulty >>
      counts.most_moves[0] >> counts.most_moves[1] >> counts.edges >> counts.sent >> counts.layered;
  counts.margins.resize(2 * margin_offset + 1);
  for (std::uint64_t place = 0, ends = 0; in >> place >> ends;) {
    if (place < counts.margins.size()) counts.margins[place] = ends;
  }
  return counts;
}

}  // namespace

RankFiles::RankFiles(std::string folder, unsigned rank) {
  if (folder.empty()) return;
  folder_ = std::move(folder) + "/rank-" + std::to_string(rank);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw FileError(folder_ + ": " + error.message());
  lock_ = std::make_shared<const FileLock>(folder_ + "/lock", "another run uses this folder");
  for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
    if (entry.path().filename().string().starts_with("part-")) {  // left by a run that was killed
      std::filesystem::remove(entry.path(), error);
    }
  }
}

void RankFiles::check(std::size_t level, std::string_view what, std::uint64_t hash,
                      std::uint64_t expected) const {
  if (hash != expected) fail_damaged(level, what);
}

void RankFiles::fail_damaged(std::size_t level, std::string_view what) const {
  throw InvalidFile(path(level, what) + ": is damaged");
}

std::optional<Progress> RankFiles::progress() const {
  if (!on_disk()) return std::nullopt;
  const std::string path = folder_ + "/progress";
  if (!std::filesystem::exists(path)) return std::nullopt;
  std::ifstream file(path);
  std::string line;
  std::string text;
  Progress progress;
  bool good = static_cast<bool>(std::getline(file, line));
  if (good && line != first_line && line.starts_with(format)) {
    throw InvalidFile(path + ": another version of tesuji wrote it");
  }
  good = good && line == first_line;
  bool ended = false;
  for (; good && !ended; text += line + "\n", good = ended || std::getline(file, line)) {
    std::istringstream in(line);
    std::string what;
    in >> what;
    if (what == "identity") in >> progress.identity;
    if (what == "valued_from") in >> progress.valued_from;
    if (what == "stage") in >> progress.stage;
    if (what == "level") progress.levels.push_back(read_counts(in));
    if (what == "hashes") {
      LevelHashes& hashes = progress.hashes.emplace_back();
      in >> hashes.keys >> hashes.values >> hashes.known;
    }
    if (what == "found") progress.found = read_counts(in);
    if (what == "end") {
      std::uint64_t hash = 0;
      in >> hash;
      ended = hash == fnv1a(text);
      good = ended;
    }
  }
  if (!ended || progress.levels.empty() || progress.hashes.size() != progress.levels.size()) {
    throw InvalidFile(path + ": is damaged");
  }
  return progress;
}

void RankFiles::save(const Progress& progress) const {
  if (!on_disk()) return;
  std::ostringstream out;
  out << first_line << "\nidentity " << progress.identity << '\n';
  for (const LevelCounts& counts : progress.levels) write(out, "level", counts);
  for (const LevelHashes& hashes : progress.hashes) {
    out << "hashes " << hashes.keys << ' ' << hashes.values << ' ' << hashes.known << '\n';
  }
  if (progress.found) write(out, "found", *progress.found);
  out << "valued_from " << progress.valued_from << "\nstage " << progress.stage << '\n';
  std::string text = out.str();
  text += "end " + std::to_string(fnv1a(text)) + "\n";
  const std::span<const std::byte> part = std::as_bytes(std::span(text));
  write_whole(folder_ + "/progress", {&part, 1});
}

void RankFiles::remove_parts() {
  for (; parts_ > 0; --parts_) {
    std::error_code ignored;  // leftovers do no harm
    std::filesystem::remove(folder_ + "/part-" + std::to_string(parts_ - 1) + ".keys", ignored);
  }
}

ValueList RankFiles::new_values(std::size_t level, std::uint64_t count,
                                std::string_view what) const {
  if (!on_disk()) return ValueList(count);
  ValueList values(MappedFile::create(path(level, what), count * sizeof(std::uint16_t)));
  values.forget();
  return values;
}

ValueList RankFiles::values(std::size_t level, std::uint64_t count, std::string_view what) const {
  const std::string file = path(level, what);
  ValueList values(MappedFile::open(file, true));
  if (values.size() != count) throw InvalidFile(file + ": is damaged or truncated");
  return values;
}

void RankFiles::remove(std::size_t level, std::string_view what) const {
  if (!on_disk()) return;
  std::error_code ignored;  // leftovers do no harm
  std::filesystem::remove(path(level, what), ignored);
}

}  // namespace tesuji::runtime::partition
