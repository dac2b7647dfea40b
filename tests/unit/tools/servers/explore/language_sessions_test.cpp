// Sessions of the language server: how many there are, and how they end. What the server answers is
// tested in the page (tests/web/page_language.py).
#include "tools/servers/explore/language_sessions.h"
#include "backend/temporary/temporary.h"
#include "tools/servers/explore/language_requests.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
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
                            {.seconds = 20, .memory = 0, .idle = std::chrono::milliseconds(200)});
  REQUIRE(sessions.open());
  CHECK(sessions.count() == 1);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (sessions.count() > 0 && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  CHECK(sessions.count() == 0);
}

TEST_CASE("a session without an answer is ended, and one that answers is busy", "[explore]") {
  const FakeServer server(std::string(answers) + "; sleep 30");
  LanguageSessions sessions(server.path(), {.seconds = 0.5, .memory = 0});
  const auto session = sessions.open();
  REQUIRE(session);
  LanguageReply slow;
  std::thread asking(
      [&] { slow = sessions.ask(*session, "{}", [](std::string_view) { return false; }); });
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  CHECK(sessions.ask(*session, "{}", any_line).state == LanguageReply::State::busy);
  asking.join();
  CHECK(slow.state == LanguageReply::State::ended);
  CHECK(sessions.ask(*session, "{}", any_line).state == LanguageReply::State::unknown);
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
           R"([{"id":0,"method":"shutdown"}])", R"([{"method":"exit"}])",
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
