import { readFileSync } from "node:fs";
import { Network } from "./net.mjs";
const network = new Network(readFileSync("net.safetensors"));
for (const board of readFileSync("boards", "utf8").trim().split("\n")) {
  const ranks = [...board].map((digit) => Number.parseInt(digit, 16));
  const [bits] = new Uint32Array(Float32Array.of(network.value(ranks)).buffer);
  console.log(`${bits} ${network.move(ranks)}`);
}
