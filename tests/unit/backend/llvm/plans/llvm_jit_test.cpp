// Native code for plans: entries and their results, limits, reads at the edges of
// memory, text output, several compilations at once.
#include "backend/llvm/plans/jit.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/unit/support/model.h"

#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace tesuji;
using namespace tesuji::tests;
using llvm_backend::Text;
using Tier = llvm_backend::JitOptions::Tier;

namespace {

constexpr const char* span = " at \"test.kif\":1:1-2 ";

std::string plan(const std::string& name, const std::string& operations) {
  return "plan " + name + span + "{\n" + operations + "\n}\n";
}

/// A module read from text, its code, and memory to run it in.
struct Compiled {
  std::shared_ptr<ir::SourceMap> sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics{*sources};
  std::optional<ir::Module> module;
  ir::Layout layout;
  std::shared_ptr<const llvm_backend::CompiledModule> code;

  explicit Compiled(const std::string& text, Tier tier = Tier::optimised) {
    module = ir::parse(sources->add("test.tir", text), sources, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(module);
    const bool verified = ir::verify(*module, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(verified);
    layout = ir::lay_out(*module);
    code = llvm_backend::compile(*module, layout, {tier, /*verify=*/true});
  }

  [[nodiscard]] std::unique_ptr<runtime::ScratchBlock> scratch(
      std::uint32_t row_limit = runtime::default_row_limit) const {
    return std::make_unique<runtime::ScratchBlock>(table_shapes(*module, layout),
                                                   layout.scratch_size, row_limit);
  }
};

constexpr const char* header = "tir 1\nlevel plans\ngame \"test\"\nconstants r\nroles r\n";

/// `terminal` holds if some edge leads from 1 to 200 through others.
std::string reachability(const std::string& storage) {
  return std::string(header) +
         "domain place = {1 .. 200}\n"
         "relation true.edge(place, place) state bits term \"(edge ? ?)\"\n"
         "relation path(place) derived " +
         storage + "\nrelation terminal() derived bits\n" +
         plan("path#1", "scan true.edge(1, ?X) -> 1\ninsert path(X) -> 1") +
         plan("path#2 delta 0",
              "scan delta path(?X) -> 1\nscan true.edge(X, ?Y) -> 1\ninsert path(Y) -> 1") +
         plan("terminal#1", "test path(200) -> 1\ninsert terminal() -> 1") +
         "stratum 0 recursive {\n relations path\n plans path#1, path#2 delta 0\n}\n"
         "stratum 1 {\n relations terminal\n plans terminal#1\n}\n"
         "entry static = {}\nentry terminal = {0, 1}\n";
}

/// Sets the bit of an edge in a state of `reachability`.
void add_edge(std::vector<std::uint64_t>& state, std::size_t from, std::size_t to) {
  const std::size_t bit = (from - 1) * 200 + to - 1;
  state[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

/// A state whose last word ends at a page that cannot be read.
class GuardedState {
 public:
  explicit GuardedState(std::size_t bytes) {
    page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    size_ = (bytes + page_ - 1) / page_ * page_ + page_;
    void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    start_ = static_cast<char*>(memory);
    REQUIRE(mprotect(start_ + size_ - page_, page_, PROT_NONE) == 0);
    words_ = reinterpret_cast<std::uint64_t*>(start_ + size_ - page_ - bytes);
  }
  ~GuardedState() { munmap(start_, size_); }
  GuardedState(const GuardedState&) = delete;
  GuardedState& operator=(const GuardedState&) = delete;
  [[nodiscard]] std::uint64_t* words() const { return words_; }

 private:
  std::size_t page_ = 0;
  std::size_t size_ = 0;
  char* start_ = nullptr;
  std::uint64_t* words_ = nullptr;
};

}  // namespace

TEST_CASE("terminal says whether it holds, through recursion", "[llvm]") {
  const Tier tier = GENERATE(Tier::fast, Tier::optimised);
  const std::string storage = GENERATE("bits", "table index (0)");
  const Compiled compiled(reachability(storage), tier);
  const tsj_entry terminal = compiled.code->entry("terminal");
  REQUIRE(terminal != nullptr);
  const auto scratch = compiled.scratch();
  std::vector<std::uint64_t> state(compiled.layout.state_size / 8);
  for (std::size_t place = 1; place < 200; ++place) {
    CHECK(terminal(nullptr, scratch->get(), state.data(), nullptr) == TSJ_OK);
    add_edge(state, place, place + 1);
    add_edge(state, place, 1);
  }
  CHECK(terminal(nullptr, scratch->get(), state.data(), nullptr) == TSJ_HOLDS);
}

TEST_CASE("entries that are not in the module, and `static`, have no code", "[llvm]") {
  const Compiled compiled(reachability("bits"), Tier::fast);
  CHECK(compiled.code->entry("terminal") != nullptr);
  CHECK(compiled.code->entry("next") == nullptr);
  CHECK(compiled.code->entry("static") == nullptr);
}

TEST_CASE("recursion ends when the host asks to stop or a limit is reached", "[llvm]") {
  const Compiled compiled(reachability("table index (0)"));
  const tsj_entry terminal = compiled.code->entry("terminal");
  std::vector<std::uint64_t> state(compiled.layout.state_size / 8);
  for (std::size_t place = 1; place < 200; ++place) add_edge(state, place, place + 1);

  const auto stopped = compiled.scratch();
  const volatile int stop = 1;
  stopped->get()->stop = &stop;
  CHECK(terminal(nullptr, stopped->get(), state.data(), nullptr) == TSJ_STOPPED);
  stopped->get()->stop = nullptr;
  CHECK(terminal(nullptr, stopped->get(), state.data(), nullptr) == TSJ_HOLDS);

  const auto limited = compiled.scratch(/*row_limit=*/100);
  CHECK(terminal(nullptr, limited->get(), state.data(), nullptr) == TSJ_LIMIT);
  CHECK(limited->get()->status == TSJ_LIMIT);
}

TEST_CASE("spans of bits are read wherever they lie, and never past the state", "[llvm]") {
  // Rows of 75 and planes of 3 x 25 bits straddle words in every possible way.
  const Compiled compiled(
      std::string(header) +
      "domain plane = {1 .. 21}\ndomain row = {1 .. 3}\ndomain place = {1 .. 25}\n"
      "relation role(plane) static rows\n"
      "relation true.at(plane, row, place) state bits term \"(at ? ? ?)\"\n"
      "relation by_plane(row, place) derived bits\nrelation by_row(plane, place) derived bits\n"
      "relation by_place(plane, row) derived bits\nrelation filled(plane) derived bits\n"
      "relation full(plane, row, place) derived bits\nrelation line(place) derived bits\n"
      "facts role {\n (1)\n (7)\n (21)\n}\n" +
      plan("by_plane#1",
           "scan role(?P) -> 1\nscan true.at(P, ?R, ?X) -> 1\n"
           "insert by_plane(R, X) -> 1") +
      plan("by_row#1", "scan true.at(?P, 2, ?X) -> 1\ninsert by_row(P, X) -> 1") +
      plan("by_place#1", "scan true.at(?P, ?R, 13) -> 1\ninsert by_place(P, R) -> 1") +
      plan("filled#1", "scan role(?P) -> 1\nabsent true.at(P, _, 25) -> 1\ninsert filled(P) -> 1") +
      plan("full#1",
           "scan true.at(?P, ?R, ?X) -> 1\ntest true.at(P, _, X) -> 1\n"
           "insert full(P, R, X) -> 1") +
      plan("line#1", "scan true.at(21, 3, ?X) -> 1\ninsert line(X) -> 1") +
      "stratum 0 {\n relations by_plane, by_row, by_place, filled, full, line\n"
      " plans by_plane#1, by_row#1, by_place#1, filled#1, full#1, line#1\n}\n"
      "entry static = {}\nentry legal = {0}\n");
  const ir::Module& module = *compiled.module;
  const ir::Entry& entry = *module.find_entry("legal");
  const ir::RelationId at = module.find_relation("true.at");
  const auto scratch = compiled.scratch();
  std::mt19937 random(7);
  for (const unsigned density : {0U, 2U, 30U, 90U, 100U}) {
    Model expected = facts_model(module);
    GuardedState state(compiled.layout.state_size);
    const std::vector<ir::DomainId>& columns = module.relations[at].columns;
    std::size_t bit = 0;
    for (const ir::Symbol plane : module.domains[columns[0]].values) {
      for (const ir::Symbol row : module.domains[columns[1]].values) {
        for (const ir::Symbol place : module.domains[columns[2]].values) {
          if (random() % 100 < density) {
            expected[at].insert({plane, row, place});
            state.words()[bit / 64] |= std::uint64_t{1} << (bit % 64);
          }
          ++bit;
        }
      }
    }
    Model found = expected;
    REQUIRE(compiled.code->entry("legal")(nullptr, scratch->get(), state.words(), nullptr) ==
            TSJ_OK);
    run_entry(module, compiled.layout, entry, compiled.code->entry("legal"), nullptr, *scratch,
              found);
    evaluate_naively(module, entry, expected);
    INFO("density " << density);
    CHECK(found == expected);
  }
}

TEST_CASE("functions, value sets and indexes of static relations agree", "[llvm]") {
  // successor is a function; near has small value sets; far needs an index, and its
  // key of three columns is larger than any table of offsets may be.
  std::ostringstream text;
  text << header
       << "domain place = {1 .. 300}\ndomain digit = {0 .. 9}\n"
          "relation successor(place, place) static rows\n"
          "relation near(digit, digit) static rows\n"
          "relation far(place, place, place, digit) static rows\n"
          "relation true.at(place) state bits term \"(at ?)\"\n"
          "relation true.on(digit) state bits term \"(on ?)\"\n"
          "relation a(place) derived bits\nrelation b(digit) derived bits\n"
          "relation c(place, digit) derived bits\nrelation d(place, place) derived bits\n"
          "facts successor {\n";
  for (int i = 1; i < 290; ++i) text << " (" << i << ", " << i + 1 << ")\n";
  text << "}\nfacts near {\n";
  for (int i = 0; i < 10; ++i) text << " (" << i << ", " << i * 7 % 10 << ")\n (" << i << ", 3)\n";
  text << "}\nfacts far {\n";
  for (int i = 1; i <= 300; ++i) {
    text << " (" << i << ", " << (i * 17) % 300 + 1 << ", " << (i * 31) % 300 + 1 << ", " << i % 10
         << ")\n";
    text << " (" << i << ", " << (i * 17) % 300 + 1 << ", 5, " << i % 7 << ")\n";
  }
  text << "}\n"
       << plan("a#1", "scan true.at(?X) -> 1\nscan successor(X, ?Y) -> 1\ninsert a(Y) -> 1")
       << plan("a#2", "scan true.at(?X) -> 1\nscan successor(?Y, X) -> 1\ninsert a(Y) -> 1")
       << plan("b#1", "scan true.on(?X) -> 1\nscan near(X, ?Y) -> 1\ninsert b(Y) -> 1")
       << plan("b#2", "scan true.at(?X) -> 1\nscan near(X, ?Y) -> 1\ninsert b(Y) -> 1")
       << plan("c#1",
               "scan true.at(?X) -> 1\nscan true.at(?Y) -> 1\nscan true.at(?Z) -> 1\n"
               "scan far(X, Y, Z, ?W) -> 1\ninsert c(X, W) -> 1")
       << plan("c#2", "scan true.at(?X) -> 1\nscan far(X, _, 5, ?W) -> 1\ninsert c(X, W) -> 1")
       << plan("d#1",
               "scan true.at(?X) -> 1\nscan true.at(?Y) -> 1\ntest far(X, Y, 5, _) -> 1\n"
               "absent far(Y, X, 5, 2) -> 1\ninsert d(X, Y) -> 1")
       << "stratum 0 {\n relations a, b, c, d\n plans a#1, a#2, b#1, b#2, c#1, c#2, d#1\n}\n"
          "entry static = {}\nentry legal = {0}\n";
  const Tier tier = GENERATE(Tier::fast, Tier::optimised);
  const Compiled compiled(text.str(), tier);
  const ir::Module& module = *compiled.module;
  const ir::Entry& entry = *module.find_entry("legal");
  const ir::RelationId at = module.find_relation("true.at");
  const ir::RelationId on = module.find_relation("true.on");
  const auto scratch = compiled.scratch();
  std::mt19937 random(11);
  Model expected = facts_model(module);
  const auto& places = module.domains[module.relations[at].columns[0]].values;
  for (std::size_t i = 0; i < 12; ++i) expected[at].insert({places[random() % 300]});
  for (const std::size_t i : {18U, 1U, 2U, 4U, 5U, 32U}) expected[at].insert({places[i - 1]});
  const auto& digits = module.domains[module.relations[on].columns[0]].values;
  for (const std::size_t i : {0U, 4U, 9U}) expected[on].insert({digits[i]});
  Model found = expected;
  REQUIRE(run_entry(module, compiled.layout, entry, compiled.code->entry("legal"), nullptr,
                    *scratch, found) == TSJ_OK);
  evaluate_naively(module, entry, expected);
  CHECK(found == expected);
  for (const char* name : {"a", "b", "c", "d"}) CHECK(!found[module.find_relation(name)].empty());
}

TEST_CASE("generated code asks for nothing but the runtime's functions", "[llvm]") {
  const Compiled compiled(reachability("table index (0)"), Tier::fast);
  const std::string text = emit_text(*compiled.module, compiled.layout, Text::llvm);
  CHECK(text.find("define i32 @tsj_entry_terminal(") != std::string::npos);
  std::istringstream lines(text);
  std::size_t declared = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("declare")) continue;
    INFO(line);
    const bool allowed = line.find("@tsj_table_") != std::string::npos ||
                         line.find("@tsj_index_") != std::string::npos ||
                         line.find("@llvm.") != std::string::npos;
    CHECK(allowed);
    ++declared;
  }
  CHECK(declared > 0);
  const std::string optimised = emit_text(*compiled.module, compiled.layout, Text::llvm_optimised);
  CHECK(optimised.find("define i32 @tsj_entry_terminal(") != std::string::npos);
  CHECK(optimised != text);
  const std::string assembly = emit_text(*compiled.module, compiled.layout, Text::assembly);
  CHECK(assembly.find("tsj_entry_terminal:") != std::string::npos);
}

TEST_CASE("several modules are compiled at once", "[llvm]") {
  std::vector<std::unique_ptr<Compiled>> modules;
  for (int i = 0; i < 4; ++i) {
    modules.push_back(std::make_unique<Compiled>(reachability("bits"), Tier::fast));
    modules.back()->code.reset();
  }
  std::vector<std::thread> threads;
  for (const auto& compiled : modules) {
    threads.emplace_back([&compiled] {
      compiled->code = llvm_backend::compile(*compiled->module, compiled->layout);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& compiled : modules) {
    const auto scratch = compiled->scratch();
    std::vector<std::uint64_t> state(compiled->layout.state_size / 8);
    add_edge(state, 1, 200);
    CHECK(compiled->code->entry("terminal")(nullptr, scratch->get(), state.data(), nullptr) ==
          TSJ_HOLDS);
  }
}
