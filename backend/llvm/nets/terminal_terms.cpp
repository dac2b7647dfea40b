#include "backend/llvm/nets/terminal_terms.h"

#include "backend/llvm/emit/word_bits.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Maximum number of terms of the terminal condition, and of any part of it.
constexpr std::size_t most_terms = 1'000;
/// Maximum number of vectors of one move: they are tested without a loop.
constexpr std::size_t most_vectors = 16;
/// Maximum number of literals of all terms of all parts together.
constexpr std::size_t most_literals = 1'000'000;
/// Maximum size of all tables together.
constexpr std::size_t most_table_words = 32'768;
/// Maximum number of nodes evaluated, 64 questions at a time.
constexpr std::uint64_t most_steps = 20'000'000;
/// Gates that take as long as testing one vector for one mask, and as the code around the tests.
constexpr std::uint64_t mask_gates = 2;
constexpr std::uint64_t fixed_gates = 16;
/// Gates that must be saved: conditions of few gates are already tests of a word or two.
constexpr std::uint64_t least_saved = 120;

/// Literals, ascending: twice the fluent's position, plus one if the fluent must not hold.
using Term = std::vector<std::uint32_t>;
using Terms = std::vector<Term>;

/// Expands a signal to a disjunction of terms.
class TermExpander {
 public:
  explicit TermExpander(const ir::Net& net) : net_(net), known_(2 * net.nodes.size()) {}

  /// Returns terms, and signals that would expand to more terms than they have gates: the signal
  /// holds if one of them does. Returns neither if it has too many parts.
  std::pair<Terms, std::vector<Signal>> expand(Signal signal) {
    // Inputs have smaller numbers, so one pass in order needs no deep recursion.
    const std::vector<bool> needed = ir::cone_of(net_, {&signal, 1});
    for (NodeId n = 0; n < needed.size(); ++n) {
      if (!needed[n]) continue;
      known_[ir::signal_of(n)] = terms(ir::signal_of(n));
      known_[ir::complement(ir::signal_of(n))] = terms(ir::complement(ir::signal_of(n)));
    }
    std::pair<Terms, std::vector<Signal>> parts;
    std::vector<Signal> open{signal};
    std::vector<bool> seen(known_.size());
    while (!open.empty()) {
      const Signal part = open.back();
      open.pop_back();
      if (seen[part]) continue;
      seen[part] = true;
      const NodeId node = ir::node_of(part);
      if (ir::is_complemented(part) && net_.nodes[node].kind == NetNode::Kind::conjunction) {
        for (const Signal input : net_.inputs_of(node)) open.push_back(ir::complement(input));
        continue;
      }
      if (++parts_ * net_.nodes.size() > most_steps) return {};
      const std::optional<Terms>& some = known_[part];
      if (some && some->size() <= 1 + ir::count_gates(net_, {&part, 1})) {
        parts.first.insert(parts.first.end(), some->begin(), some->end());
      } else {
        parts.second.push_back(part);
      }
    }
    parts.first = unique(std::move(parts.first));
    return parts;
  }

 private:
  /// Returns the terms of a signal whose inputs' terms are known.
  std::optional<Terms> terms(Signal signal) {
    std::optional<Terms> found = literals_ > most_literals ? std::nullopt : combined(signal);
    if (found) {
      for (const Term& term : *found) literals_ += 1 + term.size();
    }
    return found;
  }

  std::optional<Terms> combined(Signal signal) const {
    const bool complemented = ir::is_complemented(signal);
    const NodeId number = ir::node_of(signal);
    const NetNode& node = net_.nodes[number];
    switch (node.kind) {
      case NetNode::Kind::constant:
        return complemented ? Terms{{}} : Terms{};
      case NetNode::Kind::fluent:
        return Terms{{2 * node.first + (complemented ? 1U : 0U)}};
      case NetNode::Kind::move:
        return std::nullopt;
      case NetNode::Kind::conjunction:
        return complemented ? any_fails(number) : all_hold(number);
    }
    return std::nullopt;
  }

  std::optional<Terms> any_fails(NodeId node) const {
    Terms all;
    for (const Signal input : net_.inputs_of(node)) {
      const std::optional<Terms>& some = known_[ir::complement(input)];
      if (!some || all.size() + some->size() > most_terms) return std::nullopt;
      all.insert(all.end(), some->begin(), some->end());
    }
    return unique(std::move(all));
  }

  std::optional<Terms> all_hold(NodeId node) const {
    Terms all{{}};
    for (const Signal input : net_.inputs_of(node)) {
      const std::optional<Terms>& some = known_[input];
      if (!some || all.size() * some->size() > most_terms) return std::nullopt;
      Terms product;
      for (const Term& a : all) {
        for (const Term& b : *some) {
          Term both;
          std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
          const auto opposite = [](std::uint32_t x, std::uint32_t y) { return x / 2 == y / 2; };
          if (std::adjacent_find(both.begin(), both.end(), opposite) == both.end()) {
            product.push_back(std::move(both));
          }
        }
      }
      all = unique(std::move(product));
    }
    return all;
  }

  static Terms unique(Terms terms) {
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    return terms;
  }

  const ir::Net& net_;
  std::vector<std::optional<Terms>> known_;  ///< by signal
  std::size_t literals_ = 0;                 ///< of all known terms, plus the number of terms
  std::uint64_t parts_ = 0;                  ///< number of parts visited
};

/// Finds the literals that a move may make true, by evaluating the net with the known part of the
/// state.
class LiteralChanges {
 public:
  LiteralChanges(const ir::Net& net, const ir::NetCases& cases)
      : net_(net), cases_(cases), one_(net.nodes.size()), zero_(net.nodes.size()) {
    for (std::uint32_t i = static_cast<std::uint32_t>(net.moves.size()); i-- > 0;) {
      if (net.moves[i].role >= first_.size()) first_.resize(net.moves[i].role + std::size_t{1});
      first_[net.moves[i].role] = i;
    }
  }

  /// Returns whether the move may make each literal true, by literal. `place`: number of the role's
  /// move; every other role makes its only move.
  std::vector<bool> made_true(const ir::NetCase& here, std::uint32_t role, std::uint32_t place) {
    std::vector<bool> made(2 * net_.fluents.size());
    for (std::uint32_t begin = 0; begin < net_.fluents.size(); begin += word_bits) {
      for (const bool before : {false, true}) {
        evaluate(here, role, place, begin, before);
        const std::uint32_t end =
            std::min(begin + word_bits, static_cast<std::uint32_t>(net_.fluents.size()));
        for (std::uint32_t fluent = begin; fluent < end; ++fluent) {
          const Signal next = net_.fluents[fluent].next;
          const bool complemented = ir::is_complemented(next);
          const auto& surely = before != complemented ? one_ : zero_;  // before the move
          const bool stays = (surely[ir::node_of(next)] >> (fluent - begin) & 1U) != 0;
          if (!stays) made[2 * fluent + (before ? 1 : 0)] = true;
        }
      }
    }
    return made;
  }

 private:
  /// Evaluates the net: in lane i of a word, fluent `begin` + i has the value `before`; of the
  /// other fluents, only those of the case are known.
  void evaluate(const ir::NetCase& here, std::uint32_t role, std::uint32_t place,
                std::uint32_t begin, bool before) {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    const auto set = [&](NodeId node, bool value) {
      one_[node] = value ? all : 0;
      zero_[node] = value ? 0 : all;
    };
    for (NodeId n = 0; n < net_.nodes.size(); ++n) {
      const NetNode& node = net_.nodes[n];
      switch (node.kind) {
        case NetNode::Kind::constant:
          set(n, false);
          break;
        case NetNode::Kind::fluent: {
          const auto one =
              std::find_if(cases_.cases.begin(), cases_.cases.end(),
                           [&](const ir::NetCase& c) { return c.fluent == node.first; });
          if (one != cases_.cases.end()) {
            set(n, node.first == here.fluent);
            break;
          }
          const std::uint32_t lane = node.first - begin;  // wraps around for smaller numbers
          const std::uint64_t asked = lane < word_bits ? std::uint64_t{1} << lane : 0;
          one_[n] = before ? asked : 0;
          zero_[n] = before ? 0 : asked;
          break;
        }
        case NetNode::Kind::move: {
          const std::uint32_t of = net_.moves[node.first].role;
          const std::uint32_t made = of == role ? place : here.only_moves[of];
          set(n, node.first - first_[of] == made);
          break;
        }
        case NetNode::Kind::conjunction: {
          std::uint64_t one = all;
          std::uint64_t zero = 0;
          for (const Signal input : net_.inputs_of(n)) {
            const NodeId from = ir::node_of(input);
            one &= ir::is_complemented(input) ? zero_[from] : one_[from];
            zero |= ir::is_complemented(input) ? one_[from] : zero_[from];
          }
          one_[n] = one;
          zero_[n] = zero;
          break;
        }
      }
    }
  }

  const ir::Net& net_;
  const ir::NetCases& cases_;
  std::vector<std::uint32_t> first_;  ///< move of each role
  // Bits of nodes that are certainly true, and certainly false.
  std::vector<std::uint64_t> one_;
  std::vector<std::uint64_t> zero_;
};

std::vector<TerminalTerms::Mask> masks_of(const Terms& terms) {
  std::vector<TerminalTerms::Mask> masks;
  for (const Term& term : terms) {
    for (const std::uint32_t literal : term) {
      const TerminalTerms::Mask mask{literal / 2 / word_bits, literal % 2 == 0};
      const auto same = [&](const TerminalTerms::Mask& other) {
        return other.word == mask.word && other.holds == mask.holds;
      };
      if (std::none_of(masks.begin(), masks.end(), same)) masks.push_back(mask);
    }
  }
  return masks;
}

std::uint64_t mask_word(const Term& term, const TerminalTerms::Mask& mask) {
  std::uint64_t word = 0;
  for (const std::uint32_t literal : term) {
    if (literal / 2 / word_bits != mask.word || (literal % 2 == 0) != mask.holds) continue;
    word |= std::uint64_t{1} << (literal / 2 % word_bits);
  }
  return word;
}

/// Returns the only role with a choice; nothing if no role or several have one.
std::optional<std::uint32_t> chooser_of(const ir::NetCase& here, std::size_t roles) {
  if (here.only_moves.size() != roles) return std::nullopt;
  std::optional<std::uint32_t> chooser;
  for (std::uint32_t role = 0; role < roles; ++role) {
    if (here.only_moves[role] != ir::NetCase::several) continue;
    if (chooser) return std::nullopt;
    chooser = role;
  }
  return chooser;
}

}  // namespace

std::optional<TerminalTerms> find_terminal_terms(const ir::Net& net, const ir::NetCases& cases) {
  if (cases.cases.empty() || net.moves.empty()) return std::nullopt;
  const std::size_t roles = net.moves.back().role + std::size_t{1};
  const std::uint64_t rounds = 2 * ((net.fluents.size() + word_bits - 1) / word_bits);
  if (rounds * cases.cases.size() * net.moves.size() * net.nodes.size() > most_steps) {
    return std::nullopt;
  }
  auto [terms, rest] = TermExpander(net).expand(net.terminal);
  if (terms.empty() || terms.front().empty() || terms.size() > most_terms ||
      rest.size() > word_bits) {
    return std::nullopt;
  }
  TerminalTerms result;
  result.masks = masks_of(terms);
  result.rest = std::move(rest);
  LiteralChanges changes(net, cases);
  std::size_t table = 0;
  for (const ir::NetCase& here : cases.cases) {
    const std::optional<std::uint32_t> chooser = chooser_of(here, roles);
    if (!chooser) return std::nullopt;
    std::vector<Terms> by_move;
    std::size_t most = 1;
    for (const ir::NetMove& move : net.moves) {
      if (move.role != *chooser) continue;
      const auto made =
          changes.made_true(here, *chooser, static_cast<std::uint32_t>(by_move.size()));
      Terms& asked = by_move.emplace_back();
      std::copy_if(terms.begin(), terms.end(), std::back_inserter(asked), [&](const Term& term) {
        return std::any_of(term.begin(), term.end(), [&](std::uint32_t l) { return made[l]; });
      });
      most = std::max(most, asked.size());
    }
    MoveTerms& found = result.cases.emplace_back();
    found.role = *chooser;
    found.vectors = (most + terms_per_vector - 1) / terms_per_vector;
    table += by_move.size() * found.vectors * result.masks.size() * terms_per_vector;
    if (found.vectors > most_vectors || table > most_table_words) return std::nullopt;
    for (const Terms& asked : by_move) {
      for (std::size_t vector = 0; vector < found.vectors; ++vector) {
        for (const TerminalTerms::Mask& mask : result.masks) {
          for (std::size_t i = 0; i < terms_per_vector; ++i) {
            // Testing terms that cannot begin to hold is harmless: they do not hold.
            const std::size_t number = vector * terms_per_vector + i;
            const Terms& from = asked.empty() ? terms : asked;
            found.words.push_back(mask_word(from[number % from.size()], mask));
          }
        }
      }
    }
  }
  std::uint64_t tested = 0;
  for (const MoveTerms& here : result.cases) {
    tested = std::max<std::uint64_t>(tested, here.vectors * result.masks.size());
  }
  const std::uint64_t needed =
      fixed_gates + mask_gates * tested + ir::count_gates(net, result.rest);
  const std::uint64_t gates = ir::count_gates(net, {&net.terminal, 1});
  if (2 * needed > gates || gates - needed < least_saved) return std::nullopt;
  return result;
}

}  // namespace tesuji::llvm_backend
