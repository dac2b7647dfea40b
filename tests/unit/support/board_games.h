// Test support: rulesheets of games on boards, with what bitboards are to come to terms with.
#pragma once

#include <string>

namespace tesuji::tests {

/// Stones that are enclosed in a row or column change their colour: boards that read themselves,
/// one square on. `rows` by `columns` squares.
inline std::string enclosing_game(int rows, int columns) {
  std::string text = R"(
(role black) (role white)
(other black white) (other white black)
(init (control black))
(<= (base (cell ?x ?y ?c)) (row ?x) (column ?y) (role ?c))
(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))
(way up) (way down) (way left) (way right)
(<= (beside up ?x ?y ?u ?y) (above ?u ?x) (column ?y))
(<= (beside down ?x ?y ?u ?y) (above ?x ?u) (column ?y))
(<= (beside left ?x ?y ?x ?v) (before ?v ?y) (row ?x))
(<= (beside right ?x ?y ?x ?v) (before ?y ?v) (row ?x))
(<= (taken ?x ?y) (true (cell ?x ?y ?c)))
(<= (chain ?w ?x ?y ?c) (true (cell ?x ?y ?d)) (other ?c ?d)
    (beside ?w ?x ?y ?u ?v) (true (cell ?u ?v ?c)))
(<= (chain ?w ?x ?y ?c) (true (cell ?x ?y ?d)) (other ?c ?d)
    (beside ?w ?x ?y ?u ?v) (chain ?w ?u ?v ?c))
(<= (legal ?p pass) (role ?p) (not (true (control ?p))))
(<= (legal ?p pass) (true (control ?p)) (not open))
(<= (legal ?p (put ?x ?y)) (true (control ?p)) (row ?x) (column ?y) (not (taken ?x ?y)))
(<= open (row ?x) (column ?y) (not (taken ?x ?y)))
(<= (flips ?w ?x ?y) (does ?p (put ?u ?v)) (beside ?w ?u ?v ?x ?y) (chain ?w ?x ?y ?p))
(<= (flips ?w ?x ?y) (flips ?w ?u ?v) (beside ?w ?u ?v ?x ?y) (true (control ?p))
    (chain ?w ?x ?y ?p))
(<= (flipped ?x ?y) (flips ?w ?x ?y))
(<= (next (cell ?x ?y ?p)) (does ?p (put ?x ?y)))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (flipped ?x ?y)))
(<= (next (cell ?x ?y ?p)) (true (control ?p)) (flipped ?x ?y))
(<= terminal (not open))
(<= terminal (row ?x) (column ?y) (corner ?x ?y) (true (cell ?x ?y white)))
(<= (goal ?p 50) (role ?p))
)";
  const auto number = [](int i) { return std::to_string(i); };
  for (int i = 1; i <= rows; ++i) text += "(row " + number(i) + ")\n";
  for (int i = 1; i <= columns; ++i) text += "(column " + number(i) + ")\n";
  for (int i = 1; i < rows; ++i) text += "(above " + number(i) + " " + number(i + 1) + ")\n";
  for (int i = 1; i < columns; ++i) text += "(before " + number(i) + " " + number(i + 1) + ")\n";
  text += "(corner 1 1) (corner " + number(rows) + " " + number(columns) + ")\n";
  text += "(init (cell 1 2 black)) (init (cell 2 2 white)) (init (cell 2 1 black))\n";
  return text;
}

/// Two pieces that jump as knights do, each for itself and both at once; a square that one of them
/// has left is closed. Moves of both roles, and labels that are relative to squares.
inline std::string jumping_game() {
  return R"(
(role a) (role b)
(init (at a 1 1)) (init (at b 3 3))
(index 1) (index 2) (index 3) (index 4)
(one 1 2) (one 2 3) (one 3 4) (one 2 1) (one 3 2) (one 4 3)
(two 1 3) (two 2 4) (two 3 1) (two 4 2)
(<= (jump ?x ?y ?u ?v) (one ?x ?u) (two ?y ?v))
(<= (jump ?x ?y ?u ?v) (two ?x ?u) (one ?y ?v))
(<= (legal ?r (go ?x ?y ?u ?v)) (true (at ?r ?x ?y)) (jump ?x ?y ?u ?v)
    (not (true (closed ?u ?v))))
(<= (legal ?r stay) (role ?r))
(<= (next (at ?r ?u ?v)) (does ?r (go ?x ?y ?u ?v)))
(<= (next (at ?r ?x ?y)) (does ?r stay) (true (at ?r ?x ?y)))
(<= (next (closed ?x ?y)) (true (closed ?x ?y)))
(<= (next (closed ?x ?y)) (does ?r (go ?x ?y ?u ?v)))
(<= terminal (true (at a ?x ?y)) (true (at b ?x ?y)))
(<= terminal (true (closed 1 1)) (true (closed 4 4)))
(<= (goal ?r 100) (role ?r))
)";
}

}  // namespace tesuji::tests
