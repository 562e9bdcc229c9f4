/* The plain way to simulate baccarat in C, as the yardstick for Punto's kernel.

   One loop, no tricks and no handicaps: xoshiro256**, a partial Fisher-Yates shuffle that draws a
   card only when the rules ask for one (each index unbiased, by Lemire's method), the rules of
   drawing as a programmer would write them, whole shoes to a cut card, and the same histogram over
   outcomes (totals, cards of each hand, pairs by rank). Each thread has its own state and its own
   histogram.

   gcc -O3 -march=native -pthread baseline.c -o baseline
   ./baseline THREADS ROUNDS_PER_THREAD DECKS CUT SEED    prints: seconds, then the histogram's sums */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { uint64_t s[4]; } rng_t;

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next_word(rng_t *g) {
    uint64_t result = rotl(g->s[1] * 5, 7) * 9, t = g->s[1] << 17;
    g->s[2] ^= g->s[0];
    g->s[3] ^= g->s[1];
    g->s[1] ^= g->s[2];
    g->s[0] ^= g->s[3];
    g->s[2] ^= t;
    g->s[3] = rotl(g->s[3], 45);
    return result;
}

static uint64_t splitmix(uint64_t *x) {
    uint64_t z = (*x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Lemire's nearly divisionless method on 32 bits. */
static inline uint32_t below(rng_t *g, uint32_t n) {
    uint64_t m = (next_word(g) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)m < threshold) m = (next_word(g) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

static const int DRAWS_AGAINST[8][10] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 0, 1},
    {0, 0, 1, 1, 1, 1, 1, 1, 0, 0}, {0, 0, 0, 0, 1, 1, 1, 1, 0, 0},
    {0, 0, 0, 0, 0, 0, 1, 1, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
};

static const int POINTS[13] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0};

typedef struct {
    uint64_t rounds, seed;
    int decks, cut;
    uint64_t counts[10][10][2][2][5];
} job_t;

static void *run(void *argument) {
    job_t *job = argument;
    rng_t g;
    uint64_t seed = job->seed;
    for (int i = 0; i < 4; i++) g.s[i] = splitmix(&seed);
    int cards = 52 * job->decks, last_start = cards - job->cut;
    uint8_t shoe[520];
    for (int i = 0; i < cards; i++) shoe[i] = i % 13;
    uint64_t done = 0;
    while (done < job->rounds) {
        int next = 0;
#define DEAL(card)                                             \
    do {                                                       \
        int at = next + (int)below(&g, (uint32_t)(cards - next)); \
        card = shoe[at];                                       \
        shoe[at] = shoe[next];                                 \
        shoe[next++] = card;                                   \
    } while (0)
        while (next <= last_start && done < job->rounds) {
            uint8_t p1, b1, p2, b2, third;
            DEAL(p1);
            DEAL(b1);
            DEAL(p2);
            DEAL(b2);
            int player = POINTS[p1] + POINTS[p2], banker = POINTS[b1] + POINTS[b2];
            if (player >= 10) player -= 10;
            if (banker >= 10) banker -= 10;
            int player_third = 0, banker_third = 0;
            if (player < 8 && banker < 8) {
                int banker_draws;
                if (player <= 5) {
                    DEAL(third);
                    player_third = 1;
                    player += POINTS[third];
                    if (player >= 10) player -= 10;
                    banker_draws = DRAWS_AGAINST[banker][POINTS[third]];
                } else {
                    banker_draws = banker <= 5;
                }
                if (banker_draws) {
                    DEAL(third);
                    banker_third = 1;
                    banker += POINTS[third];
                    if (banker >= 10) banker -= 10;
                }
            }
            int player_pair = p1 == p2, banker_pair = b1 == b2;
            int pairs = player_pair + 2 * banker_pair + (player_pair & banker_pair & (p1 == b1));
            job->counts[player][banker][player_third][banker_third][pairs]++;
            done++;
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 6) return 2;
    int threads = atoi(argv[1]);
    job_t *jobs = calloc((size_t)threads, sizeof *jobs);
    pthread_t *ids = calloc((size_t)threads, sizeof *ids);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < threads; i++) {
        jobs[i].rounds = strtoull(argv[2], NULL, 10);
        jobs[i].decks = atoi(argv[3]);
        jobs[i].cut = atoi(argv[4]);
        jobs[i].seed = strtoull(argv[5], NULL, 10) + 1000003u * (uint64_t)i;
        pthread_create(&ids[i], NULL, run, &jobs[i]);
    }
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    uint64_t player = 0, banker = 0, tie = 0;
    for (int i = 0; i < threads; i++)
        for (int p = 0; p < 10; p++)
            for (int b = 0; b < 10; b++)
                for (int rest = 0; rest < 20; rest++) {
                    uint64_t count = (&jobs[i].counts[p][b][0][0][0])[rest];
                    if (p > b) player += count;
                    else if (b > p) banker += count;
                    else tie += count;
                }
    printf("%.6f %llu %llu %llu\n",
           (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9,
           (unsigned long long)player, (unsigned long long)banker, (unsigned long long)tie);
    return 0;
}
