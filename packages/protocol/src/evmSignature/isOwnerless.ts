/**
 * Twelve zero bytes in a row. To find a key, or a salt of CREATE2, for such an address takes 2^96
 * attempts.
 */
const zeros = /^(?:..)*?(?:00){12}/

/**
 * Other addresses of contracts that exist from the start of a chain: the implementations of the OP
 * stack (`0xc0d3…`), its deposits and its old Ether (`0xdead…`), the sender of system calls
 * (EIP-4788), and the placeholders for Ether.
 */
const named = /^(?:(?:c0d3){9}|(?:dead){9}|ff{36}|(?:ee){18})/

/**
 * Whether an EVM address belongs to no account with an owner: address zero, precompiles (`0x01` and
 * on, `0x100` of P256), and contracts that exist from the start of a chain (`0x4200…0016`,
 * `0x0200…0001`, `0x…8001`). Their answer may not be used as a signature check: the precompile
 * `0x04` returns its input.
 */
export function isOwnerless(address: string): boolean {
  const digits = address.slice(2).toLowerCase()
  return zeros.test(digits) || named.test(digits)
}
