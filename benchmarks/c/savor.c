/* Maze to Savor, the full game, as a straightforward C program: a yardstick for the compiled Python. Whole games, one
 * after another; a walk goes step by step. Draws come from a quick generator; with -DEXACT from Flagstone's own, by
 * which a test has both play the same games.
 *
 * Reads what lies on the board, a line each, stairs before poles, as the rulebook writes them:
 *
 *     stair FLOOR ROW COLUMN FLOOR ROW COLUMN        wall FLOOR ROW COLUMN ROW COLUMN
 *     pole FLOOR FLOOR ROW COLUMN                    flag FLOOR ROW COLUMN
 *     value FLOOR ROW COLUMN TIMES PLUS              bawana, and 12 numbers: -1 to -4, or movement points */
#include <stdlib.h>
#include <string.h>

#include "yardstick.h"

enum { SEATS = 3, FLOORS = 3, ROWS = 10, COLUMNS = 25, INSIDE = 12, STAIRS_CHANGE = 5 };
enum { MOST_STAIRS = 16, MOST_WAYS = 4, MOST_ARRIVALS = 1000 }; /* ways of a cell: two stairs, two poles (M4, M5) */
enum { NORTH, EAST, SOUTH, WEST };
enum { IN_START, IN_MAZE, IN_BAWANA };
enum { NO_EFFECT, POISONED, DISORIENTED, TRIGGERED };
enum { POISONING = -1, DISORIENTING = -2, TRIGGERING = -3, HAPPY = -4 };
enum { UP = 1, DOWN = 2, BOTH = 3, POLE = -1 };
enum { BLOCKED, WALKED, LOOPED, FELL, USED_UP, AT_FLAG }; /* how a walk ends */

typedef struct { int floor, row, column; } Cell;
typedef struct { int open, times, plus, ways; } Square; /* open: a player can stand there */
typedef struct { Cell to; int stair, sense; } Way;      /* a stair or pole from one cell */
typedef struct { Cell at; int left; } Arrival;          /* left: steps still to walk */
typedef struct { Cell at; long points; int throws, area, direction, effect, effect_left; } Player;

typedef struct {
    Player players[SEATS];
    int to_move, senses[MOST_STAIRS];
    long round;
    int result; /* 0 while the match is on, or the winner's seat, counted from 1 */
} State;

static State start, state;
static Square squares[FLOORS][ROWS][COLUMNS];
static Way ways[FLOORS][ROWS][COLUMNS][MOST_WAYS];
static int bawana[INSIDE], stair_count;
static Cell flag;
static const Cell STARTS[SEATS] = {{0, 6, 12}, {0, 9, 8}, {0, 9, 16}}, ENTRANCE = {0, 9, 19};
static const Cell FIRST_CELLS[SEATS] = {{0, 5, 12}, {0, 9, 7}, {0, 9, 17}};
static const int FIRST_DIRECTIONS[SEATS] = {NORTH, WEST, EAST};
static const int ROW_STEP[4] = {-1, 0, 1, 0}, COLUMN_STEP[4] = {0, 1, 0, -1};

/* Draws. */

#ifdef EXACT
static uint32_t seed[2], drawn;

static uint32_t mixed(uint32_t word) {
    word = (word ^ word >> 16) * 0x21F0AAADu;
    word = (word ^ word >> 15) * 0x735A2D97u;
    return word ^ word >> 15;
}

static void sow(uint32_t game) {
    uint32_t high = mixed(game);
    seed[0] = game ^ mixed(high ^ 0x9E3779B9u);
    seed[1] = high ^ mixed(seed[0]);
    drawn = 0;
}

static int draw(int low, int high) {
    uint32_t word = mixed(mixed(drawn++ ^ seed[0]) ^ seed[1]);
    return low + (int)((uint64_t)word * (uint32_t)(high - low + 1) >> 32);
}
#else
static void sow(uint32_t game) { (void)game; }

static int draw(int low, int high) {
    static uint32_t word;
    return low + (int)((uint64_t)(next_word(&word) >> 8) * (uint32_t)(high - low + 1) >> 24);
}
#endif

/* The board. */

static int is_same(Cell one, Cell other) {
    return one.floor == other.floor && one.row == other.row && one.column == other.column;
}

static int is_in_starting_area(Cell c) { return c.floor == 0 && c.row >= 6 && c.column >= 8 && c.column <= 16; }

static int is_maze_cell(Cell c) {
    int middle = c.column >= 8 && c.column <= 16;
    if (c.floor == 0) return !is_in_starting_area(c);
    return c.floor == 1 ? c.row >= 6 || !middle : middle;
}

static Square *square_at(Cell c) { return &squares[c.floor][c.row][c.column]; }

static int can_stand(Cell c) {
    return c.row >= 0 && c.row < ROWS && c.column >= 0 && c.column < COLUMNS && square_at(c)->open;
}

static int distance_to_flag(Cell c) {
    return abs(c.floor - flag.floor) + abs(c.row - flag.row) + abs(c.column - flag.column);
}

/* The play. */

static void return_to_start(Player *p, int seat) {
    *p = (Player){STARTS[seat], p->points, 0, IN_START, FIRST_DIRECTIONS[seat], NO_EFFECT, 0};
}

static int is_disoriented(const Player *p) { return p->effect == DISORIENTED && p->effect_left > 0; }

static void visit_bawana(Player *p) {
    int inside = draw(0, INSIDE - 1), what = bawana[inside];
    p->effect = NO_EFFECT;
    p->effect_left = 0;
    if (what == POISONING) {
        p->area = IN_BAWANA;
        p->at = (Cell){0, 7 + inside / 4, 21 + inside % 4};
        p->effect = POISONED;
        p->effect_left = 3;
        return;
    }
    p->area = IN_MAZE;
    p->at = ENTRANCE;
    p->direction = NORTH;
    p->points = what == HAPPY ? 200 : what < 0 ? 50 : what;
    if (what == DISORIENTING) p->effect = DISORIENTED;
    if (what == TRIGGERING) p->effect = TRIGGERED;
}

static void turn(Player *p) {
    if (is_disoriented(p)) {
        p->direction = draw(NORTH, WEST);
    } else if (p->throws % 4 == 0) {
        int face = draw(1, 6);
        if (face >= 2 && face <= 5) p->direction = face - 2;
    }
}

/* M13. The stair or pole to be taken from a cell, or none. */
static const Way *way_from(const State *s, Cell at, int brought_by) {
    const Way *nearest[MOST_WAYS];
    int count = 0, least = 0;
    for (int k = 0; k < square_at(at)->ways; k++) {
        const Way *way = &ways[at.floor][at.row][at.column][k];
        if (way->stair != POLE && (way->stair == brought_by || !(s->senses[way->stair] & way->sense))) continue;
        int distance = distance_to_flag(way->to);
        if (count == 0 || distance < least) {
            least = distance;
            count = 0;
        }
        if (distance == least) nearest[count++] = way;
    }
    if (count == 0) return NULL;
    return nearest[count == 1 ? 0 : draw(0, count - 1)];
}

/* M12. Trace a whole walk, past the flag too. Notes all arrivals, but for the last one of a loop or fall. */
static int trace(const State *s, const Player *p, int steps, Arrival *arrivals, int *count) {
    Cell at = p->at;
    *count = 0;
    for (int left = steps - 1; left >= 0; left--) {
        at.row += ROW_STEP[p->direction];
        at.column += COLUMN_STEP[p->direction];
        if (!can_stand(at)) return BLOCKED;
        int first = *count, brought_by = POLE;
        arrivals[(*count)++] = (Arrival){at, left};
        while (square_at(at)->ways && !(left == 0 && is_same(at, flag))) {
            const Way *way = way_from(s, at, brought_by);
            if (way == NULL) break;
            at = way->to;
            brought_by = way->stair;
            for (int k = first; k < *count; k++)
                if (is_same(arrivals[k].at, at)) return LOOPED;
            if (is_in_starting_area(at)) return FELL;
            arrivals[(*count)++] = (Arrival){at, left};
        }
    }
    return WALKED;
}

static int carry_out(Player *p, int end, const Arrival *arrivals, int count) {
    for (int k = 0; k < count; k++) {
        const Square *square = square_at(arrivals[k].at);
        p->at = arrivals[k].at;
        p->points = p->points * square->times + square->plus;
        if (p->points > 1000000000) p->points = 1000000000;
        if (is_same(p->at, flag)) return AT_FLAG;
        if (p->points <= 0) return USED_UP;
    }
    return end;
}

static void throw_in_maze(State *s, int seat) {
    Player *p = &s->players[seat];
    Arrival arrivals[MOST_ARRIVALS];
    int count, die = draw(1, 6);
    p->throws++;
    turn(p);
    int end = trace(s, p, p->effect == TRIGGERED ? 2 * die : die, arrivals, &count);
    if (end == BLOCKED) p->points -= 2;
    else end = carry_out(p, end, arrivals, count);
    if (end == AT_FLAG) {
        s->result = seat + 1;
        return;
    }
    if (p->points <= 0) {
        p->points = 0;
        visit_bawana(p);
    } else if (end == LOOPED || end == FELL) {
        return_to_start(p, seat);
    }
    if (is_disoriented(p)) {
        if (--p->effect_left == 0) p->effect = NO_EFFECT;
    } else if (p->effect == DISORIENTED && !is_same(p->at, ENTRANCE)) {
        p->effect_left = 4;
    }
}

static void throw_in_start(Player *p, int seat) {
    if (draw(1, 6) != 6) return;
    p->area = IN_MAZE;
    p->at = FIRST_CELLS[seat];
}

static void miss_turn(Player *p) {
    if (--p->effect_left == 0) visit_bawana(p);
}

static void end_turn(State *s) {
    if (++s->to_move < SEATS) return;
    s->to_move = 0;
    if (s->round % STAIRS_CHANGE == 0)
        for (int stair = 0; stair < stair_count; stair++) s->senses[stair] = UP + draw(0, 1);
    s->round++;
}

static void act(State *s) {
    int seat = s->to_move;
    Player *p = &s->players[seat];
    if (p->area == IN_MAZE) throw_in_maze(s, seat);
    else if (p->area == IN_START) throw_in_start(p, seat);
    else miss_turn(p);
    if (s->result) return;
    if (p->area == IN_MAZE)
        for (int other = 0; other < SEATS; other++)
            if (other != seat && is_same(s->players[other].at, p->at)) return_to_start(&s->players[other], other);
    end_turn(s);
}

/* The set-up. */

static int lesser(int one, int other) { return one < other ? one : other; }

static int greater(int one, int other) { return one < other ? other : one; }

static void open_maze(void) {
    for (int floor = 0; floor < FLOORS; floor++)
        for (int row = 0; row < ROWS; row++)
            for (int column = 0; column < COLUMNS; column++)
                squares[floor][row][column].open = is_maze_cell((Cell){floor, row, column});
}

static void close_cells(int floor, int row, int column, int other_row, int other_column) {
    for (int r = lesser(row, other_row); r <= greater(row, other_row); r++)
        for (int c = lesser(column, other_column); c <= greater(column, other_column); c++)
            squares[floor][r][c].open = 0;
}

static void add_way(Cell from, Cell to, int stair, int sense) {
    ways[from.floor][from.row][from.column][square_at(from)->ways++] = (Way){to, stair, sense};
}

static void add_stair(Cell one, Cell other) {
    Cell low = one.floor < other.floor ? one : other, high = one.floor < other.floor ? other : one;
    add_way(low, high, stair_count, UP);
    add_way(high, low, stair_count, DOWN);
    start.senses[stair_count++] = BOTH;
    if (high.floor - low.floor == 2)
        squares[1][(low.row + high.row + 1) / 2][(low.column + high.column + 1) / 2].open = 0;
}

static void add_pole(int floor, int other, int row, int column) {
    Cell bottom = {lesser(floor, other), row, column}, from = bottom;
    while (++from.floor <= greater(floor, other))
        if (is_maze_cell(from)) add_way(from, bottom, POLE, DOWN);
}

static int read_numbers(int *numbers, int count) {
    for (int k = 0; k < count; k++)
        if (scanf("%d", &numbers[k]) != 1) return 0;
    return 1;
}

static int read_line(const char *kind) {
    int n[6];
    if (!strcmp(kind, "bawana")) return read_numbers(bawana, INSIDE);
    if (!strcmp(kind, "stair") && stair_count < MOST_STAIRS && read_numbers(n, 6)) {
        add_stair((Cell){n[0], n[1], n[2]}, (Cell){n[3], n[4], n[5]});
    } else if (!strcmp(kind, "pole") && read_numbers(n, 4)) {
        add_pole(n[0], n[1], n[2], n[3]);
    } else if (!strcmp(kind, "wall") && read_numbers(n, 5)) {
        close_cells(n[0], n[1], n[2], n[3], n[4]);
    } else if (!strcmp(kind, "flag") && read_numbers(n, 3)) {
        flag = (Cell){n[0], n[1], n[2]};
    } else if (!strcmp(kind, "value") && read_numbers(n, 5)) {
        Square *square = &squares[n[0]][n[1]][n[2]];
        square->times = n[3];
        square->plus = n[4];
    } else {
        return 0;
    }
    return 1;
}

int read_set_up(void) {
    char kind[8];
    open_maze();
    close_cells(0, 6, 20, 9, 24);
    while (scanf("%7s", kind) == 1)
        if (!read_line(kind)) return 0;
    for (int seat = 0; seat < SEATS; seat++) {
        start.players[seat].points = 100;
        return_to_start(&start.players[seat], seat);
    }
    start.round = 1;
    state = start;
    sow(0);
    return bawana[0] != 0;
}

void play(long steps, Counts *counts) {
    for (long k = 0; k < steps; k++) {
        act(&state);
        if (state.result) {
            counts->matches++;
            counts->length += state.round;
            counts->wins[state.result - 1]++;
            state = start;
            sow((uint32_t)counts->matches);
        }
    }
    counts->steps += steps;
    counts->accepted += steps;
}
