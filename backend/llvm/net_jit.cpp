#include "backend/llvm/net_jit.h"

#include "backend/llvm/abi_functions.h"
#include "backend/llvm/code_thread.h"
#include "backend/llvm/net_codegen.h"
#include "backend/llvm/object_session.h"
#include "backend/llvm/pipeline.h"
#include "backend/llvm/word_codegen.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

/// Whether legal moves and terminal, asked together, need a good deal less than each by
/// itself: a quarter of the smaller one.
bool share_much(const ir::Net& net, std::vector<ir::Signal> legal, ir::Signal terminal) {
  const std::uint64_t for_legal = ir::count_gates(net, legal);
  const std::uint64_t for_terminal = ir::count_gates(net, {&terminal, 1});
  legal.push_back(terminal);
  const std::uint64_t shared = for_legal + for_terminal - ir::count_gates(net, legal);
  return 4 * shared > std::min(for_legal, for_terminal);
}

/// One module: code that is optimised, or code that is compiled quickly.
class NetModule {
 public:
  NetModule(std::unique_ptr<llvm::TargetMachine> machine, const NetCodeShape& shape)
      : machine_(std::move(machine)), shape_(shape), module_("net", context_) {
    prepare(module_, *machine_);
  }

  void add(const std::string& symbol, const ir::Net& net, const std::vector<ir::Signal>& answer) {
    scratch_words_ =
        std::max(scratch_words_, emit_net_question(module_, net, symbol, answer, shape_));
  }
  void add_next(const std::string& symbol, const MoveRows& rows) {
    scratch_words_ = std::max(scratch_words_, emit_next_by_rows(module_, rows, symbol, shape_));
  }

  [[nodiscard]] llvm::SmallVector<char, 0> finish(bool optimised, bool verified) {
    if (verified) verify_or_throw(module_);
    if (optimised) optimise_straight_line(module_, *machine_);
    if (verified) verify_or_throw(module_);
    return emit_machine_code(module_, *machine_, llvm::CodeGenFileType::ObjectFile);
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

/// Both modules, and which question goes to which.
class NetCompiler {
 public:
  NetCompiler(const JitOptions& options, const NetJitShape& shape)
      : most_optimised_gates_(shape.most_optimised_gates) {
    auto machine = make_target_machine(options.tier);
    NetCodeShape code{shape.gates_per_function,
                      shape.words != NetJitShape::Words::never && can_gather_bits(*machine),
                      shape.words == NetJitShape::Words::always};
    optimised_.emplace(std::move(machine), code);
    code.by_words = false;
    quick_.emplace(make_quick_target_machine(), code);
  }

  /// `seldom`: the code may be slow.
  void add(const std::string& symbol, const ir::Net& net, const std::vector<ir::Signal>& answer,
           bool seldom = false) {
    module_for(net, answer, seldom).add(symbol, net, answer);
  }

  /// Legal moves and terminal. Whether they are one function, `position`.
  bool add_position(std::string_view prefix, const ir::Net& net, bool seldom = false) {
    std::vector<ir::Signal> legal = ir::net_answers(net, ir::NetQuestion::legal);
    const bool together = share_much(net, legal, net.terminal);
    if (together) {
      legal.push_back(net.terminal);
      add(symbol_of(prefix, "position"), net, legal, seldom);
    } else {
      add(symbol_of(prefix, "legal"), net, legal, seldom);
      add(symbol_of(prefix, "terminal"), net, {net.terminal}, seldom);
    }
    return together;
  }

  void add_next(std::string_view prefix, const ir::Net& net, bool seldom = false) {
    const std::string symbol = symbol_of(prefix, "next");
    if (const auto rows = tabulate_moves(net)) {
      module_for(rows->net, rows->answer, seldom).add_next(symbol, *rows);
    } else {
      add(symbol, net, ir::net_answers(net, ir::NetQuestion::next), seldom);
    }
  }

  [[nodiscard]] std::shared_ptr<ObjectSession> finish(bool verified) {
    auto session =
        std::make_shared<ObjectSession>(optimised_->finish(true, verified), "net", abi_functions());
    session->add(quick_->finish(false, verified), "net.quick");
    return session;
  }

  [[nodiscard]] std::size_t scratch_words() const {
    return std::max(optimised_->scratch_words(), quick_->scratch_words());
  }

 private:
  NetModule& module_for(const ir::Net& net, const std::vector<ir::Signal>& answer, bool seldom) {
    return seldom || ir::count_gates(net, answer) > most_optimised_gates_ ? *quick_ : *optimised_;
  }

  std::uint64_t most_optimised_gates_;
  std::optional<NetModule> optimised_;
  std::optional<NetModule> quick_;
};

/// Of NetCode or runtime::NetCase.
template <typename Code>
void look_up_position(ObjectSession& session, std::string_view prefix, bool together, Code& code) {
  const auto function = [&](std::string_view question) {
    return session.lookup<runtime::NetFunction>(symbol_of(prefix, question));
  };
  if (together) {
    code.position = function("position");
  } else {
    code.legal = function("legal");
    code.terminal = function("terminal");
  }
}

/// Of one case.
struct CaseSymbols {
  std::string prefix;
  bool together = false;
};

}  // namespace

CompiledNet compile_net(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                        const ir::NetCases& cases) {
  CompiledNet compiled;
  bool together = false;
  std::vector<CaseSymbols> symbols;
  std::shared_ptr<ObjectSession> session;
  with_large_stack([&] {
    NetCompiler compiler(options, shape);
    together = compiler.add_position("", net, cases.position);
    compiler.add_next("", net, cases.next);
    compiler.add("goals", net, ir::net_answers(net, ir::NetQuestion::goal));
    compiler.add("percepts", net, ir::net_answers(net, ir::NetQuestion::sees));
    for (const ir::NetCase& one : cases.cases) {
      CaseSymbols& symbol =
          symbols.emplace_back(CaseSymbols{"case" + std::to_string(symbols.size()) + ".", false});
      if (cases.position) symbol.together = compiler.add_position(symbol.prefix, one.net);
      if (cases.next) compiler.add_next(symbol.prefix, one.net);
    }
    session = compiler.finish(options.verify);
    compiled.scratch_words = compiler.scratch_words();
  });
  runtime::NetCode& code = compiled.code;
  look_up_position(*session, "", together, code);
  code.next = session->lookup<runtime::NetFunction>("next");
  code.goals = session->lookup<runtime::NetFunction>("goals");
  if (!net.percepts.empty()) code.percepts = session->lookup<runtime::NetFunction>("percepts");
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    runtime::NetCase one{cases.cases[i].fluent, code.legal, code.position,
                         code.terminal,         code.next,  cases.cases[i].only_moves};
    if (cases.position) {
      one.legal = one.position = one.terminal = nullptr;
      look_up_position(*session, symbols[i].prefix, symbols[i].together, one);
    }
    if (cases.next) {
      one.next = session->lookup<runtime::NetFunction>(symbol_of(symbols[i].prefix, "next"));
    }
    code.cases.push_back(std::move(one));
  }
  code.keep = std::move(session);
  return compiled;
}

}  // namespace tesuji::llvm_backend
