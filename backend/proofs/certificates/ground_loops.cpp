#include "backend/proofs/certificates/ground_loops.h"

#include "backend/proofs/certificates/cnf.h"
#include "backend/proofs/certificates/grounding.h"

#include <algorithm>

namespace tesuji::certificates {

namespace {

/// Implements Tarjan's algorithm, with an explicit stack.
class Components {
 public:
  explicit Components(const GroundGame& game)
      : game_(game),
        index_(game.kinds.size()),
        low_(game.kinds.size()),
        component_(game.kinds.size()) {}

  std::vector<std::uint32_t> run() {
    for (AtomId atom = 0; atom < game_.kinds.size(); ++atom) {
      if (game_.kinds[atom] == AtomKind::derived && index_[atom] == 0) explore(atom);
    }
    std::vector<std::uint32_t> loops(game_.kinds.size());
    for (const GroundBody& body : game_.bodies) {
      if (game_.kinds[body.head] != AtomKind::derived) continue;
      for (const BodyLiteral literal : game_.literals(body)) {
        const auto atom = static_cast<AtomId>(literal / 2);
        if (component_[atom] == 0 || component_[atom] != component_[body.head]) continue;
        if (literal % 2 == 1) {
          throw Malformed(game_.text(body.head) + " depends on its own negation", 0);
        }
        inside_.push_back(component_[atom]);
      }
    }
    std::ranges::sort(inside_);
    for (AtomId atom = 0; atom < loops.size(); ++atom) {
      if (component_[atom] != 0 && std::ranges::binary_search(inside_, component_[atom])) {
        loops[atom] = component_[atom];
      }
    }
    return loops;
  }

 private:
  struct Frame {
    AtomId atom;
    std::size_t body;
    std::size_t literal;
  };

  void enter(AtomId atom) {
    index_[atom] = low_[atom] = ++visited_;
    open_.push_back(atom);
    frames_.push_back({atom, game_.first_body[atom], 0});
  }

  void explore(AtomId root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const AtomId atom = frame.atom;
      if (frame.body == game_.first_body[atom + 1]) {
        frames_.pop_back();
        leave(atom);
        continue;
      }
      const auto literals = game_.literals(game_.bodies[frame.body]);
      if (frame.literal == literals.size()) {
        ++frame.body;
        frame.literal = 0;
        continue;
      }
      const auto other = static_cast<AtomId>(literals[frame.literal++] / 2);
      if (game_.kinds[other] != AtomKind::derived) continue;
      if (index_[other] == 0) {
        enter(other);
      } else if (component_[other] == 0) {
        low_[atom] = std::min(low_[atom], index_[other]);
      }
    }
  }

  void leave(AtomId atom) {
    if (!frames_.empty()) {
      const AtomId above = frames_.back().atom;
      low_[above] = std::min(low_[above], low_[atom]);
    }
    if (low_[atom] != index_[atom]) return;
    ++components_;
    for (AtomId other = no_atom; other != atom;) {
      other = open_.back();
      open_.pop_back();
      component_[other] = components_;
    }
  }

  const GroundGame& game_;
  std::vector<std::uint32_t> index_;  ///< by atom: visit number, from 1
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> component_;  ///< by atom, from 1
  std::vector<std::uint32_t> inside_;     ///< components with an edge inside
  std::vector<AtomId> open_;
  std::vector<Frame> frames_;
  std::uint32_t visited_ = 0;
  std::uint32_t components_ = 0;
};

}  // namespace

std::vector<std::uint32_t> ground_loops(const GroundGame& game) {
  return Components(game).run();
}

}  // namespace tesuji::certificates
