// Draws nets as text for graphviz.
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

/// The answers that `name` means: a question (`legal`), an atom as the net's text has it
/// (`true.cell(1, 1, b)`, for whether it holds next; `legal.mark(white, 1)`), or a term of the
/// source (`(cell 1 1 b)`; a move is legal for any role); with an empty name all answers. Blanks
/// need not agree.
[[nodiscard]] std::vector<NetAnswerId> select_answers(const Module& module, const Net& net,
                                                      std::string_view name);

/// Inputs, gates and answers that would be drawn for these answers.
[[nodiscard]] std::size_t count_drawn(const Net& net, const std::vector<NetAnswerId>& answers);

/// A digraph: fluents, moves and the answers of each question in clusters, from left to right.
/// Conjunctions that are only used complemented are drawn as the `or` of their complemented
/// inputs; a circle at the head of an arrow is a complement.
[[nodiscard]] std::string print_dot(const Module& module, const Net& net,
                                    const std::vector<NetAnswerId>& answers);

}  // namespace tesuji::ir
