/**
 * Twelve zero bytes in a row. Nobody finds a key, or a salt of CREATE2, for such an address: that
 * is 2^96 attempts.
 */
const zeros = /^(?:..)*?(?:00){12}/

/**
 * What chains put into their first block elsewhere: the addresses of the OP stack's implementations
 * (`0xc0d3…`), of its deposits and its old Ether (`0xdead…`), the sender of system calls
 * (EIP-4788), and the stand-ins for Ether.
 */
const named = /^(?:(?:c0d3){9}|(?:dead){9}|ff{36}|(?:ee){18})/

/**
 * Whether an EVM address is of no account that anybody owns: address zero, precompiles (`0x01` and
 * on, `0x100` of P256), the contracts that chains begin with (`0x4200…0016`, `0x0200…0001`,
 * `0x…8001`). These may answer what nobody has signed: the precompile `0x04` repeats what it is
 * asked.
 */
export function isOwnerless(address: string): boolean {
  const digits = address.slice(2).toLowerCase()
  return zeros.test(digits) || named.test(digits)
}
