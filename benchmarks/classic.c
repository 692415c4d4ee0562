/* A straightforward C program of Classic CTF, as a yardstick for the compiled Python: random play over all actions,
 * refused ones included, seats round-robin. Reads a board of 32 rows of 32 on standard input; prints actions a second.
 * It is no second set of rules: `against_c.py` only compares speeds. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SIZE = 32, SEATS = 8, NOBODY = -1, RESTART = 2000 };

typedef struct { int row, column, jailed, has_flag; } Player;
typedef struct { int row, column, carrier; } Flag;
typedef struct { Player players[SEATS]; Flag flags[2]; int8_t occupant[SIZE][SIZE]; int result; } State;

static char board[SIZE][SIZE + 2];
static int flag_row[2], flag_column[2];
static const int ROW_STEP[4] = {-1, 0, 1, 0}, COLUMN_STEP[4] = {0, 1, 0, -1};

static char home_of(int team) { return team ? 'H' : 'h'; }
static char jail_of(int team) { return team ? 'J' : 'j'; }

static void place(State *s, int seat, int row, int column) {
    Player *p = &s->players[seat];
    s->occupant[p->row][p->column] = NOBODY;
    p->row = row;
    p->column = column;
    s->occupant[row][column] = (int8_t)seat;
}

static void place_first(State *s, int seat, char kind) {
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            if (board[row][column] == kind && s->occupant[row][column] == NOBODY) {
                place(s, seat, row, column);
                return;
            }
}

static void set_up(State *s) {
    memset(s, 0, sizeof *s);
    memset(s->occupant, NOBODY, sizeof s->occupant);
    for (int seat = 0; seat < SEATS; seat++) {
        place_first(s, seat, home_of(seat % 2));
        s->occupant[0][0] = NOBODY;
    }
    for (int team = 0; team < 2; team++)
        s->flags[team] = (Flag){flag_row[team], flag_column[team], NOBODY};
}

static void free_player(State *s, int seat) {
    s->players[seat].jailed = 0;
    place_first(s, seat, home_of(seat % 2));
}

static void capture(State *s, int seat) {
    Player *p = &s->players[seat];
    int team = seat % 2;
    if (p->has_flag) {
        p->has_flag = 0;
        s->flags[1 - team].carrier = NOBODY;
    }
    p->jailed = 1;
    place_first(s, seat, jail_of(1 - team));
}

static void settle(State *s) {
    int jailed = 0;
    for (int seat = 0; seat < SEATS; seat++) jailed += s->players[seat].jailed;
    if (jailed == SEATS) s->result = 3;
    for (int team = 0; team < 2; team++) {
        int home = 1;
        for (int seat = team; seat < SEATS; seat += 2)
            if (board[s->players[seat].row][s->players[seat].column] != home_of(team)) { home = 0; break; }
        if (home && s->flags[1 - team].carrier != NOBODY && s->flags[team].carrier == NOBODY) s->result = team + 1;
    }
}

static int act(State *s, int seat, int action) {
    Player *p = &s->players[seat];
    int team = seat % 2;
    if (s->result || p->jailed) return 0;
    if (action == 4) {
        Flag *flag = &s->flags[1 - team];
        if (flag->carrier != NOBODY || flag->row != p->row || flag->column != p->column) return 0;
        flag->carrier = seat;
        p->has_flag = 1;
        settle(s);
        return 1;
    }
    int row = p->row + ROW_STEP[action], column = p->column + COLUMN_STEP[action];
    if (row < 0 || row >= SIZE || column < 0 || column >= SIZE || board[row][column] == '#') return 0;
    int other = s->occupant[row][column];
    if (other == NOBODY) {
        place(s, seat, row, column);
        if (board[row][column] == jail_of(1 - team))
            for (int mate = team; mate < SEATS; mate += 2)
                if (s->players[mate].jailed) free_player(s, mate);
    } else if (other % 2 == team) {
        if (!s->players[other].jailed) return 0;
        free_player(s, other);
    } else {
        int abroad = (2 * column < SIZE) != (other % 2 == 0);
        if (s->players[other].jailed || !(s->players[other].has_flag || abroad)) return 0;
        capture(s, other);
    }
    settle(s);
    return 1;
}

int main(void) {
    for (int row = 0; row < SIZE; row++)
        if (!fgets(board[row], sizeof board[row], stdin)) return 1;
    for (int team = 0; team < 2; team++) {
        int homes = 12, seen = 0;
        for (int row = 0; row < SIZE; row++)
            for (int column = 0; column < SIZE; column++)
                if (board[row][column] == home_of(team) && seen++ == homes / 2) flag_row[team] = row, flag_column[team] = column;
    }
    State s;
    set_up(&s);
    uint32_t word = 0;
    const long stretch = 2 * 1000 * 1000L;
    long accepted = 0;
    int seat = 0, age = 0;
    double best = 0;
    for (int n = 0; n < 150; n++) { /* the best of many short stretches, as `flagstone bench` does */
        clock_t began = clock();
        for (long k = 0; k < stretch; k++) {
            word = word * 747796405u + 2891336453u;
            accepted += act(&s, seat, (int)((uint64_t)(word >> 8) * 5 >> 24));
            seat = seat + 1 < SEATS ? seat + 1 : 0;
            if (s.result || ++age == RESTART) set_up(&s), age = 0, seat = 0;
        }
        double rate = (double)stretch * CLOCKS_PER_SEC / (double)(clock() - began);
        if (rate > best) best = rate;
    }
    printf("%.0f %ld\n", best, accepted);
    return 0;
}
