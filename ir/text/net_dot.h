// Prints nets as text for graphviz.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// One answer of a net: the position in Net::moves (legal), Net::fluents (next), Net::goals or
/// Net::percepts (sees); 0 for terminal.
struct NetAnswerId {
  NetQuestion question = NetQuestion::terminal;
  std::uint32_t position = 0;
};

/// Returns the answers that `name` denotes: a question (`legal`), an atom as in the net's text
/// (`true.cell(1, 1, b)`, for whether it holds next; `legal.mark(white, 1)`), or a term of the
/// source (`(cell 1 1 b)`; for a move, its legality for any role); an empty name denotes all
/// answers. Ignores differences in blanks.
[[nodiscard]] std::vector<NetAnswerId> select_answers(const Module& module, const Net& net,
                                                      std::string_view name);

/// Returns the number of inputs, gates and answers drawn for these answers.
[[nodiscard]] std::size_t count_drawn(const Net& net, const std::vector<NetAnswerId>& answers);

/// Prints a digraph: fluents, moves and the answers of each question in clusters, from left to
/// right. Draws conjunctions that are only used complemented as the `or` of their complemented
/// inputs; a circle at the head of an arrow is a complement.
[[nodiscard]] std::string print_dot(const Module& module, const Net& net,
                                    const std::vector<NetAnswerId>& answers);

}  // namespace tesuji::ir
