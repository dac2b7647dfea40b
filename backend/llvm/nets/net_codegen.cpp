#include "backend/llvm/nets/net_codegen.h"

#include "backend/llvm/emit/word_bits.h"
#include "backend/llvm/nets/word_codegen.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace tesuji::llvm_backend {

namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

class Scheduler {
 public:
  Scheduler(const ir::Net& net, std::size_t gates_per_part)
      : net_(net), limit_(gates_per_part), part_(net.nodes.size(), ir::no_id) {
    result_.slots.assign(net.nodes.size(), ir::no_id);
  }

  NetSchedule run(const std::vector<Signal>& outputs) {
    result_.parts.emplace_back();
    for (std::uint32_t bit = 0; bit < outputs.size(); ++bit) {
      if (outputs[bit] == ir::false_signal) continue;  // answers are initially zero
      place(ir::node_of(outputs[bit]));
      use(ir::node_of(outputs[bit]));
      result_.parts.back().outputs.push_back({bit, outputs[bit]});
      ++gates_;
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool needs_placing(NodeId node) const {
    return net_.nodes[node].kind == NetNode::Kind::conjunction && part_[node] == ir::no_id;
  }

  /// Schedules depth first, with an explicit stack: nets may be deep.
  void place(NodeId root) {
    if (!needs_placing(root)) return;
    std::vector<std::pair<NodeId, std::size_t>> stack{{root, 0}};
    while (!stack.empty()) {
      const NodeId node = stack.back().first;
      const auto inputs = net_.inputs_of(node);
      if (stack.back().second < inputs.size()) {
        const NodeId input = ir::node_of(inputs[stack.back().second++]);
        if (needs_placing(input)) stack.emplace_back(input, 0);
        continue;
      }
      stack.pop_back();
      if (part_[node] != ir::no_id) continue;
      if (gates_ >= limit_) {
        result_.parts.emplace_back();
        gates_ = 0;
      }
      part_[node] = static_cast<std::uint32_t>(result_.parts.size() - 1);
      result_.parts.back().nodes.push_back(node);
      gates_ += inputs.size() - 1;
      for (const Signal input : inputs) use(ir::node_of(input));
    }
  }

  /// Records that the last part needs the node's value.
  void use(NodeId node) {
    if (part_[node] == ir::no_id || part_[node] + 1 == result_.parts.size()) return;
    if (result_.slots[node] == ir::no_id) result_.slots[node] = result_.slot_count++;
  }

  const ir::Net& net_;
  std::size_t limit_;
  std::size_t gates_ = 0;  ///< of the last part
  std::vector<std::uint32_t> part_;
  NetSchedule result_;
};

}  // namespace

NetSchedule schedule(const ir::Net& net, const std::vector<Signal>& outputs,
                     std::size_t gates_per_part) {
  return Scheduler(net, gates_per_part).run(outputs);
}

namespace {

/// Emits one part.
class PartEmitter {
 public:
  PartEmitter(const ir::Net& net, const NetSchedule& schedule, llvm::Function& function)
      : net_(net),
        schedule_(schedule),
        build_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
        i64_(build_.getInt64Ty()),
        state_(function.getArg(0)),
        moves_(function.getArg(1)),
        scratch_(function.getArg(2)),
        out_(function.getArg(3)) {}

  void run(const NetPart& part) {
    for (const NodeId node : part.nodes) {
      llvm::Value* value = conjunction(node);
      values_[node] = value;
      if (schedule_.slots[node] == ir::no_id) continue;
      build_.CreateStore(build_.CreateTrunc(value, build_.getInt8Ty()),
                         bytes(scratch_, schedule_.slots[node]));
    }
    std::map<std::uint32_t, std::vector<llvm::Value*>> words;
    for (const NetOutput& output : part.outputs) {
      llvm::Value* value = node(ir::node_of(output.signal));
      if (ir::is_complemented(output.signal)) value = build_.CreateNot(value);
      value = build_.CreateAnd(value, std::uint64_t{1});
      words[output.bit / word_bits].push_back(build_.CreateShl(value, output.bit % word_bits));
    }
    for (auto& [word, bits] : words) {
      llvm::Value* address = bytes(out_, word * sizeof(std::uint64_t));
      bits.push_back(build_.CreateLoad(i64_, address));
      build_.CreateStore(reduce(std::move(bits), llvm::Instruction::Or), address);
    }
    build_.CreateRetVoid();
  }

 private:
  llvm::Value* bytes(llvm::Value* base, std::uint64_t offset) {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), base, offset);
  }

  /// Reduces as a balanced tree, so that instructions do not wait for each other.
  llvm::Value* reduce(std::vector<llvm::Value*> values, llvm::Instruction::BinaryOps op) {
    while (values.size() > 1) {
      std::vector<llvm::Value*> half;
      for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
        half.push_back(build_.CreateBinOp(op, values[i], values[i + 1]));
      }
      if (values.size() % 2 == 1) half.push_back(values.back());
      values = std::move(half);
    }
    return values[0];
  }

  llvm::Value* conjunction(NodeId number) {
    std::vector<llvm::Value*> hold;
    std::vector<llvm::Value*> fail;
    for (const Signal input : net_.inputs_of(number)) {
      (ir::is_complemented(input) ? fail : hold).push_back(node(ir::node_of(input)));
    }
    if (fail.empty()) return reduce(std::move(hold), llvm::Instruction::And);
    llvm::Value* none = build_.CreateNot(reduce(std::move(fail), llvm::Instruction::Or));
    if (hold.empty()) return none;
    return build_.CreateAnd(reduce(std::move(hold), llvm::Instruction::And), none);
  }

  llvm::Value* node(NodeId number) {
    const auto known = values_.find(number);
    if (known != values_.end()) return known->second;
    llvm::Value* value = nullptr;
    switch (net_.nodes[number].kind) {
      case NetNode::Kind::constant:
        value = build_.getInt64(0);
        break;
      case NetNode::Kind::fluent:
        value = bit(state_, net_.nodes[number].first);
        break;
      case NetNode::Kind::move:
        value = bit(moves_, net_.nodes[number].first);
        break;
      case NetNode::Kind::conjunction:
        value = build_.CreateZExt(
            build_.CreateLoad(build_.getInt8Ty(), bytes(scratch_, schedule_.slots[number])), i64_);
        break;
    }
    values_[number] = value;
    return value;
  }

  llvm::Value* bit(llvm::Value* array, std::uint32_t number) {
    llvm::Value*& word = words_[{array, number / word_bits}];
    if (word == nullptr) {
      word = build_.CreateLoad(i64_, bytes(array, number / word_bits * sizeof(std::uint64_t)));
    }
    return build_.CreateLShr(word, number % word_bits);
  }

  const ir::Net& net_;
  const NetSchedule& schedule_;
  llvm::IRBuilder<> build_;
  llvm::Type* i64_;
  llvm::Value* state_;
  llvm::Value* moves_;
  llvm::Value* scratch_;
  llvm::Value* out_;
  std::unordered_map<NodeId, llvm::Value*> values_;
  std::map<std::pair<llvm::Value*, std::uint32_t>, llvm::Value*> words_;
};

/// Emits the function for a question: its prologue, then calls of its parts.
class QuestionEmitter {
 public:
  QuestionEmitter(llvm::Module& module, std::string symbol)
      : module_(module),
        symbol_(std::move(symbol)),
        pointer_(llvm::PointerType::getUnqual(module.getContext())),
        nothing_(llvm::Type::getVoidTy(module.getContext())),
        entry_(llvm::Function::Create(
            llvm::FunctionType::get(nothing_, {pointer_, pointer_, pointer_, pointer_, pointer_},
                                    false),
            llvm::Function::ExternalLinkage, symbol_, module)),
        build_(llvm::BasicBlock::Create(module.getContext(), "entry", entry_)) {
    entry_->setDoesNotThrow();
    for (unsigned arg = 0; arg < 5; ++arg) entry_->addParamAttr(arg, llvm::Attribute::NoAlias);
  }

  void store_zeros(std::size_t words) {
    for (std::uint32_t word = 0; word < words; ++word) {
      build_.CreateStore(build_.getInt64(0), word_at(out(), word));
    }
  }

  /// Writes one bit per move to the beginning of scratch memory. Returns the number of words.
  std::size_t spread_moves(const ir::Net& net) {
    const std::size_t words = words_for(net.moves.size());
    build_.CreateMemSet(scratch(), build_.getInt8(0), words * sizeof(std::uint64_t),
                        llvm::MaybeAlign(alignof(std::uint64_t)));
    std::size_t last = 0;
    for (std::size_t first = 0; first < net.moves.size(); first = last) {
      const std::uint32_t role = net.moves[first].role;
      while (last < net.moves.size() && net.moves[last].role == role) ++last;
      llvm::Value* number = move_of(role);
      llvm::Value* exists =
          build_.CreateZExt(build_.CreateICmpULT(number, build_.getInt64(last - first)), i64());
      // If the role makes no move, this sets nothing, in the word of its last move.
      llvm::Value* bit = build_.CreateSub(build_.CreateAdd(number, build_.getInt64(first)),
                                          build_.CreateXor(exists, std::uint64_t{1}));
      llvm::Value* address =
          build_.CreateInBoundsGEP(i64(), scratch(), build_.CreateLShr(bit, std::uint64_t{6}));
      llvm::Value* set =
          build_.CreateShl(exists, build_.CreateAnd(bit, std::uint64_t{word_bits - 1}));
      build_.CreateStore(build_.CreateOr(build_.CreateLoad(i64(), address), set), address);
    }
    return words;
  }

  /// Writes the part of the answer that is combined by words, and copies those words of rows whose
  /// bits parts read to the beginning of scratch memory.
  void use_rows(const MoveRows& rows) {
    std::vector<llvm::Value*> addresses(rows.roles.size(), nullptr);
    const auto word_of = [&](const RowWord& word) -> llvm::Value* {
      const RoleRows& role = rows.roles[word.role];
      if (addresses[word.role] == nullptr) {
        llvm::Constant* table = llvm::ConstantDataArray::get(module_.getContext(), role.words);
        auto* variable = new llvm::GlobalVariable(module_, table->getType(), /*isConstant=*/true,
                                                  llvm::GlobalValue::InternalLinkage, table,
                                                  symbol_ + ".rows." + std::to_string(word.role));
        addresses[word.role] = build_.CreateInBoundsGEP(
            i64(), variable, build_.CreateMul(move_of(word.role), build_.getInt64(role.stride)));
      }
      return build_.CreateLoad(i64(), word_at(addresses[word.role], word.offset));
    };
    std::vector<llvm::Value*> combined(words_for(rows.answer.size()), build_.getInt64(0));
    for (const WordUpdate& update : rows.updates) {
      llvm::Value*& value = combined[update.word];
      if (update.kept != 0) {
        value =
            build_.CreateAnd(build_.CreateLoad(i64(), word_at(state(), update.word)), update.kept);
        for (const RowWord& keep : update.keep) value = build_.CreateAnd(value, word_of(keep));
      }
      for (const RowWord& set : update.set) value = build_.CreateOr(value, word_of(set));
    }
    for (std::uint32_t word = 0; word < combined.size(); ++word) {
      build_.CreateStore(combined[word], word_at(out(), word));
    }
    for (std::uint32_t i = 0; i < rows.inputs.size(); ++i) {
      build_.CreateStore(word_of(rows.inputs[i]), word_at(scratch(), i));
    }
  }

  /// Ends the function. Returns the number of words of scratch memory that it needs.
  std::size_t finish(const ir::Net& net, const std::vector<Signal>& answer, std::size_t move_words,
                     const NetCodeShape& shape, const std::optional<WordSchedule>& words) {
    if (words) {
      call(emit_word_parts(module_, *words, symbol_), move_words);
      return move_words + words->packs.size();
    }
    const NetSchedule plan = schedule(net, answer, shape.gates_per_part);
    std::vector<llvm::Function*> parts;
    for (const NetPart& part : plan.parts) {
      if (part.outputs.empty() && part.nodes.empty()) continue;
      parts.push_back(new_part(module_, symbol_ + "." + std::to_string(parts.size())));
      PartEmitter(net, plan, *parts.back()).run(part);
    }
    call(parts, move_words);
    return move_words + (plan.slot_count + 7) / 8;
  }

 private:
  [[nodiscard]] static std::size_t words_for(std::size_t bits) {
    return (bits + word_bits - 1) / word_bits;
  }
  [[nodiscard]] llvm::Type* i64() { return build_.getInt64Ty(); }
  [[nodiscard]] llvm::Value* state() const { return entry_->getArg(1); }
  [[nodiscard]] llvm::Value* scratch() const { return entry_->getArg(3); }
  [[nodiscard]] llvm::Value* out() const { return entry_->getArg(4); }
  llvm::Value* word_at(llvm::Value* base, std::uint32_t word) {
    return build_.CreateConstInBoundsGEP1_64(i64(), base, word);
  }

  void call(const std::vector<llvm::Function*>& parts, std::size_t move_words) {
    llvm::Value* values = word_at(scratch(), static_cast<std::uint32_t>(move_words));
    for (llvm::Function* part : parts) {
      // Inlining several parts would restore the long function that was split.
      part->addFnAttr(parts.size() > 1 ? llvm::Attribute::NoInline : llvm::Attribute::AlwaysInline);
      build_.CreateCall(part, {state(), scratch(), values, out()});
    }
    build_.CreateRetVoid();
  }
  llvm::Value* move_of(std::uint32_t role) {
    llvm::Type* i32 = build_.getInt32Ty();
    llvm::Value* address = build_.CreateConstInBoundsGEP1_64(i32, entry_->getArg(2), role);
    return build_.CreateZExt(build_.CreateLoad(i32, address), i64());
  }

  llvm::Module& module_;
  std::string symbol_;
  llvm::Type* pointer_;
  llvm::Type* nothing_;
  llvm::Function* entry_;
  llvm::IRBuilder<> build_;
};

/// How a question is computed; without either: node by node.
struct Choice {
  bool by_boards = false;
  std::optional<WordSchedule> words;
};

/// Estimates instructions: gates, and those that extract bits from words and insert them.
std::uint64_t cost_by_nodes(const ir::Net& net, const std::vector<Signal>& answer) {
  const auto outputs = answer.size() - static_cast<std::size_t>(std::count(
                                           answer.begin(), answer.end(), ir::false_signal));
  return 2 * ir::count_gates(net, answer) + 3 * outputs;
}

/// Whether the code for one pack would be too long for a function.
bool is_unwieldy(const WordSchedule& words) {
  constexpr std::uint64_t too_long = 4000;
  return std::any_of(words.packs.begin(), words.packs.end(),
                     [](const WordPack& pack) { return cost_of(pack) > too_long; });
}

/// Estimates cycles: four instructions at a time, plus the longest chain of dependent ones.
std::uint64_t time_of(const WordSchedule& words) {
  return cost_of(words) / 4 + latency_of(words);
}

/// The same. Parts exchange values through memory.
std::uint64_t time_of(const BoardQuestion& boards, const NetCodeShape& shape) {
  const std::uint64_t cost = cost_of(boards);
  const bool in_parts = cost > most_in_one(shape.gates_per_part);
  return (in_parts ? cost + cost / 2 : cost) / 4 + latency_of(boards);
}

/// Chooses the fastest way. `beside`: instructions that bitboards do not need.
Choice choose(const ir::Net& net, const std::vector<Signal>& answer, std::uint64_t beside,
              const NetCodeShape& shape, const BoardQuestion* boards) {
  Choice choice;
  if (!shape.by_boards) boards = nullptr;
  if (!shape.by_words && boards == nullptr) return choice;
  const std::uint64_t by_nodes = cost_by_nodes(net, answer);
  if (shape.always_by_words) boards = nullptr;
  // Packs of 64 nodes have never cost less than a twentieth; scheduling them takes time.
  constexpr std::uint64_t most_packed = 20;
  choice.by_boards =
      boards != nullptr && (shape.always_by_boards || most_packed * cost_of(*boards) < by_nodes);
  if (choice.by_boards) return choice;
  if (shape.by_words) {
    WordSchedule words = schedule_words(net, answer);
    if (shape.always_by_words || (!is_unwieldy(words) && cost_of(words) < by_nodes)) {
      choice.words = std::move(words);
    }
  }
  choice.by_boards =
      boards != nullptr &&
      time_of(*boards, shape) < beside / 4 + (choice.words ? time_of(*choice.words) : by_nodes / 4);
  return choice;
}

/// Returns the cost of the words that are combined.
std::uint64_t cost_of_updates(const MoveRows& rows) {
  std::uint64_t cost = 0;
  for (const WordUpdate& update : rows.updates) {
    cost += 1 + update.set.size() + update.keep.size() + (update.kept != 0 ? 2 : 0);
  }
  return cost;
}

/// Whether an answer depends on a move.
bool reads_moves(const ir::Net& net, const std::vector<Signal>& answer) {
  const std::vector<bool> needed = ir::cone_of(net, answer);
  for (NodeId node = 0; node < needed.size(); ++node) {
    if (needed[node] && net.nodes[node].kind == NetNode::Kind::move) return true;
  }
  return false;
}

}  // namespace

std::size_t emit_net_question(llvm::Module& module, const ir::Net& net, const std::string& symbol,
                              const std::vector<Signal>& answer, const NetCodeShape& shape,
                              const BoardQuestion* boards) {
  const Choice choice = choose(net, answer, 0, shape, boards);
  if (choice.by_boards) return emit_board_question(module, *boards, symbol, shape.gates_per_part);
  QuestionEmitter emitter(module, symbol);
  emitter.store_zeros((answer.size() + word_bits - 1) / word_bits);
  const std::size_t move_words = reads_moves(net, answer) ? emitter.spread_moves(net) : 0;
  return emitter.finish(net, answer, move_words, shape, choice.words);
}

std::size_t emit_next_by_rows(llvm::Module& module, const MoveRows& rows, const std::string& symbol,
                              const NetCodeShape& shape, const BoardQuestion* boards) {
  const Choice choice = choose(rows.net, rows.answer, cost_of_updates(rows), shape, boards);
  if (choice.by_boards) return emit_board_question(module, *boards, symbol, shape.gates_per_part);
  QuestionEmitter emitter(module, symbol);
  emitter.use_rows(rows);
  return emitter.finish(rows.net, rows.answer, rows.inputs.size(), shape, choice.words);
}

}  // namespace tesuji::llvm_backend
