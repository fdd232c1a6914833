/* Axom in plain C: the yardstick for games/axom/kernel.py, with the same algorithm (a table of walks, lists of pieces).
 *
 *   axom playouts N SEED   random games with the default options: prints games, plies, and the sum of results
 *   axom perft DEPTH       prints the count, the last ply counted in bulk
 */
#include "yardstick.h"

enum { CELLS = 49, EDGE = 49, TALLEST = 4, MOST_FOURS = 4, ROOM = 32, TRIES = 64 };
enum { MOVEMENTS = CELLS * 8 * 3, LOSES = 4, MAX_PLIES = 10000 };                         /* the same movement four times */
enum { KIND = 7, DARK_BIT = 8, HEAD = 6, EDGE_KIND = 7 };                                 /* four bits a cell */
enum { LENGTH = 3, TAKES_HEAD = 4, TAKEN_SHIFT = 3, SLOTS = 4, WALKS = 304 + 4096 };      /* a walk in one byte */

static const char *START[7] = {"H.DB...", ".DBC...", "DBD....", "BC...cb", "....dbd", "...cbd.", "...bd.h"};
static const int STEPS[8][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
static const uint16_t WALK_MASK[8] = {0, 15, 15, 255, 4095, 0, 15, 0}, WALK_OFFSET[8] = {0, 0, 16, 48, 304, 0, 32, 0};
static const uint8_t FIRST_DIRECTION[8] = {0, 4, 0, 4, 0, 0, 0, 0}, HEART[2] = {0, 48};
static const uint16_t FLIP[2] = {0, 0x888};

typedef struct {
    uint64_t key;
    int64_t quiet;
    uint8_t board[CELLS + 1], place[CELLS], list[2][ROOM], count[2], fours[2], side, headless, resigned, counts_movements;
} Position;

typedef struct {
    Position p;
    uint8_t made[2][MOVEMENTS];
} State;

static uint8_t ray[CELLS * 8][3], walks[SLOTS * WALKS];
static uint32_t walk_start[8][8];
static uint64_t piece_key[CELLS][16], side_key, made_key[2][MOVEMENTS];

/* --- The table of walks, with the default options ----------------------------------------------------------------- */

static int arriving(int kind, int place) { return kind - 1 - place > 1 ? kind - 1 - place : 1; }

static int farthest(int ahead, int kind) {
    int most = kind > 2 ? kind - 1 : 1;
    for (int place = 0; place < most; place++) {
        int met = (ahead >> (4 * place)) & 15;
        if ((met & KIND) == EDGE_KIND || met == HEAD) return place;
        if (met == (DARK_BIT | HEAD)) return place + 1;
        if (met & DARK_BIT && (met & KIND) > arriving(kind, place)) return place;
    }
    return most;
}

static int stop(int ahead, int kind, int length, int slots) {
    int fours = 0, pawns = 0, takes_head = 0, tallest = 0;
    for (int place = 0; place < length; place++) {
        int met = (ahead >> (4 * place)) & 15, height = place == length - 1 ? arriving(kind, place) : 1;
        if (met == (DARK_BIT | HEAD)) takes_head = TAKES_HEAD;
        else if (met & DARK_BIT) pawns += met & KIND;
        else height += met;
        fours += height == TALLEST;
        if (height > tallest) tallest = height;
    }
    return tallest > TALLEST || fours > slots ? 0 : length | takes_head | pawns << TAKEN_SHIFT;
}

static int walk_ahead(int ahead, int kind, int slots) {
    if (kind == HEAD) {
        int met = ahead & 15;
        if ((met & KIND) == 0) return 1;
        if (met == (DARK_BIT | 1)) return 1 | 1 << TAKEN_SHIFT;
        return met == (DARK_BIT | HEAD) ? 1 | TAKES_HEAD : 0;
    }
    for (int length = farthest(ahead, kind); length > 0; length--) {
        int walk = stop(ahead, kind, length, slots);
        if (walk) return walk;
    }
    return 0;
}

/* --- Lists of pieces ---------------------------------------------------------------------------------------------- */

static inline void add(Position *s, int side, int cell) {
    uint8_t place = s->count[side]++;
    s->list[side][place] = cell, s->place[cell] = place;
}

static inline void discard(Position *s, int side, int cell) {
    uint8_t last = --s->count[side], place = s->place[cell], other = s->list[side][last];
    s->list[side][place] = other, s->place[other] = place;
}

static void start(Position *s) {
    static const int kinds[5] = {1, 2, 3, TALLEST, HEAD};
    memset(s, 0, sizeof *s);
    for (int cell = 0; cell < CELLS; cell++)
        for (int direction = 0; direction < 8; direction++)
            for (int i = 0; i < 3; i++) {
                int file = cell % 7 + (i + 1) * STEPS[direction][0], rank = cell / 7 + (i + 1) * STEPS[direction][1];
                ray[cell * 8 + direction][i] = file < 0 || file > 6 || rank < 0 || rank > 6 ? EDGE : rank * 7 + file;
            }
    for (int slots = 0; slots < SLOTS; slots++)
        for (int k = 0; k < 5; k++)
            for (int ahead = 0; ahead <= WALK_MASK[kinds[k]]; ahead++)
                walks[slots * WALKS + WALK_OFFSET[kinds[k]] + ahead] = walk_ahead(ahead, kinds[k], slots);
    for (int fours = 0; fours < 8; fours++)
        for (int kind = 0; kind < 8; kind++) {
            int slots = MOST_FOURS - fours + (kind == TALLEST);
            slots = slots < 0 ? 0 : slots > SLOTS - 1 ? SLOTS - 1 : slots;
            walk_start[fours][kind] = slots * WALKS + WALK_OFFSET[kind];
        }
    for (int cell = 0; cell < CELLS; cell++)
        for (int content = 1; content < 16; content++) piece_key[cell][content] = mixed(1 + cell * 16 + content);
    side_key = mixed(99991);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < MOVEMENTS; i++) made_key[side][i] = mixed(100003 + side * MOVEMENTS + i);
    s->board[EDGE] = EDGE_KIND, s->counts_movements = 1;
    s->count[0] = s->count[1] = 2;
    for (int cell = 0; cell < CELLS; cell++) {
        char letter = START[cell / 7][cell % 7];
        if (letter == '.') continue;
        int side = letter >= 'a', height = letter - (side ? 'a' : 'A') + 1, is_head = height == 8;
        s->board[cell] = (is_head ? HEAD : height) | DARK_BIT * side;
        s->key ^= piece_key[cell][s->board[cell]];
        if (is_head) s->list[side][0] = s->list[side][1] = cell;
        else add(s, side, cell), s->fours[side] += height == TALLEST;
    }
}

/* --- Moves -------------------------------------------------------------------------------------------------------- */

static inline int walk_towards(const Position *s, unsigned action, unsigned flip, unsigned first, unsigned mask) {
    unsigned ahead = s->board[ray[action][0]] | s->board[ray[action][1]] << 4 | s->board[ray[action][2]] << 8;
    return walks[first + ((ahead ^ flip) & mask)];
}

static inline int head_walk(const Position *s, unsigned action, unsigned flip, unsigned first) {
    uint8_t cell = ray[action][0];
    return cell == HEART[0] || cell == HEART[1] ? 0 : walk_towards(s, action, flip, first, 15);
}

static inline int walk_of(const Position *s, unsigned action) {
    int kind = s->board[action >> 3] & KIND;
    unsigned first = walk_start[s->fours[s->side]][kind];
    return kind == HEAD ? head_walk(s, action, FLIP[s->side], first)
                        : walk_towards(s, action, FLIP[s->side], first, WALK_MASK[kind]);
}

static inline int is_over(const Position *s) { return s->headless | s->resigned; }

static int moves(const Position *s, int32_t *actions) {
    if (is_over(s)) return 0;
    int n = 0, side = s->side;
    unsigned flip = FLIP[side], fours = s->fours[side], first = s->list[side][0] * 8;
    for (unsigned action = first; action < first + 8; action++)
        if (head_walk(s, action, flip, walk_start[fours][HEAD])) actions[n++] = action;
    for (int i = 2; i < s->count[side]; i++) {
        uint8_t origin = s->list[side][i], kind = s->board[origin] & KIND;
        unsigned begin = walk_start[fours][kind], mask = WALK_MASK[kind];
        first = origin * 8 + FIRST_DIRECTION[kind];
        for (unsigned action = first; action < first + 4; action++) {
            actions[n] = action;
            n += walk_towards(s, action, flip, begin, mask) != 0;
        }
    }
    return n;
}

static int count_moves(const Position *s) {
    if (is_over(s)) return 0;
    int n = 0, side = s->side;
    unsigned flip = FLIP[side], fours = s->fours[side], first = s->list[side][0] * 8;
    for (unsigned action = first; action < first + 8; action++)
        n += head_walk(s, action, flip, walk_start[fours][HEAD]) != 0;
    for (int i = 2; i < s->count[side]; i++) {
        uint8_t origin = s->list[side][i], kind = s->board[origin] & KIND;
        unsigned begin = walk_start[fours][kind], mask = WALK_MASK[kind];
        first = origin * 8 + FIRST_DIRECTION[kind];
        for (unsigned action = first; action < first + 4; action++)
            n += walk_towards(s, action, flip, begin, mask) != 0;
    }
    return n;
}

static inline uint64_t put(Position *s, int cell, int content) {
    uint64_t change = piece_key[cell][s->board[cell]] ^ piece_key[cell][content];
    s->board[cell] = content;
    return change;
}

/* How many pawns leave the game when `side` takes what stands on a cell. */
static inline int take(Position *s, int side, int cell) {
    int foe = 1 - side, kind = s->board[cell] & KIND;
    if (kind == HEAD) {
        s->headless = foe + 1;
        return 0;
    }
    discard(s, foe, cell);
    if (s->board[HEART[foe]]) return kind;
    add(s, foe, HEART[foe]);
    s->key ^= put(s, HEART[foe], 1 | DARK_BIT * foe);
    return kind - 1;
}

static inline int movement(unsigned action, int walk) { return 3 * action + (walk & LENGTH) - 1; }

static inline void sow(State *state, unsigned action, int walk) {
    Position *s = &state->p;
    int side = s->side, own = DARK_BIT * side, origin = action >> 3, kind = s->board[origin] & KIND;
    int lost = 0, hand = kind - 1, length = walk & LENGTH;
    uint64_t change = side_key;
    if (kind == HEAD) {
        hand = HEAD;
        change ^= put(s, origin, 0);
    } else if (kind == 1) {
        hand = 1;
        discard(s, side, origin);
        change ^= put(s, origin, 0);
    } else {
        s->fours[side] -= kind == TALLEST;
        change ^= put(s, origin, own | 1);
    }
    for (int i = 0; i < length; i++, hand--) {
        int cell = ray[action][i], stays = i == length - 1 ? hand : 1, met = s->board[cell];
        if (met & KIND && (met & DARK_BIT) == own) {
            stays += met & KIND;
            s->fours[side] += stays == TALLEST;
        } else {
            if (met & KIND) lost += take(s, side, cell);
            if (kind != HEAD) add(s, side, cell);
        }
        change ^= put(s, cell, own | stays);
    }
    if (kind == HEAD) s->list[side][0] = s->list[side][1] = ray[action][0];
    s->quiet = lost ? 0 : s->quiet + 1;
    s->side = 1 - side;
    if (s->counts_movements) {
        int i = movement(action, walk);
        uint8_t times = state->made[side][i]++;
        if (times + 1 >= LOSES && !s->headless) s->resigned = side + 1;
        change ^= made_key[side][i] * times ^ made_key[side][i] * (times + 1u);
    }
    s->key ^= change;
}

static int can_move(const Position *s) {
    int32_t actions[4 * ROOM];
    return moves(s, actions) > 0;
}

/* --- What is measured --------------------------------------------------------------------------------------------- */

static uint64_t perft(State *s, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return count_moves(&s->p);
    int32_t actions[4 * ROOM];
    int n = moves(&s->p, actions);
    uint64_t count = 0;
    for (int i = 0; i < n; i++) {
        Position before = s->p;
        int walk = walk_of(&s->p, actions[i]);
        sow(s, actions[i], walk);
        count += perft(s, depth - 1);
        s->p = before;
        if (before.counts_movements) s->made[before.side][movement(actions[i], walk)]--;
    }
    return count;
}

/* A random legal action with its walk above it, 0 if none was found. */
static inline unsigned random_walk(const Position *s) {
    int side = s->side;
    unsigned flip = FLIP[side], fours = s->fours[side];
    unsigned choices = 4 * s->count[side];
    for (int i = 0; i < TRIES; i++) {
        unsigned choice = below(choices), origin = s->list[side][choice >> 2];
        int kind = s->board[origin] & KIND, walk;
        unsigned action = origin * 8 + (choice & 3);
        if (kind == HEAD) {
            action += choice & 4;
            walk = head_walk(s, action, flip, walk_start[fours][HEAD]);
        } else {
            action += FIRST_DIRECTION[kind];
            walk = walk_towards(s, action, flip, walk_start[fours][kind], WALK_MASK[kind]);
        }
        if (walk) return (unsigned)walk << 16 | action;
    }
    return 0;
}

static int playout(State *s) {
    int plies = 0;
    while (plies < MAX_PLIES && !is_over(&s->p)) {
        unsigned found = random_walk(&s->p);
        if (found) sow(s, found & 0xFFFF, found >> 16), plies++;
        else if (!can_move(&s->p)) break;
    }
    return plies;
}

static int result(const Position *s) {
    if (is_over(s)) return (s->headless | s->resigned) == 1 ? -1 : 1;
    return can_move(s) ? 0 : s->side == 0 ? -1 : 1;
}

static State first;

static Played play_game(void) {
    State s = first;
    int plies = playout(&s);
    return (Played){plies, result(&s.p)};
}

static uint64_t count(int depth) {
    State s = first;
    s.p.counts_movements = 0;
    return perft(&s, depth);
}

int main(int argc, char **argv) {
    start(&first.p);
    return answer(argc, argv, "axom playouts N SEED | axom perft DEPTH", play_game, count);
}
