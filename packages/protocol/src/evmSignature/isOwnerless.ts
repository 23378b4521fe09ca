/**
 * Twelve zero bytes in a row. Finding a key, or a salt for CREATE2, that gives such an address
 * takes 2^96 attempts.
 */
const zeros = /^(?:..)*?(?:00){12}/

/**
 * Other addresses of contracts that exist from the start of a chain: implementations of the OP
 * stack (`0xc0d3…`), its deposits and its old Ether (`0xdead…`), the sender of system calls
 * (EIP-4788), and placeholders for Ether.
 */
const named = /^(?:(?:c0d3){9}|(?:dead){9}|(?:ff){18}|(?:ee){18})/

/**
 * Whether an EVM address belongs to no account with an owner: the zero address, precompiles (`0x01`
 * and following, `0x100` for P256), and contracts that exist from the start of a chain
 * (`0x4200…0016`, `0x0200…0001`, `0x…8001`). Their answer must not count as a check of a signature:
 * the precompile `0x04` returns its input.
 */
export function isOwnerless(address: string): boolean {
  const digits = address.slice(2).toLowerCase()
  return zeros.test(digits) || named.test(digits)
}
