#include "learner/experiments/experiment_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

namespace tesuji::learner {

namespace {

/// "tesj": the application id in the header of our files.
constexpr int application = 0x7465736a;
constexpr int version = 3;
constexpr int patience = 5'000;  ///< milliseconds to wait while another process writes

constexpr const char* schema = R"(
CREATE TABLE IF NOT EXISTS run (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL, rules INTEGER NOT NULL, learner TEXT NOT NULL, source TEXT NOT NULL, source_rules INTEGER NOT NULL,
  boards TEXT NOT NULL, opponent TEXT NOT NULL, ties TEXT NOT NULL, in_order INTEGER NOT NULL, games INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  role TEXT NOT NULL, board_count INTEGER NOT NULL, regret INTEGER NOT NULL, seconds REAL NOT NULL,
  final_regret INTEGER, levels INTEGER NOT NULL, stability INTEGER NOT NULL, program TEXT NOT NULL,
  UNIQUE (game, rules, learner, source, source_rules, boards, opponent, ties, in_order, games, seed));
CREATE TABLE IF NOT EXISTS game (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  number INTEGER NOT NULL, board INTEGER NOT NULL, outcome TEXT NOT NULL, moves INTEGER NOT NULL,
  random_moves INTEGER NOT NULL, regret INTEGER NOT NULL,
  PRIMARY KEY (run, number)) WITHOUT ROWID;
)";

constexpr const char* question_columns =
    "game, rules, learner, source, source_rules, boards, opponent, ties, in_order, games, seed";

Outcome outcome_of(const std::string& word) {
  for (const Outcome outcome : {Outcome::won, Outcome::drawn}) {
    if (word == name_of(outcome)) return outcome;
  }
  return Outcome::lost;
}

}  // namespace

class ExperimentStore::Database {
 public:
  explicit Database(const std::string& path) : path_(path.empty() ? ":memory:" : path) {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
    if (sqlite3_open_v2(path_.c_str(), &database_, flags, nullptr) != SQLITE_OK) {
      const std::string why = message();
      sqlite3_close(database_);
      throw StoreError(fmt::format("{}: {}", path_, why));
    }
    try {
      sqlite3_busy_timeout(database_, patience);
      prepare();
    } catch (...) {
      sqlite3_close(database_);
      throw;
    }
  }
  ~Database() { sqlite3_close(database_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// A prepared statement: bind its values, then step through its rows.
  class Statement {
   public:
    Statement(Database& database, const std::string& sql) : database_(database) {
      if (sqlite3_prepare_v2(database.database_, sql.c_str(), -1, &statement_, nullptr) !=
          SQLITE_OK) {
        database.fail();
      }
    }
    ~Statement() { sqlite3_finalize(statement_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(const std::string& text) {
      return checked(sqlite3_bind_text(statement_, ++bound_, text.data(),
                                       static_cast<int>(text.size()), SQLITE_TRANSIENT));
    }
    Statement& bind(std::uint64_t number) {
      return checked(sqlite3_bind_int64(statement_, ++bound_, static_cast<sqlite3_int64>(number)));
    }
    /// Nothing binds NULL.
    Statement& bind(std::optional<std::int64_t> number) {
      if (!number) return checked(sqlite3_bind_null(statement_, ++bound_));
      return checked(sqlite3_bind_int64(statement_, ++bound_, *number));
    }
    Statement& bind(double number) {
      return checked(sqlite3_bind_double(statement_, ++bound_, number));
    }
    Statement& bind(const RunQuestion& question) {
      return bind(question.game)
          .bind(question.rules)
          .bind(question.learner)
          .bind(question.source)
          .bind(question.source_rules)
          .bind(question.boards)
          .bind(question.opponent)
          .bind(question.ties)
          .bind(std::uint64_t{question.in_order})
          .bind(question.games)
          .bind(question.seed);
    }
    /// Moves to the next row; returns whether there is one.
    bool step() {
      const int result = sqlite3_step(statement_);
      if (result != SQLITE_ROW && result != SQLITE_DONE) database_.fail();
      read_ = 0;
      return result == SQLITE_ROW;
    }
    void run() {
      while (step()) {
      }
      sqlite3_reset(statement_);
      bound_ = 0;
    }
    std::string text() {
      const int column = read_++;
      const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
      return bytes ? std::string(bytes, size) : std::string();
    }
    std::uint64_t number() {
      return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, read_++));
    }
    std::optional<std::int64_t> number_if_any() {
      const int column = read_++;
      if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
      return sqlite3_column_int64(statement_, column);
    }
    double real() { return sqlite3_column_double(statement_, read_++); }

   private:
    Statement& checked(int result) {
      if (result != SQLITE_OK) database_.fail();
      return *this;
    }
    Database& database_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
    int read_ = 0;
  };

  void run(const char* sql) {
    if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }
  [[nodiscard]] std::uint64_t last_row() const {
    return static_cast<std::uint64_t>(sqlite3_last_insert_rowid(database_));
  }
  [[noreturn]] void fail() { throw StoreError(fmt::format("{}: {}", path_, message())); }
  /// Runs the body in a transaction, which is rolled back if it throws.
  template <typename Body>
  void in_transaction(Body body) {
    const std::lock_guard lock(mutex_);
    run("BEGIN IMMEDIATE");
    try {
      body();
      run("COMMIT");
    } catch (...) {
      sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  }
  std::mutex& mutex() { return mutex_; }

 private:
  [[nodiscard]] std::string message() const {
    return database_ ? sqlite3_errmsg(database_) : "out of memory";
  }
  [[nodiscard]] std::uint64_t number_of(const char* sql) {
    Statement statement(*this, sql);
    return statement.step() ? statement.number() : 0;
  }
  void prepare() {
    run("PRAGMA foreign_keys = ON");
    const std::uint64_t made_by = number_of("PRAGMA application_id");
    const std::uint64_t tables = number_of("SELECT count(*) FROM sqlite_master");
    if (made_by == application) {
      const std::uint64_t made = number_of("PRAGMA user_version");
      if (made != version) {
        throw StoreError(
            fmt::format("{}: of version {}, this is version {}", path_, made, version));
      }
      return;
    }
    if (made_by != 0 || tables != 0) {
      throw StoreError(fmt::format("{}: a database, but not of experiments", path_));
    }
    in_transaction([&] {
      run(schema);
      run(fmt::format("PRAGMA application_id = {}", application).c_str());
      run(fmt::format("PRAGMA user_version = {}", version).c_str());
    });
  }

  std::string path_;
  std::mutex mutex_;
  sqlite3* database_ = nullptr;
};

ExperimentStore::ExperimentStore(const std::string& path)
    : database_(std::make_unique<Database>(path)) {}
ExperimentStore::~ExperimentStore() = default;

bool ExperimentStore::has(const RunQuestion& question) {
  const std::lock_guard lock(database_->mutex());
  Database::Statement found(
      *database_, fmt::format("SELECT 1 FROM run WHERE ({}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                              question_columns));
  return found.bind(question).step();
}

void ExperimentStore::add(const StoredRun& stored) {
  database_->in_transaction([&] {
    Database::Statement run(
        *database_,
        fmt::format("INSERT OR REPLACE INTO run ({}, role, board_count, regret, "
                    "seconds, final_regret, levels, stability, program) VALUES (?, ?, ?, ?, "
                    "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    question_columns));
    run.bind(stored.question)
        .bind(stored.role)
        .bind(stored.boards)
        .bind(static_cast<std::uint64_t>(stored.run.regret()))
        .bind(stored.run.seconds)
        .bind(stored.run.final_regret)
        .bind(std::uint64_t{stored.run.learning.levels})
        .bind(std::uint64_t{stored.run.learning.stability})
        .bind(stored.program)
        .run();
    const std::uint64_t id = database_->last_row();
    // Left by programs that deleted a run without its games.
    Database::Statement(*database_, "DELETE FROM game WHERE run = ?").bind(id).run();
    Database::Statement game(*database_, "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)");
    std::uint64_t number = 0;
    for (const TrainingGame& one : stored.run.games) {
      game.bind(id)
          .bind(++number)
          .bind(std::uint64_t{one.board} + 1)
          .bind(std::string(name_of(one.outcome)))
          .bind(std::uint64_t{one.length})
          .bind(std::uint64_t{one.random_moves})
          .bind(static_cast<std::uint64_t>(std::int64_t{one.regret}))
          .run();
    }
  });
}

std::vector<StoredRun> ExperimentStore::runs() {
  const std::lock_guard lock(database_->mutex());
  std::vector<StoredRun> result;
  std::map<std::uint64_t, std::size_t> places;  // by id
  Database::Statement run(
      *database_,
      fmt::format(
          "SELECT {}, role, board_count, seconds, final_regret, levels, stability, program, id "
          "FROM run "
          "ORDER BY min(id) OVER (PARTITION BY game, rules, boards, opponent, ties, in_order, "
          "games), "
          "min(id) OVER (PARTITION BY game, rules, learner, source, source_rules, boards, "
          "opponent, ties, "
          "in_order, "
          "games), seed",
          question_columns));
  while (run.step()) {
    StoredRun& stored = result.emplace_back();
    RunQuestion& question = stored.question;
    question.game = run.text();
    question.rules = run.number();
    question.learner = run.text();
    question.source = run.text();
    question.source_rules = run.number();
    question.boards = run.text();
    question.opponent = run.text();
    question.ties = run.text();
    question.in_order = run.number() != 0;
    question.games = run.number();
    question.seed = run.number();
    stored.role = run.text();
    stored.boards = run.number();
    stored.run.seed = question.seed;
    stored.run.complete = true;
    stored.run.seconds = run.real();
    stored.run.final_regret = run.number_if_any();
    stored.run.learning.levels = static_cast<std::uint32_t>(run.number());
    stored.run.learning.stability = static_cast<std::uint32_t>(run.number());
    stored.program = run.text();
    places[run.number()] = result.size() - 1;
  }
  Database::Statement game(*database_,
                           "SELECT run, board, outcome, moves, random_moves, regret FROM game "
                           "ORDER BY run, number");
  while (game.step()) {
    const auto place = places.find(game.number());
    if (place == places.end()) continue;
    TrainingGame& one = result[place->second].run.games.emplace_back();
    const std::uint64_t board = game.number();
    one.board = static_cast<std::uint32_t>(board - 1);
    const std::string outcome = game.text();
    one.outcome = outcome_of(outcome);
    if (board == 0 || outcome != name_of(one.outcome)) {
      throw StoreError("a game of the file has an unknown board or outcome");
    }
    one.length = static_cast<std::uint32_t>(game.number());
    one.random_moves = static_cast<std::uint32_t>(game.number());
    one.regret = static_cast<std::int8_t>(static_cast<std::int64_t>(game.number()));
  }
  for (const StoredRun& run : result) {
    if (run.run.games.size() != run.question.games) {
      throw StoreError(fmt::format("a run of {} has {} games, not {}", run.question.learner,
                                   run.run.games.size(), run.question.games));
    }
  }
  return result;
}

}  // namespace tesuji::learner
