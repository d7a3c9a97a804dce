// ask FAMILY: asks for a socket. ask --child FAMILY: has another process do so, and ends with 0 if a signal ended that one.
// A program of its own, since what shells and interpreters ask for when they start depends on the environment.
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int ask(const char *family) {
  if (strcmp(family, "AF_INET") == 0) return socket(AF_INET, SOCK_STREAM, 0) < 0;
  if (strcmp(family, "AF_INET6") == 0) return socket(AF_INET6, SOCK_STREAM, 0) < 0;
  if (strcmp(family, "AF_UNIX") == 0) return socket(AF_UNIX, SOCK_STREAM, 0) < 0;
  return 64;
}

int main(int count, char **arguments) {
  if (count == 2) return ask(arguments[1]);
  if (count != 3 || strcmp(arguments[1], "--child") != 0) return 64;
  pid_t child = fork();
  if (child < 0) return 71;
  if (child == 0) _exit(ask(arguments[2]));
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) ? 0 : 1;
}
