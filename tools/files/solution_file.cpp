#include "tools/files/solution_file.h"

#include "backend/open/solution.h"
#include "runtime/host/search/solution.h"
#include "tools/base/output_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace tesuji::tools {

bool write_solution(const std::string& path, const std::string& game_path,
                    const runtime::Game& game, runtime::Minimax& minimax,
                    driver::Session& session) {
  const auto fingerprint = driver::solution_fingerprint(game_path, game, session);
  if (!fingerprint) return false;
  return write_output(path, runtime::save_solution(minimax, game.initial(), *fingerprint),
                      session.diagnostics);
}

bool read_solution(const std::string& path, const std::string& game_path, const runtime::Game& game,
                   runtime::Minimax& minimax, driver::Session& session) {
  const auto fingerprint = driver::solution_fingerprint(game_path, game, session);
  if (!fingerprint) return false;
  // Does not use the session, which keeps its files and treats them as text.
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  // Nothing can be extracted from an empty file, which is not a read error.
  const bool empty = file && file.peek() == std::ifstream::traits_type::eof();
  if (!empty && (!file || !(bytes << file.rdbuf()))) {
    session.diagnostics.error({}, "io", "cannot read `" + path + "`: " + std::strerror(errno));
    return false;
  }
  try {
    runtime::load_solution(minimax, bytes.view(), *fingerprint);
  } catch (const runtime::SolutionError& error) {
    session.diagnostics.error({}, "solution", "`" + path + "` " + error.what());
    return false;
  }
  return true;
}

}  // namespace tesuji::tools
