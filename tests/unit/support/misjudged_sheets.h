// Rulesheets whose joins estimates misjudge: what holds in play is not what holds at first.
#pragma once

#include <string>

namespace tesuji::tests {

/// `(name 1) .. (name n)`.
inline std::string facts_up_to(const std::string& name, int n) {
  std::string text;
  for (int i = 1; i <= n; ++i) text += "(" + name + " " + std::to_string(i) + ")\n";
  return text;
}

/// `(succ 1 2) .. (succ n-1 n)`.
inline std::string successors(int n) {
  std::string text;
  for (int i = 1; i < n; ++i) {
    text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")\n";
  }
  return text;
}

/// Three fluents that hold once each at first, and of n numbers after the first move, and a fourth
/// that is large at first, and small then: a join that begins with the three takes n to the power
/// of three steps.
inline std::string skewed_sheet(int n) {
  return "(role robot)\n" + facts_up_to("num", n) +
         "(init (p 1)) (init (q 1)) (init (r 1))\n"
         "(<= (init (link ?x ?y ?x)) (num ?x) (num ?y))\n"
         "(<= (legal robot (go ?x)) (num ?x))\n"
         "(<= (next (p ?x)) (num ?x))\n(<= (next (q ?x)) (num ?x))\n(<= (next (r ?x)) (num ?x))\n"
         "(<= (next (link ?x 1 ?x)) (does robot (go ?x)))\n"
         "(<= found (true (p ?x)) (true (q ?y)) (true (r ?z)) (true (link ?x ?y ?z))\n"
         "  (distinct ?x ?z))\n"
         "(<= terminal found)\n"
         "(<= (goal robot 100) found)\n(<= (goal robot 0) (not found))\n";
}

/// Relations that each ask the next one twice, in a table of n by n, `depth` of them: as functions
/// they make 2 to the power of `depth` calls.
inline std::string chained_sheet(int n, int depth) {
  std::string text = "(role robot)\n" + facts_up_to("num", n) + successors(n) +
                     "(init (at 1))\n"
                     "(<= (init (gate ?x " +
                     std::to_string(n) +
                     ")) (num ?x))\n"
                     "(<= (legal robot (open ?x)) (num ?x))\n"
                     "(<= (next (at 1)) (true (at 1)))\n"
                     "(<= (next (free ?x)) (num ?x))\n"
                     "(<= (next (gate ?x ?y)) (does robot (open ?x)) (num ?y) (true (gate ?x ?y)))\n"
                     "(<= (way" +
                     std::to_string(depth) + " ?x ?y) (true (gate ?x ?y)))\n";
  for (int k = 0; k < depth; ++k) {
    const std::string head = "(<= (way" + std::to_string(k) + " ?x ?y) ";
    const std::string next = "(way" + std::to_string(k + 1);
    text += head + "(true (free ?x)) (succ ?x ?u) " + next + " ?u ?y))\n";
    text += head + "(true (free ?y)) (succ ?y ?v) " + next + " ?x ?v))\n";
  }
  return text +
         "(<= terminal (true (at ?x)) (way0 ?x ?x))\n"
         "(<= (goal robot 100) terminal)\n(<= (goal robot 0) (not terminal))\n";
}

/// A legal move for each way through six different cities that a road closes: there is one city at
/// first and every road, then n cities and none. A join that begins with the cities takes n to the
/// power of six steps.
inline std::string touring_sheet(int n) {
  std::string distinct;
  const std::string cities = "abcdef";
  for (std::size_t i = 0; i < cities.size(); ++i) {
    for (std::size_t k = i + 1; k < cities.size(); ++k) {
      distinct += std::string(" (distinct ?") + cities[i] + " ?" + cities[k] + ")";
    }
  }
  return "(role robot)\n" + facts_up_to("num", n) +
         "(init (city 1))\n"
         "(<= (init (road ?x ?y)) (num ?x) (num ?y))\n"
         "(<= (legal robot (go ?a ?b)) (trip ?a ?b))\n"
         "(legal robot rest)\n"
         "(<= (trip ?a ?f) (true (city ?a)) (true (city ?b)) (true (city ?c)) (true (city ?d))\n"
         "  (true (city ?e)) (true (city ?f))" +
         distinct +
         " (true (road ?f ?a)))\n"
         "(<= (next (city ?x)) (num ?x))\n"
         "(<= (next (road ?x ?x)) (true (road ?x ?x)))\n"
         "(<= terminal (not (true (city 1))))\n"
         "(goal robot 100)\n";
}

/// Runs of marked squares in columns of n squares, as nonograms count them: a recursion that goes
/// down by the length. All squares of the first column can be marked at once.
inline std::string running_sheet(int n) {
  return "(role robot)\n" + facts_up_to("num", n) + successors(n) + "(succ 0 1)\n" +
         "(<= (legal robot (mark ?x)) (num ?x))\n"
         "(<= (next (marked ?x ?y)) (does robot (mark ?x)) (num ?y))\n"
         "(<= (next (marked ?x ?y)) (true (marked ?x ?y)))\n"
         "(<= (run ?x 0 0) (num ?x))\n"
         "(<= (run ?x ?y 0) (num ?x) (num ?y) (not (true (marked ?x ?y))))\n"
         "(<= (run ?x ?y2 ?n2) (true (marked ?x ?y2)) (succ ?y ?y2) (succ ?n ?n2) (run ?x ?y ?n))\n"
         "(<= (long ?x ?n) (run ?x ?y ?n))\n"
         "(too-long 2 " +
         std::to_string(n) +
         ")\n"
         "(<= terminal (too-long ?x ?n) (long ?x ?n))\n"
         "(<= (goal robot 100) terminal)\n(<= (goal robot 0) (not terminal))\n";
}

}  // namespace tesuji::tests
