/* What the yardsticks share: the luck of alcove/jit/random.py, word for word, and the command line. */
#ifndef YARDSTICK_H
#define YARDSTICK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Luck --------------------------------------------------------------------------------------------------------- */

static inline uint64_t mixed(uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

static uint64_t generator;

static inline void seed_generator(uint64_t seed, uint64_t stream) {
    generator = mixed(seed + 0x9E3779B97F4A7C15u * (stream + 1)) | 1;
}

static inline uint64_t next_word(void) {
    generator ^= generator >> 12;
    generator ^= generator << 25;
    generator ^= generator >> 27;
    return generator * 0x2545F4914F6CDD1Du;
}

static inline unsigned below(unsigned limit) { return ((next_word() >> 32) * limit) >> 32; }

/* --- The command line --------------------------------------------------------------------------------------------- */

typedef struct {
    long plies, result; /* the result as seat 0 sees it: 1, 0 or -1 */
} Played;

/* Answer `playouts N SEED` by playing so many games and `perft DEPTH` by counting, both from the start. */
static inline int answer(int argc, char **argv, const char *usage, Played (*play_game)(void), uint64_t (*count)(int)) {
    if (argc == 3 && !strcmp(argv[1], "perft")) {
        printf("%llu\n", (unsigned long long)count(atoi(argv[2])));
        return 0;
    }
    if (argc == 4 && !strcmp(argv[1], "playouts")) {
        long games = atol(argv[2]), plies = 0, results = 0;
        for (long i = 0; i < games; i++) {
            seed_generator(strtoull(argv[3], 0, 10), i);
            Played game = play_game();
            plies += game.plies, results += game.result;
        }
        printf("%ld %ld %ld\n", games, plies, results);
        return 0;
    }
    fprintf(stderr, "usage: %s\n", usage);
    return 2;
}

#endif
