/* Rowdy Racers as a straightforward C program: a yardstick for the compiled Python. Uniform random play over legal
 * actions; a test has both play the same races where no square fails or all do.
 *
 * Power failures are drawn as R10 puts it, square by square at every turn's start; a square keeps the turn on which it
 * failed last, and whether one has power is looked up around it when it matters. With -DGAPS they are drawn as a second
 * try would: from each failing square straight to the next.
 *
 * Reads the failure chance and a grid of 16 rows of 16: '#' a wall, 'g' a lying grenade. */
#include <math.h>

#include "yardstick.h"

enum { SIZE = 16, TRAIL_LENGTH = 3, MOST_HELD = 6, TURNS_DARK = 3, MOVES = 8, PICK_UP = 8, USE, END_TURN, ACTIONS };
enum { FREE, WALL, OCCUPIED, TRAIL };           /* what keeps everybody out of a square */
enum { NOTHING, LYING, PLACED, ACTIVE, WRECK }; /* the grenade on a square */

typedef struct { int row, column; } Square;
typedef struct { Square at, trail[TRAIL_LENGTH]; int debt, grenades; } Player; /* trail: newest first */

typedef struct {
    char barrier[SIZE][SIZE], grenade[SIZE][SIZE];
    int failed_on[SIZE][SIZE];
    Player players[2];
    Square started_at;
    int turn, to_move, actions_left;
    int result; /* 0 while the match is on, or the number of the player who won */
} State;

static State start, state;
static double failure_chance, log_of_holding; /* the latter of the chance that a square does not fail */
static const Square NOWHERE = {-1, -1}, STARTS[2] = {{SIZE - 1, 0}, {0, SIZE - 1}};
static const int ROW_STEP[MOVES] = {-1, -1, 0, 1, 1, 1, 0, -1}, COLUMN_STEP[MOVES] = {0, 1, 1, 1, 0, -1, -1, -1};

static int is_same(Square one, Square other) { return one.row == other.row && one.column == other.column; }

static int is_on_grid(int row, int column) { return row >= 0 && row < SIZE && column >= 0 && column < SIZE; }

static Square next_square(Square from, int direction) {
    return (Square){from.row + ROW_STEP[direction], from.column + COLUMN_STEP[direction]};
}

static int has_power(const State *s, Square at) {
    for (int row = at.row - 1; row <= at.row + 1; row++)
        for (int column = at.column - 1; column <= at.column + 1; column++)
            if (is_on_grid(row, column) && s->failed_on[row][column] > s->turn - TURNS_DARK) return 0;
    return 1;
}

#ifdef GAPS
/* How many squares hold before the next that fails. */
static double gap(void) {
    static uint32_t word = 1;
    return floor(log((next_word(&word) + 0.5) / 0x1p32) / log_of_holding);
}

static void fail(State *s) {
    for (double k = gap(); k < SIZE * SIZE; k += 1 + gap()) s->failed_on[(int)k / SIZE][(int)k % SIZE] = s->turn;
}
#else
static void fail(State *s) {
    static uint32_t word = 1;
    const uint64_t threshold = (uint64_t)(failure_chance * 0x1p32);
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            if (next_word(&word) < threshold) s->failed_on[row][column] = s->turn;
}
#endif

static void spend_action(State *s, Player *p, Square left) {
    Square oldest = p->trail[TRAIL_LENGTH - 1];
    if (oldest.row >= 0) s->barrier[oldest.row][oldest.column] = FREE;
    for (int k = TRAIL_LENGTH - 1; k > 0; k--) p->trail[k] = p->trail[k - 1];
    p->trail[0] = left;
    if (left.row >= 0) s->barrier[left.row][left.column] = TRAIL;
    s->actions_left--;
}

static void pay_debt(State *s, Player *p) {
    while (p->debt > 0 && s->actions_left > 0) {
        p->debt--;
        spend_action(s, p, NOWHERE);
    }
}

static void end_turn(State *s, Player *p) {
    while (s->actions_left > 0) spend_action(s, p, NOWHERE);
}

static void start_turn(State *s) {
    for (;;) {
        Player *p = &s->players[s->to_move];
        s->started_at = p->at;
        fail(s);
        s->actions_left = has_power(s, p->at) ? 3 : 2;
        pay_debt(s, p);
        if (s->actions_left > 0) return;
        s->turn++;
        s->to_move = 1 - s->to_move;
    }
}

/* Whether two squares follow each other in a player's chain: his square, then his trail without the gaps. */
static int are_linked(const Player *p, Square one, Square other) {
    Square newer = p->at;
    for (int k = 0; k < TRAIL_LENGTH; k++) {
        Square older = p->trail[k];
        if (older.row < 0) continue;
        if ((is_same(newer, one) && is_same(older, other)) || (is_same(newer, other) && is_same(older, one))) return 1;
        newer = older;
    }
    return 0;
}

static int can_move(const State *s, const Player *p, int direction) {
    Square target = next_square(p->at, direction);
    if (!is_on_grid(target.row, target.column) || s->barrier[target.row][target.column] != FREE) return 0;
    if (direction % 2 == 0) return 1;
    Square one = next_square(p->at, direction - 1), other = next_square(p->at, (direction + 1) % MOVES);
    if (s->barrier[one.row][one.column] < OCCUPIED || s->barrier[other.row][other.column] < OCCUPIED) return 1;
    return !are_linked(&s->players[0], one, other) && !are_linked(&s->players[1], one, other);
}

static int is_trapped(const State *s, const Player *p) {
    for (int direction = 0; direction < MOVES; direction++)
        if (can_move(s, p, direction)) return 0;
    return 1;
}

static int is_legal(const State *s, int action) {
    const Player *p = &s->players[s->to_move];
    if (action < MOVES) return can_move(s, p, action);
    int grenade = s->grenade[p->at.row][p->at.column];
    int must_move = is_same(p->at, s->started_at) && (action == END_TURN || s->actions_left == 1);
    if (action == PICK_UP) return (grenade == LYING || grenade == PLACED) && p->grenades < MOST_HELD && !must_move;
    if (action == USE) return p->grenades > 0 && grenade == NOTHING && !must_move;
    return !must_move;
}

static void move(State *s, Player *p, int direction) {
    Square left = p->at, target = next_square(left, direction);
    p->at = target;
    s->barrier[target.row][target.column] = OCCUPIED;
    spend_action(s, p, left);
    if (s->grenade[left.row][left.column] == PLACED) s->grenade[left.row][left.column] = ACTIVE;
    if (is_same(target, STARTS[1 - s->to_move])) {
        s->result = s->to_move + 1;
    } else if (s->grenade[target.row][target.column] == ACTIVE) {
        s->grenade[target.row][target.column] = WRECK;
        p->debt += has_power(s, target) ? 3 : 4;
        pay_debt(s, p);
    } else if (!has_power(s, target)) {
        end_turn(s, p);
    }
}

static void act(State *s, int action) {
    Player *p = &s->players[s->to_move];
    char *grenade = &s->grenade[p->at.row][p->at.column];
    if (action < MOVES) {
        move(s, p, action);
    } else if (action == END_TURN) {
        end_turn(s, p);
    } else {
        *grenade = action == USE ? PLACED : NOTHING;
        p->grenades += action == USE ? -1 : 1;
        spend_action(s, p, NOWHERE);
    }
    if (s->result) return;
    if (s->actions_left == 0) {
        s->turn++;
        s->to_move = 1 - s->to_move;
        start_turn(s);
    }
    if (is_trapped(s, &s->players[s->to_move])) s->result = 2 - s->to_move;
}

int read_set_up(void) {
    if (scanf("%lf ", &failure_chance) != 1) return 0;
    log_of_holding = log1p(-failure_chance);
    for (int row = 0; row < SIZE; row++) {
        char line[SIZE + 2];
        if (!fgets(line, sizeof line, stdin)) return 0;
        for (int column = 0; column < SIZE; column++) {
            start.barrier[row][column] = line[column] == '#' ? WALL : FREE;
            start.grenade[row][column] = line[column] == 'g' ? LYING : NOTHING;
            start.failed_on[row][column] = -TURNS_DARK;
        }
    }
    for (int seat = 0; seat < 2; seat++) {
        start.players[seat] = (Player){STARTS[seat], {NOWHERE, NOWHERE, NOWHERE}, 0, 0};
        start.barrier[STARTS[seat].row][STARTS[seat].column] = OCCUPIED;
    }
    start.turn = 1;
    state = start;
    start_turn(&state);
    return 1;
}

void play(long steps, Counts *counts) {
    State *s = &state;
    for (long k = 0; k < steps; k++) {
        int legal[ACTIONS], count = 0;
        for (int action = 0; action < ACTIONS; action++)
            if (is_legal(s, action)) legal[count++] = action;
        act(s, legal[choice(count)]);
        if (s->result) {
            counts->matches++;
            counts->length += s->turn;
            counts->wins[s->result - 1]++;
            *s = start;
            start_turn(s);
        }
    }
    counts->steps += steps;
    counts->accepted += steps;
}
