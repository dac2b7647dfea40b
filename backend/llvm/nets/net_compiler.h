// Emits the questions and playouts of a net into LLVM modules and compiles these to object files.
// Internal to this layer.
#pragma once

#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/nets/word_schedule.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::llvm_backend {

struct BoardQuestion;
class NetModule;

/// Which functions of a net an object file contains.
enum class NetFiles {
  all,
  /// All except `playouts`, whose code is `many_playouts`. NetSymbols names it if it can be made.
  first,
  /// Only `playouts`. It calls functions of `first`, which must be in the same session.
  many_playouts,
  /// `playouts` and all functions that it calls; no file if the net has no `playouts`.
  playouts_alone
};

/// Both modules, and the assignment of questions to them: one is optimised, the other is compiled
/// fast.
class NetCompiler {
 public:
  NetCompiler(const JitOptions& options, const NetJitShape& shape, NetFiles part);
  ~NetCompiler();
  NetCompiler(const NetCompiler&) = delete;
  NetCompiler& operator=(const NetCompiler&) = delete;

  /// `seldom`: the code may be slow.
  void add(const std::string& symbol, const ir::Net& net, const std::vector<ir::Signal>& answer,
           bool seldom = false);

  /// Adds legal moves and terminal. Returns whether they are one function, `position`; never with
  /// `apart`.
  bool add_position(std::string_view prefix, const ir::Net& net, const ir::Bitboards* boards,
                    bool seldom = false, bool apart = false);

  void add_next(std::string_view prefix, const ir::Net& net, const ir::Bitboards* boards,
                bool seldom = false);

  /// Adds the functions for playouts, if possible, from the questions added before.
  void add_playouts(const ir::Net& net, const ir::NetCases& cases, NetSymbols& symbols);

  /// Whether optimising these gates would take too long.
  [[nodiscard]] bool is_long(const ir::Net& net, const std::vector<ir::Signal>& answer) const;

  [[nodiscard]] std::vector<ObjectFile> finish(const JitOptions& options);
  [[nodiscard]] std::size_t scratch_words() const;

 private:
  void add(const std::string& symbol, const ir::Net& net, const std::vector<ir::Signal>& answer,
           bool seldom, const BoardQuestion& boards);
  void add_legal(const ir::Net& net, const ir::NetCases& cases, NetSymbols& symbols);
  [[nodiscard]] BoardQuestion by(const ir::Bitboards* boards, const ir::Net& net,
                                 ir::NetQuestion question) const;
  [[nodiscard]] BoardQuestion position_by(const ir::Bitboards* boards, const ir::Net& net) const;
  [[nodiscard]] bool are_better(const BoardQuestion& boards, const ir::Net& net,
                                const std::vector<ir::Signal>& answer, bool seldom) const;
  [[nodiscard]] bool is_left_out(const ir::Net& net, const std::vector<ir::Signal>& answer,
                                 bool seldom) const;
  NetModule& module_for(const ir::Net& net, const std::vector<ir::Signal>& answer, bool seldom);

  NetFiles part_;
  std::uint64_t most_optimised_gates_;
  bool by_boards_ = false;  ///< answers by bitboards where that is better
  GatherBy gathers_ = GatherBy::rotations;
  bool has_playouts_ = false;
  std::unique_ptr<NetModule> optimised_;
  std::unique_ptr<NetModule> quick_;
};

/// Returns the symbol: `prefix` of a case and the name of a question.
[[nodiscard]] std::string symbol_of(std::string_view prefix, std::string_view question);
[[nodiscard]] std::string case_prefix(std::size_t number);

}  // namespace tesuji::llvm_backend
