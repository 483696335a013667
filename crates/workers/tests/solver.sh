#!/bin/sh
echo '{"protocol": 1}'
own=""
for number in $(seq NUMBERS); do own="$own, \"number-$number\": 0.1234567890123456"; done
while read -r line; do
    id=${line#*: } seeds=${line##*[}
    id=${id%%,*} seeds=${seeds%%]*}
    IFS=', '
    for seed in $seeds; do
        echo "{\"id\": $id, \"seed\": $seed, \"score\": $seed, \"lines\": $seed$own}"
    done
done
