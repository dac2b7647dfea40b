// Rules are recognised under other words, and only then.
#include "ir/text/rule_names.h"

#include "backend/driver/load.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <cctype>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

using namespace tesuji;

namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Returns rules with other words, without comments; the same word always becomes the same one.
std::string with_other_words(const std::string& rules, const std::string& prefix) {
  const std::set<std::string> kept{"role",  "init", "true",     "does",     "next",
                                   "legal", "goal", "terminal", "distinct", "not",
                                   "or",    "base", "input",    "sees",     "random"};
  std::map<std::string, std::string> others;
  std::string result;
  for (std::size_t at = 0; at < rules.size();) {
    if (rules[at] == ';') {
      at = rules.find('\n', at);
      continue;
    }
    const auto is_of_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '+';
    };
    if (!is_of_word(rules[at])) {
      result += rules[at++];
      continue;
    }
    const std::size_t begin = at;
    while (at < rules.size() && is_of_word(rules[at])) ++at;
    const std::string word = rules.substr(begin, at - begin);
    const bool is_number = std::isdigit(static_cast<unsigned char>(word.front())) != 0;
    if (is_number || kept.contains(word)) {
      result += word;
      continue;
    }
    const auto other = others.try_emplace(word, prefix + std::to_string(others.size())).first;
    result += other->second;
  }
  return result;
}

ir::RuleNames names_of(const std::string& rules, const std::string& file) {
  const tests::Folder folder;
  const std::string path = folder.path / file;
  std::ofstream(path) << rules;
  driver::Session session;
  const auto module = driver::load_source(path, session);
  REQUIRE(module);
  return ir::RuleNames(*module);
}

}  // namespace

TEST_CASE("Rules with other words have the same text", "[driver]") {
  for (const std::string name : {"noughts-and-crosses", "hexapawn3", "connect-four", "breakthrough",
                                 "kuhn-poker", "quarto"}) {
    const std::string rules = text_of(tests::source_dir() + "/examples/" + name + ".kif");
    const ir::RuleNames own = names_of(rules, name + ".kif");
    const ir::RuleNames other = names_of(with_other_words(rules, "zu"), "match7.kif");
    CHECK(own.text() == other.text());
    CHECK(own.text().find("match7") == std::string::npos);
  }
}

TEST_CASE("Terms are translated between rules with other words", "[driver]") {
  const std::string rules = text_of(tests::source_dir() + "/examples/hexapawn3.kif");
  const ir::RuleNames own = names_of(rules, "a.kif");
  const ir::RuleNames other = names_of(with_other_words(rules, "zu"), "b.kif");
  const std::string term = "(cell 1 3 w)";
  CHECK(own.named(own.numbered(term)) == term);
  const std::string translated = other.named(own.numbered(term));
  CHECK(translated != term);
  CHECK(own.named(other.numbered(translated)) == term);
  CHECK(own.numbered("(unheard of)") == "(unheard of)");
}

TEST_CASE("Other rules have another text", "[driver]") {
  const std::string rules = text_of(tests::source_dir() + "/examples/noughts-and-crosses.kif");
  const std::string own = names_of(rules, "a.kif").text();
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = rules;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return names_of(text.replace(at, from.size(), to), "a.kif").text();
  };
  CHECK(changed("(goal ?player 100)", "(goal ?player 99)") != own);
  // A role that plays by chance is not a role with another name.
  const std::string chance =
      "(role random) (role other) (init (turn other))"
      "(<= (legal ?r wait) (role ?r)) (<= terminal (true (turn random)))"
      "(<= (next (turn random)) (true (turn other)))"
      "(<= (goal ?r 50) (role ?r))";
  std::string person = chance;
  for (std::size_t at = 0; (at = person.find("random", at)) != std::string::npos;)
    person.replace(at, 6, "rondom");
  CHECK(names_of(chance, "a.kif").text() != names_of(person, "a.kif").text());
  // Words of the IR's text keep their meaning: `distinct` and its negation are no names.
  const auto with_test = [&](const std::string& test, const std::string& constant) {
    return names_of("(role a) (role b) (init (turn a)) (init (at " + constant + "))" +
                        "(<= (legal ?r wait) (role ?r)) (<= terminal (true (turn b)))"
                        "(<= (next (turn b)) (true (turn ?x)) (true (at ?y)) " +
                        test + ")(<= (goal ?r 50) (role ?r))",
                    "a.kif")
        .text();
  };
  CHECK(with_test("(distinct ?x ?y)", "different") != with_test("(not (distinct ?x ?y))", "same"));
}
