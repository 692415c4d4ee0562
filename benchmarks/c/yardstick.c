/* The stopwatch of the five yardsticks: plays for some seconds, and prints the rate of the best of many short stretches
 * with what was counted in all of them. Time is the processor's: who else is at work matters less.
 *
 *     gcc -O3 -march=native yardstick.c classic.c -o classic
 *     ./classic SECONDS [AT-LEAST-SO-MANY-STEPS] < set-up */
#include <stdlib.h>
#include <time.h>

#include "yardstick.h"

enum { STRETCH = 100000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 2;
    long least = argc > 2 ? atol(argv[2]) : 0;
    if (!read_set_up()) {
        fputs("there is no set-up of this game on standard input\n", stderr);
        return 1;
    }
    Counts counts = {0};
    double best = 0, until = now() + seconds;
    do {
        double began = now();
        play(STRETCH, &counts);
        double rate = STRETCH / (now() - began);
        if (rate > best) best = rate;
    } while (now() < until || counts.steps < least);
    printf("steps_a_second %.0f\n", best);
    printf("matches_a_second %.0f\n", best * (double)counts.matches / (double)counts.steps);
    printf("steps %ld\naccepted %ld\n", counts.steps, counts.accepted);
    printf("matches %ld\nlength %ld\n", counts.matches, counts.length);
    for (int side = 0; side < 3; side++) printf("wins_%d %ld\n", side + 1, counts.wins[side]);
    return 0;
}
