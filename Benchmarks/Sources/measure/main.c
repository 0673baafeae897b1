// Runs commands in turn, RUNS times each, and prints one line per command: median wall milliseconds, median processor
// milliseconds, greatest resident kilobytes, last exit status. A program of its own and small, since a child's greatest size
// starts at its parent's.
//
// measure RUNS -- COMMAND ARGUMENTS... [-- COMMAND ARGUMENTS...]...
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_commands = 32, most_runs = 1000 };

struct command {
    char **arguments;
    double wall[most_runs], cpu[most_runs];
    long size;
    int status;
};
static struct command commands[most_commands];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void run(struct command *command, int number) {
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        execvp(command->arguments[0], command->arguments);
        _exit(127);
    }
    struct rusage usage;
    int status = 0;
    wait4(child, &status, 0, &usage);
    command->wall[number] = now() - start;
    command->cpu[number] = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
    long size = usage.ru_maxrss;
#ifdef __APPLE__
    size /= 1024;
#endif
    if (size > command->size) command->size = size;
    command->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

int main(int count, char **arguments) {
    int runs = count > 1 ? atoi(arguments[1]) : 0, found = 0;
    if (runs < 1 || runs > most_runs) return 64;
    for (int index = 2; index < count; index++) {
        if (strcmp(arguments[index], "--") != 0) continue;
        arguments[index] = NULL;
        if (found < most_commands && index + 1 < count) commands[found++].arguments = arguments + index + 1;
    }
    for (int number = 0; number < runs; number++) {
        for (int turn = 0; turn < found; turn++) run(&commands[(turn + number) % found], number);
    }
    for (int index = 0; index < found; index++) {
        struct command *command = &commands[index];
        double wall = median(command->wall, runs), cpu = median(command->cpu, runs);
        printf("%.3f %.3f %ld %d\n", wall, cpu, command->size, command->status);
    }
    return 0;
}
