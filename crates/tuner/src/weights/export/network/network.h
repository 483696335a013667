/*
{{origin}} *
 * Cell i of a board, from 0 in reading order, has bits 4i to 4i + 3: its rank, 0 for an empty cell,
 * 1 for a 2, 2 for a 4. Values are points still to come, the same to the last bit as those of
 * tune2048 where the compiler fuses no products with sums (gcc: -ffp-contract=off).
 *
 *     tune2048_network network;
 *     const char *problem = tune2048_open(&network, "net.safetensors");
 *     if (problem == NULL) move = tune2048_move(&network, board, NULL);
 */
#ifndef TUNE2048_NETWORK_H
#define TUNE2048_NETWORK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    float *weights;
    /* Rows after a move to the left and to the right, and the points of either, by row. */
    uint16_t *slid[2];
    uint32_t *points;
} tune2048_network;

enum { TUNE2048_UP, TUNE2048_DOWN, TUNE2048_LEFT, TUNE2048_RIGHT };

static inline void tune2048_close(tune2048_network *network) {
    free(network->weights);
    free(network->slid[0]);
    free(network->slid[1]);
    free(network->points);
    memset(network, 0, sizeof *network);
}

/* Slides a row towards its lowest bits. */
static inline uint16_t tune2048_slide_row(uint32_t row, uint32_t *points) {
    uint32_t slid = 0, length = 0, waiting = 0, cell;
    *points = 0;
    for (cell = 0; cell < 4; cell++) {
        uint32_t rank = row >> (4 * cell) & 15;
        if (rank == 0) continue;
        if (rank == waiting) {
            *points += (uint32_t) 2 << rank;
            slid |= (rank < 15 ? rank + 1 : 15) << (4 * length++);
            waiting = 0;
        } else {
            if (waiting != 0) slid |= waiting << (4 * length++);
            waiting = rank;
        }
    }
    if (waiting != 0) slid |= waiting << (4 * length);
    return (uint16_t) slid;
}

static inline uint16_t tune2048_reverse_row(uint32_t row) {
    return (uint16_t) (row << 12 | (row & 0xf0) << 4 | (row >> 4 & 0xf0) | row >> 12);
}

/* Returns NULL, or what is wrong with the file. */
static inline const char *tune2048_read(tune2048_network *network, FILE *file) {
    const size_t count = {{count}};
    unsigned char bytes[8], *raw;
    uint64_t length = 0;
    size_t i;
    char *header;
    const char *checksum;
    if (fread(bytes, 1, 8, file) != 8) return "it has less than eight bytes";
    for (i = 0; i < 8; i++) length |= (uint64_t) bytes[i] << (8 * i);
    if (length > 1 << 20) return "it is no network of tune2048";
    header = (char *) calloc((size_t) length + 1, 1);
    if (header == NULL) return "there is no memory for it";
    if (fread(header, 1, (size_t) length, file) != length) header[0] = '\0';
    checksum = strstr(header, "\"checksum\":\"{{checksum}}\"");
    free(header);
    if (checksum == NULL) return "it has other weights than those of this header";
    network->weights = (float *) malloc(count * sizeof(float));
    if (network->weights == NULL) return "there is no memory for it";
    if (fread(network->weights, 4, count, file) != count || fread(bytes, 1, 1, file) != 0) {
        return "it has another length than it was written with";
    }
    raw = (unsigned char *) network->weights;
    for (i = 0; i < count; i++, raw += 4) {
        uint32_t bits = (uint32_t) raw[0] | (uint32_t) raw[1] << 8 | (uint32_t) raw[2] << 16 |
                        (uint32_t) raw[3] << 24;
        memcpy(raw, &bits, 4);
    }
    return NULL;
}

/* Reads the weights and makes tables of moves. Returns NULL, or what is wrong. */
static inline const char *tune2048_open(tune2048_network *network, const char *path) {
    const char *problem;
    FILE *file;
    uint32_t row;
    memset(network, 0, sizeof *network);
    file = fopen(path, "rb");
    if (file == NULL) return "it cannot be opened";
    problem = tune2048_read(network, file);
    fclose(file);
    network->slid[0] = (uint16_t *) malloc(65536 * sizeof(uint16_t));
    network->slid[1] = (uint16_t *) malloc(65536 * sizeof(uint16_t));
    network->points = (uint32_t *) malloc(65536 * sizeof(uint32_t));
    if (network->slid[0] == NULL || network->slid[1] == NULL || network->points == NULL) {
        problem = "there is no memory for tables of moves";
    }
    if (problem != NULL) {
        tune2048_close(network);
        return problem;
    }
    for (row = 0; row < 65536; row++) {
        uint16_t slid = tune2048_slide_row(row, &network->points[row]);
        network->slid[0][row] = slid;
        network->slid[1][tune2048_reverse_row(row)] = tune2048_reverse_row(slid);
    }
    return NULL;
}

static inline uint64_t tune2048_transpose(uint64_t board) {
    uint64_t swapped = (board ^ board >> 12) & 0x0000f0f00000f0f0;
    board ^= swapped ^ swapped << 12;
    swapped = (board ^ board >> 24) & 0x00000000ff00ff00;
    return board ^ swapped ^ swapped << 24;
}

/* The order of cells in each row reversed. */
static inline uint64_t tune2048_mirror(uint64_t board) {
    board = (board >> 4 & 0x0f0f0f0f0f0f0f0f) | (board & 0x0f0f0f0f0f0f0f0f) << 4;
    return (board >> 8 & 0x00ff00ff00ff00ff) | (board & 0x00ff00ff00ff00ff) << 8;
}

/* The order of rows reversed. */
static inline uint64_t tune2048_flip(uint64_t board) {
    board = (board >> 16 & 0x0000ffff0000ffff) | (board & 0x0000ffff0000ffff) << 16;
    return board >> 32 | board << 32;
}

/* Whether a board has a tile of a rank or a larger one. */
static inline size_t tune2048_has(uint64_t board, int rank) {
    for (; board != 0; board >>= 4) {
        if ((int) (board & 15) >= rank) return 1;
    }
    return 0;
}

/* The points that a board after a move and before the spawn is still worth. */
static inline float tune2048_value(const tune2048_network *network, uint64_t board) {
    const float *weights = network->weights + {{stage_weights}} * ({{stage}});
    uint64_t turned[8];
    float sums[8];
    int i;
    turned[0] = board;
    turned[4] = tune2048_transpose(board);
    for (i = 0; i < 8; i += 4) {
        turned[i + 1] = tune2048_mirror(turned[i]);
        turned[i + 2] = tune2048_flip(turned[i]);
        turned[i + 3] = tune2048_flip(turned[i + 1]);
    }
    for (i = 0; i < 8; i++) {
        const uint64_t b = turned[i];
        float sum = 0.0f;
{{lookups}}        sums[i] = sum;
    }
    sums[0] = ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
              ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    return {{factor}}f * sums[0];
}

/* The board after a move, before the spawn: the same board if the move is illegal. */
static inline uint64_t tune2048_slide(const tune2048_network *network, uint64_t board,
                                      int direction, uint32_t *points) {
    const uint16_t *slid = network->slid[direction & 1];
    uint64_t after = 0;
    int row;
    if (direction < TUNE2048_LEFT) board = tune2048_transpose(board);
    *points = 0;
    for (row = 0; row < 64; row += 16) {
        after |= (uint64_t) slid[board >> row & 0xffff] << row;
        *points += network->points[board >> row & 0xffff];
    }
    return direction < TUNE2048_LEFT ? tune2048_transpose(after) : after;
}

/* The mean over the spawns on a board of the best move after each, by its value and points. */
static inline float tune2048_chance(const tune2048_network *network, uint64_t board) {
    /* By direction and rank; of moves up and down by column, too. */
    uint64_t after[4][2][4];
    float values[4][2][4];
    float sums[2] = {0.0f, 0.0f};
    int cell, rank, direction, free_cells = 0;
    for (cell = 0; cell < 16; cell++) {
        if ((board >> (4 * cell) & 15) != 0) continue;
        free_cells++;
        for (rank = 0; rank < 2; rank++) {
            const uint64_t spawned = board | (uint64_t) (rank + 1) << (4 * cell);
            float best = 0.0f;
            int is_legal = 0;
            for (direction = 0; direction < 4; direction++) {
                const int is_row = direction >= TUNE2048_LEFT;
                const int is_first = is_row ? (cell & 3) == 0 : cell < 4;
                const int before = is_row ? cell - 1 : cell - 4;
                const int line = is_row ? 0 : cell & 3;
                /* A tile slides to the same place from any cell of a gap between tiles. */
                if (is_first || (board >> (4 * before) & 15) != 0) {
                    uint32_t points;
                    const uint64_t slid = tune2048_slide(network, spawned, direction, &points);
                    after[direction][rank][line] = slid;
                    values[direction][rank][line] =
                        tune2048_value(network, slid) + (float) points;
                }
                if (after[direction][rank][line] == spawned) continue;
                if (!is_legal || values[direction][rank][line] > best) {
                    best = values[direction][rank][line];
                }
                is_legal = 1;
            }
            /* Nothing comes after the end. */
            sums[rank] += best;
        }
    }
    return (0.9f * sums[0] + 0.1f * sums[1]) / (float) free_cells;
}

/* A board with the same moves: from a tile on that the network hardly knows, all tiles above the
 * largest missing one are halved, as often as that helps. */
static inline uint64_t tune2048_downgraded(uint64_t board) {
    for (;;) {
        unsigned has = 0;
        int cell, highest = 15, missing;
        for (cell = 0; cell < 16; cell++) has |= 1u << (board >> (4 * cell) & 15);
        while (highest > 0 && (has >> highest & 1) == 0) highest--;
        for (missing = highest - 1; missing > 0 && (has >> missing & 1) != 0;) missing--;
        if (highest < {{downgrade_from}} || missing <= 0) return board;
        for (cell = 0; cell < 16; cell++) {
            const int is_above = (int) (board >> (4 * cell) & 15) > missing;
            board -= (uint64_t) is_above << (4 * cell);
        }
    }
}

/* The move that is best past one spawn, the first of equals, or -1 if none is legal. Writes the
 * values of legal moves to `values`, unless that is NULL. */
static inline int tune2048_move(const tune2048_network *network, uint64_t board, float *values) {
    float best = 0.0f;
    int direction, move = -1;
    board = tune2048_downgraded(board);
    for (direction = 0; direction < 4; direction++) {
        uint32_t points;
        const uint64_t after = tune2048_slide(network, board, direction, &points);
        float value;
        if (after == board) continue;
        value = tune2048_chance(network, after) + (float) points;
        if (values != NULL) values[direction] = value;
        if (move < 0 || value > best) {
            best = value;
            move = direction;
        }
    }
    return move;
}

#endif
