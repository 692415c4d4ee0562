/* Hammer CTF as a straightforward C program: a yardstick for the compiled Python; a test has both play the same
 * matches. Uniform random play over all actions, refused ones included. */
#include <stdlib.h>

#include "ctf.h"

enum { DROP_FLAG = 4, DROP_HAMMER, ACTIONS, FLAG = 0, HAMMER = 1 };

static int flag_lying_at(const State *s, int row, int column) {
    for (int team = 0; team < 2; team++) {
        const Flag *flag = &s->flags[team];
        if (flag->carrier == NOBODY && flag->row == row && flag->column == column) return team;
    }
    return NOTHING;
}

/* A hammer that is spent has no carrier, and lies nowhere. */
static int hammer_lying_at(const State *s, int row, int column) {
    for (int number = 0; number < tool_count; number++) {
        const Tool *tool = &s->tools[number];
        if (tool->carrier == NOBODY && tool->row == row && tool->column == column) return number;
    }
    return NOTHING;
}

static int can_lie(const State *s, int row, int column, int thing) {
    if (!is_on_board(row, column) || s->cells[row][column] == '#') return 0;
    if (s->cells[row][column] == JAIL[0] || s->cells[row][column] == JAIL[1]) return 0;
    return (thing == FLAG ? flag_lying_at(s, row, column) : hammer_lying_at(s, row, column)) == NOTHING;
}

static Cell nearest_landing(const State *s, int row, int column, int thing) {
    for (int distance = 0; distance < 2 * SIZE; distance++)
        for (int down = -distance; down <= distance; down++) {
            int across = distance - abs(down);
            if (can_lie(s, row + down, column - across, thing)) return (Cell){row + down, column - across};
            if (can_lie(s, row + down, column + across, thing)) return (Cell){row + down, column + across};
        }
    return (Cell){row, column}; /* never: most of the board is free */
}

static int drop_flag(State *s, int seat) {
    Player *p = &s->players[seat];
    if (p->flag == NOTHING) return 0;
    Cell landing = nearest_landing(s, p->row, p->column, FLAG);
    s->flags[p->flag] = (Flag){landing.row, landing.column, NOBODY};
    p->flag = NOTHING;
    return 1;
}

static int drop_hammer(State *s, int seat) {
    Player *p = &s->players[seat];
    if (p->tool == NOTHING) return 0;
    Cell landing = nearest_landing(s, p->row, p->column, HAMMER);
    s->tools[p->tool] = (Tool){landing.row, landing.column, NOBODY, s->tools[p->tool].charges};
    p->tool = NOTHING;
    return 1;
}

static void capture(State *s, int seat) {
    int team = territory(s->players[seat].column);
    drop_flag(s, seat);
    send_to_jail(s, seat, team);
}

static void break_wall(State *s, Player *p, int row, int column) {
    s->cells[row][column] = ' ';
    Tool *tool = &s->tools[p->tool];
    if (--tool->charges == 0) {
        *tool = (Tool){NOTHING, NOTHING, NOBODY, 0};
        p->tool = NOTHING;
    }
}

static void collide(State *s, int seat) {
    Player *p = &s->players[seat];
    int is_foreign = territory(p->column) != seat % 2;
    for (int other = 1 - seat % 2; other < SEATS; other += 2) {
        const Player *o = &s->players[other];
        if (o->row != p->row || o->column != p->column || o->jailed) continue;
        if (is_foreign) {
            capture(s, seat);
            return;
        }
        capture(s, other);
    }
}

static void pick_up(State *s, int seat) {
    Player *p = &s->players[seat];
    if (p->flag == NOTHING) {
        p->flag = flag_lying_at(s, p->row, p->column);
        if (p->flag != NOTHING) s->flags[p->flag].carrier = seat;
    }
    if (p->tool == NOTHING) {
        p->tool = hammer_lying_at(s, p->row, p->column);
        if (p->tool != NOTHING) s->tools[p->tool].carrier = seat;
    }
}

static int move(State *s, int seat, int direction) {
    Player *p = &s->players[seat];
    int team = seat % 2, row = p->row + ROW_STEP[direction], column = p->column + COLUMN_STEP[direction];
    if (!is_on_board(row, column)) return 0;
    if (p->jailed) {
        if (s->cells[row][column] != JAIL[1 - team]) return 0;
        stand(s, seat, row, column);
        return 1;
    }
    if (s->cells[row][column] == '#') {
        if (p->tool == NOTHING) return 0;
        break_wall(s, p, row, column);
    }
    stand(s, seat, row, column);
    if (s->people[row][column] > 1) collide(s, seat);
    if (p->jailed) return 1;
    if (s->cells[row][column] == JAIL[1 - team])
        for (int mate = team; mate < SEATS; mate += 2)
            if (s->players[mate].jailed) send_home(s, mate);
    pick_up(s, seat);
    return 1;
}

static int has_won(const State *s, int team) {
    const Flag *theirs = &s->flags[1 - team], *own = &s->flags[team];
    if (theirs->carrier != NOBODY || s->cells[theirs->row][theirs->column] != HOME[team]) return 0;
    if (own->carrier != NOBODY ? own->carrier % 2 != team : s->cells[own->row][own->column] != HOME[team]) return 0;
    return are_at_home(s, team);
}

static int act(State *s, int seat, int action) {
    int accepted;
    if (s->result) return 0;
    if (action == DROP_FLAG) accepted = drop_flag(s, seat);
    else if (action == DROP_HAMMER) accepted = drop_hammer(s, seat);
    else accepted = move(s, seat, action);
    if (accepted)
        for (int team = 0; team < 2; team++)
            if (has_won(s, team)) s->result = team + 1;
    return accepted;
}

void play(long steps, Counts *counts) { play_all_actions(ACTIONS, steps, counts); }
