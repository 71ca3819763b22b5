/* Preloaded into the unmodified program: device nodes and the files that name the board are those below $WIRES_ROOT.

   A node there is a socket of the models (nodes.py). Opening it connects; each ioctl is one message to the models and
   one back. What they answer a line request with are two descriptors: one that delivers edges, so that poll and read
   need no help, and one for the ioctls on it. Nothing here knows a chip. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#define NODES 1024
#define LARGEST 65536
#define GPIO_MAJOR 254
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int line_to[NODES]; /* descriptor of the program -> 1 + the socket that answers its ioctls; 0: not ours */
static pthread_mutex_t talking[NODES] = {[0 ... NODES - 1] = PTHREAD_MUTEX_INITIALIZER};
static const char *OURS[] = {"/dev/spidev", "/dev/i2c-", "/dev/gpio", "/dev/serial", "/dev/ttyAMA", "/proc/device-tree",
                             "/proc/cpuinfo", "/sys/bus/gpio", "/sys/bus/i2c", "/sys/bus/spi", "/sys/class/gpio", "/sys/dev/char", "/boot", NULL};

/* ---------------------------------------------------------------- names */

static const char *mapped(const char *path, char *room) {
    const char *root = getenv("WIRES_ROOT");
    struct stat found;
    if (!root || !path || path[0] != '/' || strncmp(path, root, strlen(root)) == 0) return path;
    if (snprintf(room, PATH_MAX, "%s%s", root, path) >= PATH_MAX) return path;
    for (const char **prefix = OURS; *prefix; prefix++)
        if (strncmp(path, *prefix, strlen(*prefix)) == 0) return room;
    return strcmp(path, "/dev") && strcmp(path, "/proc") && !REAL(lstat)(room, &found) && !S_ISDIR(found.st_mode) ? room : path;
}

static int is_node(const char *path, struct stat *found) { return !REAL(stat)(path, found) && S_ISSOCK(found->st_mode); }

/* The last digits of its name count a node. */
static void as_device(struct stat *found, const char *path) {
    const char *digits = path + strlen(path);
    if (!S_ISSOCK(found->st_mode)) return;
    while (digits > path && digits[-1] >= '0' && digits[-1] <= '9') digits--;
    found->st_mode = (found->st_mode & ~S_IFMT) | S_IFCHR;
    found->st_rdev = makedev(GPIO_MAJOR, atoi(digits));
}

static int connected(const char *path, const struct stat *node) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int line;
    if (!(node->st_mode & 0222)) return errno = EACCES, -1; /* root, too, is told so */
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    line = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (line < 0) return -1;
    if (connect(line, (struct sockaddr *)&address, sizeof address)) {
        close(line);
        return errno = errno == ECONNREFUSED ? ENODEV : errno, -1;
    }
    if (line >= NODES) abort();
    line_to[line] = 1 + line;
    return line;
}

static int opened(const char *path, int flags, mode_t mode) {
    char room[PATH_MAX];
    const char *place = mapped(path, room);
    struct stat node;
    if (place != path && is_node(place, &node)) return connected(place, &node);
    return REAL(open64)(place, flags, mode);
}

#define MODE_OF(flags, mode)                                   \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                   \
        va_list rest;                                          \
        va_start(rest, flags);                                 \
        mode = va_arg(rest, mode_t);                           \
        va_end(rest);                                          \
    }

int open(const char *path, int flags, ...) {
    mode_t mode = 0;
    MODE_OF(flags, mode)
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    mode_t mode = 0;
    MODE_OF(flags, mode)
    return opened(path, flags, mode);
}

int openat64(int from, const char *path, int flags, ...) {
    mode_t mode = 0;
    MODE_OF(flags, mode)
    return path[0] == '/' ? opened(path, flags, mode) : REAL(openat64)(from, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
    char room[PATH_MAX];
    return REAL(fopen64)(mapped(path, room), mode);
}

FILE *fopen64(const char *path, const char *mode) {
    char room[PATH_MAX];
    return REAL(fopen64)(mapped(path, room), mode);
}

DIR *opendir(const char *path) {
    char room[PATH_MAX];
    return REAL(opendir)(mapped(path, room));
}

int access(const char *path, int mode) {
    char room[PATH_MAX];
    const char *place = mapped(path, room);
    struct stat node;
    if (place != path && is_node(place, &node) && !(node.st_mode & 0222) && mode & (R_OK | W_OK)) return errno = EACCES, -1;
    return REAL(access)(place, mode);
}

/* One for each name under which programs of different ages ask what a file is. */
#define ASKED(declared, call, found)                               \
    declared {                                                     \
        char room[PATH_MAX];                                       \
        const char *place = mapped(path, room);                    \
        int answer = call;                                         \
        if (!answer && place != path) as_device((struct stat *)found, place); \
        return answer;                                             \
    }

extern int __xstat(int, const char *, struct stat *);
extern int __lxstat(int, const char *, struct stat *);
ASKED(int stat(const char *path, struct stat *found), REAL(stat)(place, found), found)
ASKED(int lstat(const char *path, struct stat *found), REAL(lstat)(place, found), found)
ASKED(int stat64(const char *path, struct stat64 *found), REAL(stat64)(place, found), found)
ASKED(int lstat64(const char *path, struct stat64 *found), REAL(lstat64)(place, found), found)
ASKED(int __xstat(int version, const char *path, struct stat *found), (version ? REAL(stat)(place, found) : -1), found)
ASKED(int __lxstat(int version, const char *path, struct stat *found), (version ? REAL(lstat)(place, found) : -1), found)
ASKED(int fstatat64(int from, const char *path, struct stat64 *found, int flags), REAL(fstatat64)(from, place, found, flags), found)

char *realpath(const char *path, char *resolved) {
    char room[PATH_MAX], answer[PATH_MAX];
    const char *root = getenv("WIRES_ROOT"), *place = mapped(path, room), *found;
    if (place == path) return REAL(realpath)(path, resolved);
    if (!REAL(realpath)(place, answer)) return NULL;
    found = strncmp(answer, root, strlen(root)) ? answer : answer + strlen(root);
    return resolved ? strcpy(resolved, found) : strdup(found);
}

/* ---------------------------------------------------------------- ioctls */

/* What a call returned, then up to LARGEST bytes. */
struct answer {
    int32_t returned;
    unsigned char octets[LARGEST];
};

/* Send a request with its bytes and take the answer; `passed` is for two descriptors that may come along. */
static int asked(int fd, uint64_t request, const struct iovec *parts, int count, struct answer *answer, int passed[2]) {
    struct iovec out[66] = {{&request, sizeof request}}, in = {answer, sizeof *answer};
    char room[CMSG_SPACE(2 * sizeof(int))];
    struct msghdr sent = {.msg_iov = out, .msg_iovlen = 1 + count};
    struct msghdr back = {.msg_iov = &in, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    int line = line_to[fd] - 1;
    ssize_t length;
    memcpy(out + 1, parts, count * sizeof *parts);
    pthread_mutex_lock(&talking[fd]);
    length = sendmsg(line, &sent, MSG_NOSIGNAL);
    if (length >= 0) /* no signal ends a transfer in the kernel */
        while ((length = recvmsg(line, &back, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) continue;
    pthread_mutex_unlock(&talking[fd]);
    if (length < (ssize_t)sizeof answer->returned) return errno = ENODEV, -1;
    if (passed && CMSG_FIRSTHDR(&back)) memcpy(passed, CMSG_DATA(CMSG_FIRSTHDR(&back)), 2 * sizeof(int));
    return answer->returned < 0 ? (errno = -answer->returned, -1) : answer->returned;
}

static int spi_message(int fd, unsigned long request, struct spi_ioc_transfer *transfers, struct answer *answer) {
    int count = _IOC_SIZE(request) / sizeof *transfers, returned, at = 0;
    static unsigned char silence[4096];
    struct iovec parts[64];
    uint32_t heads[32][2];
    for (int i = 0; i < count; i++) {
        heads[i][0] = transfers[i].len;
        heads[i][1] = transfers[i].speed_hz;
        parts[2 * i] = (struct iovec){heads[i], sizeof heads[i]};
        parts[2 * i + 1] = (struct iovec){transfers[i].tx_buf ? (void *)(uintptr_t)transfers[i].tx_buf : silence, transfers[i].len};
    }
    returned = asked(fd, request, parts, 2 * count, answer, NULL);
    for (int i = 0; returned >= 0 && i < count; at += transfers[i++].len)
        if (transfers[i].rx_buf) memcpy((void *)(uintptr_t)transfers[i].rx_buf, answer->octets + at, transfers[i].len);
    return returned;
}

static int i2c_messages(int fd, unsigned long request, struct i2c_rdwr_ioctl_data *all, struct answer *answer) {
    struct iovec parts[64];
    uint16_t heads[32][3];
    int returned, at = 0;
    for (unsigned i = 0; i < all->nmsgs; i++) {
        struct i2c_msg *one = &all->msgs[i];
        memcpy(heads[i], (uint16_t[]){one->addr, one->flags, one->len}, sizeof heads[i]);
        parts[2 * i] = (struct iovec){heads[i], sizeof heads[i]};
        parts[2 * i + 1] = (struct iovec){one->buf, one->flags & I2C_M_RD ? 0 : one->len};
    }
    returned = asked(fd, request, parts, 2 * all->nmsgs, answer, NULL);
    for (unsigned i = 0; returned >= 0 && i < all->nmsgs; i++)
        if (all->msgs[i].flags & I2C_M_RD) {
            memcpy(all->msgs[i].buf, answer->octets + at, all->msgs[i].len);
            at += all->msgs[i].len;
        }
    return returned;
}

static int line_request(int fd, unsigned long request, struct gpio_v2_line_request *wanted, struct answer *answer) {
    struct iovec part = {wanted, sizeof *wanted};
    int passed[2] = {-1, -1};
    int returned = asked(fd, request, &part, 1, answer, passed);
    if (returned < 0) return returned;
    if (passed[0] < 0 || passed[0] >= NODES) abort();
    line_to[passed[0]] = 1 + passed[1];
    wanted->fd = passed[0];
    return returned;
}

int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (fd < 0 || fd >= NODES || !line_to[fd]) return REAL(ioctl)(fd, request, argument);
    request = (uint32_t)request; /* as in the kernel: callers may extend its sign */
    struct answer answer;
    size_t size = request == I2C_FUNCS ? sizeof(unsigned long) : _IOC_SIZE(request);
    if (_IOC_TYPE(request) == SPI_IOC_MAGIC && _IOC_NR(request) == 0) return spi_message(fd, request, argument, &answer);
    if (request == I2C_RDWR) return i2c_messages(fd, request, argument, &answer);
    if (request == GPIO_V2_GET_LINE_IOCTL) return line_request(fd, request, argument, &answer);
    struct iovec part = size ? (struct iovec){argument, size} : (struct iovec){&argument, sizeof argument};
    int returned = asked(fd, request, &part, 1, &answer, NULL);
    if (returned >= 0 && size && (_IOC_DIR(request) & _IOC_READ || request == I2C_FUNCS)) memcpy(argument, answer.octets, size);
    return returned;
}

int close(int fd) {
    if (fd >= 0 && fd < NODES && line_to[fd]) {
        int line = line_to[fd] - 1;
        uint64_t goodbye = 0;
        char nothing;
        line_to[fd] = 0;
        if (send(line, &goodbye, sizeof goodbye, MSG_NOSIGNAL) > 0) recv(line, &nothing, 1, 0); /* as in the kernel: released on return */
        if (line != fd) REAL(close)(line);
    }
    return REAL(close)(fd);
}
