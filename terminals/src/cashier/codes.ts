// A voucher's code, generated here at random. The server only has its hash, so a retry gives the same
// voucher and only the holder of the ticket knows the code. The format is that of `vouchers.py`.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // without I, L, O, U, which are misread
const LETTERS = 26; // of five bits each
const CHECK_PRIME = 1021n;
export const SECRET_BYTES = 16;

export function writeCode(secret: Uint8Array): string {
  const number = secret.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const letter = (value: bigint): string => ALPHABET.charAt(Number(value & 31n));
  const letters = Array.from({ length: LETTERS }, (_, at) =>
    letter(number >> BigInt(5 * (LETTERS - 1 - at))),
  );
  const check = number % CHECK_PRIME;
  const code = [...letters, letter(check >> 5n), letter(check)].join("");
  return (code.match(/.{4}/g) ?? []).join("-");
}

export function newCode(): string {
  return writeCode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
