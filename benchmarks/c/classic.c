/* Classic CTF as a straightforward C program: a yardstick for the compiled Python; a test has both play the same
 * matches. Uniform random play over all actions, refused ones included. */
#include "ctf.h"

enum { GET_FLAG = 4, ACTIONS, DRAWN = 3 };

static int player_at(const State *s, int row, int column) {
    for (int seat = 0; seat < SEATS; seat++)
        if (s->players[seat].row == row && s->players[seat].column == column) return seat;
    return NOBODY;
}

static int get_flag(State *s, int seat) {
    Player *p = &s->players[seat];
    Flag *flag = &s->flags[1 - seat % 2];
    if (flag->carrier != NOBODY || flag->row != p->row || flag->column != p->column) return 0;
    flag->carrier = seat;
    p->flag = 1 - seat % 2;
    return 1;
}

/* A flag's row and column are always its flag cell's: where it lies unless it is carried. */
static void capture(State *s, int seat) {
    Player *p = &s->players[seat];
    if (p->flag != NOTHING) {
        s->flags[p->flag].carrier = NOBODY;
        p->flag = NOTHING;
    }
    send_to_jail(s, seat, 1 - seat % 2);
}

static int is_capturable(const State *s, int seat) {
    const Player *p = &s->players[seat];
    return !p->jailed && (p->flag != NOTHING || territory(p->column) != seat % 2);
}

static int move(State *s, int seat, int direction) {
    Player *p = &s->players[seat];
    int team = seat % 2, row = p->row + ROW_STEP[direction], column = p->column + COLUMN_STEP[direction];
    if (!is_on_board(row, column) || s->cells[row][column] == '#') return 0;
    if (s->people[row][column]) {
        int other = player_at(s, row, column);
        if (other % 2 == team) {
            if (!s->players[other].jailed) return 0;
            send_home(s, other);
        } else {
            if (!is_capturable(s, other)) return 0;
            capture(s, other);
        }
        return 1;
    }
    stand(s, seat, row, column);
    if (s->cells[row][column] == JAIL[1 - team])
        for (int mate = team; mate < SEATS; mate += 2)
            if (s->players[mate].jailed) send_home(s, mate);
    return 1;
}

static void settle(State *s) {
    for (int team = 0; team < 2; team++)
        if (s->flags[1 - team].carrier != NOBODY && s->flags[team].carrier == NOBODY && are_at_home(s, team))
            s->result = team + 1;
    for (int seat = 0; s->players[seat].jailed;)
        if (++seat == SEATS) {
            s->result = DRAWN;
            break;
        }
}

static int act(State *s, int seat, int action) {
    if (s->result || s->players[seat].jailed) return 0;
    if (!(action == GET_FLAG ? get_flag(s, seat) : move(s, seat, action))) return 0;
    settle(s);
    return 1;
}

void play(long steps, Counts *counts) { play_all_actions(ACTIONS, steps, counts); }
