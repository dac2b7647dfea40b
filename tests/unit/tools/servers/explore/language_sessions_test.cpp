// Sessions of the language server: how many there are, and how they end. What the server answers is
// tested in the page (tests/web/page_language.py).
#include "tools/servers/explore/language_sessions.h"
#include "backend/temporary/temporary.h"
#include "tools/servers/explore/language_requests.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace tesuji;
using namespace tesuji::tools;

namespace {

/// A program in place of the language server: answers every line by a response with id 0.
class FakeServer {
 public:
  explicit FakeServer(const std::string& answer)
      : folder_("tesuji-language"), path_(folder_.path_of("server")) {
    std::ofstream(path_) << "#!/bin/sh\nwhile read -r line; do " << answer << "; done\n";
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  temporary::Folder folder_;
  std::string path_;
};

constexpr const char* answers = R"(echo '{"id":0,"result":{}}')";

bool any_line(std::string_view) {
  return true;
}

/// Waits until the condition holds, at most 20 s.
template <typename Condition>
void wait_for(const Condition& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition() && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

TEST_CASE("the session that has waited longest makes room for another", "[explore]") {
  const FakeServer server(answers);
  LanguageSessions sessions(server.path(), {.seconds = 20, .memory = 0, .sessions = 2});
  const auto first = sessions.open();
  const auto second = sessions.open();
  REQUIRE(first);
  REQUIRE(second);
  CHECK(sessions.ask(*first, "{}", any_line).state == LanguageReply::State::answered);
  const auto third = sessions.open();
  REQUIRE(third);
  CHECK(sessions.count() == 2);
  CHECK(sessions.ask(*second, "{}", any_line).state == LanguageReply::State::unknown);
  CHECK(sessions.ask(*first, "{}", any_line).state == LanguageReply::State::answered);
  CHECK(sessions.close(*first));
  CHECK_FALSE(sessions.close(*first));
  CHECK(sessions.count() == 1);
}

TEST_CASE("idle sessions end by themselves", "[explore]") {
  const FakeServer server(answers);
  LanguageSessions sessions(server.path(),
                            {.seconds = 20, .memory = 0, .idle = std::chrono::seconds(2)});
  REQUIRE(sessions.open());
  wait_for([&] { return sessions.count() == 0; });
  CHECK(sessions.count() == 0);
}

TEST_CASE("a session without an answer is ended, and one that answers is busy", "[explore]") {
  const FakeServer server(answers);
  LanguageSessions sessions(server.path(), {.seconds = 5, .memory = 0});
  const auto session = sessions.open();
  REQUIRE(session);
  LanguageReply slow;
  std::atomic<bool> asked{false};
  std::thread asking([&] {
    slow = sessions.ask(*session, "{}", [&](std::string_view) {
      asked = true;
      return false;
    });
  });
  wait_for([&] { return asked.load(); });
  CHECK(sessions.ask(*session, "{}", any_line).state == LanguageReply::State::busy);
  asking.join();
  CHECK(asked);
  CHECK(slow.state == LanguageReply::State::ended);
  CHECK(sessions.ask(*session, "{}", any_line).state == LanguageReply::State::unknown);
}

TEST_CASE("a session that does not answer can be ended", "[explore]") {
  const FakeServer server(std::string(answers) +
                          R"(; case "$line" in hang) echo hangs; kill -STOP $$;; esac)");
  LanguageSessions sessions(server.path(), {.seconds = 60, .memory = 0, .sessions = 1});
  const auto begin = std::chrono::steady_clock::now();
  const auto hang = [&](std::uint64_t session, const auto& end) {
    LanguageReply reply{LanguageReply::State::answered, {}};
    std::atomic<bool> hangs{false};
    std::thread asking([&] {
      reply = sessions.ask(session, "hang", [&](std::string_view line) {
        if (line == "hangs") hangs = true;
        return false;
      });
    });
    wait_for([&] { return hangs.load(); });
    CHECK(hangs);
    end();
    asking.join();
    CHECK(reply.state == LanguageReply::State::ended);
  };
  const auto first = sessions.open();
  REQUIRE(first);
  hang(*first, [&] { CHECK(sessions.close(*first)); });
  CHECK(sessions.count() == 0);
  const auto second = sessions.open();
  REQUIRE(second);
  std::optional<std::uint64_t> third;
  hang(*second, [&] { third = sessions.open(); });
  REQUIRE(third);
  CHECK(sessions.count() == 1);
  hang(*third, [&] { sessions.stop(); });
  CHECK_FALSE(sessions.open());
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(50));
}

TEST_CASE("sessions opened together have no more processes than places", "[explore]") {
  const temporary::Folder folder("tesuji-language-count");
  // Each process counts those that run, then waits, so that others come.
  const std::string count = folder.path_of("count");
  const FakeServer server(
      "touch " + count + ".$$; n=0; for file in " + count +
      ".*; do kill -0 ${file##*.} 2>/dev/null && n=$((n+1)); done; echo $n >> " + count +
      "; sleep 0.1; " + answers);
  LanguageSessions sessions(server.path(), {.seconds = 20, .memory = 0, .sessions = 3});
  std::vector<std::thread> threads;
  std::atomic<int> opened{0};
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&] { opened += sessions.open() ? 1 : 0; });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(opened == 12);
  CHECK(sessions.count() <= 3);
  std::ifstream lines(count);
  int most = 0;
  for (int number = 0; lines >> number;) most = std::max(most, number);
  CHECK(most >= 1);
  CHECK(most <= 3);
}

TEST_CASE("a program without a language server has no sessions", "[explore]") {
  LanguageSessions sessions("/bin/false", {.seconds = 20, .memory = 0});
  CHECK(answer_language(sessions, "{}").text == "{\"session\":null}\n");
  LanguageSessions missing("/no/such/program", {.seconds = 20, .memory = 0});
  CHECK(answer_language(missing, "{}").text == "{\"session\":null}\n");
}

TEST_CASE("requests of pages are checked before they are sent", "[explore]") {
  const FakeServer server(answers);
  LanguageSessions sessions(server.path(), {.seconds = 20, .memory = 0});
  CHECK(answer_language(sessions, "{}").text == "{\"session\":1}\n");
  const auto status = [&](const std::string& messages) {
    return answer_language(sessions, R"({"session":1,"messages":)" + messages + "}").status;
  };
  CHECK(status(R"([{"id":0,"method":"textDocument/hover"}])") == 200);
  CHECK(status(R"([{"method":"textDocument/didOpen"},{"id":0,"method":"textDocument/hover"}])") ==
        200);
  const std::string deep = std::string(1000, '[') + std::string(1000, ']');
  for (const std::string& wrong : std::vector<std::string>{
           "[]", "{}", "7", "[7]", R"([{"id":0}])", R"([{"id":0,"method":7}])",
           R"([{"id":0,"method":"workspace/symbol"}])", R"([{"id":0,"method":"initialize"}])",
           R"([{"id":0,"method":"shutdown"}])",
           R"([{"id":0,"method":"textDocument/documentLink"}])", R"([{"method":"exit"}])",
           R"([{"method":"textDocument/didOpen"}])",
           R"([{"id":0,"method":"textDocument/hover"},{"method":"textDocument/didClose"}])",
           R"([{"id":{},"method":"textDocument/hover"}])",
           R"([{"id":0,"method":"textDocument/hover","params":)" + deep + "}]"}) {
    CHECK(status(wrong) == 400);
  }
  for (const char* const wrong : {"", "{", "7", "[]", R"({"session":"1"})", R"({"session":-1})",
                                  R"({"other":1})", R"({"session":1})", "\xff"}) {
    CHECK(answer_language(sessions, wrong).status == 400);
  }
  CHECK(answer_language(sessions, R"({"session":9,"close":true})").text == "{\"closed\":false}\n");
  CHECK(answer_language(sessions,
                        R"({"session":9,"messages":[{"id":0,"method":"textDocument/hover"}]})")
            .status == 404);
}
