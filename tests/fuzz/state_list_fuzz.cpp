// Lists of states, of a game with fluents of several forms: a state that is read
// has fluents that name it again.
#include "tests/fuzz/support.h"
#include "tests/property/text_game.h"
#include "tools/files/state_list.h"

using namespace tesuji;

namespace {

constexpr const char* rules = R"(
  (role white) (role black)
  (init (cell 1 1 b)) (init (control white)) (init (at (pos a (pair 1 2)))) (init (over)) (init over)
  (digit 1) (digit 2) (digit 3)
  (<= (next (cell ?x ?y ?m)) (digit ?x) (digit ?y) (does ?m noop))
  (<= (next (at (pos a (pair ?x ?y)))) (digit ?x) (digit ?y))
  (<= (next (step ?x)) (digit ?x))
  (<= (legal ?r noop) (role ?r))
  (<= (goal ?r 50) (role ?r))
  (<= terminal (true over))
)";

const driver::LoadedGame& game() {
  static const driver::LoadedGame loaded = tests::interpreted_game(rules);
  return loaded;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const runtime::Game& rules_of = *game().game;
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const ir::FileId file = sources.add("input.txt", fuzz::text_of(data, size));
  const auto states = tools::read_states(file, rules_of, diagnostics);
  fuzz::check_report(diagnostics, states.has_value());
  if (!states) return 0;
  for (const tools::ListedState& listed : *states) {
    const std::vector<std::string> fluents = rules_of.fluents(listed.state);
    const auto again = rules_of.state_of(fluents);
    fuzz::require(again && *again == listed.state, "a state's fluents name it");
  }
  return 0;
}
