#include "ir/net_text.h"

#include <fmt/format.h>

#include <vector>

namespace tesuji::ir {
namespace {

class NetPrinter {
 public:
  NetPrinter(const Module& module, const Net& net) : module_(module), net_(net) {}

  std::string print() {
    text_ = fmt::format("net \"{}\"\n# {} fluents, {} moves; gates of two inputs: {}\n",
                        module_.game, net_.fluents.size(), net_.moves.size(), statistics());
    for (const NetFluent& fluent : net_.fluents) {
      text_ +=
          fmt::format("fluent {}{}\n", name(fluent.atom), fluent.initially ? " initially" : "");
    }
    for (const NetMove& move : net_.moves) text_ += fmt::format("move {}\n", name(move.atom));
    print_gates();
    for (const NetMove& move : net_.moves) {
      text_ += fmt::format("legal {} = {}\n", name(move.atom), signal(move.legal));
    }
    for (const NetFluent& fluent : net_.fluents) {
      text_ += fmt::format("next {} = {}\n", name(fluent.atom), signal(fluent.next));
    }
    text_ += fmt::format("terminal = {}\n", signal(net_.terminal));
    for (const NetAnswer& goal : net_.goals) {
      text_ += fmt::format("answer {} = {}\n", name(goal.atom), signal(goal.holds));
    }
    for (const NetAnswer& percept : net_.percepts) {
      text_ += fmt::format("answer {} = {}\n", name(percept.atom), signal(percept.holds));
    }
    return std::move(text_);
  }

 private:
  /// Gates that each question needs.
  std::string statistics() const {
    std::vector<Signal> legal;
    std::vector<Signal> next;
    std::vector<Signal> goals;
    for (const NetMove& move : net_.moves) legal.push_back(move.legal);
    for (const NetFluent& fluent : net_.fluents) next.push_back(fluent.next);
    for (const NetAnswer& goal : net_.goals) goals.push_back(goal.holds);
    const std::vector<Signal> terminal{net_.terminal};
    return fmt::format("legal {}, next {}, terminal {}, goal {}", count_gates(net_, legal),
                       count_gates(net_, next), count_gates(net_, terminal),
                       count_gates(net_, goals));
  }

  std::string name(const NetAtom& atom) const {
    std::vector<std::string> args;
    for (const Symbol symbol : atom.args) args.push_back(module_.symbols->text(symbol));
    return fmt::format("{}({})", module_.relations[atom.relation].name, fmt::join(args, ", "));
  }

  std::string signal(Signal signal) const {
    if (node_of(signal) == 0) return is_complemented(signal) ? "true" : "false";
    const NetNode& node = net_.nodes[node_of(signal)];
    std::string text = is_complemented(signal) ? "!" : "";
    switch (node.kind) {
      case NetNode::Kind::fluent:
        return text + name(net_.fluents[node.first].atom);
      case NetNode::Kind::move:
        return text + "made " + name(net_.moves[node.first].atom);
      default:
        return text + fmt::format("n{}", node_of(signal));
    }
  }

  void print_gates() {
    std::vector<Signal> roots{net_.terminal};
    for (const NetMove& move : net_.moves) roots.push_back(move.legal);
    for (const NetFluent& fluent : net_.fluents) roots.push_back(fluent.next);
    for (const NetAnswer& goal : net_.goals) roots.push_back(goal.holds);
    for (const NetAnswer& percept : net_.percepts) roots.push_back(percept.holds);
    const std::vector<bool> needed = cone_of(net_, roots);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!needed[node] || net_.nodes[node].kind != NetNode::Kind::conjunction) continue;
      std::vector<std::string> inputs;
      for (const Signal input : net_.inputs_of(node)) inputs.push_back(signal(input));
      text_ += fmt::format("n{} = and({})\n", node, fmt::join(inputs, ", "));
    }
  }

  const Module& module_;
  const Net& net_;
  std::string text_;
};

}  // namespace

std::string print_net(const Module& module, const Net& net) {
  return NetPrinter(module, net).print();
}

}  // namespace tesuji::ir
