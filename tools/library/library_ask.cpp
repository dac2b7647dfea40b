// Implements stop requests and questions of tesuji/tesuji.h.
#include "runtime/core/tesuji/tesuji.h"
#include "tools/answers/answers.h"
#include "tools/library/library_game.h"
#include "tools/library/messages.h"

#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

struct tsj_answer {
  std::string text;
};

using namespace tesuji;

extern "C" {

tsj_stop* tsj_stop_new(void) {
  return new (std::nothrow) tsj_stop;
}

void tsj_stop_set(tsj_stop* stop) {
  stop->flag.store(true, std::memory_order_relaxed);
}

void tsj_stop_free(tsj_stop* stop) {
  delete stop;
}

tsj_answer* tsj_game_ask(const tsj_game* game, const char* question, const char* options,
                         const tsj_stop* stop, tsj_messages** messages) {
  std::unique_ptr<tsj_answer> answer;
  library::guarded(messages, [&] {
    driver::Session session;
    std::optional<std::string> text =
        tools::answer(*game->asked, question, options == nullptr ? "" : options,
                      stop == nullptr ? nullptr : &stop->flag, session);
    library::give(session.diagnostics, messages);
    if (text) answer = std::make_unique<tsj_answer>(tsj_answer{std::move(*text)});
    return TSJ_OK;
  });
  return answer.release();
}

const char* tsj_answer_text(const tsj_answer* answer) {
  return answer->text.c_str();
}

void tsj_answer_free(tsj_answer* answer) {
  delete answer;
}
}
