// A disk that logs and fails: preloaded into a process (LD_PRELOAD), it sees every call on a file below DISK_ROOT. It appends calls that
// change the disk to DISK_LOG with their bytes, and can let the n-th call fail. Orders come as names that are opened (disk.ts): open("/disk!fail/…").
// A record is: u32 kind, u32 bytes of name, u32 bytes of data, u32 flag, i64 offset, name, data.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MARK, CREATE, WRITE, TRUNCATE, FLUSH, RENAME, LINK, UNLINK, MKDIR, RMDIR, READ, OPEN };
enum { FD_MAX = 4096, NAME_MAX_BYTES = 1024 };

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char *names[FD_MAX];
static int is_synced[FD_MAX];
static const char *root;
static int log_fd = -1;
// Calls until one fails; negative: none does. `stays`: all behind it fail, too.
static long countdown = -1;
static int error_number, stays, has_fired, ignores_flushes;

__attribute__((constructor)) static void begin(void) {
  root = getenv("DISK_ROOT");
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  const char *log = getenv("DISK_LOG");
  if (log != NULL) log_fd = REAL(open64)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_ours(const char *path) { return root != NULL && path != NULL && strncmp(path, root, strlen(root)) == 0; }
static const char *name_of(int fd) { return fd >= 0 && fd < FD_MAX ? names[fd] : NULL; }

static void record(uint32_t kind, const char *name, const void *bytes, uint32_t count, uint32_t flag, int64_t offset) {
  if (log_fd < 0) return;
  uint32_t head[4] = {kind, strlen(name), count, flag};
  struct iovec parts[4] = {{head, 16}, {&offset, 8}, {(void *)name, head[1]}, {(void *)bytes, count}};
  if (REAL(writev)(log_fd, parts, 4) != 24 + head[1] + count) abort();
}

// Whether this call fails; sets errno. A full disk (`stays`) fails what needs room only: `end`, where a write ends, is beyond the file.
static int fails(int kind, const char *name, int fd, int64_t end) {
  static const char *const words[] = {[WRITE] = "write", [TRUNCATE] = "truncate", [FLUSH] = "flush", [RENAME] = "rename",
    [LINK] = "link", [UNLINK] = "unlink", [MKDIR] = "mkdir", [RMDIR] = "rmdir", [READ] = "read", [OPEN] = "open", [CREATE] = "create"};
  struct stat file;
  int needs_room = kind == CREATE || kind == MKDIR || kind == LINK || kind == RENAME ||
    (kind == WRITE && fstat(fd, &file) == 0 && end > file.st_size);
  if (stays && !needs_room) return 0;
  if (countdown < 0 || (countdown-- > 0)) return 0;
  if (stays) countdown = 0;
  if (!has_fired) dprintf(2, "the disk failed: %s %s\n", words[kind], name);
  has_fired = 1;
  errno = error_number;
  return 1;
}

static int obey(const char *order) {
  if (sscanf(order, "fail/%ld/%d/%d", &countdown, &error_number, &stays) == 3) has_fired = 0;
  else if (strcmp(order, "ignore-flushes") == 0) ignores_flushes = 1;
  else if (strncmp(order, "mark/", 5) == 0) record(MARK, order + 5, NULL, 0, 0, 0);
  else if (strcmp(order, "off") == 0) {
    int fired = has_fired;
    countdown = -1, has_fired = 0, stays = 0;
    if (fired) return errno = EEXIST, -1;
  }
  return errno = ENOENT, -1;
}

// The whole name of what is named from an open folder.
static const char *whole_name(int folder, const char *path, char *room) {
  if (path[0] == '/' || name_of(folder) == NULL) return path;
  snprintf(room, NAME_MAX_BYTES, "%s/%s", names[folder], path);
  return room;
}

static int forget(int fd) {
  if (name_of(fd) != NULL) free(names[fd]), names[fd] = NULL;
  return fd;
}

static int opened(int folder, const char *path, int flags, mode_t mode) {
  if (strncmp(path, "/disk!", 6) == 0) return obey(path + 6);
  char room[NAME_MAX_BYTES];
  path = whole_name(folder, path, room);
  if (!is_ours(path)) return forget(REAL(openat)(folder, path, flags, mode));
  pthread_mutex_lock(&lock);
  struct stat found;
  int is_new = (flags & O_CREAT) && stat(path, &found) != 0;
  int fd = fails(is_new ? CREATE : OPEN, path, -1, 0) ? -1 : REAL(openat)(folder, path, flags, mode);
  if (fd >= 0 && fd < FD_MAX) {
    free(names[fd]);
    names[fd] = strdup(path);
    is_synced[fd] = (flags & O_DSYNC) != 0;
    if (is_new) record(CREATE, path, NULL, 0, 0, 0);
    else if (flags & O_TRUNC) record(TRUNCATE, path, NULL, 0, 0, 0);
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

static mode_t mode_in(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }
#define OPEN_AS(name, folder, ...)         \
  int name(__VA_ARGS__ int flags, ...) {   \
    va_list rest;                          \
    va_start(rest, flags);                 \
    mode_t mode = mode_in(flags, rest);    \
    va_end(rest);                          \
    return opened(folder, path, flags, mode); \
  }
OPEN_AS(open, AT_FDCWD, const char *path,)
OPEN_AS(open64, AT_FDCWD, const char *path,)
OPEN_AS(openat, folder, int folder, const char *path,)
OPEN_AS(openat64, folder, int folder, const char *path,)

int close(int fd) {
  pthread_mutex_lock(&lock);
  forget(fd);
  pthread_mutex_unlock(&lock);
  return REAL(close)(fd);
}
int closedir(DIR *folder) { return forget(dirfd(folder)), REAL(closedir)(folder); }

// A call on a file: as it is on files of others, else in turn, perhaps failing, perhaps recorded with what it did.
#define IN_TURN(type, kind, name, call, noted) ENDING(type, kind, name, -1, 0, call, noted)
#define ENDING(type, kind, name, fd, end, call, noted)   \
  if (!is_ours(name)) return call;                       \
  pthread_mutex_lock(&lock);                             \
  type done = fails(kind, name, fd, end) ? -1 : call;                 \
  int saved = errno;                                     \
  if (done >= 0) { noted; }                              \
  pthread_mutex_unlock(&lock);                           \
  errno = saved;                                         \
  return done;

static void note_write(int fd, const struct iovec *parts, int count, int64_t offset, int64_t done) {
  for (int i = 0; i < count && done > 0; i++) {
    int64_t bytes = done < (int64_t)parts[i].iov_len ? done : (int64_t)parts[i].iov_len;
    record(WRITE, names[fd], parts[i].iov_base, bytes, is_synced[fd], offset);
    offset += bytes, done -= bytes;
  }
}
#define HERE(fd) lseek(fd, 0, SEEK_CUR)
// Where an unplaced write begins that has just been done.
static int64_t place_of(int fd, ssize_t done) { return HERE(fd) - done; }
// What is logged is flushed as slowly as by a disk, so that whoever does not wait for it is ahead of it in the log.
enum { FLUSH_MICROSECONDS = 20000 };
static void begin_flush(int fd) {
  if (log_fd >= 0 && is_ours(name_of(fd))) usleep(FLUSH_MICROSECONDS);
}
#define ONE(bytes, count) &(struct iovec){(void *)bytes, count}, 1
static int64_t sum_of(const struct iovec *parts, int count) {
  int64_t sum = 0;
  while (count-- > 0) sum += parts[count].iov_len;
  return sum;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  ENDING(ssize_t, WRITE, name_of(fd), fd, HERE(fd) + count, REAL(write)(fd, bytes, count), note_write(fd, ONE(bytes, count), place_of(fd, done), done))
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  if (fd >= 0 && fd < FD_MAX && is_synced[fd]) begin_flush(fd);
  ENDING(ssize_t, WRITE, name_of(fd), fd, at + count, REAL(pwrite64)(fd, bytes, count, at), note_write(fd, ONE(bytes, count), at, done))
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  ENDING(ssize_t, WRITE, name_of(fd), fd, HERE(fd) + sum_of(parts, count), REAL(writev)(fd, parts, count), note_write(fd, parts, count, place_of(fd, done), done))
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  ENDING(ssize_t, WRITE, name_of(fd), fd, at + sum_of(parts, count), REAL(pwritev64)(fd, parts, count, at), note_write(fd, parts, count, at, done))
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return pwritev64(fd, parts, count, at); }
ssize_t read(int fd, void *bytes, size_t count) { IN_TURN(ssize_t, READ, name_of(fd), REAL(read)(fd, bytes, count), ) }
ssize_t pread64(int fd, void *bytes, size_t count, off64_t at) {
  IN_TURN(ssize_t, READ, name_of(fd), REAL(pread64)(fd, bytes, count, at), )
}
int ftruncate64(int fd, off64_t size) {
  IN_TURN(int, TRUNCATE, name_of(fd), REAL(ftruncate64)(fd, size), record(TRUNCATE, names[fd], NULL, 0, 0, size))
}
static int flush(int fd, int (*how)(int)) {
  begin_flush(fd);
  IN_TURN(int, FLUSH, name_of(fd), ignores_flushes ? 0 : how(fd), if (!ignores_flushes) record(FLUSH, names[fd], NULL, 0, 0, 0))
}
int fsync(int fd) { return flush(fd, REAL(fsync)); }
int fdatasync(int fd) { return flush(fd, REAL(fdatasync)); }
int rename(const char *from, const char *to) {
  IN_TURN(int, RENAME, to, REAL(rename)(from, to), record(RENAME, from, to, strlen(to), 0, 0))
}
int link(const char *from, const char *to) {
  IN_TURN(int, LINK, to, REAL(link)(from, to), record(LINK, from, to, strlen(to), 0, 0))
}
int unlink(const char *path) { IN_TURN(int, UNLINK, path, REAL(unlink)(path), record(UNLINK, path, NULL, 0, 0, 0)) }
int rmdir(const char *path) { IN_TURN(int, RMDIR, path, REAL(rmdir)(path), record(RMDIR, path, NULL, 0, 0, 0)) }
int mkdir(const char *path, mode_t mode) {
  IN_TURN(int, MKDIR, path, REAL(mkdir)(path, mode), record(MKDIR, path, NULL, 0, 0, 0))
}
int remove(const char *path) { return unlink(path) == 0 ? 0 : errno == EISDIR || errno == EPERM ? rmdir(path) : -1; }
int unlinkat(int folder, const char *path, int flags) {
  char room[NAME_MAX_BYTES];
  path = whole_name(folder, path, room);
  if (!is_ours(path)) return REAL(unlinkat)(folder, path, flags);
  return flags & AT_REMOVEDIR ? rmdir(path) : unlink(path);
}

// Copies within the kernel carry no bytes past us: libuv then reads and writes, by sendfile, which is refused as well.
ssize_t sendfile64(int to, int from, off64_t *at, size_t count) {
  if (!is_ours(name_of(to))) return REAL(sendfile64)(to, from, at, count);
  return errno = EINVAL, -1;
}
ssize_t sendfile(int to, int from, off_t *at, size_t count) { return sendfile64(to, from, at, count); }
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_copy_file_range) return errno = ENOSYS, -1;
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
