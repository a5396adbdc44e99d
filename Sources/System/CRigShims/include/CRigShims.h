// What the Glibc module map lacks, and what Swift cannot call: thin, without logic.
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Wake-ups (eventfd, ppoll).
int rig_eventfd(void);
void rig_eventfd_signal(int fd);
void rig_eventfd_clear(int fd);
/// Waits until `fd` is readable. Negative timeout: for ever. Returns 1 readable, 0 timed out, -1 error.
int rig_wait_readable(int fd, int64_t timeout_ns);
int64_t rig_monotonic_ns(void);

// epoll. `events` uses the RIG_EV bits; `token` comes back with each event. EDGE: once for each change.
enum { RIG_EV_IN = 1, RIG_EV_OUT = 2, RIG_EV_HUP = 4, RIG_EV_ERR = 8, RIG_EV_EDGE = 16 };
struct rig_event {
  uint64_t token;
  uint32_t events;
};
int rig_epoll(void);
int rig_epoll_add(int epoll, int fd, uint64_t token, uint32_t events);
int rig_epoll_modify(int epoll, int fd, uint64_t token, uint32_t events);
int rig_epoll_remove(int epoll, int fd);
/// Waits, negative: for ever. Returns how many events there are, or -errno.
int rig_epoll_wait(int epoll, struct rig_event *events, int capacity, int64_t timeout_ns);

// Pseudo-terminals. Both return a descriptor or -errno.
int rig_pty_open(char *slave_path, size_t capacity);
/// An inotify descriptor that reports opens and closes of `path`.
int rig_watch_opens(const char *path);
/// Reads pending reports; fills in how many opens and closes there were. Returns 0 or -errno.
int rig_watch_read(int fd, int *opens, int *closes);

/// An inotify descriptor that reports files written in the folder `path`, or moved there; or -errno.
int rig_watch_folder(const char *path);
/// Waits up to `milliseconds`, negative: for ever. Returns 1 when the file `name` was written, 2 when
/// only others were, 0 when none was, -errno when the folder can no longer be watched.
int rig_watch_file(int fd, const char *name, int milliseconds);

// Terminals. All return 0 or -errno.
int rig_tty_raw(int fd, uint32_t baud, bool rtscts, bool xonxoff);
int rig_tty_is_pty(int fd);
/// The number of a pseudo-terminal (/dev/pts/N); -errno.
int rig_pty_index(int fd);
int rig_tty_exclusive(int fd, bool on);
int rig_tty_flush(int fd);
/// Bytes that were received and not read yet, or -errno.
int rig_tty_waiting(int fd);
/// `mask`: 1 is DTR, 2 is RTS. -ENOTTY: the device has no such lines.
int rig_tty_lines(int fd, int mask, int values);
int rig_tty_drain_count(int fd, int *queued);
/// Another rate, everything else left as it is.
int rig_tty_rate(int fd, uint32_t baud);
/// The rate that the driver has really taken, or a negative error number.
int64_t rig_tty_speed(int fd);
int rig_tty_break(int fd, bool on);
/// Asks the driver not to collect bytes; drivers without such a thing say -ENOTTY or the like.
int rig_tty_low_latency(int fd);
/// What the driver has counted since the device was there.
struct rig_tty_counts {
  uint32_t framing, parity, overrun, lost, breaks;
};
int rig_tty_errors(int fd, struct rig_tty_counts *counts);
int rig_terminal_width(int fd);

// The line that a person types at the terminal, by libedit; false where that is not installed. What other
// threads print goes between hide and show, which do nothing before it is open.
bool rig_editor_open(const char *prompt, const char *history_file);
/// What the key Tab knows: a command a line, and behind it the arguments that it takes.
void rig_editor_words(const char *lines);
/// The next line without its end, and its length; -1 at the end of the input.
ssize_t rig_editor_read(char *line, size_t capacity);
void rig_editor_hide(void);
void rig_editor_show(void);
/// Leaves the terminal as it was found.
void rig_editor_close(void);

// Files, sockets, processes.
int rig_open_serial(const char *path);
int rig_lock_exclusive(int fd);
int rig_set_nonblocking(int fd);
/// Connects; `-errno`, or `-10000 - gai_error` when the name does not resolve.
int rig_tcp_connect(const char *host, const char *port, int timeout_ms);
/// Listens on `address`:`port` (0 picks one); `*bound` gets the port.
int rig_tcp_listen(const char *address, uint16_t port, uint16_t *bound);
/// `-errno`; the connection notices within minutes that the other machine is gone.
int rig_tcp_accept(int fd);
/// A socket whose datagrams go to a port of this machine, or -errno.
int rig_udp_to_loopback(uint16_t port);
/// A descriptor that does nothing but occupy its number.
int rig_spare_descriptor(void);
/// Lets this process open as many descriptors as it may ask for; how many that are.
int64_t rig_raise_descriptor_limit(void);
/// The text for a `gai_error` as `rig_tcp_connect` gives it.
const char *rig_gai_text(int code);
/// Starts `/bin/sh -c command` in a process group of its own, with a pipe on its standard input and
/// output; standard error is inherited.
int rig_spawn_shell(const char *command, const char *directory, int *to_child, int *from_child, pid_t *pid);
/// Ends a process group: TERM, and KILL after `grace_ms`. Returns the exit status or -errno.
int rig_end_group(pid_t pid, int grace_ms);
/// Waits for a child to end by itself. Returns its exit status, -ETIMEDOUT or -errno.
int rig_wait_process(pid_t pid, int timeout_ms);
/// 1 where an access list gives rights beside owner and group, else 0.
int rig_has_access_list(const char *path);

// Bluetooth LE: the kernel's own channel of the attribute protocol (L2CAP, fixed channel 4).
/// Begins to connect and does not wait: a socket, not yet writable, or -errno. Addresses have their
/// least significant byte first; `adapter` all zero leaves the choice to the kernel. `type`: 1 public,
/// 2 random.
int rig_l2cap_connect(const uint8_t adapter[6], const uint8_t address[6], uint8_t type);
/// Asks for a security level (2: encrypted): 0 or -errno. The socket is writable when it is reached.
int rig_l2cap_secure(int fd, uint8_t level);
/// The level of the link, or -errno.
int rig_l2cap_security(int fd);
/// The error that is pending on a socket, 0 for none, or -errno.
int rig_socket_error(int fd);
/// Packets that came and that the kernel dropped because the socket was full.
int rig_socket_drops(int fd);
/// Another descriptor of the same socket or file, or -errno.
int rig_duplicate(int fd);
/// A process other than this that has an L2CAP channel to a device, as far as this user may see, and its
/// name; 0 for none. The address is least significant byte first.
int rig_l2cap_holder(const uint8_t address[6], char *name, int size);
/// A socket on which the kernel tells what passes between it and the Bluetooth controllers, keys of bonds
/// among it; -errno, which is -EPERM without CAP_NET_RAW.
int rig_hci_monitor(void);
/// The next packet with its header of 6 bytes, and when it was in nanoseconds since the epoch: its length,
/// 0 for none, or -errno.
int rig_hci_monitor_receive(int fd, uint8_t *packet, int size, int64_t *nanoseconds);
/// The next packet of a socket, and how many nanoseconds it had been here, 0 where the kernel does not say: its
/// length, or -errno.
int rig_packet_receive(int fd, uint8_t *packet, int size, int64_t *waited);
/// Two packet sockets that are connected with each other; 0 or -errno.
int rig_packet_pair(int *first, int *second);

// Signals.
/// Blocks INT, TERM, HUP and USR1 in the calling thread (and in those that it starts), ignores PIPE.
void rig_signals_block(void);
/// Waits for the next of them.
int rig_signals_wait(void);

// Threads.
typedef void (*rig_thread_body)(void *context);
int rig_thread_start(const char *name, rig_thread_body body, void *context, pthread_t *thread);
uintptr_t rig_thread_self(void);
/// The number by which the system knows the calling thread.
int rig_thread_id(void);
/// Opens a file to read it, for as long as it is asked: a descriptor or -errno.
int rig_open_read(const char *path);
/// What ``rig_thread_waited_ns`` reads, for a thread of a process, or with 0 of this one: a descriptor or
/// -errno.
int rig_thread_waits_open(pid_t process, int thread);
/// The threads of a process; how many were found, or -errno where the process is gone.
int rig_threads_of(pid_t process, int *found, int capacity);
/// Nanoseconds that the thread was ready to run and was given no processor, since it began; -1 where the
/// system does not say.
int64_t rig_thread_waited_ns(int fd);
/// Nanoseconds that processes of this machine waited, those of several at a time once, by the kernel's
/// pressure: for a processor (/proc/pressure/cpu) or for disks (/proc/pressure/io), as was opened; -1 where
/// the system does not say.
int64_t rig_machine_waited_ns(int fd);
/// Tasks that run, or could, for each processor of this machine (/proc/loadavg); 0 where the system does
/// not say.
double rig_crowding(int fd);
/// Nanoseconds that a hypervisor took from the processors of this machine, in steps of a clock tick
/// (/proc/stat); -1 where the system does not say.
int64_t rig_stolen_ns(int fd);
/// Whether a thread of this process is in uninterruptible sleep, as while it waits for a disk.
int rig_thread_waits_for_disk(int thread);
/// Whether a thread of a process is; -errno where the process is gone.
int rig_process_waits_for_disk(pid_t pid);
/// By what processes are found that are at the other side of a link: their group, the TCP port that they
/// serve, or the number of the pseudo-terminal whose other end they have.
enum rig_player_place { RIG_PLAYER_GROUP, RIG_PLAYER_PORT, RIG_PLAYER_TERMINAL };
/// Looks through all processes of this machine that this one may look at; how many were found.
int rig_find_players(enum rig_player_place place, int number, pid_t *found, int capacity);
/// Lets the calling thread run before all others, where the system allows it; 0 or -errno.
int rig_thread_first(void);
/// Sleeps until an instant of the monotonic clock.
void rig_sleep_until(int64_t monotonic_ns);
_Noreturn void rig_exit_now(int status);
void rig_close(int fd);
