// Everything that squeezing needs, as one chunk.

export { BentCard } from "./BentCard";
export { Squeeze } from "./Squeeze";
