#include "backend/llvm/nets/net_jit.h"

#include "backend/llvm/nets/net_compiler.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"
#include "ir/nets/open_moves.h"
#include "runtime/core/tesuji/game_data.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

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

/// Calls visit(name) for every name, those of cases last; visit may set it if the symbols are not
/// const.
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

NetObjects make_objects(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                        const ir::NetCases& cases, NetFiles part) {
  NetObjects objects;
  NetSymbols& symbols = objects.symbols;
  const auto place = [&](std::string_view prefix, bool together, NetSymbols::State& state) {
    (together ? state.position : state.legal) = symbol_of(prefix, together ? "position" : "legal");
    if (!together) state.terminal = symbol_of(prefix, "terminal");
  };
  with_large_stack([&] {
    const auto end_if_stopped = [&] {
      if (options.stop.stop_requested()) throw CompilationStopped();
    };
    NetCompiler compiler(options, shape, part);
    place("", compiler.add_position("", net, cases.boards.get(), cases.position), symbols.any);
    end_if_stopped();
    compiler.add_next("", net, cases.boards.get(), cases.next);
    end_if_stopped();
    symbols.any.next = "next";
    compiler.add("goals", net, ir::net_answers(net, ir::NetQuestion::goal));
    symbols.goals = "goals";
    if (!net.percepts.empty()) {
      compiler.add("percepts", net, ir::net_answers(net, ir::NetQuestion::sees));
      symbols.percepts = "percepts";
    }
    // Cases of a question that is not optimised are not optimised either: together they are as
    // long.
    std::vector<ir::Signal> position = ir::net_answers(net, ir::NetQuestion::legal);
    position.push_back(net.terminal);
    const bool long_position = compiler.is_long(net, position);
    const bool long_next = compiler.is_long(net, ir::net_answers(net, ir::NetQuestion::next));
    for (const ir::NetCase& one : cases.cases) {
      end_if_stopped();
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

/// Loaded code, and the function that compiles more of it.
class LoadedNet {
 public:
  explicit LoadedNet(const std::vector<ObjectFile>& files)
      : session_(files.front(), abi_functions()) {
    for (std::size_t i = 1; i < files.size(); ++i) session_.add(files[i]);
    many_.of = this;
    many_.make = [](tsj_circuit_many* many) { static_cast<Many*>(many)->of->make_many(); };
  }

  template <typename Function = runtime::NetFunction>
  [[nodiscard]] Function function(const std::string& symbol) const {
    return symbol.empty() ? nullptr : session_.lookup<Function>(symbol);
  }

  /// `make` returns the object that defines the symbol.
  tsj_circuit_many* make_later(std::string symbol, std::function<ObjectFile()> make) {
    many_symbol_ = std::move(symbol);
    make_object_ = std::move(make);
    return &many_;
  }

 private:
  struct Many : tsj_circuit_many {
    LoadedNet* of = nullptr;
  };

  void make_many() {
    const std::lock_guard lock(mutex_);
    if (many_.playouts != nullptr) return;
    session_.add(make_object_());
    __atomic_store_n(&many_.playouts, function<tsj_circuit_playouts>(many_symbol_),
                     __ATOMIC_RELEASE);
    make_object_ = {};
  }

  ObjectSession session_;
  std::mutex mutex_;
  std::string many_symbol_;
  std::function<ObjectFile()> make_object_;
  Many many_{};
};

ObjectFile many_object(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                       const ir::NetCases& cases, const std::string& name) {
  const CachedCode place(options, "net-many", name,
                         [&](CacheKeyHash& hash) { add_to_key(hash, net, options, shape, cases); });
  if (auto found = place.find()) return std::move(found->files.at(0));
  CompiledCode code{
      make_objects(net, options, shape, cases, NetFiles::many_playouts).files, {}, {}};
  place.store(code);
  return std::move(code.files.front());
}

CompiledNet load_net(const NetObjects& objects, const ir::NetCases& cases,
                     std::function<ObjectFile()> make_many) {
  const auto loaded = std::make_shared<LoadedNet>(objects.files);
  const NetSymbols& symbols = objects.symbols;
  CompiledNet compiled;
  compiled.scratch_words = objects.scratch_words;
  runtime::NetCode& code = compiled.code;
  code = net_code(symbols, cases,
                  [&](const std::string& symbol) { return loaded->function<void*>(symbol); });
  if (!symbols.playouts.empty()) {
    code.many = loaded->make_later(symbols.playouts, std::move(make_many));
  }
  code.keep = loaded;
  return compiled;
}

}  // namespace

runtime::NetCode net_code(const NetSymbols& symbols, const ir::NetCases& cases,
                          const std::function<void*(const std::string& symbol)>& address) {
  const auto function = [&](const std::string& symbol) {
    return reinterpret_cast<runtime::NetFunction>(address(symbol));
  };
  runtime::NetCode code;
  code.legal = function(symbols.any.legal);
  code.position = function(symbols.any.position);
  code.terminal = function(symbols.any.terminal);
  code.next = function(symbols.any.next);
  code.goals = function(symbols.goals);
  code.percepts = function(symbols.percepts);
  code.playout = reinterpret_cast<runtime::NetPlayout>(address(symbols.playout));
  for (std::size_t i = 0; i < symbols.cases.size(); ++i) {
    const NetSymbols::State& state = symbols.cases[i];
    code.cases.push_back({cases.cases[i].fluent, function(state.legal), function(state.position),
                          function(state.terminal), function(state.next), cases.cases[i].only_moves,
                          cases.position ? ir::useful_open_moves(cases.cases[i].net)
                                         : std::vector<std::uint64_t>{}});
  }
  return code;
}

NetObjects make_net_objects(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                            const ir::NetCases& cases) {
  return make_objects(net, options, shape, cases, NetFiles::all);
}

CompiledNet compile_net(const ir::Net& net, const JitOptions& options, const NetJitShape& shape,
                        const ir::NetCases& cases, const std::string& name) {
  const CachedCode place(options, "net", name,
                         [&](CacheKeyHash& hash) { add_to_key(hash, net, options, shape, cases); });
  auto found = place.find();
  const NetObjects objects = found ? to_objects(std::move(*found), cases)
                                   : make_objects(net, options, shape, cases, NetFiles::first);
  std::function<ObjectFile()> make_many;
  if (!objects.symbols.playouts.empty()) {
    JitOptions later = options;
    later.stop = {};
    make_many = [net, later = std::move(later), shape, cases, name] {
      return many_object(net, later, shape, cases, name);
    };
  }
  CompiledNet loaded = load_net(objects, cases, std::move(make_many));
  if (!found) place.store(to_code(objects));
  return loaded;
}

std::optional<runtime::PlacedPlayouts> compile_playouts(const ir::Net& net,
                                                        const JitOptions& options,
                                                        const NetJitShape& shape,
                                                        const ir::NetCases& cases,
                                                        const std::string& name) {
  const CachedCode place(options, "net-playouts", name,
                         [&](CacheKeyHash& hash) { add_to_key(hash, net, options, shape, cases); });
  auto found = place.find();
  const NetObjects objects =
      found ? to_objects(std::move(*found), cases)
            : make_objects(net, options, shape, cases, NetFiles::playouts_alone);
  if (objects.files.empty()) return std::nullopt;
  const auto loaded = std::make_shared<LoadedNet>(objects.files);
  if (!found) place.store(to_code(objects));
  return runtime::PlacedPlayouts{loaded->function<tsj_circuit_playouts>(objects.symbols.playouts),
                                 objects.scratch_words, loaded};
}

}  // namespace tesuji::llvm_backend
