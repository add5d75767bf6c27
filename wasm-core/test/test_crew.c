/* test_crew.c — how the time of a slice is counted. */
#include "labthreads/crew.h"
#include "check.h"

static void a_thread_that_comes_late_was_away(void)
{
    xip_crew_thread threads[3] = {{.begin_ns = 1000, .end_ns = 21000},
                                  {.begin_ns = 900, .end_ns = 21100},
                                  /* It found the slice over. */
                                  {.begin_ns = 21050, .end_ns = 21051}};
    xip_crew crew = {.threads = threads};
    CHECK(xip_crew_thread_ns(&crew, 1) == 20000);
    CHECK(xip_crew_thread_ns(&crew, 2) == 20100 + 20200);
    CHECK(xip_crew_thread_ns(&crew, 3) == 20100 + 20200 + 20151);
}

static void a_turn_that_nobody_ran_teaches_nothing(void)
{
    xip_crew_thread threads[3] = {{.best_rate = 0.5}, {.best_rate = 0}, {.best_rate = 0.25}};
    xip_crew crew = {.threads = threads};
    CHECK(xip_crew_rate(&crew, 3) == 0.375);
    CHECK(xip_crew_rate(&crew, 1) == 0.5);
    threads[0].best_rate = 0;
    CHECK(xip_crew_rate(&crew, 2) == 0);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    LAW("a thread's time counts from when the first one began, so that who comes late makes no rate that nobody "
        "reached",
        a_thread_that_comes_late_was_away);
    LAW("how fast other work goes is told by those who ran it", a_turn_that_nobody_ran_teaches_nothing);
    return check_end();
}
