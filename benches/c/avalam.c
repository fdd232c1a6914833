/* Avalam in plain C: the yardstick for games/avalam/kernel.py, with the same algorithm (a list of live edges).
 *
 *   avalam playouts N SEED   random games: prints games, plies, and the sum of results
 *   avalam perft DEPTH       prints the count, the last ply counted in bulk
 */
#include "yardstick.h"

enum { CELLS = 48, EDGES = 146 };

static const char *LAYOUT[9] = {
    "..##.....", ".####....", ".######..", ".########", "####.####", "########.", "..######.", "....####.", ".....##..",
};

typedef struct {
    int8_t tower[CELLS];
    uint8_t live[EDGES], place[EDGES], alive[CELLS], darks[CELLS];
    uint8_t n_live, side;
    uint64_t key;
} State;

typedef struct {
    int8_t moved, covered;
    uint8_t removed, edges[16], places[16];
    uint64_t key;
} Undo;

static uint8_t ends[EDGES][2], bits[EDGES][2], incident[CELLS][8], beside[CELLS][8], back[CELLS][8], degree[CELLS];
static uint64_t tower_key[CELLS][11], side_key;

static void start(State *s) {
    int number[9][9], cells = 0, edges = 0;
    memset(s, 0, sizeof *s);
    for (int row = 0; row < 9; row++)
        for (int file = 0; file < 9; file++) {
            number[row][file] = -1;
            if (LAYOUT[row][file] == '#') {
                s->tower[cells] = (row + file) % 2 == 0 ? 1 : -1;
                number[row][file] = cells++;
            }
        }
    for (int row = 0; row < 9; row++)
        for (int file = 0; file < 9; file++)
            for (int r = row - 1; r <= row + 1; r++)
                for (int f = file - 1; f <= file + 1; f++) {
                    if (r < 0 || r > 8 || f < 0 || f > 8 || number[row][file] < 0 || number[r][f] < 0) continue;
                    int a = number[row][file], b = number[r][f];
                    if (a >= b) continue;
                    ends[edges][0] = a, ends[edges][1] = b;
                    incident[a][degree[a]] = incident[b][degree[b]] = edges;
                    bits[edges][0] = 1 << degree[a], bits[edges][1] = 1 << degree[b];
                    s->alive[a] |= bits[edges][0], s->alive[b] |= bits[edges][1];
                    if (s->tower[b] < 0) s->darks[a] |= bits[edges][0];
                    if (s->tower[a] < 0) s->darks[b] |= bits[edges][1];
                    back[a][degree[a]] = ~bits[edges][1], back[b][degree[b]] = ~bits[edges][0];
                    beside[a][degree[a]++] = b, beside[b][degree[b]++] = a;
                    s->live[edges] = s->place[edges] = edges;
                    edges++;
                }
    s->n_live = edges;
    for (int cell = 0; cell < CELLS; cell++)
        for (int tower = 0; tower < 11; tower++) tower_key[cell][tower] = mixed(1 + cell * 11 + tower);
    side_key = mixed(99991);
}

/* The k-th edge of a cell dies; the caller clears the cell's own byte. */
static inline void remove_edge(State *s, int cell, int k) {
    uint8_t edge = incident[cell][k], place = s->place[edge], other = s->live[--s->n_live];
    s->alive[beside[cell][k]] &= back[cell][k];
    s->live[place] = other, s->place[other] = place;
}

static inline void restore_edge(State *s, uint8_t edge, uint8_t place) {
    uint8_t last = s->n_live++, other = s->live[place];
    s->live[last] = other, s->place[other] = last;
    s->live[place] = edge, s->place[edge] = place;
    s->alive[ends[edge][0]] ^= bits[edge][0], s->alive[ends[edge][1]] ^= bits[edge][1];
}

static inline int put(State *s, int origin, int target) {
    int moved = s->tower[origin], height = abs(moved) + abs(s->tower[target]);
    s->tower[origin] = 0, s->tower[target] = moved > 0 ? height : -height;
    return height;
}

/* The neighbours of a cell learn that its tower has changed hands; telling them twice undoes it. */
static inline void change_owner(State *s, int cell) {
    for (unsigned alive = s->alive[cell]; alive; alive &= alive - 1) {
        int k = __builtin_ctz(alive);
        s->darks[beside[cell][k]] ^= (uint8_t)~back[cell][k];
    }
}

static inline void make(State *s, int origin, int target, Undo *undo) {
    int moved = s->tower[origin], covered = s->tower[target], removed = 0;
    int height = put(s, origin, target);
    undo->moved = moved, undo->covered = covered, undo->key = s->key;
    s->key ^= tower_key[origin][moved + 5] ^ tower_key[origin][5] ^ tower_key[target][covered + 5] ^
              tower_key[target][s->tower[target] + 5] ^ side_key;
    s->side ^= 1;
    for (unsigned alive = s->alive[origin]; alive; alive &= alive - 1) {
        int k = __builtin_ctz(alive);
        uint8_t edge = incident[origin][k];
        undo->edges[removed] = edge, undo->places[removed++] = s->place[edge];
        remove_edge(s, origin, k);
    }
    s->alive[origin] = 0;
    uint8_t stays = s->alive[target];
    for (unsigned alive = stays; alive; alive &= alive - 1) {
        int k = __builtin_ctz(alive);
        if (abs(s->tower[beside[target][k]]) + height > 5) {
            uint8_t edge = incident[target][k];
            undo->edges[removed] = edge, undo->places[removed++] = s->place[edge];
            remove_edge(s, target, k);
            stays ^= 1 << k;
        }
    }
    s->alive[target] = stays;
    if ((moved > 0) != (covered > 0)) change_owner(s, target);
    undo->removed = removed;
}

static inline void unmake(State *s, int origin, int target, const Undo *undo) {
    if ((undo->moved > 0) != (undo->covered > 0)) change_owner(s, target);
    s->tower[origin] = undo->moved, s->tower[target] = undo->covered, s->key = undo->key, s->side ^= 1;
    for (int k = undo->removed - 1; k >= 0; k--) restore_edge(s, undo->edges[k], undo->places[k]);
}

static uint64_t perft(State *s, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return 2 * s->n_live;
    uint64_t count = 0;
    Undo undo;
    for (int i = 0; i < s->n_live; i++)
        for (int way = 0; way < 2; way++) {
            uint8_t edge = s->live[i];
            make(s, ends[edge][way], ends[edge][1 - way], &undo);
            count += perft(s, depth - 1);
            unmake(s, ends[edge][way], ends[edge][1 - way], &undo);
        }
    return count;
}

static int final(const State *s) {
    int lead = 0, fives = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        int tower = s->tower[cell];
        lead += (tower > 0) - (tower < 0);
        fives += (tower == 5) - (tower == -5);
    }
    if (lead == 0) lead = fives;
    return (lead > 0) - (lead < 0);
}

static int playout(State *s) {
    int plies = 0;
    while (s->n_live) {
        uint64_t word = next_word();
        uint8_t edge = s->live[((word >> 32) * s->n_live) >> 32];
        int way = word & 1, origin = ends[edge][way], target = ends[edge][1 - way];
        int height = put(s, origin, target);
        for (unsigned alive = s->alive[origin]; alive; alive &= alive - 1)
            remove_edge(s, origin, __builtin_ctz(alive));
        s->alive[origin] = 0;
        uint8_t stays = s->alive[target];
        for (unsigned alive = stays; alive; alive &= alive - 1) {
            int k = __builtin_ctz(alive);
            if (abs(s->tower[beside[target][k]]) + height > 5) remove_edge(s, target, k), stays ^= 1 << k;
        }
        s->alive[target] = stays;
        plies++;
    }
    return plies;
}

static State first;

static Played play_game(void) {
    State s = first;
    int plies = playout(&s);
    return (Played){plies, final(&s)};
}

static uint64_t count(int depth) {
    State s = first;
    return perft(&s, depth);
}

int main(int argc, char **argv) {
    start(&first);
    return answer(argc, argv, "avalam playouts N SEED | avalam perft DEPTH", play_game, count);
}
