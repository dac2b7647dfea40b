#include "passes/nets/net_unit.h"

#include "ir/core/counted.h"
#include "ir/nets/net_module.h"
#include "ir/text/bitboard_text.h"
#include "ir/verify/verifier.h"
#include "ir/verify/verify_bitboards.h"
#include "passes/bitboards/net_bitboards.h"
#include "passes/nets/factor.h"
#include "passes/nets/fold_inert.h"
#include "passes/nets/share_pairs.h"
#include "passes/nets/smallest_net.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string>

namespace tesuji::passes {
namespace {

/// Rounds after the second seldom reduce the net further.
constexpr std::size_t most_net_rounds = 3;

bool same_gates(const ir::Net& a, const ir::Net& b) {
  return a.inputs == b.inputs &&
         std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
                    [](const ir::NetNode& x, const ir::NetNode& y) {
                      return x.kind == y.kind && x.first == y.first && x.count == y.count;
                    }) &&
         ir::net_answers(a) == ir::net_answers(b);
}

NetUnit& net_of(PassUnit& unit) {
  return static_cast<NetUnit&>(unit);
}

std::string as_comment(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    result += line.empty() ? "#\n" : "#   " + line + "\n";
  }
  return result;
}

constexpr std::array<Pass, 5> table{{
    {.name = "fold-inert",
     .summary = "nets: constants for fluents that never change and moves that are never legal",
     .kind = UnitKind::net,
     .run =
         [](PassUnit& unit, PassContext&) {
           NetUnit& net = net_of(unit);
           return net.set(fold_inert(*net.net(), net.most_flattened));
         }},
    {.name = "factor",
     .summary = "nets: take out of disjunctions what their ways have in common",
     .kind = UnitKind::net,
     .run =
         [](PassUnit& unit, PassContext&) {
           NetUnit& net = net_of(unit);
           return net.set(factor(*net.net(), net.most_flattened));
         }},
    {.name = "share-pairs",
     .summary = "nets: compute pairs of inputs once that many conjunctions have",
     .kind = UnitKind::net,
     .run =
         [](PassUnit& unit, PassContext&) {
           NetUnit& net = net_of(unit);
           return net.set(share_pairs(*net.net()));
         }},
    {.name = specialise_net_name,
     .summary = "nets: a net of its own for each state of turns, where that pays",
     .kind = UnitKind::net,
     .run =
         [](PassUnit& unit, PassContext&) {
           NetUnit& net = net_of(unit);
           if (!net.control) net.control = control_group(*net.net());
           net.cases = specialise_net(*net.net(), *net.control);
           return !net.cases.cases.empty();
         }},
    {.name = "bitboards",
     .summary = "nets: answer questions by operations on whole words, a bit for each square",
     .kind = UnitKind::net,
     .run =
         [](PassUnit& unit, PassContext&) {
           NetUnit& net = net_of(unit);
           if (net.program == nullptr) return false;
           return add_bitboards(*net.program, *net.net(), net.control.value_or(FluentList{}),
                                net.cases);
         }},
}};

}  // namespace

std::span<const Pass> net_passes() {
  return table;
}

bool asks_for_turns(const PipelineOptions& options) {
  const auto& disabled = options.disabled;
  return std::find(disabled.begin(), disabled.end(), specialise_net_name) == disabled.end();
}

FluentList turn_group(const ir::Net& net, const PipelineOptions& options) {
  return asks_for_turns(options) ? control_group(net) : FluentList{};
}

bool NetUnit::set(ir::Net net) {
  const bool changes = !same_gates(*net_, net);
  if (changes) net_ = std::make_shared<const ir::Net>(std::move(net));
  return changes;
}

std::string NetUnit::text(ir::PrintedPlaces places) const {
  std::string text = ir::print(ir::net_module(*module_, *net_), places);
  if (cases.boards != nullptr) {
    text += "\n# bitboards\n" + as_comment(ir::print(*module_, *net_, *cases.boards));
  }
  for (const ir::NetCase& one : cases.cases) {
    const ir::NetAtom& fluent = net_->fluents[one.fluent].atom;
    text += "\n# case " + ir::written_name(module_->relations[fluent.relation]);
    for (const ir::Symbol argument : fluent.args) text += " " + module_->symbols->text(argument);
    text += "\n";
    text += as_comment(ir::print(ir::net_module(*module_, one.net), ir::PrintedPlaces::none));
    if (one.boards != nullptr) {
      text += "#   bitboards\n" + as_comment(ir::print(*module_, *net_, *one.boards));
    }
  }
  return text;
}

std::string NetUnit::size() const {
  return ir::counted(net_->nodes.size(), "node") + ", " +
         ir::counted(ir::count_step_gates(*net_), "gate") + " for a step";
}

bool NetUnit::verify(ir::Diagnostics& diagnostics) const {
  const auto in_order = [&](const std::shared_ptr<const ir::Bitboards>& boards) {
    return boards == nullptr || ir::verify(*net_, *boards, diagnostics);
  };
  return ir::verify(ir::net_module(*module_, *net_), diagnostics) && in_order(cases.boards) &&
         std::all_of(cases.cases.begin(), cases.cases.end(), [&](const ir::NetCase& one) {
           return ir::verify(ir::net_module(*module_, one.net), diagnostics) &&
                  in_order(one.boards);
         });
}

bool NetUnit::enter(const Pass& pass, ir::Diagnostics& diagnostics) {
  if (pass.kind == UnitKind::net) return true;
  diagnostics.error(
      {}, "usage",
      "the pass `" + std::string(pass.name) + "` does not work on nets, and this is a net");
  return false;
}

void NetUnit::changed() {
  if (net_ != cased_ && cased_ != nullptr) cases = {};
  cased_ = cases.cases.empty() && cases.boards == nullptr ? nullptr : net_;
}

bool NetUnit::goes_on(std::size_t round) {
  const std::uint64_t gates = ir::count_step_gates(*net_);
  const bool better = round == 1 || gates + last_ / 500 < last_;
  last_ = gates;
  if (round == 1 || gates < fewest_) {
    best_ = net_;
    fewest_ = gates;
  }
  return better && gates <= most_tried_gates && round < most_net_rounds;
}

void NetUnit::end_rounds() {
  net_ = std::exchange(best_, nullptr);
}

}  // namespace tesuji::passes
