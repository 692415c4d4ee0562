/* What the three capture-the-flag yardsticks share: the board, who and what is on it, and play with the seats
 * round-robin. Reads a board of 32 rows of 32 (C1, without `f` and `F`). Each game defines `act`. */
#include <string.h>

#include "yardstick.h"

enum { SIZE = 32, SEATS = 8, NOBODY = -1, NOTHING = -1, RESTART = 2000, MOST_TOOLS = 16, CHARGES = 10 };

typedef struct { int row, column; } Cell;
typedef struct { int row, column, jailed, flag, tool; } Player; /* flag: whose he carries; tool: which */
typedef struct { int row, column, carrier; } Flag;
typedef struct { int row, column, carrier, charges; } Tool;

typedef struct {
    char cells[SIZE][SIZE];
    int8_t people[SIZE][SIZE]; /* how many stand in each cell */
    Player players[SEATS];
    Flag flags[2];
    Tool tools[MOST_TOOLS];
    int result; /* 0 while the match is on, the number of the team that won, or 3 for a draw */
} State;

static State start, state;
static int tool_count;
static Cell homes[2][SIZE * SIZE], jails[2][SIZE * SIZE];
static const char HOME[2] = {'h', 'H'}, JAIL[2] = {'j', 'J'};
static const int ROW_STEP[4] = {-1, 0, 1, 0}, COLUMN_STEP[4] = {0, 1, 0, -1};

/* Carry out an action of a seat; returns whether it was accepted. */
static int act(State *s, int seat, int action);

static inline int is_on_board(int row, int column) { return row >= 0 && row < SIZE && column >= 0 && column < SIZE; }

static inline int territory(int column) { return 2 * column < SIZE ? 0 : 1; }

static inline int is_at_home(const State *s, int seat) {
    const Player *p = &s->players[seat];
    return s->cells[p->row][p->column] == HOME[seat % 2];
}

static inline int are_at_home(const State *s, int team) {
    for (int seat = team; seat < SEATS; seat += 2)
        if (!is_at_home(s, seat)) return 0;
    return 1;
}

static inline void stand(State *s, int seat, int row, int column) {
    Player *p = &s->players[seat];
    s->people[p->row][p->column]--;
    p->row = row;
    p->column = column;
    s->people[row][column]++;
}

/* C7. The first of a team's home or jail cells with nobody in it. */
static inline void stand_in_first(State *s, int seat, const Cell *cells) {
    while (s->people[cells->row][cells->column]) cells++;
    stand(s, seat, cells->row, cells->column);
}

static inline void send_home(State *s, int seat) {
    s->players[seat].jailed = 0;
    stand_in_first(s, seat, homes[seat % 2]);
}

static inline void send_to_jail(State *s, int seat, int team) {
    s->players[seat].jailed = 1;
    stand_in_first(s, seat, jails[team]);
}

static void read_cell(State *s, int row, int column, int count[2][2]) {
    char mark = s->cells[row][column];
    for (int team = 0; team < 2; team++) {
        if (mark == HOME[team]) homes[team][count[0][team]++] = (Cell){row, column};
        if (mark == JAIL[team]) jails[team][count[1][team]++] = (Cell){row, column};
    }
    if ((mark == 's' || mark == 'S') && tool_count < MOST_TOOLS) {
        s->cells[row][column] = ' ';
        s->tools[tool_count++] = (Tool){row, column, NOBODY, CHARGES};
    }
}

int read_set_up(void) {
    int count[2][2] = {{0}};
    for (int row = 0; row < SIZE; row++) {
        char line[SIZE + 2];
        if (!fgets(line, sizeof line, stdin)) return 0;
        memcpy(start.cells[row], line, SIZE);
        for (int column = 0; column < SIZE; column++) read_cell(&start, row, column, count);
    }
    for (int team = 0; team < 2; team++) {
        if (count[0][team] <= SEATS || count[1][team] <= SEATS) return 0;
        Cell flag = homes[team][count[0][team] / 2];
        start.flags[team] = (Flag){flag.row, flag.column, NOBODY};
    }
    for (int seat = 0; seat < SEATS; seat++) {
        Cell home = homes[seat % 2][seat / 2];
        start.players[seat] = (Player){home.row, home.column, 0, NOTHING, NOTHING};
        start.people[home.row][home.column] = 1;
    }
    state = start;
    return 1;
}

static inline void play_all_actions(int actions, long steps, Counts *counts) {
    static int seat, age;
    for (long k = 0; k < steps; k++) {
        counts->accepted += act(&state, seat, choice(actions));
        seat = seat + 1 < SEATS ? seat + 1 : 0;
        age++;
        if (state.result || age == RESTART) {
            if (state.result) {
                counts->matches++;
                counts->length += age;
                counts->wins[state.result - 1]++;
            }
            state = start;
            seat = age = 0;
        }
    }
    counts->steps += steps;
}
