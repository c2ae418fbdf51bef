#ifndef LINER_CEDITLINE_SHIM_H
#define LINER_CEDITLINE_SHIM_H

#include <histedit.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

// Swift cannot call variadic functions, nor safely use C's stream variables: each wrapper is one use of el_set, el_get,
// history or el_init.

typedef unsigned char (*editor_function)(EditLine *, int);

// The columns of a character, -1 for a control character. From POSIX; Swift's Glibc does not declare it.
extern int wcwidth(wchar_t character);

static inline EditLine *editor_open(const char *program, FILE *output) {
  return el_init(program, stdin, output, stderr);
}

static inline void editor_set_owner(EditLine *editor, void *owner) {
  el_set(editor, EL_CLIENTDATA, owner);
}

static inline void *editor_owner(EditLine *editor) {
  void *owner = NULL;
  el_get(editor, EL_CLIENTDATA, &owner);
  return owner;
}

// Escape sequences in the prompt are between two `mark`s, and count no columns.
static inline void editor_set_prompt(EditLine *editor, char *(*prompt)(EditLine *), char mark) {
  el_set(editor, EL_PROMPT_ESC, prompt, mark);
}

static inline void editor_set_reader(EditLine *editor, int (*read)(EditLine *, wchar_t *)) {
  el_set(editor, EL_GETCFN, read);
}

static inline void editor_set_history(EditLine *editor, History *lines) {
  el_set(editor, EL_HIST, history, lines);
}

static inline void editor_add_function(
    EditLine *editor, const char *name, const char *help, editor_function function) {
  el_set(editor, EL_ADDFN, name, help, function);
}

static inline void editor_bind(EditLine *editor, const char *key, const char *function) {
  el_set(editor, EL_BIND, key, function, NULL);
}

// The same for the keys of vi's command mode.
static inline void editor_bind_command_key(EditLine *editor, const char *key, const char *function) {
  el_set(editor, EL_BIND, "-a", key, function, NULL);
}

// While a line is edited, Ctrl-C and Ctrl-Z are keys in order with the others, not signals; so Ctrl-S must not stop the
// terminal, where Ctrl-C could not start it again.
static inline void editor_take_signal_keys(EditLine *editor) {
  el_set(editor, EL_SETTY, "-d", "-isig", "-ixon", NULL);
}

static inline void editor_set_raw(EditLine *editor, int raw) {
  el_set(editor, EL_PREP_TERM, raw);
}

static inline void editor_set_editing(EditLine *editor, int editing) {
  el_set(editor, EL_EDITMODE, editing);
}

static inline int editor_is_editing(EditLine *editor) {
  int editing = 1;
  el_get(editor, EL_EDITMODE, &editing);
  return editing;
}

static inline void editor_use_emacs_keys(EditLine *editor) {
  el_set(editor, EL_EDITOR, "emacs");
}

static inline int editor_is_vi(EditLine *editor) {
  const char *name = NULL;
  return el_get(editor, EL_EDITOR, &name) == 0 && name != NULL && name[0] == 'v';
}

// Whether the terminal has the termcap `capability`.
static inline int editor_terminal_can(EditLine *editor, const char *capability) {
  char *sequence = NULL;
  return el_get(editor, EL_GETTC, capability, &sequence) == 0 && sequence != NULL && sequence[0] != '\0';
}

// Redraws prompt and line from the start of the cursor's row.
static inline void editor_redraw(EditLine *editor) {
  el_set(editor, EL_REFRESH);
}

static inline void history_set_size(History *lines, int size) {
  HistEvent event;
  history(lines, &event, H_SETSIZE, size);
}

// Returns the line's number, for deleting it; -1 if out of memory.
static inline int history_enter(History *lines, const char *line) {
  HistEvent event;
  return history(lines, &event, H_ENTER, line) < 0 ? -1 : event.num;
}

static inline void history_delete(History *lines, int number) {
  HistEvent event;
  // libedit returns a copy of the deleted line.
  if (history(lines, &event, H_DEL, number) == 0) free((void *)event.str);
}

#endif
