// Joins literals over vectors of states (clause_matches.h).
#include "learner/game_rules/clause_matches.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tesuji::learner {
namespace {

// --- Counts of bits
//
// Counts bits of vectors of words: by the processor's vector instructions if it has them. The same
// loop is compiled for several kinds of processors.

struct BitCounts {
  std::uint64_t all = 0;   ///< bits of a & b
  std::uint64_t some = 0;  ///< those of them that are also in c
};

inline __attribute__((always_inline)) BitCounts count_loop(const Word* a, const Word* b,
                                                           const Word* c, std::uint32_t words,
                                                           bool flip) {
  const Word mask = flip ? ~Word{0} : 0;
  BitCounts counts;
  for (std::uint32_t i = 0; i < words; ++i) {
    const Word both = a[i] & (b[i] ^ mask);
    counts.all += static_cast<std::uint64_t>(__builtin_popcountll(both));
    counts.some += static_cast<std::uint64_t>(__builtin_popcountll(both & c[i]));
  }
  return counts;
}

using Counter = BitCounts (*)(const Word*, const Word*, const Word*, std::uint32_t, bool);

BitCounts count_plain(const Word* a, const Word* b, const Word* c, std::uint32_t words, bool flip) {
  return count_loop(a, b, c, words, flip);
}

#if defined(__x86_64__)
__attribute__((target("popcnt"))) BitCounts count_popcnt(const Word* a, const Word* b,
                                                         const Word* c, std::uint32_t words,
                                                         bool flip) {
  return count_loop(a, b, c, words, flip);
}

__attribute__((target("avx512f,avx512vl,avx512vpopcntdq,popcnt"))) BitCounts
count_vectors(const Word* a, const Word* b, const Word* c, std::uint32_t words, bool flip) {
  return count_loop(a, b, c, words, flip);
}
#endif

Counter choose_counter() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vl")) {
    return count_vectors;
  }
  if (__builtin_cpu_supports("popcnt")) return count_popcnt;
#endif
  return count_plain;
}

/// Counts bits of `a & b` and of `a & b & c`, all of `words` words; with `flip`, uses `a & ~b`
/// instead. Chooses the instructions on the first call; thread-safe.
BitCounts count_bits(const Word* a, const Word* b, const Word* c, std::uint32_t words, bool flip) {
  static const Counter counter = choose_counter();
  return counter(a, b, c, words, flip);
}

}  // namespace

// --- Matches

std::uint32_t variable_count(const PlayClause& clause) {
  std::uint32_t count = 0;
  const auto look = [&](const PlayLiteral& literal) {
    for (const PlayArg& arg : literal.arguments()) {
      if (arg.kind == PlayArg::Kind::variable) count = std::max(count, arg.value + 1);
    }
  };
  look(clause.head);
  for (const PlayLiteral& literal : clause.body) look(literal);
  return count;
}

namespace {

std::string variable_name(std::uint32_t number) {
  const std::string letter(1, static_cast<char>('A' + number % 26));
  return number < 26 ? letter : letter + std::to_string(number / 26);
}

std::string arg_text(const PlayArg& arg, const PlayVocabulary& vocabulary) {
  switch (arg.kind) {
    case PlayArg::Kind::variable:
      return variable_name(arg.value);
    case PlayArg::Kind::constant:
      return vocabulary.constants.text(arg.value);
    case PlayArg::Kind::any:
      break;
  }
  return "_";
}

std::string atom_text(const PlayLiteral& literal, const PlayVocabulary& vocabulary) {
  if (literal.predicate == equality) {
    return arg_text(literal.args[0], vocabulary) + (literal.negated ? " \\= " : " = ") +
           arg_text(literal.args[1], vocabulary);
  }
  std::string text = (literal.negated ? "not " : "") + vocabulary[literal.predicate].name;
  if (literal.arity == 0) return text;
  text += "(";
  for (std::size_t i = 0; i < literal.arity; ++i) {
    if (i > 0) text += ",";
    text += arg_text(literal.args[i], vocabulary);
  }
  return text + ")";
}

}  // namespace

std::string to_text(const PlayClause& clause, const PlayVocabulary& vocabulary) {
  std::string text = atom_text(clause.head, vocabulary);
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    text += (i == 0 ? " :- " : ", ") + atom_text(clause.body[i], vocabulary);
  }
  return text + ".";
}

ClauseCost::ClauseCost(const FactWorld& world)
    : world_(world),
      predicate_(
          std::log2(static_cast<double>(2 * std::max<std::size_t>(2, world.predicates().size())))) {
}

double ClauseCost::of(const PlayLiteral& literal) const {
  constexpr double which = 2;  // bits to choose between variable, constant and `_`
  double bits = predicate_;
  const FactTable* table =
      literal.predicate == equality ? nullptr : world_.table(literal.predicate);
  for (std::size_t i = 0; i < literal.arity; ++i) {
    bits += literal.args[i].kind == PlayArg::Kind::any ? 1 : which;
    if (literal.args[i].kind != PlayArg::Kind::constant) continue;
    const std::size_t values = table != nullptr ? table->columns[i].size() : 4;
    bits += std::log2(static_cast<double>(std::max<std::size_t>(2, values)));
  }
  return bits;
}

double ClauseCost::of(const PlayClause& clause) const {
  double bits = of(clause.head);
  for (const PlayLiteral& literal : clause.body) bits += of(literal);
  return bits;
}

LiteralProbe::LiteralProbe(const FactWorld& world, const PlayLiteral& literal, std::uint32_t bound)
    : literal_(literal), words_(world.words()) {
  if (literal.predicate == equality) return;
  std::uint32_t mask = 0;
  for (std::uint32_t i = 0; i < literal.arity; ++i) {
    const PlayArg& arg = literal.args[i];
    if (arg.kind == PlayArg::Kind::constant ||
        (arg.kind == PlayArg::Kind::variable && arg.value < bound)) {
      mask |= 1U << i;
    }
  }
  projection_ = world.projection(literal.predicate, mask);
  if (projection_ == nullptr) return;
  for (std::size_t i = 0; i < projection_->columns.size(); ++i) {
    const PlayArg& arg = literal.args[projection_->columns[i]];
    if (arg.kind == PlayArg::Kind::variable) {
      offsets_[parts_] = &projection_->offsets[i];
      variables_[parts_++] = arg.value;
      continue;
    }
    const std::uint64_t offset = projection_->offsets[i][arg.value];
    impossible_ = impossible_ || offset == no_key;
    base_ += offset;
  }
}

ClauseMatches match_head(const RuleProblem& problem, const PlayLiteral& head) {
  const std::uint32_t words = problem.world->words();
  ClauseMatches matches;
  for (const PlayArg& arg : head.arguments()) {
    if (arg.kind == PlayArg::Kind::variable) {
      matches.variables = std::max(matches.variables, arg.value + 1);
    }
  }
  std::vector<Constant> values(matches.variables);
  std::vector<bool> bound(matches.variables);
  for (std::uint32_t atom = 0; atom < problem.atoms.size(); ++atom) {
    bool fits = true;
    bound.assign(matches.variables, false);
    for (std::size_t i = 0; fits && i < head.arity; ++i) {
      const Constant value = problem.atoms[atom].args[i];
      const PlayArg& arg = head.args[i];
      if (arg.kind == PlayArg::Kind::constant) {
        fits = value == arg.value;
      } else if (bound[arg.value]) {
        fits = value == values[arg.value];
      } else {
        bound[arg.value] = true;
        values[arg.value] = value;
      }
    }
    if (!fits) continue;
    const std::size_t at = std::size_t{atom} * words;
    Word any = 0;
    for (std::uint32_t word = 0; word < words; ++word) {
      any |= problem.positive[at + word] | problem.negative[at + word];
    }
    if (any == 0) continue;
    matches.atoms.push_back(atom);
    matches.values.insert(matches.values.end(), values.begin(), values.end());
    for (std::uint32_t word = 0; word < words; ++word) {
      matches.bits.push_back(problem.positive[at + word] | problem.negative[at + word]);
    }
  }
  return matches;
}

std::optional<ClauseMatches> extend(const RuleProblem& problem, const ClauseMatches& matches,
                                    const PlayLiteral& literal, std::size_t most_words) {
  const FactWorld& world = *problem.world;
  const std::uint32_t words = world.words();
  const LiteralProbe probe(world, literal, matches.variables);
  ClauseMatches result;
  result.variables = matches.variables;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> fresh;  // column, variable
  for (std::uint32_t i = 0; i < literal.arity; ++i) {
    const PlayArg& arg = literal.args[i];
    if (arg.kind != PlayArg::Kind::variable || arg.value < matches.variables) continue;
    fresh.emplace_back(i, arg.value);
    result.variables = std::max(result.variables, arg.value + 1);
  }
  const FactTable* table = literal.predicate == equality ? nullptr : world.table(literal.predicate);
  const Word flip = literal.negated ? ~Word{0} : 0;
  std::vector<Word> row(words);
  std::vector<Constant> values(result.variables);
  const auto add = [&](std::size_t from, const Word* bits) {
    const Word* base = matches.bits.data() + from * words;
    Word any = 0;
    for (std::uint32_t word = 0; word < words; ++word) {
      row[word] = bits == nullptr ? base[word] : base[word] & (bits[word] ^ flip);
      any |= row[word];
    }
    if (any == 0) return;
    result.single =
        result.single && (result.atoms.empty() || result.atoms.back() != matches.atoms[from]);
    result.atoms.push_back(matches.atoms[from]);
    result.values.insert(result.values.end(), values.begin(), values.end());
    result.bits.insert(result.bits.end(), row.begin(), row.end());
  };
  for (std::size_t from = 0; from < matches.size(); ++from) {
    if (result.bits.size() > most_words) return std::nullopt;
    std::copy_n(matches.match(from), matches.variables, values.begin());
    const LiteralProbe::Answer answer = probe(matches.match(from));
    if (answer.none) continue;
    if (fresh.empty()) {
      add(from, answer.row);
      continue;
    }
    if (answer.index == no_row) continue;
    for (const std::uint32_t index : probe.projection()->matches[answer.index]) {
      for (const auto& [column, variable] : fresh) values[variable] = table->tuple(index)[column];
      add(from, table->dynamic ? table->bits.data() + std::size_t{index} * words : nullptr);
    }
  }
  if (result.bits.size() > most_words) return std::nullopt;
  return result;
}

std::optional<MatchSample> sample(const RuleProblem& problem, const ClauseMatches& matches,
                                  const std::vector<bool>& has_positive) {
  constexpr std::size_t wanted = 40;       // matches of each kind
  constexpr std::size_t least_groups = 6;  // and atoms
  if (matches.size() < 4 * wanted) return std::nullopt;
  const std::uint32_t words = problem.world->words();
  // By kind: matches, and atoms that have some.
  std::size_t sizes[2] = {0, 0};
  std::size_t groups[2] = {0, 0};
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const int kind = has_positive[matches.atoms[i]] ? 1 : 0;
    ++sizes[kind];
    groups[kind] += i == 0 || matches.atoms[i] != matches.atoms[i - 1] ? 1 : 0;
  }
  MatchSample sample;
  sample.positive.variables = sample.other.variables = matches.variables;
  sample.positive.single = sample.other.single = matches.single;
  for (std::size_t begin = 0; begin < matches.size();) {
    std::size_t end = begin;
    while (end < matches.size() && matches.atoms[end] == matches.atoms[begin]) ++end;
    const std::uint32_t atom = matches.atoms[begin];
    const int kind = has_positive[atom] ? 1 : 0;
    // A hash selects the atoms, so that all samples of a problem have nearly the same atoms.
    const std::uint64_t hash = (atom + 1) * 0x9E3779B97F4A7C15ULL >> 32;
    if (hash % sizes[kind] < wanted || hash % groups[kind] < least_groups) {
      ClauseMatches& to = has_positive[atom] ? sample.positive : sample.other;
      for (std::size_t i = begin; i < end; ++i) {
        to.atoms.push_back(atom);
        to.values.insert(to.values.end(), matches.match(i), matches.match(i) + matches.variables);
        const auto bits = matches.bits.begin() + static_cast<std::ptrdiff_t>(i * words);
        to.bits.insert(to.bits.end(), bits, bits + words);
      }
    }
    begin = end;
  }
  if (sample.positive.size() == 0) return std::nullopt;
  const auto share = [](std::size_t all, std::size_t some) {
    return some == 0 ? 0 : static_cast<double>(all) / static_cast<double>(some);
  };
  sample.positive_share = share(sizes[1], sample.positive.size());
  sample.other_share = share(sizes[0], sample.other.size());
  if (sample.positive.size() + sample.other.size() > matches.size() / 2) return std::nullopt;
  return sample;
}

RuleCounts count_with(const RuleProblem& problem, const ClauseMatches& matches,
                      const LiteralProbe& probe) {
  const std::uint32_t words = problem.world->words();
  const std::vector<Word>& every = problem.world->every_state();
  RuleCounts counts;
  const auto add = [&](std::uint32_t atom, const Word* bits, const Word* row, bool flip) {
    const BitCounts found =
        count_bits(bits, row, problem.positive.data() + std::size_t{atom} * words, words, flip);
    counts.positive += found.some;
    counts.negative += found.all - found.some;
  };
  if (matches.single) {
    for (std::size_t i = 0; i < matches.size(); ++i) {
      const LiteralProbe::Answer answer = probe(matches.match(i));
      if (answer.none) continue;
      const bool all = answer.row == nullptr;
      add(matches.atoms[i], matches.bits.data() + i * words, all ? every.data() : answer.row,
          !all && probe.negated());
    }
    return counts;
  }
  thread_local std::vector<Word> joined;
  joined.assign(words, 0);
  const Word flip = probe.negated() ? ~Word{0} : 0;
  bool any = false;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const LiteralProbe::Answer answer = probe(matches.match(i));
    if (!answer.none) {
      any = true;
      const Word* bits = matches.bits.data() + i * words;
      if (answer.row == nullptr) {
        for (std::uint32_t word = 0; word < words; ++word) joined[word] |= bits[word];
      } else {
        for (std::uint32_t word = 0; word < words; ++word) {
          joined[word] |= bits[word] & (answer.row[word] ^ flip);
        }
      }
    }
    if (any && (i + 1 == matches.size() || matches.atoms[i + 1] != matches.atoms[i])) {
      add(matches.atoms[i], joined.data(), every.data(), false);
      std::fill(joined.begin(), joined.end(), 0);
      any = false;
    }
  }
  return counts;
}

std::vector<Word> coverage(const RuleProblem& problem, const ClauseMatches& matches) {
  const std::uint32_t words = problem.world->words();
  std::vector<Word> covered(problem.atoms.size() * words);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const Word* bits = matches.bits.data() + i * words;
    Word* to = covered.data() + std::size_t{matches.atoms[i]} * words;
    for (std::uint32_t word = 0; word < words; ++word) to[word] |= bits[word];
  }
  return covered;
}

RuleCounts count(const RuleProblem& problem, const ClauseMatches& matches) {
  const std::vector<Word> covered = coverage(problem, matches);
  RuleCounts counts;
  for (std::size_t i = 0; i < covered.size(); ++i) {
    counts.positive += static_cast<std::uint64_t>(std::popcount(covered[i] & problem.positive[i]));
    counts.negative += static_cast<std::uint64_t>(std::popcount(covered[i] & ~problem.positive[i]));
  }
  return counts;
}

std::optional<std::vector<Word>> coverage(const RuleProblem& problem, const PlayClause& clause,
                                          std::size_t most_words) {
  std::optional<ClauseMatches> matches = match_head(problem, clause.head);
  for (const PlayLiteral& literal : clause.body) {
    matches = extend(problem, *matches, literal, most_words);
    if (!matches) return std::nullopt;
  }
  return coverage(problem, *matches);
}

}  // namespace tesuji::learner
