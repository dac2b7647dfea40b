#include "backend/llvm/nets/goal_cost_jit.h"

#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"
#include "runtime/host/game/game.h"
#include "runtime/host/memory/word_bits.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

// Generates LLVM IR for costs of goals.
//
// For one state, a cost is a 16-bit number, and a fluent's bit selects between two constants. For
// many states, a cost is a vector with one element per state, and the word with a fluent's bits,
// one per state, is the selecting mask. The rest is the same code, without branches.

using ir::Cost;
using ir::CostNode;
using ir::CostNodeId;
using llvm::Value;

/// Maximum number of ways counted by one addition, with the counts of all costs packed in one
/// number.
constexpr std::size_t most_packed_ways = 1023;
constexpr unsigned packed_bits = 10;
static_assert((ir::most_counted_cost + 1) * packed_bits <= 64);

/// Nodes and features that one function computes.
struct CostCodePart {
  CostNodeId first = 0;
  CostNodeId last = 0;  ///< one past the end
};

class GoalCostEmitter {
 public:
  GoalCostEmitter(llvm::Module& module, const ir::GoalCosts& costs,
                  const std::vector<std::uint64_t>& places, unsigned lanes, std::string symbol)
      : module_(module),
        costs_(costs),
        places_(places),
        lanes_(lanes),
        symbol_(std::move(symbol)),
        build_(module.getContext()),
        cost_type_(typed(build_.getInt16Ty())) {}

  std::size_t emit(std::size_t inputs_per_part) {
    cut(inputs_per_part);
    find_slots();
    llvm::Function* const whole = function(symbol_, llvm::Function::ExternalLinkage);
    std::vector<llvm::Function*> parts;
    for (const CostCodePart& part : parts_) {
      begin(function(symbol_ + ".part", llvm::Function::InternalLinkage));
      parts.push_back(function_);
      for (CostNodeId node = part.first; node < part.last; ++node) {
        known_[node] = node_value(node);
        if (slots_[node] != no_slot) store(known_[node], scratch_, slots_[node]);
      }
      build_.CreateRetVoid();
    }
    begin(function(symbol_ + ".features", llvm::Function::InternalLinkage));
    parts.push_back(function_);
    emit_features();
    build_.CreateRetVoid();
    begin(whole);
    for (llvm::Function* const part : parts) {
      build_.CreateCall(part, {bits_, stride_, scratch_, values_});
    }
    build_.CreateRetVoid();
    return slot_count_;
  }

 private:
  static constexpr std::size_t no_slot = SIZE_MAX;

  [[nodiscard]] llvm::Type* typed(llvm::Type* element) const {
    return lanes_ == 1 ? element : llvm::FixedVectorType::get(element, lanes_);
  }
  [[nodiscard]] Value* constant(Cost cost) const {
    return llvm::ConstantInt::get(cost_type_, cost);
  }

  void cut(std::size_t inputs_per_part) {
    CostCodePart part;
    std::size_t inputs = 0;
    for (CostNodeId node = 0; node < costs_.nodes.size(); ++node) {
      inputs += 1 + costs_.nodes[node].count;
      if (inputs < inputs_per_part) continue;
      part.last = node + 1;
      parts_.push_back(part);
      part.first = part.last;
      inputs = 0;
    }
    part.last = static_cast<CostNodeId>(costs_.nodes.size());
    if (part.first < part.last) parts_.push_back(part);
  }

  /// Assigns a place in scratch memory to each node that other functions need; literals are
  /// recomputed.
  void find_slots() {
    slots_.assign(costs_.nodes.size(), no_slot);
    const auto need = [&](CostNodeId node) {
      if (slots_[node] == no_slot && costs_.nodes[node].kind != CostNode::Kind::literal) {
        slots_[node] = slot_count_++;
      }
    };
    for (const CostCodePart& part : parts_) {
      for (CostNodeId node = part.first; node < part.last; ++node) {
        if (costs_.nodes[node].kind == CostNode::Kind::literal) continue;
        for (const CostNodeId input : inputs_of(node)) {
          if (input < part.first) need(input);
        }
      }
    }
    for (const ir::GoalPart& part : costs_.parts) {
      for (const CostNodeId way : part.ways) need(way);
    }
  }

  [[nodiscard]] std::span<const CostNodeId> inputs_of(CostNodeId node) const {
    return {costs_.inputs.data() + costs_.nodes[node].first, costs_.nodes[node].count};
  }

  llvm::Function* function(const std::string& name, llvm::Function::LinkageTypes linkage) {
    llvm::Type* const pointer = build_.getPtrTy();
    return llvm::Function::Create(
        llvm::FunctionType::get(build_.getVoidTy(),
                                {pointer, build_.getInt64Ty(), pointer, pointer}, false),
        linkage, name, module_);
  }
  void begin(llvm::Function* function) {
    function_ = function;
    function->addFnAttr(llvm::Attribute::NoUnwind);
    bits_ = function->getArg(0);
    stride_ = function->getArg(1);
    scratch_ = function->getArg(2);
    values_ = function->getArg(3);
    for (unsigned i = 2; i < 4; ++i) function->addParamAttr(i, llvm::Attribute::NoAlias);
    build_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", function));
    known_.clear();
    words_.clear();
  }

  [[nodiscard]] Value* element(Value* array, std::size_t number) {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt16Ty(), array, number * lanes_);
  }
  void store(Value* value, Value* array, std::size_t number) {
    build_.CreateAlignedStore(value, element(array, number), llvm::Align(2));
  }
  [[nodiscard]] Value* load(Value* array, std::size_t number) {
    return build_.CreateAlignedLoad(cost_type_, element(array, number), llvm::Align(2));
  }

  /// Returns whether the fluent holds: one bit, or one per lane.
  [[nodiscard]] Value* holds(std::uint32_t fluent) {
    const std::uint64_t place = places_[fluent];
    if (place >= runtime::always_holds) {
      return llvm::ConstantInt::get(typed(build_.getInt1Ty()), place == runtime::always_holds);
    }
    if (lanes_ == 1) {
      Value* const word = word_at(place / runtime::word_bits, build_.getInt64Ty());
      return build_.CreateTrunc(build_.CreateLShr(word, place % runtime::word_bits),
                                build_.getInt1Ty());
    }
    return build_.CreateBitCast(word_at(place, build_.getInt32Ty()), typed(build_.getInt1Ty()));
  }
  Value* word_at(std::uint64_t number, llvm::Type* type) {
    Value*& known = words_[number];
    if (known != nullptr) return known;
    Value* const place =
        lanes_ == 1 ? build_.CreateConstInBoundsGEP1_64(type, bits_, number)
                    : build_.CreateInBoundsGEP(build_.getInt8Ty(), bits_,
                                               build_.CreateMul(stride_, build_.getInt64(number)));
    return known = build_.CreateAlignedLoad(type, place, llvm::Align(lanes_ == 1 ? 8 : 4));
  }

  Value* literal_value(const ir::CostLiteral& literal) {
    Value* cost = constant(literal.otherwise);
    if (literal.fluent == ir::no_cost_fluent) return cost;
    for (auto from = literal.from.rbegin(); from != literal.from.rend(); ++from) {
      cost = build_.CreateSelect(holds(from->first), constant(from->second), cost);
    }
    Value* const wanted = holds(literal.fluent);
    return literal.value ? build_.CreateSelect(wanted, constant(0), cost)
                         : build_.CreateSelect(wanted, cost, constant(0));
  }

  Value* node_value(CostNodeId id) {
    const CostNode& node = costs_.nodes[id];
    if (node.kind == CostNode::Kind::literal) return literal_value(costs_.literals[node.first]);
    const auto operation = node.kind == CostNode::Kind::sum     ? llvm::Intrinsic::uadd_sat
                           : node.kind == CostNode::Kind::least ? llvm::Intrinsic::umin
                                                                : llvm::Intrinsic::umax;
    // As a balanced tree, which makes the longest chain as short as possible.
    std::vector<Value*> values;
    for (const CostNodeId input : inputs_of(id)) values.push_back(value_of(input));
    while (values.size() > 1) {
      std::size_t made = 0;
      for (std::size_t i = 0; i < values.size(); i += 2) {
        values[made++] = i + 1 < values.size()
                             ? build_.CreateBinaryIntrinsic(operation, values[i], values[i + 1])
                             : values[i];
      }
      values.resize(made);
    }
    return values.front();
  }
  Value* value_of(CostNodeId node) {
    Value*& known = known_[node];
    if (known != nullptr) return known;
    const CostNode& some = costs_.nodes[node];
    return known = some.kind == CostNode::Kind::literal ? literal_value(costs_.literals[some.first])
                                                        : load(scratch_, slots_[node]);
  }

  void emit_features() {
    std::size_t feature = 0;
    const std::vector<ir::GoalFeature> features = ir::goal_features(costs_);
    while (feature < features.size()) {
      const ir::GoalFeature& one = features[feature];
      if (one.kind == ir::GoalFeature::Kind::content) {
        store(content_count(costs_.contents[one.of]), values_, feature++);
        continue;
      }
      const ir::GoalPart& part = costs_.parts[one.of];
      if (one.kind == ir::GoalFeature::Kind::cost) {
        Value* const cost = value_of(part.ways[one.way]);
        store(build_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, cost,
                                           constant(static_cast<Cost>(part.most + 1))),
              values_, feature++);
        continue;
      }
      const unsigned counted = std::min(part.most, ir::most_counted_cost) + 1U;
      if (lanes_ == 1 && part.ways.size() <= most_packed_ways) {
        count_packed(part, counted, feature);
      } else {
        count_each(part, counted, feature);
      }
      feature += counted;
    }
  }

  /// Counts all costs at once: a way of cost c adds 1 to the bits of count c, or above all counts.
  void count_packed(const ir::GoalPart& part, unsigned counted, std::size_t feature) {
    Value* counts = build_.getInt64(0);
    for (const CostNodeId way : part.ways) {
      Value* const cost = build_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value_of(way),
                                                       constant(static_cast<Cost>(counted)));
      Value* const shift = build_.CreateMul(build_.CreateZExt(cost, build_.getInt64Ty()),
                                            build_.getInt64(packed_bits));
      counts = build_.CreateAdd(counts, build_.CreateShl(build_.getInt64(1), shift));
    }
    for (unsigned c = 0; c < counted; ++c) {
      Value* const count =
          build_.CreateAnd(build_.CreateLShr(counts, c * packed_bits), most_packed_ways);
      store(build_.CreateTrunc(count, cost_type_), values_, feature + c);
    }
  }

  void count_each(const ir::GoalPart& part, unsigned counted, std::size_t feature) {
    std::vector<Value*> counts(counted, constant(0));
    for (const CostNodeId way : part.ways) {
      Value* const cost = value_of(way);
      for (unsigned c = 0; c < counted; ++c) {
        Value* const is = build_.CreateICmpEQ(cost, constant(static_cast<Cost>(c)));
        counts[c] = build_.CreateAdd(counts[c], build_.CreateZExt(is, cost_type_));
      }
    }
    for (unsigned c = 0; c < counted; ++c) store(counts[c], values_, feature + c);
  }

  Value* content_count(const ir::ContentCount& content) {
    Value* count = constant(0);
    if (lanes_ > 1) {
      for (const std::uint32_t fluent : content.fluents) {
        count = build_.CreateAdd(count, build_.CreateZExt(holds(fluent), cost_type_));
      }
      return count;
    }
    std::map<std::uint64_t, std::uint64_t> masks;  // by word
    Cost always = 0;
    for (const std::uint32_t fluent : content.fluents) {
      const std::uint64_t place = places_[fluent];
      if (place < runtime::always_holds) {
        masks[place / runtime::word_bits] |= std::uint64_t{1} << (place % runtime::word_bits);
      } else if (place == runtime::always_holds) {
        ++always;
      }
    }
    for (const auto& [word, mask] : masks) {
      Value* const of = build_.CreateUnaryIntrinsic(
          llvm::Intrinsic::ctpop, build_.CreateAnd(word_at(word, build_.getInt64Ty()), mask));
      count = build_.CreateAdd(count, build_.CreateTrunc(of, cost_type_));
    }
    return build_.CreateAdd(count, constant(always));
  }

  llvm::Module& module_;
  const ir::GoalCosts& costs_;
  const std::vector<std::uint64_t>& places_;
  unsigned lanes_;
  std::string symbol_;
  llvm::IRBuilder<> build_;
  llvm::Type* cost_type_;
  std::vector<CostCodePart> parts_;
  std::vector<std::size_t> slots_;  ///< by node
  std::size_t slot_count_ = 0;
  // Of the function that is being emitted:
  llvm::Function* function_ = nullptr;
  Value* bits_ = nullptr;
  Value* stride_ = nullptr;
  Value* scratch_ = nullptr;
  Value* values_ = nullptr;
  std::map<CostNodeId, Value*> known_;
  std::map<std::uint64_t, Value*> words_;  ///< loaded words
};

/// Adds a function `symbol` of type runtime::GoalFeatureFunction for `lanes` states at a time, 1 or
/// 32. `places`: by fluent (runtime::bits_of). Splits functions into parts of about
/// `inputs_per_part` inputs. Returns the number of 16-bit words of scratch memory that it needs.
std::size_t emit_goal_features(llvm::Module& module, const ir::GoalCosts& costs,
                               const std::vector<std::uint64_t>& places, unsigned lanes,
                               const std::string& symbol, std::size_t inputs_per_part = 400) {
  return GoalCostEmitter(module, costs, places, lanes, symbol).emit(inputs_per_part);
}

constexpr const char* one_goal_symbol = "goal.one";
constexpr const char* many_goals_symbol = "goal.many";

void add_costs(CacheKeyHash& hash, const ir::GoalCosts& costs,
               const std::vector<std::uint64_t>& places) {
  hash.add(costs.literals.size());
  for (const ir::CostLiteral& literal : costs.literals) {
    hash.add(literal.fluent);
    hash.add(literal.value ? 1 : 0);
    hash.add(literal.otherwise);
    hash.add(literal.from.size());
    for (const auto& [fluent, cost] : literal.from) {
      hash.add(fluent);
      hash.add(cost);
    }
  }
  hash.add(costs.nodes.size());
  for (const ir::CostNode& node : costs.nodes) {
    hash.add(static_cast<std::uint64_t>(node.kind));
    hash.add(node.first);
    hash.add(node.count);
  }
  hash.add(costs.inputs);
  hash.add(costs.parts.size());
  for (const ir::GoalPart& part : costs.parts) {
    hash.add(part.ways);
    hash.add(part.most);
  }
  hash.add(costs.contents.size());
  for (const ir::ContentCount& content : costs.contents) hash.add(content.fluents);
  for (const std::uint64_t place : places) hash.add(place);
}

CompiledCode make_code(const ir::GoalCosts& costs, const std::vector<std::uint64_t>& places,
                       GoalFeatureForm form, const JitOptions& options) {
  CompiledCode code;
  with_large_stack([&] {
    const auto machine = make_target_machine(options);
    llvm::LLVMContext context;
    llvm::Module module("goal", context);
    prepare(module, *machine);
    std::size_t words = emit_goal_features(module, costs, places, 1, one_goal_symbol);
    if (form == GoalFeatureForm::one_and_many) {
      words = std::max(words, emit_goal_features(module, costs, places, runtime::feature_lanes,
                                                 many_goals_symbol));
    }
    if (options.verify) verify_or_throw(module);
    optimise_straight_line(module, *machine);
    code.numbers.push_back(words);
    code.files.push_back(emit_object(module, *machine, "goal"));
  });
  return code;
}

}  // namespace

runtime::GoalFeatureCode compile_goal_costs(const ir::GoalCosts& costs,
                                            const std::vector<std::uint64_t>& places,
                                            GoalFeatureForm form, const JitOptions& options,
                                            const std::string& name) {
  const CachedCode place(options, "goal", name, [&](CacheKeyHash& hash) {
    hash.add(static_cast<std::uint64_t>(form));
    add_costs(hash, costs, places);
  });
  auto found = place.find();
  const CompiledCode code = found ? std::move(*found) : make_code(costs, places, form, options);
  if (!found) place.store(code);
  const auto session =
      std::make_shared<const ObjectSession>(code.files.front(), std::span<const AbiFunction>{});
  runtime::GoalFeatureCode loaded;
  loaded.one = session->lookup<runtime::GoalFeatureFunction>(one_goal_symbol);
  if (form == GoalFeatureForm::one_and_many) {
    loaded.many = session->lookup<runtime::GoalFeatureFunction>(many_goals_symbol);
  }
  loaded.scratch_words = code.numbers.at(0);
  loaded.keep = session;
  return loaded;
}

}  // namespace tesuji::llvm_backend
