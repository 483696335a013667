# Mean scores of nineteen tuned weights and of those of 2014 at 200 000 boards a move, over the games
# of both validations and of the comparison, and their ratio with a 95 % interval that is symmetric
# on a log scale: squared relative errors of both means are added up. More games were played because of
# what the first ones said: the wider interval is that of the confidence sequence of `compare`.
#
#   cd results && awk -F, -f one-millisecond/all-games.awk \
#     rows-200000-boards-rich-continued/final-games.csv one-millisecond/tuned-1ms-games.csv

function add(set, is_tuned, score) {
    n[set, is_tuned]++
    sum[set, is_tuned] += score
    squares[set, is_tuned] += score * score
}

function add_to_sets(is_tuned, score, is_new) {
    add("all", is_tuned, score)
    if (is_new) add("new", is_tuned, score)
}

function mean(set, is_tuned) { return sum[set, is_tuned] / n[set, is_tuned] }

# Squared relative standard error of a mean.
function relative_error(set, is_tuned,    m, games) {
    m = mean(set, is_tuned); games = n[set, is_tuned]
    return (squares[set, is_tuned] - games * m * m) / (games - 1) / games / (m * m)
}

# Half the width of the sequence after some pairs, in standard errors: crates/tuner/src/statistics/confidence_sequence.rs.
function margin(pairs,    twice, m) {
    twice = -2 * log(0.05)
    m = pairs * (twice + log(twice + 1)) / 2000 + 1
    return sqrt(2 * m / (m - 1) * log(sqrt(m) / 0.05))
}

function interval(ratio, width) { return sprintf("%.3f to %.3f", ratio / width, ratio * width) }

function answer(set, meaning,    ratio, error) {
    ratio = mean(set, 1) / mean(set, 0)
    error = sqrt(relative_error(set, 0) + relative_error(set, 1))
    printf "%s: %d and %d games, %.0f and %.0f, %.3f (%s; %s at any number of games)\n", meaning, n[set, 1], \
        n[set, 0], mean(set, 1), mean(set, 0), ratio, interval(ratio, exp(1.96 * error)), \
        interval(ratio, exp(margin(n[set, 1]) * error))
}

FNR == 1 { file++; next }
# Finalist 0 is what the campaign began with. The first validation, games 0 to 299, chose the preset.
file == 1 { add_to_sets($3 != 0, $4, $2 >= 300) }
file == 2 { add_to_sets(0, $5, 1); add_to_sets(1, $6, 1) }
END {
    answer("all", "all games")
    answer("new", "without the first validation")
}
