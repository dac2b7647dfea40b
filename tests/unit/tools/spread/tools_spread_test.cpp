// Tasks of `tesuji spread`: words of templates, parts, lines of results, files that are merged.
#include "tests/unit/support/folder.h"
#include "tools/spread/merge_results.h"
#include "tools/spread/results_file.h"
#include "tools/spread/task_list.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace tesuji::tools {
namespace {

using Words = std::vector<std::string>;

TaskResult result_of(std::uint64_t number, const std::string& input, const std::string& json) {
  return {number, input, {"perft", "--json", input, "3"}, 0, 0.25, json, {}, {}};
}

TEST_CASE("templates are split as a shell does", "[tools][spread]") {
  CHECK(split_words("") == Words{});
  CHECK(split_words("  perft\t--json {}\n 5 ") == Words{"perft", "--json", "{}", "5"});
  CHECK(split_words("a 'b  \"c\\' d") == Words{"a", "b  \"c\\", "d"});
  CHECK(split_words(R"(--x="a \"b\" \\ \n 'c'" '')") == Words{R"(--x=a "b" \ \n 'c')", ""});
  CHECK(split_words(R"(a\ b \"c \')") == Words{"a b", "\"c", "'"});
  CHECK_THROWS_AS(split_words("a 'b"), WordsError);
  CHECK_THROWS_AS(split_words("a \"b\\\""), WordsError);
  CHECK_THROWS_AS(split_words("a\\"), WordsError);
}

TEST_CASE("inputs and numbers are filled in once", "[tools][spread]") {
  CHECK(fill_words({"a", "{}"}, "x {#} {}", 7) == Words{"a", "x {#} {}"});
  CHECK(fill_words({"a", "--seed={#}"}, "x", 7) == Words{"a", "--seed=7", "x"});
  CHECK(fill_words({"--r=w={}:{#}", "{}{}", "{ }"}, "x", 12) == Words{"--r=w=x:12", "xx", "{ }"});
  CHECK(fill_words({"a", "{#}"}, "{}", 1) == Words{"a", "1", "{}"});
}

TEST_CASE("parts divide tasks", "[tools][spread]") {
  for (const std::string text : {"", "1", "0/4", "5/4", "1/0", "-1/4", "1/4x", "/4", "1/", "a/b"}) {
    CHECK_FALSE(task_part(text));
  }
  std::set<std::uint64_t> seen;
  for (std::uint64_t index = 1; index <= 3; ++index) {
    const auto part = task_part(std::to_string(index) + "/3");
    REQUIRE(part);
    for (std::uint64_t number = 1; number <= 10; ++number) {
      if (!part->has(number)) continue;
      CHECK(number % 3 == index % 3);
      CHECK(seen.insert(number).second);
    }
  }
  CHECK(seen.size() == 10);
}

TEST_CASE("large inputs come first", "[tools][spread]") {
  const tests::Folder folder;
  const auto file = [&](const char* name, std::size_t size) {
    const std::string path = folder.path / name;
    std::ofstream(path) << std::string(size, 'x');
    return path;
  };
  auto tasks = make_tasks({"perft"}, {file("a", 5), "none", file("b", 9), file("c", 5), "no"});
  put_large_first(tasks);
  std::vector<std::uint64_t> order;
  for (const Task& task : tasks) order.push_back(task.number);
  CHECK(order == std::vector<std::uint64_t>{3, 1, 4, 2, 5});
}

TEST_CASE("lines of results are read as they were written", "[tools][spread]") {
  TaskResult result = result_of(3, "a \"b\"\n", R"({"z":1,"a":[1.5,null]})");
  const std::string line = result_line(result);
  CHECK(line.find('\n') == line.size() - 1);
  CHECK(result_line(parse_result_line(line)) == line);
  result.exit.reset();
  result.result.clear();
  result.output = "text";
  result.error = "ended by signal 9";
  const TaskResult again = parse_result_line(result_line(result));
  CHECK(result_line(again) == result_line(result));
  CHECK_FALSE(again.exit);
  CHECK(again.failed());
  CHECK_THROWS_AS(parse_result_line("{}"), ResultsError);
  CHECK_THROWS_AS(parse_result_line("{\"task\":1"), ResultsError);
}

TEST_CASE("output is one JSON text or kept as it is", "[tools][spread]") {
  TaskResult result = result_of(1, "a", "");
  store_output(result, " {\"b\": 1,\n \"a\": 2}\n");
  CHECK(result.result == R"({"b":1,"a":2})");
  CHECK(result.error.empty());
  TaskResult text = result_of(1, "a", "");
  store_output(text, "{} {}");
  CHECK(text.result.empty());
  CHECK(text.output == "{} {}");
  CHECK(text.failed());
}

TEST_CASE("times and rates make no difference", "[tools][spread]") {
  const TaskResult left = result_of(1, "a", R"({"n":1,"in":[{"search_seconds":1,"x":2}]})");
  TaskResult right = result_of(
      1, "a",
      R"({"n":1,"states_per_second":5,"in":[{"search_seconds":2,"x":2}],"wall_ms":3,"milliseconds_per_game":1})");
  right.seconds = 9;
  CHECK(agree(left, right));
  right.result = R"({"n":1,"in":[{"x":3}]})";
  CHECK_FALSE(agree(left, right));
}

NamedResults file_of(const std::string& path, std::vector<TaskResult> results) {
  return {path, {"perft --json {} 3", 3, std::move(results), false}};
}

TEST_CASE("files are merged", "[tools][spread]") {
  const TaskResult first = result_of(1, "a", R"({"n":1,"seconds":1})");
  const TaskResult same = result_of(1, "a", R"({"n":1,"seconds":2})");
  const TaskResult other = result_of(1, "a", R"({"n":2})");
  const TaskResult third = result_of(3, "c", R"({"n":1})");
  TaskResult ended = other;
  ended.exit.reset();
  ended.error = "ended by signal 9";

  const TaskResults merged =
      merge_results({file_of("x", {third}), file_of("y", {ended}), file_of("z", {first, same})});
  REQUIRE(merged.results.size() == 2);
  CHECK(merged.results[0].result == first.result);
  CHECK(merged.results[1].number == 3);
  CHECK(missing_tasks(merged) == std::vector<std::uint64_t>{2});
  CHECK_THROWS_WITH(merge_results({file_of("x", {first}), file_of("y", {other})}),
                    "task 1 has different results in x and y");
  NamedResults foreign = file_of("y", {});
  foreign.results.template_text = "solve";
  CHECK_THROWS_AS(merge_results({file_of("x", {first}), foreign}), ResultsError);
  foreign = file_of("y", {});
  foreign.results.tasks = 4;
  CHECK_THROWS_AS(merge_results({file_of("x", {first}), foreign}), ResultsError);
  CHECK(first_numbers({1, 2, 3}) == "1, 2, 3");
  CHECK(first_numbers({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) == "1, 2, 3, 4, 5, 6, 7, 8 and 2 more");
}

TEST_CASE("earlier results follow their inputs", "[tools][spread]") {
  TaskResult failed = result_of(2, "b", "");
  failed.exit = 1;
  const std::vector<TaskResult> earlier{result_of(1, "a", "1"), failed, result_of(1, "a", "1")};
  const Words words{"perft", "--json", "{}", "3"};
  const auto tasks = make_tasks(words, {"new", "a", "b"});
  const auto kept = results_to_keep(earlier, tasks, false);
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].number == 2);
  CHECK(kept[1].number == 3);
  CHECK(results_to_keep(earlier, tasks, true).size() == 1);
  CHECK_THROWS_AS(results_to_keep(earlier, make_tasks(words, {"b"}), false), ResultsError);
}

TEST_CASE("a file of results grows by whole lines", "[tools][spread]") {
  const tests::Folder folder;
  const std::string path = folder.path / "results.jsonl";
  const TaskResults none{"perft --json {} 3", 2, {}, false};
  {
    GrowingResults file(path, none);
    CHECK_THROWS_AS(lock_results(path), ResultsError);
    file.add(result_of(2, "b", "2"));
    file.add(result_of(1, "a", "1"));
  }
  CHECK(read_results(path).results.size() == 2);
  CHECK(read_results(path).tasks == 2);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 3);
  const TaskResults cut = read_results(path);
  CHECK(cut.cut);
  REQUIRE(cut.results.size() == 1);
  CHECK(cut.results[0].number == 2);
  std::filesystem::resize_file(path, 20);
  CHECK(read_results(path).template_text.empty());
  std::filesystem::resize_file(path, 0);
  CHECK(read_results(path).results.empty());
  std::ofstream(path) << "{\"other\":1}\n";
  CHECK_THROWS_AS(read_results(path), ResultsError);
  CHECK_THROWS_AS(read_results(folder.path / "none"), ResultsError);
}

}  // namespace
}  // namespace tesuji::tools
