// The object cache: whatever happens to its files, it finds what was stored or nothing.
#include "backend/object_cache/object_cache.h"
#include "backend/object_cache/cache_file.h"
#include "tests/unit/support/folder.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace fs = std::filesystem;
using namespace tesuji::object_cache;
using tesuji::tests::Folder;
using namespace std::chrono_literals;

namespace {

const CacheLabel label{"matchers", "a game", "optimised", "cpu"};
const std::string payload = "forty bytes of object code, more or less";

CacheKey key_of(std::uint8_t number) {
  CacheKey key{};
  key.fill(0xA5);
  key[0] = number;
  return key;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// The file of an entry.
fs::path file_of(const Folder& folder, std::uint8_t number) {
  return folder.path / cache_file_name(key_of(number));
}

/// As if it had not been used for so long.
void make_older(const fs::path& path, std::time_t seconds) {
  const timespec then{std::time(nullptr) - seconds, 0};
  const timespec times[2] = {then, then};
  REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW) == 0);
}

std::size_t files_in(const fs::path& path) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
}

/// Exit code of what is done in a process of its own.
int in_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("what is stored is found, by others, too", "[cache]") {
  const Folder folder;
  const std::string directory = folder.path / "not" / "there";
  ObjectCache cache(directory);
  CHECK(!cache.find(key_of(1)));
  CHECK(!fs::exists(directory));  // only looked for
  cache.store(key_of(1), label, payload);
  cache.store(key_of(2), label, "");
  CHECK(cache.find(key_of(1)) == payload);
  ObjectCache other(directory + "/");
  CHECK(other.find(key_of(1)) == payload);
  CHECK(other.find(key_of(2)) == "");
  CHECK(!other.find(key_of(3)));
  CHECK(cache.counts().stored == 2);
  CHECK(other.counts().found == 2);
  CHECK(cache.trouble().empty());
  CHECK(files_in(directory) == 2);
  CHECK((fs::status(directory).permissions() & fs::perms::mask) == fs::perms::owner_all);
  const auto entries = list_cache(directory);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].valid);
  CHECK(entries[0].label.name == "a game");
  CHECK(entries[0].label.cpu == "cpu");
}

TEST_CASE("a file that is too short or too long is absent, and replaced", "[cache]") {
  const Folder folder;
  ObjectCache cache(folder.path);
  cache.store(key_of(1), label, payload);
  const std::string whole = content(file_of(folder, 1));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write(file_of(folder, 1), whole.substr(0, length));
    CAPTURE(length);
    REQUIRE(!cache.find(key_of(1)));
  }
  write(file_of(folder, 1), whole + "x");
  CHECK(!cache.find(key_of(1)));
  cache.store(key_of(1), label, payload);
  CHECK(content(file_of(folder, 1)) == whole);
  CHECK(cache.find(key_of(1)) == payload);
}

TEST_CASE("a file with any bit changed is absent", "[cache]") {
  const Folder folder;
  ObjectCache cache(folder.path);
  cache.store(key_of(1), label, payload);
  const std::string whole = content(file_of(folder, 1));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    write(file_of(folder, 1), changed);
    CAPTURE(bit);
    REQUIRE(!cache.find(key_of(1)));
    REQUIRE(!decode_cache_file(changed));
  }
  const auto entries = list_cache(folder.path);
  REQUIRE(entries.size() == 1);
  CHECK(!entries[0].valid);
  CHECK(remove_faulty(folder.path).files == 1);
  CHECK(files_in(folder.path) == 0);
}

TEST_CASE("one entry in the place of another is absent", "[cache]") {
  const Folder folder;
  ObjectCache cache(folder.path);
  cache.store(key_of(1), label, payload);
  fs::copy(file_of(folder, 1), file_of(folder, 2));
  CHECK(!cache.find(key_of(2)));
  CHECK(cache.find(key_of(1)) == payload);
  CHECK(remove_faulty(folder.path).files == 1);
}

TEST_CASE("what is no file of the cache's stands in its place or beside it", "[cache]") {
  const Folder folder;
  const Folder elsewhere;
  ObjectCache cache(folder.path);
  cache.store(key_of(9), label, payload);
  write(folder.path / "letter.txt", "not ours");
  write(folder.path / (std::string(64, 'g') + ".tso"), "not ours");
  fs::create_directory(folder.path / ".tesuji-abcdef");
  write(file_of(folder, 1), "foreign");
  fs::create_directory(file_of(folder, 2));
  fs::create_symlink(file_of(folder, 9), file_of(folder, 3));
  REQUIRE(mkfifo(file_of(folder, 4).c_str(), 0600) == 0);
  write(file_of(folder, 5), "");
  write(file_of(folder, 6), content(file_of(folder, 9)));
  fs::permissions(file_of(folder, 6), fs::perms::none);
  for (std::uint8_t number = 1; number <= 6; ++number) {
    CAPTURE(static_cast<int>(number));
    CHECK(!cache.find(key_of(number)));
  }
  for (const std::uint8_t number : {1, 3, 4, 5, 6}) {
    cache.store(key_of(number), label, payload);
    CHECK(cache.find(key_of(number)) == payload);
  }
  CHECK(cache.find(key_of(9)) == payload);
  CHECK(cache.trouble().empty());
  cache.store(key_of(2), label, payload);
  CHECK(!cache.find(key_of(2)));
  CHECK_THAT(cache.trouble(), Catch::Contains("cannot write to"));
  CHECK(clear_cache(folder.path).files == 6);
  CHECK(files_in(folder.path) == 4);  // two files and two directories that are not ours
}

TEST_CASE("a directory that is none, or not to be trusted, is left alone", "[cache]") {
  const Folder folder;
  {
    write(folder.path / "file", "text");
    ObjectCache cache(folder.path / "file");
    cache.store(key_of(1), label, payload);
    CHECK(!cache.find(key_of(1)));
    CHECK_THAT(cache.trouble(), Catch::Contains("is not a directory"));
    ObjectCache below(folder.path / "file" / "cache");
    below.store(key_of(1), label, payload);
    CHECK(!below.trouble().empty());
    CHECK(content(folder.path / "file") == "text");
  }
  {
    const fs::path open = folder.path / "open";
    fs::create_directory(open);
    fs::permissions(open, fs::perms::all);
    ObjectCache cache(open);
    cache.store(key_of(1), label, payload);
    CHECK_THAT(cache.trouble(), Catch::Contains("by everyone"));
    CHECK(files_in(open) == 0);
    CHECK(list_cache(open).empty());
  }
  if (geteuid() == 0) {
    const fs::path foreign = folder.path / "foreign";
    ObjectCache own(foreign);
    own.store(key_of(1), label, payload);
    REQUIRE(chown(foreign.c_str(), 65534, 65534) == 0);
    ObjectCache cache(foreign);
    CHECK(!cache.find(key_of(1)));
    CHECK_THAT(cache.trouble(), Catch::Contains("belongs to another user"));
    CHECK(clear_cache(foreign).files == 0);
    // A file of somebody else's, in a directory of ours.
    REQUIRE(chown(foreign.c_str(), 0, 0) == 0);
    REQUIRE(chown((foreign / cache_file_name(key_of(1))).c_str(), 65534, 65534) == 0);
    CHECK(!own.find(key_of(1)));
  }
}

TEST_CASE("what cannot be written to can still be read", "[cache]") {
  const Folder folder;
  const fs::path directory = folder.path / "cache";
  const auto work = [&] {
    if (geteuid() == 0 && setuid(65534) != 0) return 1;  // who may write anywhere
    ObjectCache(directory).store(key_of(1), label, payload);
    fs::permissions(directory, fs::perms::owner_read | fs::perms::owner_exec);
    ObjectCache cache(directory);
    if (cache.find(key_of(1)) != payload || !cache.trouble().empty()) return 2;
    cache.store(key_of(2), label, payload);
    const std::string trouble = cache.trouble();
    if (trouble.find("Permission denied") == std::string::npos) return 3;
    cache.store(key_of(3), label, payload);  // not tried any more
    if (cache.trouble() != trouble || cache.find(key_of(2)) || !cache.find(key_of(1))) return 4;
    fs::permissions(directory, fs::perms::none);
    if (ObjectCache(directory).find(key_of(1))) return 5;
    fs::permissions(directory, fs::perms::owner_all);
    return 0;
  };
  if (geteuid() == 0) REQUIRE(chown(folder.path.c_str(), 65534, 65534) == 0);
  CHECK(in_child(work) == 0);
  CHECK(files_in(directory) == 1);
}

TEST_CASE("a file larger than the process may write is not stored", "[cache]") {
  const Folder folder;
  const int code = in_child([&] {
    ObjectCache cache(folder.path);
    cache.store(key_of(1), label, payload);
    const rlimit limit{4096, 4096};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    cache.store(key_of(2), label, std::string(100'000, 'x'));
    if (cache.trouble().find("File too large") == std::string::npos) return 2;
    return cache.find(key_of(1)) == payload && !cache.find(key_of(2)) ? 0 : 3;
  });
  CHECK(code == 0);
  CHECK(files_in(folder.path) == 1);
}

TEST_CASE("over the limit those go that were not used for longest", "[cache]") {
  const Folder folder;
  const std::string large(10'000, 'x');
  for (std::uint8_t number = 0; number < 10; ++number) {
    ObjectCache(folder.path).store(key_of(number), label, large);
    make_older(file_of(folder, number), 1000 - number);
  }
  ObjectCache cache(folder.path, 80'000);
  CHECK(cache.find(key_of(0)) == large);  // which makes it the youngest
  cache.store(key_of(10), label, large);  // 11 entries of 10,224 bytes; 70,000 are to stay
  std::vector<int> left;
  for (std::uint8_t number = 0; number <= 10; ++number) {
    if (fs::exists(file_of(folder, number))) left.push_back(number);
  }
  CHECK(left == std::vector<int>{0, 6, 7, 8, 9, 10});
  CHECK(cache.trouble().empty());
  cache.store(key_of(11), label, std::string(80'000, 'x'));  // larger than all may be
  CHECK(!fs::exists(file_of(folder, 11)));
  CHECK(prune_cache(folder.path, 30'000, 30'000).files == 4);
  CHECK(files_in(folder.path) == 2);
  CHECK(clear_cache(folder.path).files == 2);
}

TEST_CASE("the limit holds while many entries are stored", "[cache]") {
  const Folder folder;
  ObjectCache cache(folder.path, 100'000);
  for (int number = 0; number < 200; ++number) {
    cache.store(key_of(static_cast<std::uint8_t>(number)), label, std::string(5'000, 'x'));
    std::uintmax_t total = 0;
    for (const auto& entry : fs::directory_iterator(folder.path)) total += entry.file_size();
    REQUIRE(total < 110'000);
  }
  CHECK(cache.counts().stored == 200);
}

TEST_CASE("files that were left half written are removed when they are old", "[cache]") {
  const Folder folder;
  ObjectCache(folder.path).store(key_of(1), label, payload);
  write(folder.path / ".tesuji-AbCdEf", "half");
  write(folder.path / ".tesuji-ghijkl", "half");
  make_older(folder.path / ".tesuji-AbCdEf", abandoned_after + 10);
  ObjectCache(folder.path).store(key_of(2), label, payload);
  CHECK(!fs::exists(folder.path / ".tesuji-AbCdEf"));
  CHECK(fs::exists(folder.path / ".tesuji-ghijkl"));
  make_older(folder.path / ".tesuji-ghijkl", abandoned_after + 10);
  CHECK(prune_cache(folder.path, 1 << 20, 1 << 20).files == 1);
  CHECK(files_in(folder.path) == 2);
}

TEST_CASE("threads share a cache", "[cache]") {
  const Folder folder;
  ObjectCache cache(folder.path, 200'000);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 100; ++round) {
        const auto number = static_cast<std::uint8_t>((t + round) % 10);
        const std::string expected(1000 * number, static_cast<char>('a' + number));
        const auto found = cache.find(key_of(number));
        if (found && *found != expected) ++wrong;
        cache.store(key_of(number), label, expected);
        if (round % 25 == 24) clear_cache(folder.path);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(cache.trouble().empty());
  for (const CacheEntry& entry : list_cache(folder.path)) CHECK(entry.valid);
}

TEST_CASE("a process that is killed while it writes leaves nothing that is found", "[cache]") {
  const Folder folder;
  const std::string large(32 << 20U, 'x');  // takes some milliseconds to write
  std::size_t torn = 0;
  for (int round = 0; round < 6; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      ObjectCache cache(folder.path);
      for (;;) cache.store(key_of(1), label, large);
    }
    const auto is_being_written = [&] {
      for (const auto& file : fs::directory_iterator(folder.path)) {
        if (is_temporary_name(file.path().filename().string())) return true;
      }
      return false;
    };
    const auto begin = std::chrono::steady_clock::now();
    while (!is_being_written() && std::chrono::steady_clock::now() - begin < 20s) {
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    ObjectCache cache(folder.path);
    const auto found = cache.find(key_of(1));
    CHECK((!found || *found == large));
    cache.store(key_of(2), label, payload);
    CHECK(cache.find(key_of(2)) == payload);
    CHECK(cache.trouble().empty());
    torn += files_in(folder.path) - list_cache(folder.path).size();
    clear_cache(folder.path);
    CHECK(files_in(folder.path) == 0);
  }
  CHECK(torn > 0);  // some were killed before they were done
}
