// Everything that squeezing needs, in one file to be fetched.

export { BentCard } from "./BentCard";
export { Squeeze } from "./Squeeze";
