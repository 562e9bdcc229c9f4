// A voucher's code, made up here from chance: the server knows its seal alone, so that asking twice
// gives one voucher and nobody but whoever holds the ticket knows it. Written as `vouchers.py` reads it.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // no I, L, O, U: read aloud without mistakes
const LETTERS = 26; // of five bits each
const CHECK_PRIME = 1021n;
export const SECRET_BYTES = 16;

export function writeCode(secret: Uint8Array): string {
  const number = secret.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const letter = (value: bigint): string => ALPHABET.charAt(Number(value & 31n));
  const letters = Array.from({ length: LETTERS }, (_, at) => letter(number >> BigInt(5 * (LETTERS - 1 - at))));
  const check = number % CHECK_PRIME;
  const code = [...letters, letter(check >> 5n), letter(check)].join("");
  return (code.match(/.{4}/g) ?? []).join("-");
}

export function newCode(): string {
  return writeCode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
