// The processes at the other side of a link that ends in this machine, their threads, and whether they wait
// for a disk.
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CRigShims.h"

// Sockets of one port, and threads of one process, that are looked at.
enum { MOST_SOCKETS = 64, MOST_THREADS = 64 };

static ssize_t read_whole(const char *path, char *text, size_t capacity) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t length = read(fd, text, capacity - 1);
  close(fd);
  if (length >= 0) text[length] = '\0';
  return length;
}

// What follows the name of a process or thread in its line of status; NULL where there is none. A name may
// hold anything.
static const char *behind_name(const char *path, char *text, size_t capacity) {
  if (read_whole(path, text, capacity) <= 0) return NULL;
  const char *end = strrchr(text, ')');
  return end == NULL || end[1] != ' ' ? NULL : end + 2;
}

static bool is_waiting(const char *path) {
  char text[512];
  const char *state = behind_name(path, text, sizeof text);
  return state != NULL && *state == 'D';
}

static bool is_number(const char *name) { return isdigit((unsigned char)name[0]); }

int rig_thread_waits_for_disk(int thread) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  return is_waiting(path);
}

int rig_threads_of(pid_t process, int *found, int capacity) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *tasks = opendir(path);
  if (tasks == NULL) return -errno;
  int count = 0;
  for (struct dirent *task; count < capacity && (task = readdir(tasks)) != NULL;)
    if (is_number(task->d_name)) found[count++] = atoi(task->d_name);
  closedir(tasks);
  return count;
}

int rig_process_waits_for_disk(pid_t pid) {
  int threads[MOST_THREADS];
  int count = rig_threads_of(pid, threads, MOST_THREADS), waits = 0;
  if (count < 0) return count;
  for (int index = 0; !waits && index < count; index++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/stat", pid, threads[index]);
    waits = is_waiting(path);
  }
  return waits;
}

// The sockets of a port of this machine.
static int find_sockets(const char *table, int port, unsigned long *sockets, int count) {
  FILE *file = fopen(table, "re");
  if (file == NULL) return count;
  char line[512];
  while (count < MOST_SOCKETS && fgets(line, sizeof line, file) != NULL) {
    unsigned own = 0;
    unsigned long socket = 0;
    // Place, own address, the other's, state, queues, timer, repetitions, user, timeout, socket.
    const char *form = " %*d: %*[0-9A-Fa-f]:%x %*s %*s %*s %*s %*s %*s %*s %lu";
    if (sscanf(line, form, &own, &socket) == 2 && (int)own == port && socket != 0) sockets[count++] = socket;
  }
  fclose(file);
  return count;
}

struct wanted {
  enum rig_player_place place;
  int number;
  unsigned long sockets[MOST_SOCKETS];
  int socket_count;
};

static bool is_wanted_file(const struct wanted *wanted, const char *process, const char *descriptor) {
  char path[640], target[64];
  snprintf(path, sizeof path, "/proc/%s/fd/%s", process, descriptor);
  ssize_t length = readlink(path, target, sizeof target - 1);
  if (length <= 0) return false;
  target[length] = '\0';
  if (wanted->place == RIG_PLAYER_PORT) {
    unsigned long socket = 0;
    if (sscanf(target, "socket:[%lu]", &socket) != 1) return false;
    for (int index = 0; index < wanted->socket_count; index++)
      if (wanted->sockets[index] == socket) return true;
    return false;
  }
  if (strcmp(target, "/dev/ptmx") != 0 && strcmp(target, "/dev/pts/ptmx") != 0) return false;
  char text[512];
  snprintf(path, sizeof path, "/proc/%s/fdinfo/%s", process, descriptor);
  if (read_whole(path, text, sizeof text) <= 0) return false;
  const char *index = strstr(text, "tty-index:");
  return index != NULL && atoi(index + strlen("tty-index:")) == wanted->number;
}

static bool is_wanted(const struct wanted *wanted, const char *process) {
  char path[320], text[512];
  if (wanted->place == RIG_PLAYER_GROUP) {
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    const char *state = behind_name(path, text, sizeof text);
    int group = -1;
    return state != NULL && sscanf(state, "%*c %*d %d", &group) == 1 && group == wanted->number;
  }
  snprintf(path, sizeof path, "/proc/%s/fd", process);
  DIR *files = opendir(path);
  if (files == NULL) return false;
  bool found = false;
  for (struct dirent *file; !found && (file = readdir(files)) != NULL;)
    found = is_number(file->d_name) && is_wanted_file(wanted, process, file->d_name);
  closedir(files);
  return found;
}

int rig_find_players(enum rig_player_place place, int number, pid_t *found, int capacity) {
  struct wanted wanted = {.place = place, .number = number};
  if (place == RIG_PLAYER_PORT) {
    int count = find_sockets("/proc/net/tcp", number, wanted.sockets, 0);
    wanted.socket_count = find_sockets("/proc/net/tcp6", number, wanted.sockets, count);
    if (wanted.socket_count == 0) return 0;
  }
  DIR *processes = opendir("/proc");
  if (processes == NULL) return 0;
  int count = 0;
  for (struct dirent *process; count < capacity && (process = readdir(processes)) != NULL;) {
    if (!is_number(process->d_name)) continue;
    pid_t pid = (pid_t)atoi(process->d_name);
    if (pid != getpid() && is_wanted(&wanted, process->d_name)) found[count++] = pid;
  }
  closedir(processes);
  return count;
}
