// Compiles nets to native code for one state at a time. LLVM stays behind this header.
#pragma once

#include "backend/llvm/plans/jit.h"
#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"
#include "runtime/host/game/net_game.h"
#include "runtime/host/game/placed_playouts.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Compiling a net was asked to stop (JitOptions::stop), and has no result.
class CompilationStopped : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "compiling was stopped"; }
};

struct CompiledNet {
  runtime::NetCode code;
  std::size_t scratch_words = 0;
};

/// How the code is cut and laid out; for tests and measurements.
struct NetJitShape {
  /// Gates in one function: more make registers run out and compiling slower.
  std::size_t gates_per_function = 100;
  /// Sixty-four nodes at a time, where the processor can gather bits: never, where that is
  /// shorter, or always.
  enum class Words { never, shorter, always };
  Words words = Words::shorter;
  /// Questions of more gates are compiled node by node and without optimisation: 5 microseconds
  /// a gate instead of 70, for code that takes two to ten times as long.
  std::uint64_t most_optimised_gates = 30'000;
  /// Bitboards, where there are some and the processor can gather bits: where that is shorter, or
  /// always.
  bool always_boards = false;
};

/// What functions of a net are called in object code; empty: there is none.
struct NetSymbols {
  /// Of runtime::NetCode, and of each runtime::NetCase.
  struct State {
    std::string legal;
    std::string position;
    std::string terminal;
    std::string next;
  };
  State any;
  std::string goals;
  std::string percepts;
  std::string playout;   ///< of runtime::NetPlayout
  std::string playouts;  ///< a tsj_circuit_playouts
  std::vector<State> cases;
};

/// The functions of a net and of its cases, which `address` finds by their names (null for empty
/// ones). Sets all of NetCode but `many`, `self` and `keep`.
[[nodiscard]] runtime::NetCode net_code(
    const NetSymbols& symbols, const ir::NetCases& cases,
    const std::function<void*(const std::string& symbol)>& address);

/// A net's code before it is loaded: functions of type runtime::NetFunction.
struct NetObjects {
  std::vector<ObjectFile> files;  ///< at least one
  NetSymbols symbols;
  std::size_t scratch_words = 0;
};

[[nodiscard]] NetObjects make_net_objects(const ir::Net& net, const JitOptions& options = {},
                                          const NetJitShape& shape = {},
                                          const ir::NetCases& cases = {});

/// Makes and loads them, but for `playouts`, which is compiled when NetCode::many is told to.
/// `cases`: of this net. Questions that they answer are compiled for each of them, and the
/// whole net's code for these, which few states need, without optimisation. Throws
/// std::runtime_error with LLVM's message if code generation fails (a bug of ours), and
/// CompilationStopped where the options' `stop` asks for that before it is done. `name`: the
/// game's, for lists of the object cache, where the code is looked for first.
[[nodiscard]] CompiledNet compile_net(const ir::Net& net, const JitOptions& options = {},
                                      const NetJitShape& shape = {}, const ir::NetCases& cases = {},
                                      const std::string& name = {});

/// Makes and loads `playouts` and what it calls, without the rest; nothing where many playouts have
/// no code (can_play_many in net_playout.h). As compile_net otherwise.
[[nodiscard]] std::optional<runtime::PlacedPlayouts> compile_playouts(
    const ir::Net& net, const JitOptions& options = {}, const NetJitShape& shape = {},
    const ir::NetCases& cases = {}, const std::string& name = {});

}  // namespace tesuji::llvm_backend
