// Compiles nets to native code for one state at a time. Includes no LLVM header.
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

/// Thrown when compiling a net was stopped (JitOptions::stop) and has no result.
class CompilationStopped : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "compiling was stopped"; }
};

struct CompiledNet {
  runtime::NetCode code;
  std::size_t scratch_words = 0;
};

/// How the code is split and laid out; for tests and measurements.
struct NetJitShape {
  /// Gates in one function: with more, registers run out and compiling becomes slower.
  std::size_t gates_per_function = 100;
  /// Whether to compute 64 nodes at a time if the processor can gather bits: never, if the code is
  /// shorter, or always.
  enum class Words { never, shorter, always };
  Words words = Words::shorter;
  /// Questions with more gates are compiled node by node without optimisation: 5 microseconds a
  /// gate instead of 70, for code that is two to ten times as slow.
  std::uint64_t most_optimised_gates = 30'000;
  /// Whether to use bitboards, if there are any: if the code is shorter, or always.
  bool always_boards = false;
  /// Bits are gathered by rotations, as on processors that have nothing better.
  bool by_rotations = false;
};

/// Symbols of a net's functions in object code; empty: no such function.
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

/// Compiles and loads a net, except for `playouts`, which is compiled when NetCode::many requests
/// it. `cases`: of this net. Questions that they answer are compiled for each case; the whole net's
/// code for them, which few states need, is compiled without optimisation. Throws
/// std::runtime_error with LLVM's message if code generation fails (a bug of ours), and
/// CompilationStopped if the options' `stop` is set before it is done. `name`: the game's, for
/// listings of the object cache, in which the code is looked up first.
[[nodiscard]] CompiledNet compile_net(const ir::Net& net, const JitOptions& options = {},
                                      const NetJitShape& shape = {}, const ir::NetCases& cases = {},
                                      const std::string& name = {});

/// Compiles and loads only `playouts` and the functions that it calls; returns nothing if many
/// playouts have no code (can_play_many in net_playout.h). Otherwise as compile_net.
[[nodiscard]] std::optional<runtime::PlacedPlayouts> compile_playouts(
    const ir::Net& net, const JitOptions& options = {}, const NetJitShape& shape = {},
    const ir::NetCases& cases = {}, const std::string& name = {});

}  // namespace tesuji::llvm_backend
