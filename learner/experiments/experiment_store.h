// Keeps the runs of experiments in an SQLite file: each run is written in one transaction, so that
// whatever was interrupted goes on where it was, and results can be queried by other programs.
//
// Tables: `run`, a row for each run with what it was asked and what it took, and `game`, a row for
// each of its games; docs/learning/experiments.md lists the columns.
#pragma once

#include "learner/experiments/experiment.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::learner {

/// The file cannot be read or written, or is none of experiments.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a run was asked: two runs with the same question are the same.
struct RunQuestion {
  std::string game;                  ///< name of the rulesheet's file
  std::uint64_t rules = 0;           ///< fingerprint of the rules
  std::string learner;               ///< text of the entrant
  std::string source;                ///< transfer: where the first strategy was learned; else empty
  std::uint64_t source_rules = 0;    ///< fingerprint of its rules
  std::string boards;                ///< --boards, or the text of its file
  std::string opponent = "perfect";  ///< --opponent, with `, unsolved` where the game is not solved
  std::string ties;                  ///< --ties, or the text of its file
  bool in_order = false;
  std::uint64_t games = 0;
  std::uint64_t seed = 0;

  friend bool operator==(const RunQuestion&, const RunQuestion&) = default;
};

struct StoredRun {
  RunQuestion question;
  std::string role;          ///< the learner's
  std::uint64_t boards = 0;  ///< number of start boards
  Run run;                   ///< without its program and its learning report
  std::string program;       ///< in Prolog; empty for learners that make none
};

/// For any number of threads; other processes may use the file at the same time.
class ExperimentStore {
 public:
  /// Opens the file, makes it where there is none. Empty: nothing but memory. Throws StoreError.
  explicit ExperimentStore(const std::string& path);
  ~ExperimentStore();
  ExperimentStore(const ExperimentStore&) = delete;
  ExperimentStore& operator=(const ExperimentStore&) = delete;

  // All throw StoreError.

  /// Whether there is a complete run with this question.
  [[nodiscard]] bool has(const RunQuestion& question);
  /// Adds a run with its games, whole or not at all; one with the same question is replaced.
  void add(const StoredRun& run);
  /// All complete runs, those of a game, source and learner together, by seed; in the order in
  /// which the first of these was added.
  [[nodiscard]] std::vector<StoredRun> runs();

 private:
  class Database;
  std::unique_ptr<Database> database_;
};

}  // namespace tesuji::learner
