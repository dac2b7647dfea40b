// Invariants printed and read back: the same formula, whatever it is.
#include "backend/proofs/formulas/automatic_sets.h"
#include "ir/module/vocabulary.h"

#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/invariants_support.h"

#include <filesystem>
#include <random>
#include <vector>

namespace tesuji::tests {
namespace {

using Kind = ir::Formula::Kind;

/// What stays of a formula when places in the text, names and numbers of variables, and
/// conjunctions of one do not matter.
class Canonical {
 public:
  explicit Canonical(const ir::Invariant& invariant) : invariant_(invariant) {
    for (const ir::VariableId id : invariant.parameters) bind(id);
    formula_ = rewrite(invariant.formula);
  }
  friend bool operator==(const Canonical& a, const Canonical& b) {
    return a.formula_ == b.formula_ && a.domains_ == b.domains_;
  }

 private:
  ir::VariableId bind(ir::VariableId id) {
    numbers_.resize(invariant_.variables.size(), ir::no_id);
    numbers_[id] = static_cast<ir::VariableId>(domains_.size());
    domains_.push_back(invariant_.variables[id].domain);
    return numbers_[id];
  }
  void rename(std::vector<ir::Argument>& args) const {
    for (ir::Argument& arg : args) {
      if (arg.kind == ir::Argument::Kind::variable) arg.id = numbers_[arg.id];
    }
  }
  ir::Formula rewrite(ir::Formula formula) {
    const bool list = formula.kind == Kind::conjunction || formula.kind == Kind::disjunction;
    if (list && formula.parts.size() == 1) return rewrite(formula.parts[0]);
    formula.span = {};
    rename(formula.args);
    rename(formula.right);
    for (std::size_t i = 0; i < formula.parts.size(); ++i) {
      if (i < formula.ranges.size()) {
        for (ir::VariableId& id : formula.ranges[i]) id = bind(id);
      }
      ir::Formula part = rewrite(std::move(formula.parts[i]));
      formula.parts[i] = std::move(part);
    }
    return formula;
  }

  const ir::Invariant& invariant_;
  ir::Formula formula_;
  std::vector<std::vector<ir::Symbol>> domains_;  ///< by new number
  std::vector<ir::VariableId> numbers_;
};

/// Prints and reads back; the formulas must be equal.
void check_round_trip(Invariants& game, const ir::Invariant& invariant) {
  const std::string text = ir::to_text(invariant, *game.game.module);
  const auto again = game.file(text);
  INFO(text << '\n' << game.rendered);
  REQUIRE(again);
  REQUIRE(again->size() == 1);
  CHECK(again->front().name == invariant.name);
  CHECK(Canonical(again->front()) == Canonical(invariant));
  CHECK(ir::to_text(again->front(), *game.game.module) == text);
}

class RandomInvariant {
 public:
  RandomInvariant(const ir::Module& module, const ir::Vocabulary& vocabulary, unsigned seed)
      : module_(module), random_(seed) {
    for (const ir::Symbol name : vocabulary.predicates()) {
      const std::string& text = module.symbols->text(name);
      if (text == "init" || text == "next" || text == "does") continue;
      for (const auto& entry : vocabulary.entries(name)) {
        if (vocabulary.way_to_moves(entry.relation).empty()) relations_.push_back(entry.relation);
      }
    }
    result_.name = "random";
    if (below(3) == 0) result_.parameters = bind(1 + below(2));
    result_.formula = formula(4);
  }

  ir::Invariant take() { return std::move(result_); }

 private:
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }

  const std::vector<ir::Symbol>& column() {
    for (;;) {
      const ir::Relation& relation = module_.relations[relations_[below(relations_.size())]];
      if (relation.columns.empty()) continue;
      return module_.domains[relation.columns[below(relation.columns.size())]].values;
    }
  }

  std::vector<ir::VariableId> bind(std::size_t count) {
    const std::vector<const char*> names = {"X", "Y", "piece", "M1", "?", ""};
    std::vector<ir::VariableId> ids;
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<ir::Symbol> domain = column();
      if (below(3) == 0) {
        std::erase_if(domain, [&](ir::Symbol) { return below(2) == 0; });
      }
      ids.push_back(static_cast<ir::VariableId>(result_.variables.size()));
      result_.variables.push_back({names[below(names.size())], domain});
      scope_.push_back(ids.back());
    }
    return ids;
  }

  ir::Argument argument(const std::vector<ir::Symbol>& values) {
    if (!scope_.empty() && (values.empty() || below(3) > 0)) {
      return ir::Argument::variable(scope_[below(scope_.size())]);
    }
    const std::vector<ir::Symbol>& from = values.empty() ? column() : values;
    return from.empty() ? ir::Argument::constant(0)
                        : ir::Argument::constant(from[below(from.size())]);
  }

  ir::Formula atom() {
    const ir::RelationId id = relations_[below(relations_.size())];
    std::vector<ir::Argument> args;
    for (const ir::DomainId domain : module_.relations[id].columns) {
      args.push_back(argument(module_.domains[domain].values));
    }
    return ir::atom_of(id, std::move(args));
  }

  ir::Formula formula(std::size_t depth) {
    ir::Formula result;
    const std::size_t choice = depth == 0 ? below(2) : below(9);
    if (choice == 1) {
      result.kind = Kind::same;
      const std::size_t width = below(3) == 0 ? below(4) : 1;
      for (std::size_t i = 0; i < width; ++i) {
        result.args.push_back(argument(column()));
        result.right.push_back(argument(column()));
      }
      return result;
    }
    if (choice == 2) return ir::negation_of(formula(depth - 1));
    if (choice == 3) return ir::next_of(formula(depth - 1));
    if (choice == 4 || choice == 5) {
      result.kind = choice == 4 ? Kind::conjunction : Kind::disjunction;
      const std::size_t parts = below(5) == 0 ? below(4) : 2;
      for (std::size_t i = 0; i < parts; ++i) result.parts.push_back(formula(depth - 1));
      return result;
    }
    if (choice == 6) return ir::implication_of(formula(depth - 1), formula(depth - 1));
    if (choice == 7 || choice == 8) return quantifier(depth, choice == 7);
    return atom();
  }

  ir::Formula quantifier(std::size_t depth, bool forall) {
    const std::size_t around = scope_.size();
    ir::Formula result;
    result.kind = Kind::count;
    if (!forall && below(2) == 0) {
      result.lower = below(3);
      result.upper = below(2) == 0 ? ir::Formula::unbounded : result.lower + below(3);
    }
    const std::size_t ranges = below(4) == 0 ? 1 + below(3) : 1;
    for (std::size_t i = 0; i < ranges; ++i) {
      result.ranges.push_back(bind(ranges == 1 ? 1 + below(3) : below(3)));
      ir::Formula body = formula(depth - 1);
      result.parts.push_back(forall ? ir::negation_of(std::move(body)) : std::move(body));
      scope_.resize(around);
    }
    return forall ? ir::negation_of(std::move(result)) : result;
  }

  const ir::Module& module_;
  std::mt19937 random_;
  std::vector<ir::RelationId> relations_;
  ir::Invariant result_;
  std::vector<ir::VariableId> scope_;
};

void check_random(const std::string& rules, unsigned count) {
  Invariants game(rules);
  const ir::Vocabulary vocabulary(*game.game.module);
  for (unsigned seed = 0; seed < count; ++seed) {
    INFO("seed " << seed);
    check_round_trip(game, RandomInvariant(*game.game.module, vocabulary, seed).take());
  }
}

TEST_CASE("Invariants: random formulas read back", "[invariants]") {
  check_random(R"(
    (role red) (role 'Blue')
    (square 1) (square 2) (square 3) (square 4) (square -7) (square 10)
    (init (at 1 empty)) (init (turn red)) (init calm) (init (over)) (init (f (g 1 2) (g 2 h)))
    (colour a) (colour b) (colour c) (colour d) (colour ++) (colour it's) (colour not)
    (<= (legal ?r (put ?x ?c)) (true (turn ?r)) (square ?x) (colour ?c))
    (<= (legal ?r wait) (role ?r))
    (<= (next (at ?x ?c)) (does ?r (put ?x ?c)))
    (<= (next (turn ?r)) (role ?r) (not (true (turn ?r))))
    (<= (holds (pair ?x ?c) ?x) (true (at ?x ?c)))
    (<= (holds ?c ?x) (true (at ?x ?c)))
    (<= (exists ?x) (true (at ?x a)))
    (<= terminal (exists 1))
    (<= (goal ?r 100) (role ?r)))",
               3000);
}

TEST_CASE("Invariants: random formulas about the corpus read back", "[invariants][corpus]") {
  const std::filesystem::path folder = shared_path("corpus/fig3");
  if (!have_corpus(folder)) return;
  for (const char* const name : {"quarto.kif", "tttcc4.kif", "checkers.kif", "smallest.kif"}) {
    INFO(name);
    check_random(read_bytes(folder / name), 100);
  }
}

TEST_CASE("Invariants: those that tesuji makes itself read back", "[invariants][corpus]") {
  const std::filesystem::path folder = shared_path("corpus/fig3");
  if (!have_corpus(folder)) return;
  for (const char* const name :
       {"quarto.kif", "bidding-tictactoe.kif", "tttcc4.kif", "checkers.kif"}) {
    INFO(name);
    Invariants game(read_bytes(folder / name));
    for (const proofs::InvariantSet& set : proofs::automatic_sets(*game.game.module)) {
      for (const ir::Invariant& invariant : set.invariants) check_round_trip(game, invariant);
    }
  }
}

TEST_CASE("Invariants: ranges that came from one variable are printed as one", "[invariants]") {
  Invariants game(R"(
    (role red) (role blue) (square 1) (square 2)
    (init (at 1 empty)) (init (turn red)) (init (over)) (init calm)
    (<= (legal ?r (put ?x)) (true (turn ?r)) (square ?x))
    (<= (legal ?r (swap (pair ?x ?y))) (true (turn ?r)) (square ?x) (square ?y))
    (<= (legal ?r wait) (role ?r))
    (<= (next (at ?x ?r)) (does ?r (put ?x)))
    (<= (next (turn ?r)) (role ?r) (not (true (turn ?r))))
    (<= (good ?m) (legal red ?m)))");
  const auto same = [&](const std::string& text) {
    const auto read = game.property(text);
    INFO(text << '\n' << game.rendered);
    REQUIRE(read);
    CHECK(ir::to_text(read->front(), *game.game.module) == "invariant property: " + text + ".");
    check_round_trip(game, read->front());
  };
  same("forall R:role. exists M:dom(legal,2). legal(R,M)");
  same("exists[0..1] R:role. exists[2..inf] M:dom(legal,2). legal(R,M)");
  same("forall F:dom(true,1). true(F) implies next true(F)");
  same("exists[1..1] F:turn(role) or at(square,role) or over() or {calm}. true(F)");
  same("exists M,N:dom(legal,2). legal(red,M) and legal(blue,N)");
  same("exists X:square, M:dom(legal,2), C:role. legal(C,M) and true(at(X,C))");
  same("forall M:dom(good,1). good(M) implies exists[0..1] R:role. legal(R,M)");
  same("forall M:put(square) or swap(pair(square,{1})). good(M)");
  same("exists[1..1] (X:square. true(at(X,red)); R:role. true(turn(R)); true(calm))");
}

TEST_CASE("Invariants: what roles know is printed and read back", "[invariants][knowledge]") {
  Invariants game(R"(
    (role red) (role blue) (square 1) (square 2)
    (init (at 1 empty)) (init knows)
    (<= (legal ?r (put ?x)) (role ?r) (square ?x))
    (<= (next (at ?x ?r)) (does ?r (put ?x)))
    (<= (sees ?r (put ?x)) (does ?r (put ?x)))
    (<= (knows ?r) (role ?r) (true (at 1 ?r)))
    (<= terminal (true (at 2 red))))");
  const auto same = [&](const std::string& text) {
    const auto read = game.property(text);
    INFO(text << '\n' << game.rendered);
    REQUIRE(read);
    CHECK(ir::is_epistemic(read->front().formula) == (text.find("knows(") != std::string::npos));
    CHECK(ir::to_text(read->front(), *game.game.module) == "invariant property: " + text + ".");
    check_round_trip(game, read->front());
  };
  same("knows(red, true(at(1,blue)))");
  same("forall R:role. knows(R, exists X:square. true(at(X,R)) and not terminal)");
  same("knows(red, terminal) or not knows(blue, terminal implies true(at(1,red)))");
  same("(exists R:role. knows(R, true(at(1,red))) and terminal) implies terminal");
  // The game's own.
  same("'knows'(red) and true('knows')");
}

TEST_CASE("Invariants: the examples are read without a word", "[invariants]") {
  const std::filesystem::path examples = std::filesystem::path(source_dir()) / "examples";
  const auto check = [&](const std::filesystem::path& rules, const char* file, std::size_t count) {
    INFO(file);
    Invariants game(read_bytes(rules));
    const auto read = game.file(read_bytes(examples / "invariants" / file));
    INFO(game.rendered);
    REQUIRE(read);
    CHECK(game.said.empty());
    CHECK(read->size() == count);
    for (const ir::Invariant& invariant : *read) check_round_trip(game, invariant);
  };
  check(examples / "noughts-and-crosses.kif", "noughts-and-crosses.inv", 9);
  const std::filesystem::path folder = shared_path("corpus/fig3");
  if (!have_corpus(folder)) return;
  check(folder / "quarto.kif", "quarto.inv", 9);
  check(folder / "tictactoe.kif", "tictactoe.inv", 7);
}

}  // namespace
}  // namespace tesuji::tests
