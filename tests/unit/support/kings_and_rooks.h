// A rulesheet with a king and two rooks a side, who jump over each other. Of each king there is
// one.
#pragma once

#include <string>

namespace tesuji::tests {

/// Rooks may not leave their king threatened by another rook than the one that they capture. On
/// 8 x 8 cells, so that rules are wide. `more`: further rules; `kept`: what a cell needs to keep
/// its piece, beside not being moved to; `moved`: the rules for where a piece has moved.
inline std::string kings_and_rooks(
    const std::string& more = {}, const std::string& kept = "(different ?a ?b ?x ?y)",
    const std::string& moved = "(<= (next (cell ?u ?v ?p)) (does ?r (move ?p ?x ?y ?u ?v)))") {
  std::string text = R"(
    (role white) (role black) (opponent white black) (opponent black white)
    (king_of white wk) (king_of black bk) (rook_of white wr) (rook_of black br)
    (owner white wk) (owner white wr) (owner black bk) (owner black br)
    (init (cell 1 1 wk)) (init (cell 2 1 wr)) (init (cell 2 5 wr))
    (init (cell 8 8 bk)) (init (cell 7 8 br)) (init (cell 7 4 br))
    (init (control white)) (init (step 1))
    (coord 8) (<= (coord ?x) (succ ?x ?y)))";
  for (int i = 1; i < 8; ++i) {
    text += " (succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  }
  for (int i = 1; i < 30; ++i) {
    text += " (after " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  }
  text += R"(
    (<= (beside ?x ?y) (succ ?x ?y)) (<= (beside ?x ?y) (succ ?y ?x))
    (<= (different ?a ?b ?x ?y) (coord ?a) (coord ?b) (coord ?x) (coord ?y) (distinct ?a ?x))
    (<= (different ?a ?b ?x ?y) (coord ?a) (coord ?b) (coord ?x) (coord ?y) (distinct ?b ?y))
    (<= (line ?x ?y ?u ?y) (coord ?x) (coord ?y) (coord ?u) (distinct ?x ?u))
    (<= (line ?x ?y ?x ?v) (coord ?x) (coord ?y) (coord ?v) (distinct ?y ?v))
    (<= (own ?r ?x ?y) (owner ?r ?p) (true (cell ?x ?y ?p)))
    (<= (hits ?r ?x ?y ?u ?v) (rook_of ?r ?p) (true (cell ?x ?y ?p)) (line ?x ?y ?u ?v))
    (<= (threatened ?r ?u ?v ?x ?y) (opponent ?r ?o) (hits ?o ?a ?b ?u ?v) (different ?a ?b ?x ?y))
    (<= (legal ?r (move ?p ?x ?y ?u ?v)) (true (control ?r)) (rook_of ?r ?p) (true (cell ?x ?y ?p))
        (line ?x ?y ?u ?v) (not (own ?r ?u ?v)) (king_of ?r ?k) (true (cell ?kx ?ky ?k))
        (not (threatened ?r ?kx ?ky ?u ?v)))
    (<= (legal ?r (move ?k ?x ?y ?u ?y)) (true (control ?r)) (king_of ?r ?k) (true (cell ?x ?y ?k))
        (beside ?x ?u) (not (own ?r ?u ?y)))
    (<= (legal ?r (move ?k ?x ?y ?x ?v)) (true (control ?r)) (king_of ?r ?k) (true (cell ?x ?y ?k))
        (beside ?y ?v) (not (own ?r ?x ?v)))
    (<= (legal ?r (move ?k ?x ?y ?u ?v)) (true (control ?r)) (king_of ?r ?k) (true (cell ?x ?y ?k))
        (beside ?x ?u) (beside ?y ?v) (not (own ?r ?u ?v)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (cell ?a ?b ?q)) (true (cell ?a ?b ?q)) (does ?r (move ?p ?x ?y ?u ?v))
        (different ?a ?b ?u ?v) )" +
          kept + ")" + moved + R"(
    (<= (next (control ?r)) (true (control ?o)) (opponent ?o ?r))
    (<= (next (step ?y)) (true (step ?x)) (after ?x ?y))
    (<= (alive ?r) (king_of ?r ?k) (true (cell ?x ?y ?k)))
    (<= terminal (role ?r) (not (alive ?r)))
    (<= terminal (true (step 30)))
    (<= (goal ?r 100) (alive ?r))
    (<= (goal ?r 0) (role ?r) (not (alive ?r))))" +
          more;
  return text;
}

}  // namespace tesuji::tests
