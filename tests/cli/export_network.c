#include "net.h"
int main(void) {
    tune2048_network network;
    char text[17];
    const char *problem = tune2048_open(&network, "net.safetensors");
    if (problem != NULL) {
        puts(problem);
        return 1;
    }
    while (scanf("%16s", text) == 1) {
        uint64_t board = 0;
        uint32_t bits;
        float value;
        int cell;
        for (cell = 0; cell < 16; cell++) {
            const char digit[2] = {text[cell], 0};
            board |= (uint64_t) strtol(digit, NULL, 16) << (4 * cell);
        }
        value = tune2048_value(&network, board);
        memcpy(&bits, &value, 4);
        printf("%u %d\n", (unsigned) bits, tune2048_move(&network, board, NULL));
    }
    tune2048_close(&network);
    return 0;
}
