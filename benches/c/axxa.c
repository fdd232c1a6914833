/* AxxA in plain C: the yardstick for games/axxa/kernel.py, with the same algorithm (slots of piles, ways as masks,
 * undo by copying). Alone, with the usual options; the deal is 123456 six times over unless another is given.
 *
 *   axxa playouts N SEED [DEAL]   random games: prints games, plies, and the sum of results (won +1, lost -1)
 *   axxa perft DEPTH [DEAL]       prints the count, the last ply counted in bulk
 */
#include "yardstick.h"

enum { CELLS = 37, SLOTS = 12, SET = 3, NUMBER = 7, HIDDEN = 8, MOVE = 0, TAKE = 1, PAY = 2, BLOCK = 8 };
enum { PAYMENTS = 2 * CELLS * CELLS, CHOICES = PAYMENTS + CELLS, MAX_MOVES = 1024, NO_SET = -1, SEVERAL_SETS = -2 };

static const char *LAYOUT[7] = {"..SSS..", ".ooooo.", "SoooooS", "SoooooS", "SoooooS", ".ooooo.", "..SSS.."}; /* rank 7 first */

typedef struct { uint8_t cell, pieces[3]; } Pile;

typedef struct {
    uint64_t key, occupied;
    Pile piles[SLOTS];
    union { struct { uint8_t aside[6], triplets[2]; }; uint64_t counts; };
    union { struct { uint8_t needed, phase, seat, seats; }; uint64_t facts; };
    union { struct { uint8_t left[6], n_piles; }; uint64_t lefts; };
    uint8_t slot_at[CELLS];
} State;

static uint64_t bit[CELLS], *one_way, *other_way, thirds[CELLS][CELLS], *triple_mask;
static uint8_t *target, (*triple_cells)[3];
static uint16_t first_block[6 * CELLS + 1]; /* targets stand in blocks of eight, filled up with ways that are never open */
static int n_triples;

/* --- Tables ------------------------------------------------------------------------------------------------------ */

static int number_at[9][9]; /* by file and rank from 1, -1 off the board; cells are numbered by file, then rank */
static int file_of[CELLS], rank_of[CELLS];

static void add_way(int to, uint64_t mask, int start, int *n) {
    for (int t = start; t < *n; t++)
        if (target[t] == to) { other_way[t] = mask; return; }
    target[*n] = to, one_way[*n] = other_way[*n] = mask, ++*n;
}

static void walk(int cell, int number, int *n) {
    static const int D[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    int start = *n;
    for (int first = 0; first < 4; first++)
        for (int before = 1; before <= number; before++)
            for (int sign = -1; sign <= (before < number ? 1 : -1); sign += 2) {
                int file = file_of[cell], rank = rank_of[cell], is_on = 1;
                uint64_t mask = 0;
                for (int step = 0; step < number && is_on; step++) {
                    if (step < before) file += D[first][0], rank += D[first][1];
                    else file += sign * D[first][1], rank += sign * D[first][0];
                    is_on = file >= 1 && file <= 7 && rank >= 1 && rank <= 7 && number_at[file][rank] >= 0;
                    if (is_on) mask |= bit[number_at[file][rank]];
                }
                if (is_on) add_way(number_at[file][rank], mask, start, n);
            }
    for (int i = start; i < *n; i++) /* in the order of the cells' names */
        for (int j = i + 1; j < *n; j++)
            if (target[j] < target[i]) {
                uint8_t t = target[i];
                uint64_t a = one_way[i], b = other_way[i];
                target[i] = target[j], one_way[i] = one_way[j], other_way[i] = other_way[j];
                target[j] = t, one_way[j] = a, other_way[j] = b;
            }
    for (; *n % BLOCK; ++*n) target[*n] = 0, one_way[*n] = other_way[*n] = ~0ull;
}

static int touch(int a, int b) {
    return a != b && abs(file_of[a] - file_of[b]) <= 1 && abs(rank_of[a] - rank_of[b]) <= 1;
}

static void tables(void) {
    int cells = 0, n = 0;
    memset(number_at, -1, sizeof number_at);
    for (int file = 1; file <= 7; file++)
        for (int rank = 1; rank <= 7; rank++)
            if (LAYOUT[7 - rank][file - 1] != '.') {
                file_of[cells] = file, rank_of[cells] = rank, bit[cells] = 1ull << cells;
                number_at[file][rank] = cells++;
            }
    target = malloc(6 * CELLS * 16), one_way = malloc(6 * CELLS * 16 * 8), other_way = malloc(6 * CELLS * 16 * 8);
    for (int cell = 0; cell < CELLS; cell++)
        for (int number = 1; number <= 6; number++) {
            first_block[6 * cell + number - 1] = n / BLOCK;
            walk(cell, number, &n);
        }
    first_block[6 * CELLS] = n / BLOCK;
    triple_cells = malloc(CELLS * CELLS * CELLS * 3), triple_mask = malloc(CELLS * CELLS * CELLS * 8);
    for (int a = 0; a < CELLS; a++)
        for (int b = a + 1; b < CELLS; b++)
            for (int c = b + 1; c < CELLS; c++) {
                if (touch(a, b) + touch(b, c) + touch(a, c) < 2) continue;
                triple_cells[n_triples][0] = a, triple_cells[n_triples][1] = b, triple_cells[n_triples][2] = c;
                triple_mask[n_triples++] = bit[a] | bit[b] | bit[c];
                thirds[a][b] |= bit[c], thirds[b][a] |= bit[c], thirds[a][c] |= bit[b];
                thirds[c][a] |= bit[b], thirds[b][c] |= bit[a], thirds[c][b] |= bit[a];
            }
}

/* --- Keys -------------------------------------------------------------------------------------------------------- */

static inline uint64_t pile_key(const Pile *pile) {
    uint32_t word;
    memcpy(&word, pile, 4);
    return mixed(word * 0x9E3779B97F4A7C15u);
}

static inline uint64_t facts_key(const State *s) {
    return mixed(s->counts * 0xC2B2AE3D27D4EB4Fu + s->facts * 0x165667B19E3779F9u);
}

/* --- Moves ------------------------------------------------------------------------------------------------------- */

static inline unsigned open_targets(uint64_t occupied, int block) {
    uint64_t found = 0;
    for (int i = 0; i < BLOCK; i++) {
        uint64_t is_open = !(occupied & one_way[BLOCK * block + i]) | !(occupied & other_way[BLOCK * block + i]);
        found |= is_open << i;
    }
    return found;
}

static int is_lost(const State *s) {
    if (s->n_piles < SET || !s->needed) return s->n_piles < SET;
    uint64_t has_a_set = s->lefts + 0x7D7D7D7D7D7D; /* the highest bit of each byte that holds 3 or more */
    int passed = 8 * (s->needed - 1);
    return (~has_a_set & 0x808080808080u >> passed << passed) != 0;
}

static int is_decided(const State *s) { return s->needed == 0 || is_lost(s); }

static int slides(const State *s, int32_t *actions) {
    int n = 0;
    for (const Pile *pile = s->piles; pile < s->piles + SLOTS; pile++) {
        if (!pile->pieces[0]) continue;
        int way = 6 * pile->cell + pile->pieces[0] - 1;
        for (int block = first_block[way]; block < first_block[way + 1]; block++)
            for (unsigned targets = open_targets(s->occupied, block); targets; targets &= targets - 1) {
                int action = 2 * (CELLS * pile->cell + target[BLOCK * block + __builtin_ctz(targets)]);
                actions[n++] = action;
                if (pile->pieces[1]) actions[n++] = action + 1;
            }
    }
    return n;
}

static int choices(const State *s, int32_t *actions) {
    uint64_t mask = 0;
    int n = 0;
    for (const Pile *pile = s->piles; pile < s->piles + SLOTS; pile++)
        if (pile->pieces[0] == s->needed) mask |= bit[pile->cell];
    for (int triple = 0; triple < n_triples; triple++)
        if ((triple_mask[triple] & mask) == triple_mask[triple]) actions[n++] = CHOICES + triple;
    return n;
}

static int moves(const State *s, int32_t *actions) {
    if (is_decided(s)) return 0;
    if (s->phase == MOVE) return slides(s, actions);
    if (s->phase == TAKE) return choices(s, actions);
    int n = 0;
    for (const Pile *pile = s->piles; pile < s->piles + SLOTS; pile++)
        if (pile->pieces[0]) actions[n++] = PAYMENTS + pile->cell;
    return n;
}

static int count_moves(const State *s) {
    int32_t actions[MAX_MOVES];
    if (is_decided(s)) return 0;
    if (s->phase == TAKE) return choices(s, actions);
    if (s->phase == PAY) return s->n_piles;
    int n = 0;
    for (const Pile *pile = s->piles; pile < s->piles + SLOTS; pile++) {
        if (!pile->pieces[0]) continue;
        int way = 6 * pile->cell + pile->pieces[0] - 1, targets = 0;
        for (int block = first_block[way]; block < first_block[way + 1]; block++)
            targets += __builtin_popcount(open_targets(s->occupied, block));
        n += pile->pieces[1] ? 2 * targets : targets;
    }
    return n;
}

/* --- Plies ------------------------------------------------------------------------------------------------------- */

static int only_set(const State *s) {
    uint8_t cells[SLOTS];
    int count = 0, found = NO_SET;
    uint64_t mask = 0;
    if (!s->needed) return NO_SET;
    for (const Pile *pile = s->piles; pile < s->piles + SLOTS; pile++)
        if (pile->pieces[0] == s->needed) cells[count++] = pile->cell, mask |= bit[pile->cell];
    for (int i = count - 1; i >= SET - 1; i--) {
        mask ^= bit[cells[i]];
        uint64_t after = mask;
        for (int j = i - 1; j >= 1; j--) {
            after ^= bit[cells[j]];
            uint64_t third = thirds[cells[i]][cells[j]] & after;
            if (!third) continue;
            if (found != NO_SET || third & (third - 1)) return SEVERAL_SETS;
            found = cells[i] | cells[j] << 8 | __builtin_ctzll(third) << 16;
        }
    }
    return found;
}

static inline void uncover(State *s, Pile *pile) {
    pile->pieces[0] = pile->pieces[1] & NUMBER, pile->pieces[1] = pile->pieces[2], pile->pieces[2] = 0;
    if (!pile->pieces[0]) s->occupied ^= bit[pile->cell], pile->cell = 0, s->n_piles--;
}

static inline void end_turn(State *s) {
    s->phase = MOVE;
    if (++s->seat == s->seats) s->seat = 0;
}

static void lift(State *s, int a, int b, int c) {
    uncover(s, &s->piles[s->slot_at[a]]), uncover(s, &s->piles[s->slot_at[b]]), uncover(s, &s->piles[s->slot_at[c]]);
    s->triplets[0]++, s->left[s->needed - 1] -= SET;
    s->needed = s->needed < 6 ? s->needed + 1 : 0;
}

static void take_in_turn(State *s, int found) {
    for (; found >= 0; found = only_set(s)) lift(s, found & 255, found >> 8 & 255, found >> 16);
    if (found == SEVERAL_SETS) s->phase = TAKE;
    else end_turn(s);
}

static inline void play(State *s, int action) {
    if (action < PAYMENTS) {
        int origin = action / 2 / CELLS, to = action / 2 % CELLS;
        Pile *pile = &s->piles[s->slot_at[origin]];
        pile->cell = to, s->slot_at[to] = s->slot_at[origin];
        s->occupied ^= bit[origin] | bit[to];
        if (action & 1) {
            uint8_t top = pile->pieces[0];
            pile->pieces[0] = pile->pieces[1] & NUMBER;
            if (pile->pieces[2]) pile->pieces[1] = pile->pieces[2], pile->pieces[2] = top;
            else pile->pieces[1] = top;
        }
        int found = only_set(s);
        if (found == NO_SET) s->phase = PAY;
        else take_in_turn(s, found);
    } else if (action < CHOICES) {
        Pile *pile = &s->piles[s->slot_at[action - PAYMENTS]];
        int number = pile->pieces[0];
        uncover(s, pile);
        s->aside[number - 1]++, s->left[number - 1]--;
        end_turn(s);
    } else {
        uint8_t *cells = triple_cells[action - CHOICES];
        lift(s, cells[0], cells[1], cells[2]);
        take_in_turn(s, only_set(s));
    }
}

static void make(State *s, int action, State *undo) {
    *undo = *s;
    play(s, action);
    uint64_t key = s->key ^ facts_key(undo) ^ facts_key(s);
    for (int i = 0; i < SLOTS; i++)
        if (memcmp(&s->piles[i], &undo->piles[i], 4)) key ^= pile_key(&undo->piles[i]) ^ pile_key(&s->piles[i]);
    s->key = key;
}

/* --- Whole games ------------------------------------------------------------------------------------------------- */

static void start(State *s, const char *deal) {
    memset(s, 0, sizeof *s);
    int slot = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (LAYOUT[7 - rank_of[cell]][file_of[cell] - 1] == 'S') {
            const char *pile = deal + 3 * slot;
            s->piles[slot] = (Pile){cell, {pile[0] - '0', HIDDEN + pile[1] - '0', HIDDEN + pile[2] - '0'}};
            s->slot_at[cell] = slot++, s->occupied |= bit[cell];
        }
    memset(s->left, 6, 6);
    s->needed = 1, s->seats = 1, s->n_piles = SLOTS;
}

static uint64_t perft(State *s, int depth) {
    int32_t actions[MAX_MOVES];
    State undo;
    uint64_t count = 0;
    if (depth == 0) return 1;
    if (depth == 1) return count_moves(s);
    int n = moves(s, actions);
    for (int i = 0; i < n; i++) {
        make(s, actions[i], &undo);
        count += perft(s, depth - 1);
        *s = undo;
    }
    return count;
}

static int playout(State *s) {
    int32_t actions[MAX_MOVES];
    for (int plies = 0;; plies++) {
        int n = moves(s, actions);
        if (n == 0) return plies;
        play(s, actions[below(n)]);
    }
}

static State first;

static Played play_game(void) {
    State s = first;
    int plies = playout(&s);
    return (Played){plies, s.needed ? -1 : 1};
}

static uint64_t count(int depth) {
    State s = first;
    return perft(&s, depth);
}

int main(int argc, char **argv) {
    const char *deal = "123456123456123456123456123456123456";
    if (argc > 3 && strlen(argv[argc - 1]) == strlen(deal)) deal = argv[--argc];
    tables();
    start(&first, deal);
    return answer(argc, argv, "axxa playouts N SEED [DEAL] | axxa perft DEPTH [DEAL]", play_game, count);
}
