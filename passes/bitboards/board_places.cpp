#include "passes/bitboards/board_places.h"

#include <algorithm>
#include <span>

namespace tesuji::passes {
namespace {

class Placing {
 public:
  explicit Placing(std::size_t fluents) : places_(fluents, ir::no_fluent) {}

  /// Places them side by side, unless some already have places.
  void add(std::span<const std::uint32_t> input) {
    std::uint32_t first = ir::bits_of_board_word;
    std::uint32_t end = 0;
    for (std::uint32_t bit = 0; bit < input.size(); ++bit) {
      if (input[bit] == ir::no_fluent) continue;
      if (places_[input[bit]] != ir::no_fluent) return;
      first = std::min(first, bit);
      end = bit + 1;
    }
    if (first >= end) return;
    if (next_ % ir::bits_of_board_word + (end - first) > ir::bits_of_board_word) {
      next_ = (next_ / ir::bits_of_board_word + 1) * ir::bits_of_board_word;
    }
    for (std::uint32_t bit = first; bit < end; ++bit) {
      if (input[bit] != ir::no_fluent) take(input[bit], next_ + bit - first);
    }
    next_ += end - first;
  }

  BoardFluents finish() {
    std::uint32_t free = 0;
    for (std::uint32_t fluent = 0; fluent < places_.size(); ++fluent) {
      if (places_[fluent] != ir::no_fluent) continue;
      while (free < taken_.size() && taken_[free]) ++free;
      take(fluent, free);
    }
    return {std::move(places_), taken_.size()};
  }

 private:
  void take(std::uint32_t fluent, std::uint32_t place) {
    if (taken_.size() <= place) taken_.resize(place + 1, false);
    taken_[place] = true;
    places_[fluent] = place;
  }

  std::vector<std::uint32_t> places_;
  std::vector<bool> taken_;  ///< by place
  std::uint32_t next_ = 0;
};

/// Counts gates of a step's questions, selected by `wanted` for each question and the boards of its
/// net.
template <typename Wanted>
std::uint64_t count_gates(const ir::Net& net, const ir::NetCases& cases, Wanted wanted) {
  std::uint64_t gates = 0;
  const auto add = [&](const ir::Net& asked, const ir::Bitboards* boards,
                       ir::NetQuestion question) {
    if (asked.knows(question) && wanted(boards, question)) {
      gates += ir::count_gates(asked, ir::net_answers(asked, question));
    }
  };
  for (const ir::NetQuestion question :
       {ir::NetQuestion::legal, ir::NetQuestion::terminal, ir::NetQuestion::next}) {
    const bool by_cases = question == ir::NetQuestion::next ? cases.next : cases.position;
    if (!by_cases) add(net, cases.boards.get(), question);
    for (const ir::NetCase& one : cases.cases) {
      if (by_cases) add(one.net, one.boards.get(), question);
    }
  }
  return gates;
}

bool answers(const ir::Bitboards* boards, ir::NetQuestion question) {
  if (boards == nullptr) return false;
  if (question == ir::NetQuestion::legal) return !boards->legal.empty();
  return question == ir::NetQuestion::next ? !boards->next.empty() : !boards->terminal.empty();
}

bool answer_most(const ir::Net& net, const ir::NetCases& cases) {
  const std::uint64_t all =
      count_gates(net, cases, [](const ir::Bitboards*, ir::NetQuestion) { return true; });
  return 2 * count_gates(net, cases, answers) >= all;
}

}  // namespace

BoardFluents board_places(const ir::Net& net, const ir::NetCases& cases) {
  if (!answer_most(net, cases)) return {};
  std::vector<std::vector<std::uint32_t>> inputs;
  const auto collect = [&](const ir::Bitboards* boards) {
    if (boards != nullptr)
      inputs.insert(inputs.end(), boards->inputs.begin(), boards->inputs.end());
  };
  collect(cases.boards.get());
  for (const ir::NetCase& one : cases.cases) collect(one.boards.get());
  if (inputs.empty()) return {};
  const auto size = [](const std::vector<std::uint32_t>& input) {
    return input.size() -
           static_cast<std::size_t>(std::count(input.begin(), input.end(), ir::no_fluent));
  };
  std::stable_sort(inputs.begin(), inputs.end(),
                   [&](const auto& a, const auto& b) { return size(a) > size(b); });
  Placing placing(net.fluents.size());
  for (const std::vector<std::uint32_t>& input : inputs) placing.add(input);
  return placing.finish();
}

}  // namespace tesuji::passes
