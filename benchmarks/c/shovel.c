/* Shovel CTF as a straightforward C program: a yardstick for the compiled Python; a test has both play the same
 * matches. Uniform random play over all actions, refused ones included. */
#include "ctf.h"

enum { DIG = 4, ACTIONS = 8 };

static int player_at(const State *s, int row, int column) {
    for (int seat = 0; seat < SEATS; seat++)
        if (s->players[seat].row == row && s->players[seat].column == column) return seat;
    return NOBODY;
}

/* A flag's and a shovel's row and column are always those of its own cell: where it lies unless it is carried. */
static int shovel_lying_at(const State *s, int row, int column) {
    for (int number = 0; number < tool_count; number++) {
        const Tool *tool = &s->tools[number];
        if (tool->carrier == NOBODY && tool->row == row && tool->column == column) return number;
    }
    return NOTHING;
}

static void return_flag(State *s, Player *p) {
    s->flags[p->flag].carrier = NOBODY;
    p->flag = NOTHING;
}

static void return_shovel(State *s, Player *p) {
    s->tools[p->tool].carrier = NOBODY;
    p->tool = NOTHING;
}

static void tag(State *s, int seat) {
    Player *p = &s->players[seat];
    if (p->flag != NOTHING) return_flag(s, p);
    if (p->tool != NOTHING) return_shovel(s, p);
    send_to_jail(s, seat, 1 - seat % 2);
}

static void bail(State *s, int team) {
    for (int mate = team; mate < SEATS; mate += 2) s->players[mate].jailed = 0;
}

static void pick_up(State *s, int seat) {
    Player *p = &s->players[seat];
    Flag *theirs = &s->flags[1 - seat % 2];
    if (theirs->carrier == NOBODY && theirs->row == p->row && theirs->column == p->column) {
        theirs->carrier = seat;
        p->flag = 1 - seat % 2;
        if (p->tool != NOTHING) return_shovel(s, p);
    }
    if (p->flag == NOTHING && p->tool == NOTHING) {
        p->tool = shovel_lying_at(s, p->row, p->column);
        if (p->tool != NOTHING) s->tools[p->tool].carrier = seat;
    }
}

static int move(State *s, int seat, int direction) {
    Player *p = &s->players[seat];
    int team = seat % 2, row = p->row + ROW_STEP[direction], column = p->column + COLUMN_STEP[direction];
    if (!is_on_board(row, column) || s->cells[row][column] == '#') return 0;
    int other = s->people[row][column] ? player_at(s, row, column) : NOBODY;
    if (other != NOBODY) {
        if (other % 2 == team) {
            if (!s->players[other].jailed) return 0;
            bail(s, team);
            return 1;
        }
        if (is_at_home(s, other) || s->players[other].jailed) return 0;
    }
    if ((p->tool != NOTHING || p->flag != NOTHING) && shovel_lying_at(s, row, column) != NOTHING) return 0;
    if (other != NOBODY) tag(s, other);
    stand(s, seat, row, column);
    pick_up(s, seat);
    if (s->cells[row][column] == JAIL[1 - team]) bail(s, team);
    return 1;
}

static int dig(State *s, int seat, int direction) {
    Player *p = &s->players[seat];
    int row = p->row + ROW_STEP[direction], column = p->column + COLUMN_STEP[direction];
    if (p->tool == NOTHING || !is_on_board(row, column) || s->cells[row][column] != '#') return 0;
    s->cells[row][column] = ' ';
    return 1;
}

static void settle(State *s) {
    for (int team = 0; team < 2; team++)
        if (s->flags[1 - team].carrier != NOBODY && s->flags[team].carrier == NOBODY && are_at_home(s, team))
            s->result = team + 1;
}

static int act(State *s, int seat, int action) {
    if (s->result || s->players[seat].jailed) return 0;
    if (!(action >= DIG ? dig(s, seat, action - DIG) : move(s, seat, action))) return 0;
    settle(s);
    return 1;
}

void play(long steps, Counts *counts) { play_all_actions(ACTIONS, steps, counts); }
