// A line of a terminal, edited. libedit is opened when it is needed: the start of every other
// subcommand does not wait for it, and the program runs without.
#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

#include "CRigShims.h"

// What <histedit.h> says of the parts that are used.
typedef struct {
  const char *buffer, *cursor, *lastchar;
} line_info;
typedef struct {
  int number;
  const char *text;
} history_event;
enum { SET_PROMPT = 0, SET_EDITOR = 2, SET_BINDING = 4, SET_FUNCTION = 9, SET_HISTORY = 10 };
enum { SET_GETTER = 13, SET_TERMINAL_READY = 16, DO_REFRESH = 20 };
enum { HISTORY_SIZE = 1, HISTORY_ENTER = 10, HISTORY_LOAD = 17, HISTORY_SAVE = 18, HISTORY_UNIQUE = 20 };
enum { DID_REDISPLAY = 8, DID_REFRESH = 4, DID_BEEP = 6 };

static struct {
  void *(*open)(const char *, FILE *, FILE *, FILE *);
  int (*set)(void *, int, ...);
  const char *(*gets)(void *, int *);
  const line_info *(*line)(void *);
  int (*insert)(void *, const char *);
  void (*erase)(void *, int);
  void (*resize)(void *);
  void *(*history_open)(void);
  int (*history)(void *, history_event *, int, ...);
} lib;
static void *editor, *past;
static char prompt_text[80], history_path[1024];
// Held by the reader except while it waits for a key, so that others can write meanwhile.
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static bool is_asking, is_over;
// A command a line, its arguments behind it.
static char *words;

static char *prompt(void *el) {
  (void)el;
  return prompt_text;
}

static int next_key(void *el, wchar_t *key) {
  (void)el;
  char bytes[8];
  mbstate_t state;
  for (size_t count = 0; count < sizeof bytes;) {
    is_asking = true;
    pthread_mutex_unlock(&turn);
    ssize_t got = rig_wait_readable(STDIN_FILENO, -1) < 0 ? -1 : read(STDIN_FILENO, bytes + count, 1);
    pthread_mutex_lock(&turn);
    is_asking = false;
    if (is_over || got <= 0) return got < 0 && !is_over ? -1 : 0;
    count++;
    memset(&state, 0, sizeof state);
    size_t used = mbrtowc(key, bytes, count, &state);
    if (used == (size_t)-2) continue;
    if (used == (size_t)-1) count = 0;
    if (used <= sizeof bytes) return 1;
  }
  return -1;
}

// Whether `word` begins with `start`, whatever the case of its letters.
static bool begins(const char *word, const char *start, size_t count) {
  return strncasecmp(word, start, count) == 0;
}

// Fits the word at the cursor to the names that it may become: the first of a line to commands, others to
// the arguments of that command.
static unsigned char complete(void *el, int key) {
  (void)key;
  const line_info *info = lib.line(el);
  const char *start = info->cursor;
  while (start > info->buffer && start[-1] != ' ') start--;
  const char *first = info->buffer;
  while (first < start && *first == ' ') first++;
  size_t count = (size_t)(info->cursor - start), command = strcspn(first, " ");
  const char *found = NULL;
  size_t common = 0;
  int matches = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (const char *line = words; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
      size_t name = strcspn(line, " \n"), length = strcspn(line, "\n");
      const char *word = line, *end = line + name;
      if (first < start) {
        if (name != command || !begins(line, first, command)) continue;
        word = line + name, end = line + length;
      }
      while (word < end) {
        while (word < end && *word == ' ') word++;
        size_t size = strcspn(word, " \n");
        if (size > 0 && size >= count && begins(word, start, count)) {
          if (pass == 1) {
            printf("%s%.*s", matches++ ? "  " : "\r\n", (int)size, word);
          } else {
            if (!found) common = size;
            for (size_t i = 0; found && i < common; i++) {
              if (i >= size || word[i] != found[i]) common = i;
            }
            found = word;
            matches++;
          }
        }
        word += size;
      }
    }
    if (pass == 1) {
      printf("\r\n");
      fflush(stdout);
      return DID_REDISPLAY;
    }
    if (!found) return DID_BEEP;
    if (matches == 1 || common > count) break;
    matches = 0;
  }
  char text[256];
  const char *behind = matches == 1 && found[common - 1] != '=' ? " " : "";
  if (common + 2 > sizeof text) return DID_BEEP;
  snprintf(text, sizeof text, "%.*s%s", (int)common, found, behind);
  lib.erase(el, (int)count);
  return lib.insert(el, text) == 0 ? DID_REFRESH : DID_BEEP;
}

bool rig_editor_open(const char *prompt_, const char *history_file) {
  void *object = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!object) return false;
  struct {
    void *place;
    const char *name;
  } parts[] = {
      {&lib.open, "el_init"}, {&lib.set, "el_set"}, {&lib.gets, "el_gets"}, {&lib.line, "el_line"},
      {&lib.insert, "el_insertstr"}, {&lib.erase, "el_deletestr"}, {&lib.resize, "el_resize"},
      {&lib.history_open, "history_init"}, {&lib.history, "history"}};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    void *symbol = dlsym(object, parts[i].name);
    if (!symbol) return false;
    memcpy(parts[i].place, &symbol, sizeof symbol);
  }
  setlocale(LC_CTYPE, "");
  snprintf(prompt_text, sizeof prompt_text, "%s", prompt_);
  snprintf(history_path, sizeof history_path, "%s", history_file);
  editor = lib.open("uwbrig", stdin, stdout, stderr);
  past = lib.history_open();
  if (!editor || !past) return false;
  history_event event;
  lib.history(past, &event, HISTORY_SIZE, 1000);
  lib.history(past, &event, HISTORY_UNIQUE, 1);
  if (*history_path) lib.history(past, &event, HISTORY_LOAD, history_path);
  lib.set(editor, SET_PROMPT, prompt);
  lib.set(editor, SET_EDITOR, "emacs");
  lib.set(editor, SET_HISTORY, lib.history, past);
  lib.set(editor, SET_GETTER, next_key);
  lib.set(editor, SET_FUNCTION, "rig-complete", "Complete a name", complete);
  lib.set(editor, SET_BINDING, "^I", "rig-complete", NULL);
  lib.set(editor, SET_BINDING, "^R", "em-inc-search-prev", NULL);
  return true;
}

void rig_editor_words(const char *lines) {
  pthread_mutex_lock(&turn);
  free(words);
  words = strdup(lines);
  pthread_mutex_unlock(&turn);
}

ssize_t rig_editor_read(char *line, size_t capacity) {
  pthread_mutex_lock(&turn);
  int count = 0;
  if (!is_over) {
    lib.resize(editor);
    // libedit shows the prompt first and takes the terminal from its lines second: an end of input that a
    // script types in between was an empty line, and lost. Where that order is turned (el_wgetc of its
    // read.c), this can go.
    lib.set(editor, SET_TERMINAL_READY, 1);
  }
  const char *text = is_over ? NULL : lib.gets(editor, &count);
  ssize_t length = -1;
  if (text && count > 0) {
    length = (ssize_t)strcspn(text, "\r\n");
    if ((size_t)length < capacity) {
      memcpy(line, text, (size_t)length);
      line[length] = 0;
    }
    if (strspn(text, " \t\r\n") < (size_t)count) {
      history_event event;
      lib.history(past, &event, HISTORY_ENTER, text);
      if (*history_path) lib.history(past, &event, HISTORY_SAVE, history_path);
    }
  }
  pthread_mutex_unlock(&turn);
  return length;
}

void rig_editor_hide(void) {
  if (!editor) return;
  pthread_mutex_lock(&turn);
  if (!is_asking) return;
  const line_info *info = lib.line(editor);
  int width = rig_terminal_width(STDOUT_FILENO);
  long before = (long)strlen(prompt_text) + (info->cursor - info->buffer);
  if (width > 0 && before >= width) printf("\033[%ldA", before / width);
  printf("\r\033[J");
  fflush(stdout);
}

void rig_editor_show(void) {
  if (!editor) return;
  if (is_asking) lib.set(editor, DO_REFRESH);
  pthread_mutex_unlock(&turn);
}

void rig_editor_close(void) {
  if (!editor) return;
  pthread_mutex_lock(&turn);
  if (!is_over) {
    is_over = true;
    lib.set(editor, SET_TERMINAL_READY, 0);
    if (is_asking) printf("\r\n");
    fflush(stdout);
  }
  pthread_mutex_unlock(&turn);
}
