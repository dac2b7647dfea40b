#include "backend/llvm/nets/net_jit.h"

#include "backend/llvm/emit/abi_functions.h"
#include "backend/llvm/nets/net_codegen.h"
#include "backend/llvm/nets/net_playout.h"
#include "backend/llvm/nets/word_codegen.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/code_thread.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/orc/pipeline.h"
#include "ir/nets/net_sharing.h"
#include "ir/nets/open_moves.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

/// One module: code that is optimised, or code that is compiled quickly.
class NetModule {
 public:
  NetModule(std::unique_ptr<llvm::TargetMachine> machine, const NetCodeShape& shape)
      : machine_(std::move(machine)), shape_(shape), module_("net", context_) {
    prepare(module_, *machine_);
  }

  void add(const std::string& symbol, const ir::Net& net, const std::vector<ir::Signal>& answer,
           const BoardQuestion* boards) {
    scratch_words_ =
        std::max(scratch_words_, emit_net_question(module_, net, symbol, answer, shape_, boards));
  }
  void add_next(const std::string& symbol, const MoveRows& rows, const BoardQuestion* boards) {
    scratch_words_ =
        std::max(scratch_words_, emit_next_by_rows(module_, rows, symbol, shape_, boards));
  }
  void add(const std::string& symbol, const BoardQuestion& boards) {
    scratch_words_ = std::max(scratch_words_,
                              emit_board_question(module_, boards, symbol, shape_.gates_per_part));
  }
  [[nodiscard]] bool can_play(const ir::Net& net) const {
    return llvm_backend::can_play(net, *machine_);
  }
  void add_playout(const PlayoutNet& net, const std::string& symbol) {
    emit_playout(module_, net, symbol);
  }
  /// Whether it could.
  bool add_playouts(const PlayoutNet& net, const std::string& symbol) {
    if (!can_play_many(module_, net)) return false;
    emit_playouts(module_, net, symbol);
    return true;
  }

  [[nodiscard]] ObjectFile finish(std::string name, bool optimised, const JitOptions& options) {
    if (options.verify) verify_or_throw(module_);
    if (options.stop.stop_requested()) throw CompilationStopped();
    if (optimised && !is_as_generated(options)) optimise_straight_line(module_, *machine_);
    if (options.stop.stop_requested()) throw CompilationStopped();
    if (options.verify) verify_or_throw(module_);
    return emit_object(module_, *machine_, std::move(name), options.form);
  }

  [[nodiscard]] std::size_t scratch_words() const { return scratch_words_; }

 private:
  std::unique_ptr<llvm::TargetMachine> machine_;
  NetCodeShape shape_;
  llvm::LLVMContext context_;
  llvm::Module module_;
  std::size_t scratch_words_ = 0;
};

std::string symbol_of(std::string_view prefix, std::string_view question) {
  return std::string(prefix) + std::string(question);
}

std::string case_prefix(std::size_t number) {
  return "case" + std::to_string(number) + ".";
}

/// Both modules, and which question goes to which.
class NetCompiler {
 public:
  NetCompiler(const JitOptions& options, const NetJitShape& shape)
      : most_optimised_gates_(shape.most_optimised_gates) {
    auto machine = make_target_machine(options);
    NetCodeShape code{shape.gates_per_function,
                      shape.words != NetJitShape::Words::never && can_gather_bits(*machine),
                      shape.words == NetJitShape::Words::always, shape.always_boards};
    gathers_bits_ = code.by_words;
    optimised_.emplace(std::move(machine), code);
    code.by_words = false;
    quick_.emplace(make_quick_target_machine(options), code);
  }

  /// `seldom`: the code may be slow. `boards`: of the same question, or empty.
  void add(const std::string& symbol, const ir::Net& net, const std::vector<ir::Signal>& answer,
           bool seldom = false, const BoardQuestion& boards = {}) {
    if (!are_better(boards, net, answer, seldom)) {
      module_for(net, answer, seldom)
          .add(symbol, net, answer, boards.answer.empty() ? nullptr : &boards);
    } else {
      optimised_->add(symbol, boards);
    }
  }

  /// Whether so many gates take too long to optimise.
  [[nodiscard]] bool is_long(const ir::Net& net, const std::vector<ir::Signal>& answer) const {
    return ir::count_gates(net, answer) > most_optimised_gates_;
  }

  /// Legal moves and terminal. Whether they are one function, `position`; not with `apart`.
  bool add_position(std::string_view prefix, const ir::Net& net, const ir::Bitboards* boards,
                    bool seldom = false, bool apart = false) {
    std::vector<ir::Signal> legal = ir::net_answers(net, ir::NetQuestion::legal);
    const bool together = !apart && ir::shares_position(net);
    if (together) {
      legal.push_back(net.terminal);
      add(symbol_of(prefix, "position"), net, legal, seldom, position_by(boards, net));
    } else {
      add(symbol_of(prefix, "legal"), net, legal, seldom, by(boards, net, ir::NetQuestion::legal));
      add(symbol_of(prefix, "terminal"), net, {net.terminal}, seldom,
          by(boards, net, ir::NetQuestion::terminal));
    }
    return together;
  }

  void add_next(std::string_view prefix, const ir::Net& net, const ir::Bitboards* boards,
                bool seldom = false) {
    const std::string symbol = symbol_of(prefix, "next");
    const BoardQuestion question = by(boards, net, ir::NetQuestion::next);
    const auto rows = tabulate_moves(net);
    if (!rows) {
      add(symbol, net, ir::net_answers(net, ir::NetQuestion::next), seldom, question);
    } else if (are_better(question, rows->net, rows->answer, seldom)) {
      optimised_->add(symbol, question);
    } else {
      module_for(rows->net, rows->answer, seldom)
          .add_next(symbol, *rows, question.answer.empty() ? nullptr : &question);
    }
  }

  /// Of the questions that were added: the functions for playouts, where there can be some.
  void add_playouts(const ir::Net& net, const ir::NetCases& cases, NetSymbols& symbols) {
    if (!optimised_->can_play(net)) return;
    std::optional<TerminalTest> over;
    if (auto terms = find_terminal_terms(net, cases)) over = {std::move(*terms), {}};
    if (over && !over->terms.rest.empty()) {
      over->rest = "playout.rest";
      add(over->rest, net, over->terms.rest);
    }
    NetSymbols asked = symbols;
    std::vector<std::vector<std::uint64_t>> open(cases.cases.size());
    for (std::size_t i = 0; i < open.size() && !over && cases.position; ++i) {
      open[i] = ir::useful_open_moves(cases.cases[i].net);
    }
    if (over) add_legal(net, cases, asked);
    const PlayoutNet played{net, cases, asked, over, std::move(open)};
    symbols.playout = "playout";
    if (optimised_->add_playouts(played, "playouts")) symbols.playouts = "playouts";
    optimised_->add_playout(played, symbols.playout);
  }

  [[nodiscard]] std::vector<ObjectFile> finish(const JitOptions& options) {
    std::vector<ObjectFile> files;
    files.push_back(optimised_->finish("net", true, options));
    files.push_back(quick_->finish("net.quick", false, options));
    return files;
  }

  [[nodiscard]] std::size_t scratch_words() const {
    return std::max(optimised_->scratch_words(), quick_->scratch_words());
  }

 private:
  /// Legal moves of each case without what they share with terminal.
  void add_legal(const ir::Net& net, const ir::NetCases& cases, NetSymbols& symbols) {
    for (std::size_t i = 0; i < symbols.cases.size(); ++i) {
      std::string& legal = symbols.cases[i].legal;
      if (!legal.empty()) continue;
      if (!cases.position && i > 0) {
        legal = symbols.cases.front().legal;
        continue;
      }
      const ir::Net& asked = cases.position ? cases.cases[i].net : net;
      legal = symbol_of(cases.position ? case_prefix(i) : "", "playout.legal");
      const auto& boards = cases.position ? cases.cases[i].boards : cases.boards;
      add(legal, asked, ir::net_answers(asked, ir::NetQuestion::legal), false,
          by(boards.get(), asked, ir::NetQuestion::legal));
    }
  }

  /// The question as the boards answer it; empty where they do not.
  [[nodiscard]] BoardQuestion by(const ir::Bitboards* boards, const ir::Net& net,
                                 ir::NetQuestion question) const {
    if (boards == nullptr || !gathers_bits_ || !net.knows(question)) return {};
    switch (question) {
      case ir::NetQuestion::legal:
        return {boards, boards->legal};
      case ir::NetQuestion::terminal:
        return {boards, boards->terminal};
      case ir::NetQuestion::next:
        return {boards, boards->next};
      default:
        return {};
    }
  }
  [[nodiscard]] BoardQuestion position_by(const ir::Bitboards* boards, const ir::Net& net) const {
    BoardQuestion question = by(boards, net, ir::NetQuestion::legal);
    const BoardQuestion terminal = by(boards, net, ir::NetQuestion::terminal);
    if (question.answer.size() != net.moves.size() || terminal.answer.empty()) return {};
    question.answer.push_back(terminal.answer.front());
    return question;
  }

  /// Whether the boards are to take the place of gates that would not be optimised: of what is
  /// asked seldom, where they are compiled in less time.
  [[nodiscard]] bool are_better(const BoardQuestion& boards, const ir::Net& net,
                                const std::vector<ir::Signal>& answer, bool seldom) const {
    if (boards.answer.empty()) return false;
    const std::uint64_t gates = ir::count_gates(net, answer);
    if (seldom) return quick_gates * cost_of(boards) < gates;
    return gates > most_optimised_gates_ && cost_of(boards) < gates;
  }

  NetModule& module_for(const ir::Net& net, const std::vector<ir::Signal>& answer, bool seldom) {
    return seldom || is_long(net, answer) ? *quick_ : *optimised_;
  }

  /// Gates that are compiled without optimisation while one instruction is with it.
  static constexpr std::uint64_t quick_gates = 10;

  std::uint64_t most_optimised_gates_;
  bool gathers_bits_ = false;
  std::optional<NetModule> optimised_;
  std::optional<NetModule> quick_;
};

void add_to_key(CacheKeyHash& hash, const ir::Net& net, const JitOptions& options,
                const NetJitShape& shape, const ir::NetCases& cases) {
  hash.add(*make_quick_target_machine(options));
  hash.add(shape.gates_per_function);
  hash.add(static_cast<std::uint64_t>(shape.words));
  hash.add(shape.always_boards ? 1 : 0);
  hash.add(shape.most_optimised_gates);
  hash.add(net);
  hash.add(cases.boards.get());
  hash.add(cases.position ? 1 : 0);
  hash.add(cases.next ? 1 : 0);
  hash.add(cases.cases.size());
  for (const ir::NetCase& one : cases.cases) {
    hash.add(one.net);
    hash.add(one.boards.get());
  }
}

/// visit(name) for every name, which it may set where the symbols may be; those of cases last.
template <typename Symbols, typename Visit>
void each_name(Symbols& symbols, Visit visit) {
  const auto visit_state = [&](auto& state) {
    for (auto* name : {&state.legal, &state.position, &state.terminal, &state.next}) visit(*name);
  };
  visit(symbols.goals);
  visit(symbols.percepts);
  visit(symbols.playout);
  visit(symbols.playouts);
  visit_state(symbols.any);
  for (auto& state : symbols.cases) visit_state(state);
}

CompiledCode to_code(const NetObjects& objects) {
  CompiledCode code{objects.files, {objects.scratch_words}, {}};
  each_name(objects.symbols, [&](const std::string& name) { code.names.push_back(name); });
  return code;
}

NetObjects to_objects(CompiledCode code, const ir::NetCases& cases) {
  NetObjects objects;
  objects.files = std::move(code.files);
  objects.scratch_words = code.numbers.at(0);
  objects.symbols.cases.resize(cases.cases.size());
  std::size_t next = 0;
  each_name(objects.symbols, [&](std::string& name) { name = code.names.at(next++); });
  return objects;
}

}  // namespace

NetObjects make_net_objects(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                            const ir::NetCases& cases) {
  NetObjects objects;
  NetSymbols& symbols = objects.symbols;
  const auto place = [&](std::string_view prefix, bool together, NetSymbols::State& state) {
    (together ? state.position : state.legal) = symbol_of(prefix, together ? "position" : "legal");
    if (!together) state.terminal = symbol_of(prefix, "terminal");
  };
  with_large_stack([&] {
    NetCompiler compiler(options, shape);
    place("", compiler.add_position("", net, cases.boards.get(), cases.position), symbols.any);
    compiler.add_next("", net, cases.boards.get(), cases.next);
    symbols.any.next = "next";
    compiler.add("goals", net, ir::net_answers(net, ir::NetQuestion::goal));
    symbols.goals = "goals";
    if (!net.percepts.empty()) {
      compiler.add("percepts", net, ir::net_answers(net, ir::NetQuestion::sees));
      symbols.percepts = "percepts";
    }
    // Cases of a question that is not optimised are not, either: they are as long together.
    std::vector<ir::Signal> position = ir::net_answers(net, ir::NetQuestion::legal);
    position.push_back(net.terminal);
    const bool long_position = compiler.is_long(net, position);
    const bool long_next = compiler.is_long(net, ir::net_answers(net, ir::NetQuestion::next));
    for (const ir::NetCase& one : cases.cases) {
      const std::string prefix = case_prefix(symbols.cases.size());
      NetSymbols::State& state = symbols.cases.emplace_back(symbols.any);
      if (cases.position) {
        state = {};
        state.next = symbols.any.next;
        const bool apart = !ir::useful_open_moves(one.net).empty();
        place(prefix,
              compiler.add_position(prefix, one.net, one.boards.get(), long_position, apart),
              state);
      }
      if (cases.next) {
        compiler.add_next(prefix, one.net, one.boards.get(), long_next);
        state.next = symbol_of(prefix, "next");
      }
    }
    compiler.add_playouts(net, cases, symbols);
    objects.files = compiler.finish(options);
    objects.scratch_words = compiler.scratch_words();
  });
  return objects;
}

CompiledNet load_net(const NetObjects& objects, const ir::NetCases& cases) {
  const auto session = std::make_shared<ObjectSession>(objects.files.front(), abi_functions());
  for (std::size_t i = 1; i < objects.files.size(); ++i) session->add(objects.files[i]);
  const auto function = [&](const std::string& symbol) {
    return symbol.empty() ? nullptr : session->lookup<runtime::NetFunction>(symbol);
  };
  const NetSymbols& symbols = objects.symbols;
  CompiledNet compiled;
  compiled.scratch_words = objects.scratch_words;
  runtime::NetCode& code = compiled.code;
  code.legal = function(symbols.any.legal);
  code.position = function(symbols.any.position);
  code.terminal = function(symbols.any.terminal);
  code.next = function(symbols.any.next);
  code.goals = function(symbols.goals);
  code.percepts = function(symbols.percepts);
  if (!symbols.playout.empty()) {
    code.playout = session->lookup<runtime::NetPlayout>(symbols.playout);
  }
  if (!symbols.playouts.empty()) {
    code.playouts = session->lookup<runtime::NetPlayouts>(symbols.playouts);
  }
  for (std::size_t i = 0; i < symbols.cases.size(); ++i) {
    const NetSymbols::State& state = symbols.cases[i];
    code.cases.push_back({cases.cases[i].fluent, function(state.legal), function(state.position),
                          function(state.terminal), function(state.next), cases.cases[i].only_moves,
                          cases.position ? ir::useful_open_moves(cases.cases[i].net)
                                         : std::vector<std::uint64_t>{}});
  }
  code.keep = session;
  return compiled;
}

CompiledNet compile_net(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                        const ir::NetCases& cases, const std::string& name) {
  const CachedCode place(options, "net", name,
                         [&](CacheKeyHash& hash) { add_to_key(hash, net, options, shape, cases); });
  if (auto found = place.find()) return load_net(to_objects(std::move(*found), cases), cases);
  const NetObjects objects = make_net_objects(net, options, shape, cases);
  CompiledNet loaded = load_net(objects, cases);
  place.store(to_code(objects));
  return loaded;
}

}  // namespace tesuji::llvm_backend
