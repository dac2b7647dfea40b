#include "backend/proofs/sat/frames.h"

#include <algorithm>

namespace tesuji::sat {

void Frames::restart(Literal starts) {
  frames_.assign(1, {});
  active_.assign(1, starts);
}

void Frames::add_frame() {
  frames_.emplace_back();
  active_.push_back(unrolling_.solver().new_variable());
}

/// The clauses of a frame are those of it and of all later ones.
void Frames::assume(std::uint32_t frame, std::vector<Literal>& assumptions) const {
  for (std::uint32_t i = frame; i < active_.size(); ++i) assumptions.push_back(active_[i]);
}

bool Frames::keeps_out(const Cube& cube, std::uint32_t frame) const {
  for (std::uint32_t i = frame; i < frames_.size(); ++i) {
    for (const Cube& known : frames_[i]) {
      if (std::includes(cube.begin(), cube.end(), known.begin(), known.end())) return true;
    }
  }
  return false;
}

void Frames::keep_out(const Cube& cube, std::uint32_t frame) {
  for (std::uint32_t i = 1; i <= frame; ++i) {
    std::erase_if(frames_[i], [&](const Cube& known) {
      return std::includes(known.begin(), known.end(), cube.begin(), cube.end());
    });
  }
  frames_[frame].push_back(cube);
  write(cube, frame);
}

std::vector<Cube> Frames::cubes_from(std::uint32_t frame) const {
  std::vector<Cube> cubes;
  for (std::uint32_t i = frame; i < frames_.size(); ++i) {
    cubes.insert(cubes.end(), frames_[i].begin(), frames_[i].end());
  }
  return cubes;
}

Literal Frames::literal(const FluentLiteral& some, std::uint32_t time) {
  const Literal fluent = unrolling_.fluent(some.fluent, time);
  return some.holds ? fluent : -fluent;
}

void Frames::write(const Cube& cube, std::uint32_t frame) {
  std::vector<Literal> clause{-active_[frame]};
  for (const FluentLiteral& some : cube) clause.push_back(-literal(some, 0));
  unrolling_.solver().add(clause);
}

}  // namespace tesuji::sat
