/* Axiom in plain C: the yardstick for games/axiom/kernel.py, with the same algorithm (columns that know their
 * neighbours, the faces of a column as the bits of a word).
 *
 *   axiom playouts N SEED   random games, a draw after 1000 plies: prints games, plies, and the sum of results
 *   axiom perft DEPTH       prints the count, the last ply counted in bulk
 */
#include "yardstick.h"

enum { COLUMNS = 12, NOWHERE = 12, LEVELS = 12, FACES = 60, UP = 4, DOWN = 5, ON_TOP = 4, CELLS = 5, TURNS = 12 };
enum { TWO = 8, THREE = 12, LINKS = 16, DOMES = 63, WHITE = 64, DOUBLE = 128, DRAWN = 3, MAX_PLIES = 1000 };
enum { PER_ORIGIN = COLUMNS * CELLS * TURNS, FIRST_WALK = COLUMNS * PER_ORIGIN, PER_SCEPTRE = COLUMNS * FACES };
enum { SELF = 16, ROW = 24, GROUPS = 1536, MAX_MOVES = GROUPS + 384 };

#define SIDE_FACES 0xFFFFFFFFFFFFu
#define CUBE_FACES 0x1001001001001u
#define FACE(direction, level) (1ull << (LEVELS * (direction) + (level) - 1))

typedef struct {
    uint8_t column, level, direction;
} Sceptre;

typedef struct {
    uint64_t key, recesses[COLUMNS], standing[COLUMNS], open[COLUMNS + 1], roomy[COLUMNS], content[COLUMNS];
    int64_t x[COLUMNS], y[COLUMNS];
    uint8_t link[COLUMNS][ROW], cubes[COLUMNS + 1][16], height[COLUMNS + 1];
    Sceptre sceptres[4];
    uint8_t side, over;
} State;

static uint64_t reach[2 * COLUMNS]; /* scratch paper, all zero at rest */

static const int STEP_X[5] = {1, -1, 0, 0, 0}, STEP_Y[5] = {0, 0, 1, -1, 0};
static int offset_x[LINKS], offset_y[LINKS];
static uint8_t back[LINKS], link_at[7][7], across[4][4], around[4][4], turn_bits[2][TURNS];
static uint16_t fits_on_table[2][16][16], fits_on_cube[2][2][16];
static uint64_t lowest[LEVELS + 1], recesses_of[64], cube_key[LEVELS + 1][128], sceptre_key[2][FACES], side_key;

/* --- Tables ------------------------------------------------------------------------------------------------------- */

static void fill_links(void) {
    for (int side = 0; side < 4; side++) {
        offset_x[side] = STEP_X[side], offset_y[side] = STEP_Y[side];
        offset_x[TWO + side] = 2 * STEP_X[side], offset_y[TWO + side] = 2 * STEP_Y[side];
        offset_x[THREE + side] = 3 * STEP_X[side], offset_y[THREE + side] = 3 * STEP_Y[side];
        offset_x[4 + side] = side < 2 ? 1 : -1, offset_y[4 + side] = side % 2 ? -1 : 1;
    }
    memset(link_at, 255, sizeof link_at);
    for (int a = 0; a < LINKS; a++) {
        link_at[offset_x[a] + 3][offset_y[a] + 3] = a;
        for (int b = 0; b < LINKS; b++)
            if (offset_x[a] == -offset_x[b] && offset_y[a] == -offset_y[b]) back[a] = b;
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            if (a == (b ^ 1)) around[a][b] = SELF;
            else around[a][b] = across[a][b] = link_at[STEP_X[a] + STEP_X[b] + 3][STEP_Y[a] + STEP_Y[b] + 3];
}

static void fill_tables(void) {
    int turns = 0;
    fill_links();
    for (int a = 0; a < 6; a++) {
        turn_bits[0][a] = 1 << a;
        for (int b = a + 1; b < 6; b++)
            if ((a ^ 1) != b) turn_bits[1][turns++] = 1 << a | 1 << b;
    }
    for (int kind = 0; kind < 2; kind++)
        for (int domes = 0; domes < 16; domes++)
            for (int turn = 0; turn < (kind ? 12 : 6); turn++) {
                int bits = turn_bits[kind][turn];
                if (bits & domes) continue;
                fits_on_cube[kind][!(bits >> DOWN & 1)][domes] |= 1 << turn;
                for (int recesses = 0; recesses < 16; recesses++)
                    if (!(bits >> DOWN & 1) && (domes || bits & recesses))
                        fits_on_table[kind][domes][recesses] |= 1 << turn;
            }
    for (int height = 0; height <= LEVELS; height++) lowest[height] = (1u << height) - 1;
    for (int domes = 0; domes < 64; domes++)
        for (int d = 0; d < 5; d++)
            if (!(domes >> d & 1)) recesses_of[domes] |= 1ull << (LEVELS * d);
    for (int i = 0; i < (LEVELS + 1) * 128; i++) cube_key[i / 128][i % 128] = mixed(1 + i);
    for (int i = 0; i < 2 * FACES; i++) sceptre_key[i / FACES][i % FACES] = mixed(100001 + i);
    side_key = mixed(99991);
}

/* --- Columns ------------------------------------------------------------------------------------------------------ */

static inline uint64_t levels_beside(const State *s, int column, int first) {
    const uint8_t *link = s->link[column] + first;
    return lowest[s->height[link[0]]] | lowest[s->height[link[1]]] << LEVELS |
           lowest[s->height[link[2]]] << 2 * LEVELS | lowest[s->height[link[3]]] << 3 * LEVELS;
}

static void refresh_open(State *s, int column) {
    int height = s->height[column];
    uint64_t faces = s->recesses[column] & (SIDE_FACES | (height ? FACE(UP, height) : 0)) & ~levels_beside(s, column, 0);
    s->open[column] = faces & ~s->standing[column];
}

static void refresh_around(State *s, int column) {
    refresh_open(s, column);
    for (int side = 0; side < 4; side++) {
        int neighbour = s->link[column][side];
        if (neighbour != NOWHERE) refresh_open(s, neighbour);
        neighbour = s->link[column][TWO + side];
        if (neighbour != NOWHERE) s->roomy[neighbour] = ~levels_beside(s, neighbour, TWO);
    }
}

static int found(State *s, int64_t x, int64_t y) {
    int column = 0;
    while (s->height[column]) column++;
    s->x[column] = x, s->y[column] = y;
    for (int other = 0; other < COLUMNS; other++) {
        if (!s->height[other]) continue;
        uint64_t dx = s->x[other] - x + 3, dy = s->y[other] - y + 3;
        if (dx > 6 || dy > 6 || link_at[dx][dy] == 255) continue;
        s->link[column][link_at[dx][dy]] = other;
        s->link[other][back[link_at[dx][dy]]] = column;
    }
    s->roomy[column] = ~levels_beside(s, column, TWO);
    return column;
}

static void abandon(State *s, int column) {
    s->x[column] = s->y[column] = 0, s->roomy[column] = 0;
    for (int link = 0; link < LINKS; link++) {
        int other = s->link[column][link];
        if (other != NOWHERE) s->link[other][back[link]] = s->link[column][link] = NOWHERE;
    }
}

static void put(State *s, int column, int cube) {
    int height = ++s->height[column];
    s->cubes[column][height] = cube;
    s->recesses[column] |= recesses_of[cube & DOMES] << (height - 1);
    s->content[column] += cube_key[height][cube & 127];
    refresh_around(s, column);
}

static int lift(State *s, int column) {
    int height = s->height[column]--, cube = s->cubes[column][height];
    s->cubes[column][height] = 0;
    s->recesses[column] &= ~(CUBE_FACES << (height - 1));
    s->content[column] -= cube_key[height][cube & 127];
    refresh_around(s, column);
    if (height == 1) abandon(s, column);
    return cube;
}

/* --- Where a sceptre can go --------------------------------------------------------------------------------------- */

static void walk(const State *s, uint64_t *reach, int column, int level, int normal, int heading) {
    for (;;) {
        const uint8_t *link = s->link[column];
        if (normal == UP) {
            int ahead = link[heading], height = s->height[ahead];
            if (height > level) column = ahead, level++, normal = heading ^ 1, heading = UP;
            else if (height == level) column = ahead;
            else normal = heading, heading = DOWN;
        } else if (heading == UP) {
            if (s->height[column] > level) level++;
            else heading = normal ^ 1, normal = UP;
        } else if (heading == DOWN) {
            if (level == 1) return;
            level--;
            if (s->height[link[normal]] == level) column = link[normal], heading = normal, normal = UP;
        } else {
            int corner = link[across[heading][normal]], ahead = link[heading], turned = normal;
            if (s->height[corner] >= level) column = corner, normal = heading ^ 1, heading = turned;
            else if (s->height[ahead] >= level) column = ahead;
            else normal = heading, heading = turned ^ 1;
        }
        uint64_t bit = FACE(normal, level);
        if (!(s->open[column] & bit)) return;
        reach[column] |= bit;
    }
}

static void walk_over_corners(const State *s, uint64_t *reach, int column, int level, int one, int other) {
    uint64_t bit = FACE(UP, level);
    for (;;) {
        const uint8_t *link = s->link[column];
        int next = link[across[one][other]];
        if (!(s->open[next] & bit) || (s->height[link[one]] > level && s->height[link[other]] > level)) return;
        reach[next] |= bit;
        column = next;
    }
}

static void walk_up_or_down(const State *s, uint64_t *reach, int column, int level, int normal, int side, int rise) {
    for (;;) {
        int next_level = level + rise;
        if (next_level == 0 || next_level > LEVELS) return;
        uint64_t bit = FACE(normal, next_level);
        const uint8_t *link = s->link[column];
        int next = link[side];
        if (!(s->open[next] & bit)) return;
        if (s->height[link[normal]] >= next_level && s->height[link[across[side][normal]]] >= level) return;
        reach[next] |= bit;
        column = next, level = next_level;
    }
}

static inline void forbid(uint64_t *reach, int column, int direction, int level) {
    if (column != NOWHERE) reach[column] &= ~FACE(direction, level);
}

static void keep_clear(const State *s, uint64_t *reach, Sceptre other) {
    const uint8_t *link = s->link[other.column];
    int normal = other.direction, level = other.level, side = normal < 2 ? 2 : 0;
    if (normal == UP) {
        for (int d = 0; d < 4; d++) forbid(reach, link[d], d ^ 1, level + 1);
        return;
    }
    if (level > 1 && s->height[link[normal]] == level - 1) forbid(reach, link[normal], UP, level - 1);
    forbid(reach, link[TWO + normal], normal ^ 1, level);
    forbid(reach, link[THREE + normal], normal ^ 1, level);
    forbid(reach, link[across[normal][side]], side ^ 1, level);
    forbid(reach, link[across[normal][side + 1]], side, level);
}

static void gather(const State *s, int number, uint64_t *reach) {
    Sceptre mover = s->sceptres[number];
    int column = mover.column, level = mover.level, normal = mover.direction;
    if (normal == UP) {
        for (int heading = 0; heading < 4; heading++) walk(s, reach, column, level, normal, heading);
        for (int one = 0; one < 2; one++)
            for (int other = 2; other < 4; other++) walk_over_corners(s, reach, column, level, one, other);
    } else {
        int side = normal < 2 ? 2 : 0;
        walk(s, reach, column, level, normal, side);
        walk(s, reach, column, level, normal, side + 1);
        walk(s, reach, column, level, normal, UP);
        walk(s, reach, column, level, normal, DOWN);
        for (int heading = side; heading < side + 2; heading++) {
            walk_up_or_down(s, reach, column, level, normal, heading, 1);
            walk_up_or_down(s, reach, column, level, normal, heading, -1);
        }
    }
    for (int other = 0; other < 4; other++)
        if (other != number) keep_clear(s, reach, s->sceptres[other]);
    for (int i = 0; i < COLUMNS; i++) reach[i] &= s->roomy[i];
}

static inline void erase(void) { memset(reach, 0, sizeof reach); }

/* --- Moves -------------------------------------------------------------------------------------------------------- */

static unsigned free_cubes(const State *s) {
    unsigned free = 0;
    for (int column = 0; column < COLUMNS; column++) {
        int height = s->height[column], cube = s->cubes[column][height];
        if (height && !(cube & WHITE) == !s->side) free |= (cube & DOUBLE ? 0x10000u : 1u) << column;
    }
    for (int i = 0; i < 4; i++)
        if (s->height[s->sceptres[i].column] == s->sceptres[i].level) free &= ~(0x10001u << s->sceptres[i].column);
    return free;
}

static unsigned shut_tops(const State *s) {
    unsigned shut = 0;
    for (int i = 0; i < 4; i++) {
        Sceptre it = s->sceptres[i];
        if (it.direction == UP) {
            shut |= 1u << it.column;
            continue;
        }
        for (int steps = 0; steps <= TWO; steps += TWO) {
            int other = s->link[it.column][it.direction + steps];
            if (s->height[other] == it.level - 1) shut |= 1u << other;
        }
    }
    return shut;
}

static int low_sceptres(const State *s) {
    int low = 0;
    for (int i = 0; i < 4; i++)
        if (s->sceptres[i].level == 1 && s->sceptres[i].direction != UP) low |= 1 << i;
    return low;
}

static int is_shut(const State *s, int low, int column, int side) {
    int64_t x = s->x[column] + STEP_X[side], y = s->y[column] + STEP_Y[side];
    for (int i = 0; i < 4; i++) {
        if (!(low >> i & 1)) continue;
        Sceptre it = s->sceptres[i];
        int64_t dx = x - s->x[it.column], dy = y - s->y[it.column];
        int u = STEP_X[it.direction], v = STEP_Y[it.direction];
        if ((dx == u && dy == v) || (dx == 2 * u && dy == 2 * v)) return 1;
    }
    return 0;
}

static int is_named_better(const State *s, int column, int side) {
    for (int d = 0; d < (side ^ 1); d++)
        if (s->link[column][around[side][d]] != NOWHERE) return 1;
    return 0;
}

static inline int note(int32_t *actions, unsigned origins, int place, int turns) {
    if (actions && turns) actions[GROUPS + ++actions[GROUPS]] = place | origins << 6 | turns << 18;
    return __builtin_popcount(origins) * __builtin_popcount(turns);
}

static inline int fits(int kind, int below, int there, int domes) {
    return below ? fits_on_cube[kind][below >> UP & 1][domes] : fits_on_table[kind][domes][there ^ domes];
}

static int fill(const State *s, unsigned free, int place, int below, int level, const uint8_t near[4], int32_t *actions) {
    int n = 0, at_0 = s->cubes[near[0]][level], at_1 = s->cubes[near[1]][level];
    int at_2 = s->cubes[near[2]][level], at_3 = s->cubes[near[3]][level];
    int domes = (at_0 >> 1 & 1) | (at_1 & 1) << 1 | (at_2 >> 3 & 1) << 2 | (at_3 >> 2 & 1) << 3;
    int there = !!at_0 | !!at_1 << 1 | !!at_2 << 2 | !!at_3 << 3;
    if ((free | free >> 16) & (1u << near[0] | 1u << near[1] | 1u << near[2] | 1u << near[3]))
        for (int d = 0; d < 4; d++) {
            int neighbour = near[d];
            if (!(free & 0x10001u << neighbour) || s->height[neighbour] != level) continue;
            int kind = free >> (16 + neighbour) & 1, left = ~(1 << d);
            free &= ~(0x10001u << neighbour);
            n += note(actions, 1u << neighbour, place, fits(kind, below, there & left, domes & left));
        }
    if (free & 0xFFFF) n += note(actions, free & 0xFFFF, place, fits(0, below, there, domes));
    if (free >> 16) n += note(actions, free >> 16, place, fits(1, below, there, domes));
    return n;
}

static int cube_moves(const State *s, int32_t *actions) {
    unsigned free = free_cubes(s), shut;
    int n = 0, low;
    if (!free) return 0;
    shut = shut_tops(s), low = low_sceptres(s);
    for (int column = 0; column < COLUMNS; column++) {
        int height = s->height[column];
        const uint8_t *link = s->link[column];
        if (!height) continue;
        unsigned others = free & ~(0x10001u << column);
        if (!(shut >> column & 1) && others)
            n += fill(s, others, column * CELLS + ON_TOP, s->cubes[column][height], height + 1, link, actions);
        for (int side = 0; side < 4; side++) {
            if (link[side] != NOWHERE || is_named_better(s, column, side)) continue;
            if (low && is_shut(s, low, column, side)) continue;
            const uint8_t near[4] = {link[around[side][0]], link[around[side][1]], link[around[side][2]],
                                     link[around[side][3]]};
            n += fill(s, free, column * CELLS + side, 0, 1, near, actions);
        }
    }
    return n;
}

static int walks(const State *s, int joining) {
    int n = 0;
    for (int which = 0; which < 2; which++) {
        int number = 2 * s->side + which;
        Sceptre other = s->sceptres[number ^ 1];
        uint64_t *stops = reach + which * COLUMNS;
        gather(s, number, stops);
        if (!joining) stops[other.column] &= ~(CUBE_FACES << (other.level - 1));
        for (int column = 0; column < COLUMNS; column++) n += __builtin_popcountll(stops[column]);
    }
    return n;
}

/* Gathers stops in `reach` and notes the moves of cubes in groups behind the actions. */
static int find_moves(const State *s, int32_t *actions) {
    if (s->over) return 0;
    if (actions) actions[GROUPS] = 0;
    int n = walks(s, 0) + cube_moves(s, actions);
    return n ? n : walks(s, 1);
}

static int moves(const State *s, int32_t *actions) {
    int n = 0;
    if (!find_moves(s, actions)) return 0;
    for (int place = 0; place < 2 * COLUMNS; place++)
        for (uint64_t stops = reach[place]; stops; stops &= stops - 1)
            actions[n++] = FIRST_WALK + place * FACES + __builtin_ctzll(stops);
    erase();
    for (int group = GROUPS + 1; group <= GROUPS + actions[GROUPS]; group++)
        for (int origins = actions[group] >> 6 & 4095; origins; origins &= origins - 1)
            for (int turns = actions[group] >> 18; turns; turns &= turns - 1)
                actions[n++] = __builtin_ctz(origins) * PER_ORIGIN + (actions[group] & 63) * TURNS + __builtin_ctz(turns);
    return n;
}

static int count_moves(const State *s) {
    int n = find_moves(s, NULL);
    erase();
    return n;
}

static int pick(const int32_t *actions, int number) {
    for (int place = 0; place < 2 * COLUMNS; place++) {
        uint64_t stops = reach[place];
        int n = __builtin_popcountll(stops);
        if (number < n) {
            while (number--) stops &= stops - 1;
            return FIRST_WALK + place * FACES + __builtin_ctzll(stops);
        }
        number -= n;
    }
    for (int group = GROUPS + 1;; group++) {
        int origins = actions[group] >> 6 & 4095, turns = actions[group] >> 18;
        int n_turns = __builtin_popcount(turns), n = __builtin_popcount(origins) * n_turns;
        if (number >= n) {
            number -= n;
            continue;
        }
        for (int i = number / n_turns; i; i--) origins &= origins - 1;
        for (int i = number % n_turns; i; i--) turns &= turns - 1;
        return __builtin_ctz(origins) * PER_ORIGIN + (actions[group] & 63) * TURNS + __builtin_ctz(turns);
    }
}

static void play_walk(State *s, int number, int target) {
    int colour = number >> 1, own = colour ? WHITE : 0, column = target / FACES, face = target % FACES;
    int level = face % LEVELS + 1;
    Sceptre left = s->sceptres[number];
    int left_face = LEVELS * left.direction + left.level - 1;
    s->standing[left.column] ^= 1ull << left_face, s->standing[column] |= 1ull << face;
    s->open[left.column] |= 1ull << left_face, s->open[column] &= ~(1ull << face);
    s->content[left.column] -= sceptre_key[colour][left_face], s->content[column] += sceptre_key[colour][face];
    s->sceptres[number] = (Sceptre){column, level, face / LEVELS};
    for (int other = 0; other < 4; other++)
        if (other != number && s->sceptres[other].column == column && s->sceptres[other].level == level)
            s->over = 1 + (other >> 1 != colour ? colour : 1 - colour);
    if (s->height[left.column] == left.level && (s->cubes[left.column][left.level] & WHITE) != own &&
        (s->cubes[column][level] & WHITE) == own)
        lift(s, left.column);
}

static void play(State *s, int action) {
    if (action >= FIRST_WALK) {
        int place = action - FIRST_WALK;
        play_walk(s, 2 * s->side + place / PER_SCEPTRE, place % PER_SCEPTRE);
    } else {
        int place = action % PER_ORIGIN, column = place / TURNS / CELLS, side = place / TURNS % CELLS;
        int64_t x = s->x[column] + STEP_X[side], y = s->y[column] + STEP_Y[side];
        int cube = lift(s, action / PER_ORIGIN);
        if (side != ON_TOP) column = found(s, x, y);
        put(s, column, turn_bits[cube >> 7][place % TURNS] | (cube & ~DOMES));
    }
    s->side ^= 1;
}

static uint64_t key_of(const State *s) {
    int64_t least_x = 1 << 30, least_y = 1 << 30;
    for (int column = 0; column < COLUMNS; column++) {
        if (!s->height[column]) continue;
        if (s->x[column] < least_x) least_x = s->x[column];
        if (s->y[column] < least_y) least_y = s->y[column];
    }
    uint64_t total = s->side ? side_key : 0;
    for (int column = 0; column < COLUMNS; column++) {
        if (!s->height[column]) continue;
        uint64_t word = s->content[column] + (uint64_t)(s->x[column] - least_x) * 0x9E3779B97F4A7C15u +
                        (uint64_t)(s->y[column] - least_y) * 0xD1B54A32D192ED03u;
        word = (word ^ (word >> 31)) * 0xBF58476D1CE4E5B9u;
        total += word ^ (word >> 29);
    }
    return total;
}

static int result(State *s) {
    if (s->over) return s->over == DRAWN ? 0 : s->over == 1 ? 1 : -1;
    return count_moves(s) ? 2 : s->side ? 1 : -1;
}

static uint64_t perft(State *s, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return count_moves(s);
    int32_t actions[MAX_MOVES];
    uint64_t count = 0;
    State before = *s;
    int n = moves(s, actions);
    for (int i = 0; i < n; i++) {
        play(s, actions[i]);
        s->key = key_of(s);
        count += perft(s, depth - 1);
        *s = before;
    }
    return count;
}

static int playout(State *s) {
    int32_t actions[MAX_MOVES];
    for (int plies = 0; plies < MAX_PLIES; plies++) {
        int n = find_moves(s, actions);
        if (!n) return plies;
        int action = pick(actions, below(n));
        erase();
        play(s, action);
    }
    if (result(s) == 2) s->over = DRAWN;
    return MAX_PLIES;
}

static void start(State *s) {
    static const int singles[2][3] = {{0, DOWN, 0}, {1, DOWN, 1}}; /* domes of x = -1, 0, 1 on level 2 */
    static const int doubles[2][3][2] = {{{1, UP}, {1, 3}, {1, UP}}, {{0, UP}, {0, 2}, {0, UP}}};
    memset(s, 0, sizeof *s);
    memset(s->link, NOWHERE, sizeof s->link);
    for (int column = 0; column < COLUMNS; column++) s->link[column][SELF] = column;
    memset(s->sceptres, NOWHERE, sizeof s->sceptres);
    for (int y = 0; y < 2; y++)
        for (int x = -1; x < 2; x++) {
            int column = found(s, x, y), white = y ? WHITE : 0;
            put(s, column, 1 << doubles[y][x + 1][0] | 1 << doubles[y][x + 1][1] | white | DOUBLE);
            put(s, column, 1 << singles[y][x + 1] | white);
            if (x == 0) continue;
            s->sceptres[2 * y + (x > 0)] = (Sceptre){column, 2, UP};
            s->content[column] += sceptre_key[y][LEVELS * UP + 1];
        }
    for (int i = 0; i < 4; i++) {
        s->standing[s->sceptres[i].column] = FACE(UP, 2);
        s->open[s->sceptres[i].column] &= ~FACE(UP, 2);
    }
    s->key = key_of(s);
}

static State first;

static Played play_game(void) {
    State s = first;
    int plies = playout(&s);
    return (Played){plies, result(&s)};
}

static uint64_t count(int depth) {
    State s = first;
    return perft(&s, depth);
}

int main(int argc, char **argv) {
    fill_tables();
    start(&first);
    return answer(argc, argv, "axiom playouts N SEED | axiom perft DEPTH", play_game, count);
}
