// Invariants as text about a small game: what is accepted prints, and what is printed is read
// back and prints the same.
#include "frontend/invariants/invariants_reader.h"
#include "ir/formulas/formula_text.h"

#include "tests/fuzz/support.h"
#include "tests/unit/support/lowered.h"

using namespace tesuji;

namespace {

/// Moves and fluents of several shapes, predicates that depend on moves, odd names.
const char* const rules = R"(
(role red) (role blue)
(square 1) (square 2) (square 3) (colour a) (colour ++) (colour not)
(init (cell 1 empty)) (init (cell 2 empty)) (init (turn red)) (init (over)) (init calm)
(<= (legal ?r (put ?x ?c)) (true (turn ?r)) (true (cell ?x empty)) (colour ?c))
(<= (legal ?r (swap (pair ?x ?y))) (true (turn ?r)) (square ?x) (square ?y))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (cell ?x ?c)) (does ?r (put ?x ?c)))
(<= (moved ?r ?x) (does ?r (put ?x ?c)))
(<= (next (turn ?r)) (role ?r) (not (true (turn ?r))))
(<= (owner ?x ?c) (true (cell ?x ?c)) (colour ?c))
(<= (kept (pair ?x ?c) ?x) (owner ?x ?c))
(<= (kept ?c ?x) (owner ?x ?c))
(<= line (owner 1 ?c) (owner 2 ?c))
(<= terminal line)
(<= (goal ?r 100) (role ?r) line))";

/// Where a number of shapes is multiplied, printing takes more than the reading allows.
constexpr std::size_t longest = 20000;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tests::Lowered game(rules);
  fuzz::require(game.module && game.run({"infer-domains"}), "the game is fine");
  const auto read = [&](std::string text, ir::Diagnostics& diagnostics) {
    const ir::FileId file = game.sources->add("input.inv", std::move(text));
    return frontend::read_invariants(file, *game.module, diagnostics);
  };
  ir::Diagnostics diagnostics(*game.sources);
  const std::string text = fuzz::text_of(data, size);
  const auto invariants = read(text, diagnostics);
  fuzz::check_report(diagnostics, invariants.has_value());

  ir::Diagnostics of_property(*game.sources);
  const ir::FileId file = game.sources->add("--property", text);
  const auto property = frontend::read_property(file, "property", *game.module, of_property);
  fuzz::check_report(of_property, property.has_value());
  if (!invariants) return 0;

  for (const ir::Invariant& invariant : *invariants) {
    const std::string printed = ir::to_text(invariant, *game.module);
    if (printed.size() > longest) continue;
    ir::Diagnostics again(*game.sources);
    const auto reread = read(printed, again);
    fuzz::require(reread && reread->size() == 1, "what is printed is read",
                  again.render() + printed);
    const std::string twice = ir::to_text(reread->front(), *game.module);
    fuzz::require(twice == printed, "and prints the same", printed + "\n" + twice);
  }
  return 0;
}
