#include "tools/answers/question_options.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using tesuji::ir::Diagnostics;
using tesuji::ir::SourceMap;
using tesuji::tools::QuestionOptions;

namespace {

/// What is said of options that are read as `read` does.
template <typename Read>
std::string said_of(const char* text, const Read& read) {
  const SourceMap sources;
  Diagnostics diagnostics(sources);
  QuestionOptions options(text, diagnostics);
  read(options);
  const bool fine = options.finish();
  CHECK(fine == !diagnostics.has_errors());
  return fine ? "" : diagnostics.all().front().message;
}

}  // namespace

TEST_CASE("options of questions", "[tools]") {
  CHECK(said_of(R"({"a": 5, "b": 0.5, "c": true, "d": "x", "e": ["y"], "f": [["z"], []]})",
                [](QuestionOptions& options) {
                  CHECK(options.has("a"));
                  CHECK(options.number("a", 1) == 5);
                  CHECK(options.seconds("b", 1) == 0.5);
                  CHECK(options.flag("c", false));
                  CHECK(options.choice("d", "w", {"w", "x"}) == "x");
                  CHECK(options.texts("e") == std::vector<std::string>{"y"});
                  CHECK(options.lists("f") == std::vector<std::vector<std::string>>{{"z"}, {}});
                }) == "");
  // What is missing, and null, is as it is otherwise.
  CHECK(said_of(R"({"a": null})", [](QuestionOptions& options) {
          CHECK_FALSE(options.has("a"));
          CHECK(options.number("a", 7) == 7);
          CHECK(options.text("b", "x") == "x");
          CHECK(options.lists("c").empty());
        }) == "");
  CHECK(said_of("", [](QuestionOptions&) {}) == "");
}

TEST_CASE("wrong options of questions", "[tools]") {
  const auto number = [](QuestionOptions& options) {
    static_cast<void>(options.number("a", 1, 2, 9));
  };
  tesuji::tests::check_words(said_of("[1]", number));
  tesuji::tests::check_words(said_of(R"({"a": )", number));
  for (const char* wrong : {R"({"a": 1})", R"({"a": 10})", R"({"a": -3})", R"({"a": 2.5})",
                            R"({"a": "2"})", R"({"a": [2]})"}) {
    tesuji::tests::check_words(said_of(wrong, number));
  }
  tesuji::tests::check_words(said_of(R"({"abx": 1})", [](QuestionOptions& options) {
    static_cast<void>(options.flag("aby", false));
  }));
  tesuji::tests::check_words(said_of(R"({"a": [["x", 1]]})", [](QuestionOptions& options) {
    static_cast<void>(options.lists("a"));
  }));
  tesuji::tests::check_words(said_of(R"({"a": "z"})", [](QuestionOptions& options) {
    CHECK(options.choice("a", "x", {"x", "y"}) == "x");
  }));
}
