#include "backend/llvm/nets/net_compiler.h"

#include "backend/llvm/nets/net_codegen.h"
#include "backend/llvm/nets/net_playout.h"
#include "backend/llvm/nets/word_codegen.h"
#include "backend/llvm/orc/pipeline.h"
#include "ir/nets/net.h"
#include "ir/nets/open_moves.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

constexpr const char* many_symbol = "playouts";

/// Number of gates compiled without optimisation in the time of one optimised instruction.
constexpr std::uint64_t quick_gates = 10;

}  // namespace

/// One module: of optimised code, or of code that is compiled fast.
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
  [[nodiscard]] bool can_play_many(const PlayoutNet& net) const {
    return llvm_backend::can_play_many(module_, net);
  }
  void add_playout(const PlayoutNet& net, const std::string& symbol) {
    emit_playout(module_, net, symbol);
  }
  void add_playouts(const PlayoutNet& net, const std::string& symbol) {
    emit_playouts(module_, net, symbol);
  }

  /// Keeps only the functions that `symbol` needs, after inlining marked calls. `called`: linkage
  /// of functions that are still called; external ones are in another object.
  void keep_only(const std::string& symbol, llvm::GlobalValue::LinkageTypes called) {
    inline_marked_calls(module_, *machine_);
    for (llvm::Function& function : module_) {
      if (!function.hasExternalLinkage() || function.getName() == symbol) continue;
      if (called == llvm::GlobalValue::ExternalLinkage) {
        function.deleteBody();
      } else if (!function.isDeclaration()) {
        function.setLinkage(called);
      }
    }
    for (bool erased = true; erased;) {
      erased = false;
      for (llvm::Function& function : llvm::make_early_inc_range(module_)) {
        if (function.getName() == symbol || !function.use_empty()) continue;
        function.eraseFromParent();
        erased = true;
      }
    }
    for (llvm::GlobalVariable& table : llvm::make_early_inc_range(module_.globals())) {
      if (table.hasLocalLinkage() && table.use_empty()) table.eraseFromParent();
    }
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

NetCompiler::NetCompiler(const JitOptions& options, const NetJitShape& shape, NetFiles part)
    : part_(part), most_optimised_gates_(shape.most_optimised_gates) {
  auto machine = make_target_machine(options);
  by_boards_ = shape.words != NetJitShape::Words::never;
  gathers_ = shape.by_rotations ? GatherBy::rotations : gather_by(*machine);
  NetCodeShape code{shape.gates_per_function, by_boards_ && gathers_ == GatherBy::one_instruction,
                    by_boards_, shape.words == NetJitShape::Words::always, shape.always_boards};
  optimised_ = std::make_unique<NetModule>(std::move(machine), code);
  if (part == NetFiles::many_playouts) return;
  code.by_words = false;
  code.by_boards = false;
  quick_ = std::make_unique<NetModule>(make_quick_target_machine(options), code);
}

NetCompiler::~NetCompiler() = default;

/// `boards`: of the same question, or empty.
void NetCompiler::add(const std::string& symbol, const ir::Net& net,
                      const std::vector<ir::Signal>& answer, bool seldom,
                      const BoardQuestion& boards) {
  if (is_left_out(net, answer, seldom)) return;
  if (!are_better(boards, net, answer, seldom)) {
    module_for(net, answer, seldom)
        .add(symbol, net, answer, boards.answer.empty() ? nullptr : &boards);
  } else {
    optimised_->add(symbol, boards);
  }
}

void NetCompiler::add(const std::string& symbol, const ir::Net& net,
                      const std::vector<ir::Signal>& answer, bool seldom) {
  add(symbol, net, answer, seldom, BoardQuestion{});
}

bool NetCompiler::is_long(const ir::Net& net, const std::vector<ir::Signal>& answer) const {
  return ir::count_gates(net, answer) > most_optimised_gates_;
}

/// Whether another object has the function, so that many playouts need no code for it.
bool NetCompiler::is_left_out(const ir::Net& net, const std::vector<ir::Signal>& answer,
                              bool seldom) const {
  return part_ == NetFiles::many_playouts && (seldom || is_long(net, answer));
}

bool NetCompiler::add_position(std::string_view prefix, const ir::Net& net,
                               const ir::Bitboards* boards, bool seldom, bool apart) {
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

void NetCompiler::add_next(std::string_view prefix, const ir::Net& net, const ir::Bitboards* boards,
                           bool seldom) {
  const std::string symbol = symbol_of(prefix, "next");
  const BoardQuestion question = by(boards, net, ir::NetQuestion::next);
  const auto rows = tabulate_moves(net);
  if (!rows) {
    add(symbol, net, ir::net_answers(net, ir::NetQuestion::next), seldom, question);
  } else if (is_left_out(rows->net, rows->answer, seldom)) {
    return;
  } else if (are_better(question, rows->net, rows->answer, seldom)) {
    optimised_->add(symbol, question);
  } else {
    module_for(rows->net, rows->answer, seldom)
        .add_next(symbol, *rows, question.answer.empty() ? nullptr : &question);
  }
}

void NetCompiler::add_playouts(const ir::Net& net, const ir::NetCases& cases, NetSymbols& symbols) {
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
  if (optimised_->can_play_many(played)) symbols.playouts = many_symbol;
  if (part_ != NetFiles::first && !symbols.playouts.empty()) {
    optimised_->add_playouts(played, symbols.playouts);
    has_playouts_ = true;
  }
  if (part_ == NetFiles::all || part_ == NetFiles::first) {
    optimised_->add_playout(played, symbols.playout);
  }
}

std::vector<ObjectFile> NetCompiler::finish(const JitOptions& options) {
  std::vector<ObjectFile> files;
  if (part_ == NetFiles::many_playouts) {
    optimised_->keep_only(many_symbol, llvm::GlobalValue::ExternalLinkage);
    files.push_back(optimised_->finish("net.many", true, options));
    return files;
  }
  if (part_ == NetFiles::playouts_alone) {
    if (!has_playouts_) return files;
    optimised_->keep_only(many_symbol, llvm::GlobalValue::InternalLinkage);
  }
  files.push_back(optimised_->finish("net", true, options));
  files.push_back(quick_->finish("net.quick", false, options));
  return files;
}

std::size_t NetCompiler::scratch_words() const {
  return std::max(optimised_->scratch_words(), quick_ ? quick_->scratch_words() : 0);
}

/// Adds legal moves of each case, without the code that they share with terminal.
void NetCompiler::add_legal(const ir::Net& net, const ir::NetCases& cases, NetSymbols& symbols) {
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

/// Returns the question as answered by the boards; empty if they do not answer it.
BoardQuestion NetCompiler::by(const ir::Bitboards* boards, const ir::Net& net,
                              ir::NetQuestion question) const {
  if (boards == nullptr || !by_boards_ || !net.knows(question)) return {};
  switch (question) {
    case ir::NetQuestion::legal:
      return {boards, boards->legal, gathers_};
    case ir::NetQuestion::terminal:
      return {boards, boards->terminal, gathers_};
    case ir::NetQuestion::next:
      return {boards, boards->next, gathers_};
    default:
      return {};
  }
}

BoardQuestion NetCompiler::position_by(const ir::Bitboards* boards, const ir::Net& net) const {
  BoardQuestion question = by(boards, net, ir::NetQuestion::legal);
  const BoardQuestion terminal = by(boards, net, ir::NetQuestion::terminal);
  if (question.answer.size() != net.moves.size() || terminal.answer.empty()) return {};
  question.answer.push_back(terminal.answer.front());
  return question;
}

/// Whether the boards should replace gates that would not be optimised: for a question that is
/// seldom evaluated, if the boards compile faster.
bool NetCompiler::are_better(const BoardQuestion& boards, const ir::Net& net,
                             const std::vector<ir::Signal>& answer, bool seldom) const {
  if (boards.answer.empty()) return false;
  const std::uint64_t gates = ir::count_gates(net, answer);
  if (seldom) return quick_gates * cost_of(boards) < gates;
  return gates > most_optimised_gates_ && cost_of(boards) < gates;
}

NetModule& NetCompiler::module_for(const ir::Net& net, const std::vector<ir::Signal>& answer,
                                   bool seldom) {
  return seldom || is_long(net, answer) ? *quick_ : *optimised_;
}

}  // namespace tesuji::llvm_backend
