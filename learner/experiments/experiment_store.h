// Stores the runs of experiments in an SQLite file. Each run is written in one transaction, so that
// an interrupted experiment can resume; other programs can query the results.
//
// Tables: `run`, a row for each run with its parameters and its costs, and `game`, a row for each
// of its games; docs/learning/experiments.md lists the columns.
#pragma once

#include "learner/experiments/experiment.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::learner {

/// Thrown if the file cannot be read or written, or is not an experiment file.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The parameters of a run: two runs with the same parameters are the same.
struct RunQuestion {
  std::string game;                  ///< name of the rulesheet's file
  std::uint64_t rules = 0;           ///< fingerprint of the rules
  std::string learner;               ///< text that names the entrant
  std::string source;                ///< transfer: the game for which the first strategy was
                                     ///< learned; else empty
  std::uint64_t source_rules = 0;    ///< fingerprint of its rules
  std::string boards;                ///< --boards, or the text of its file
  std::string opponent = "perfect";  ///< --opponent, with `, unsolved` if the game is not solved
  std::string ties;                  ///< --ties, or the text of its file
  bool in_order = false;
  std::uint64_t games = 0;
  std::uint64_t seed = 0;

  friend bool operator==(const RunQuestion&, const RunQuestion&) = default;
};

struct StoredRun {
  RunQuestion question;
  std::string role;          ///< of the learner
  std::uint64_t boards = 0;  ///< number of start boards
  Run run;                   ///< without its program and its learning report
  std::string program;       ///< in Prolog; empty for learners that make no program
};

/// Thread-safe; other processes may use the file at the same time.
class ExperimentStore {
 public:
  /// Opens the file, or creates it. Empty: stores in memory only. Throws StoreError.
  explicit ExperimentStore(const std::string& path);
  ~ExperimentStore();
  ExperimentStore(const ExperimentStore&) = delete;
  ExperimentStore& operator=(const ExperimentStore&) = delete;

  // All functions throw StoreError.

  /// Whether there is a complete run with these parameters.
  [[nodiscard]] bool has(const RunQuestion& question);
  /// Adds a run with its games, completely or not at all; replaces one with the same parameters.
  void add(const StoredRun& run);
  /// Returns all complete runs: those of a game, source and learner together, by seed, in the order
  /// in which the first of these was added.
  [[nodiscard]] std::vector<StoredRun> runs();

 private:
  class Database;
  std::unique_ptr<Database> database_;
};

}  // namespace tesuji::learner
