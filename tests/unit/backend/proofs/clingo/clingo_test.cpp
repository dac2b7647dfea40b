// clingo as a child process: what it says, and what happens when it does not behave.
#include "backend/proofs/clingo/clingo.h"
#include "backend/child/child_process.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace tesuji {
namespace {

using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using proofs::ClingoAnswer;
using proofs::ClingoOptions;
using proofs::Reasoning;
using End = proofs::ClingoAnswer::End;

/// A shell script in the place of clingo.
class FakeClingo {
 public:
  explicit FakeClingo(const std::string& script) {
    const std::filesystem::path path = folder_.path / "clingo";
    std::ofstream(path) << "#!/bin/sh\n" << script << '\n';
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    options.program = path.string();
    options.seconds = 20;
  }
  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return folder_.path / name;
  }
  [[nodiscard]] ClingoAnswer run(Reasoning reasoning = Reasoning::cautious) const {
    return proofs::run_clingo("a.", reasoning, options);
  }

  ClingoOptions options;

 private:
  tests::Folder folder_;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST_CASE("clingo: cautious consequences, one model, and none", "[clingo]") {
  ClingoOptions options;
  options.seconds = 60;
  const ClingoAnswer all = proofs::run_clingo(
      "{a;b}. p(1,\"+ \\\"+\") :- a. p(1,\"+ \\\"+\") :- not a. q :- b. #show p/2. #show q/0.",
      Reasoning::cautious, options);
  INFO(all.message);
  REQUIRE(all.end == End::finished);
  CHECK(all.satisfiable);
  REQUIRE(all.atoms.size() == 1);
  CHECK(all.atoms[0].predicate == "p");
  CHECK(all.atoms[0].arguments == std::vector<std::string>{"1", "+ \"+"});

  const ClingoAnswer one = proofs::run_clingo("{a}. :- not a.", Reasoning::one_model, options);
  CHECK(one.end == End::finished);
  CHECK(one.models == 1);
  REQUIRE(one.atoms.size() == 1);
  CHECK(one.atoms[0].predicate == "a");

  const ClingoAnswer none = proofs::run_clingo("a. :- a.", Reasoning::cautious, options);
  CHECK(none.end == End::finished);
  CHECK_FALSE(none.satisfiable);

  const ClingoAnswer empty = proofs::run_clingo("", Reasoning::cautious, options);
  CHECK(empty.end == End::finished);
  CHECK(empty.satisfiable);
}

TEST_CASE("clingo: an error of the program is told", "[clingo]") {
  const ClingoAnswer answer = proofs::run_clingo("a b.", Reasoning::cautious, {});
  CHECK(answer.end == End::failed);
  CHECK(answer.message.find("syntax error") != std::string::npos);
}

TEST_CASE("clingo: one that hangs is ended at its limit, with what it started", "[clingo]") {
  // The child of the script would outlive it if only the script were killed.
  FakeClingo fake("trap '' TERM\nsleep 1000 & echo $! > \"$(dirname \"$0\")/grandchild\"\nwait");
  fake.options.seconds = 0.3;
  const auto begin = std::chrono::steady_clock::now();
  const ClingoAnswer answer = fake.run();
  CHECK(answer.end == End::out_of_time);
  tesuji::tests::check_words(answer.message);
  CHECK(seconds_since(begin) < 15);
  pid_t grandchild = 0;
  std::ifstream(fake.path("grandchild")) >> grandchild;
  REQUIRE(grandchild > 0);
  // It is gone, or waits for init to bury it.
  bool gone = false;
  for (int i = 0; i < 100 && !gone; ++i) {
    std::string name;
    std::string state;
    std::ifstream file("/proc/" + std::to_string(grandchild) + "/stat");
    std::string id;
    gone = !(file >> id >> name >> state) || state == "Z";
    if (!gone) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  CHECK(gone);
}

TEST_CASE("clingo: what was seen before the limit is kept", "[clingo]") {
  FakeClingo fake("echo 'Answer: 1'; echo 'p(1) p(2)'; sleep 1000");
  fake.options.seconds = 0.5;
  const ClingoAnswer answer = fake.run();
  CHECK(answer.end == End::out_of_time);
  CHECK(answer.models == 1);
  CHECK(answer.atoms.size() == 2);
}

TEST_CASE("clingo: one that crashes, and one that prints rubbish", "[clingo]") {
  const ClingoAnswer crash = FakeClingo("kill -SEGV $$").run();
  CHECK(crash.end == End::failed);
  tesuji::tests::check_words(crash.message);

  const ClingoAnswer rubbish = FakeClingo("echo 'Answer: 1'; echo '<html>'; exit 10").run();
  CHECK(rubbish.end == End::failed);
  CHECK(rubbish.message.find("not an answer set: <html>") != std::string::npos);

  const ClingoAnswer silent = FakeClingo("exit 0").run();
  CHECK(silent.end == End::failed);
  tesuji::tests::check_words(silent.message);

  // An answer set, and yet unsatisfiable.
  const ClingoAnswer torn =
      FakeClingo("echo 'Answer: 1'; echo p; echo UNSATISFIABLE; exit 20").run();
  CHECK(torn.end == End::failed);

  const ClingoAnswer half = FakeClingo("echo 'Answer: 1'; echo p; exit 10").run();
  CHECK(half.end == End::failed);

  // What comes after rubbish is not waited for.
  const ClingoAnswer more = FakeClingo("echo 'Answer: 1'; echo '<html>'; sleep 1000").run();
  CHECK(more.end == End::failed);
  CHECK(more.message == rubbish.message);
}

TEST_CASE("clingo: an answer counts if the exit code says that it is whole", "[clingo]") {
  const auto end = [](const std::string& script, Reasoning reasoning) {
    return FakeClingo(script).run(reasoning).end;
  };
  const std::string some = "echo 'Answer: 1'; echo p; echo SATISFIABLE; exit ";
  CHECK(end(some + "10", Reasoning::one_model) == End::finished);
  CHECK(end(some + "30", Reasoning::one_model) == End::finished);
  CHECK(end(some + "30", Reasoning::cautious) == End::finished);
  // There may be answer sets without p.
  CHECK(end(some + "10", Reasoning::cautious) == End::failed);
  CHECK(end(some + "11", Reasoning::one_model) == End::failed);
  for (const char* const code : {"0", "10", "30", "65"}) {
    CHECK(end(std::string("echo UNSATISFIABLE; exit ") + code, Reasoning::one_model) ==
          End::failed);
  }
}

TEST_CASE("clingo: memory", "[clingo]") {
  ClingoOptions options;
  options.seconds = 60;
  options.memory_bytes = std::uint64_t{96} << 20;
  const ClingoAnswer answer =
      proofs::run_clingo("{ p(1..3000,1..3000) }.", Reasoning::cautious, options);
  CHECK(answer.end == End::out_of_memory);
  tesuji::tests::check_words(answer.message);
}

TEST_CASE("clingo: less memory than it takes to start", "[clingo]") {
  ClingoOptions options;
  options.seconds = 60;
  for (const std::uint64_t mib : {1, 6, 12}) {
    options.memory_bytes = mib << 20;
    const ClingoAnswer answer = proofs::run_clingo("a.", Reasoning::cautious, options);
    INFO(answer.message);
    CHECK(answer.end == End::out_of_memory);
  }
}

TEST_CASE("clingo: stopped from outside", "[clingo]") {
  FakeClingo fake("sleep 1000");
  std::atomic<bool> stop{false};
  fake.options.stop = &stop;
  fake.options.seconds = 0;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  CHECK(fake.run().end == End::stopped);
  CHECK(seconds_since(begin) < 15);
}

TEST_CASE("clingo: a program that it does not read to its end", "[clingo]") {
  const FakeClingo fake("echo UNSATISFIABLE; exit 20");
  const std::string program(1 << 20, '%');
  const ClingoAnswer answer = proofs::run_clingo(program, Reasoning::cautious, fake.options);
  CHECK(answer.end == End::finished);
}

TEST_CASE("clingo: which version", "[clingo]") {
  CHECK(proofs::clingo_version({}, 0).text.substr(0, 2) == "5.");
  ClingoOptions missing;
  missing.program = "no-such-clingo";
  const proofs::ClingoVersion none = proofs::clingo_version(missing, 0);
  CHECK(none.text.empty());
  CHECK(none.message ==
        "cannot find the program `no-such-clingo` (on Debian, `apt install gringo` brings clingo)");
  missing.program = "/no/such/clingo";
  CHECK(proofs::clingo_version(missing, 0).text.empty());
  missing.program = "/";
  CHECK_THAT(proofs::clingo_version(missing, 0).message, StartsWith("`/` is a directory"));
  missing.program = "/etc/passwd";
  CHECK_THAT(proofs::clingo_version(missing, 0).message,
             StartsWith("`/etc/passwd` cannot be executed: Permission denied"));
  CHECK(proofs::clingo_version(FakeClingo("echo 'clingo version 4.5.4'").options, 0).text.empty());
  const FakeClingo old("echo 'clingo version 4.5.4'");
  CHECK(proofs::clingo_version(old.options, 0).message ==
        "clingo 4.5.4 is too old: version 5 or later is needed");
  const FakeClingo other("echo hello");
  CHECK_THAT(proofs::clingo_version(other.options, 0).message,
             EndsWith("does not answer as clingo does"));
  const FakeClingo broken("echo 'no libclingo.so' >&2; exit 127");
  CHECK_THAT(proofs::clingo_version(broken.options, 0).message,
             EndsWith("failed: no libclingo.so"));
}

}  // namespace
}  // namespace tesuji
