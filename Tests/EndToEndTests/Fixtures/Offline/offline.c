// offline [--local] COMMAND...: runs a command that the kernel kills (SIGSYS) as soon as it, or a program that it starts,
// asks for a socket of any family; with --local, of any but AF_UNIX. Pairs of sockets (socketpair) lead nowhere, and are
// allowed.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define NO_FAMILY 0xffffffff

int main(int count, char **arguments) {
  bool is_local = count > 1 && strcmp(arguments[1], "--local") == 0;
  char **command = arguments + (is_local ? 2 : 1);
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    KILL,
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
    // Calls of the x32 interface have numbers of their own.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    KILL,
#endif
    // Without a socket, nothing can be done with one.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, is_local ? AF_UNIX : NO_FAMILY, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    KILL,
    // Its queue makes sockets without any of these calls.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
    KILL,
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
  if (!*command) return 64;
  // As for an ordinary user, no thread's priority can be raised: what fails may be said to the system's log. Those users
  // have nothing to give up.
  prctl(PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    perror("offline");
    return 71;
  }
  execvp(command[0], command);
  perror(command[0]);
  return errno == ENOENT ? 127 : 126;
}
