/* Each game once more, as a C programmer would write it on the first try who wants it clear and fast but optimises
 * nothing: structs, rows and columns, two-dimensional boards; no tables of neighbours, no bits, no counts that save
 * looking; no needless work either. They are yardsticks and no second set of rules.
 *
 * This is what they share: a quick generator, what is counted, and the two functions that each game has. */
#ifndef YARDSTICK_H
#define YARDSTICK_H

#include <stdint.h>
#include <stdio.h>

typedef struct {
    long steps;    /* actions tried; in the games without turns refused ones too */
    long accepted;
    long matches;  /* that ended */
    long length;   /* turns or rounds of those */
    long wins[3];  /* by side; in Classic the third is a draw */
} Counts;

/* Read the set-up on standard input; returns 0 if it is none. */
int read_set_up(void);

/* Random play, so many steps on from where the last call stopped; a match that ends is followed by the next. */
void play(long steps, Counts *counts);

static inline uint32_t next_word(uint32_t *word) {
    return *word = *word * 747796405u + 2891336453u;
}

/* 0 to count - 1: a choice among actions. The compiled `play_random` has the same generator, and so makes the same. */
static inline int choice(int count) {
    static uint32_t word;
    return (int)((uint64_t)(next_word(&word) >> 8) * (uint32_t)count >> 24);
}

#endif
