/*
 * check.h — the frame of the C tests. A test is a law in words and a function that tries to break it:
 *
 *   static void sixty_four_fit(void) { CHECK(n == 64); }
 *   int main(int argc, char **argv)
 *   {
 *       check_begin(argc, argv);
 *       LAW("64 subxids fit the cache", sixty_four_fit);
 *       return check_end();
 *   }
 *
 * A failed CHECK prints file, line and what it looked at (CONTEXT), and fails its law; the rest of the law still runs.
 * The last line is `N passed, N failed`, in laws. Random laws draw from `check_seed`; `--seed S` replays one,
 * `--runs N` runs N times as many rounds.
 */
#ifndef XIP_TEST_CHECK_H
#define XIP_TEST_CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { CHECK_SANITIZED = 1 };
#else
enum { CHECK_SANITIZED = 0 };
#endif

enum { CHECK_SHOWN = 5 /* failures printed of one law */ };

static struct {
    uint32_t passed, failed;
    uint32_t failures; /* of the law that runs */
    const char *law;
    char context[256];
    uint64_t seed;
    uint32_t runs;
} check_state = {.seed = 20200812, .runs = 1};

/* The context of the next failures: design, seed, step. */
__attribute__((format(printf, 1, 2))) static inline void check_context(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(check_state.context, sizeof check_state.context, format, arguments);
    va_end(arguments);
}
#define CONTEXT(...) check_context(__VA_ARGS__)

static inline bool check_that(bool holds, const char *condition, const char *file, int line)
{
    if (holds)
        return true;
    if (check_state.failures == 0)
        printf("✗ %s\n", check_state.law);
    if (check_state.failures++ < CHECK_SHOWN)
        printf("    %s:%d: %s%s%s\n", file, line, condition, check_state.context[0] ? "   — " : "",
               check_state.context);
    return false;
}
/* Returns whether the condition holds, so that a law can stop when continuing makes no sense. */
#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)

static inline void check_law(const char *law, void (*run)(void))
{
    check_state.law = law;
    check_state.failures = 0;
    check_state.context[0] = 0;
    run();
    if (check_state.failures > CHECK_SHOWN)
        printf("    … and %u more\n", check_state.failures - CHECK_SHOWN);
    if (check_state.failures > 0)
        check_state.failed++;
    else
        check_state.passed++;
    fflush(stdout);
}
#define LAW(law, run) check_law((law), (run))

static inline void check_begin(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0)
            check_state.seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--runs") == 0)
            check_state.runs = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        else
            argc = 0;
    }
    if (argc % 2 == 0) {
        fprintf(stderr, "usage: %s [--seed S] [--runs N]\n", argv[0]);
        exit(2);
    }
    printf("seed %llu\n", (unsigned long long)check_state.seed);
}

static inline int check_end(void)
{
    printf("%u passed, %u failed\n", check_state.passed, check_state.failed);
    return check_state.failed > 0;
}

#endif
