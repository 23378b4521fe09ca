import { ed25519 } from '@noble/curves/ed25519.js'
import type { Account } from '../phoneState.ts'

/**
 * The private keys of the development mnemonic on m/44'/501'/i'/0'. They are public, so they never
 * hold anything of value.
 */
const keys = [
  {
    address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    label: 'Everyday on Solana',
    key: 'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
  },
  {
    address: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
    label: 'Savings on Solana',
    key: '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
  },
] as const

/** The phone's Solana accounts. At first, the first one is in use. */
export const solanaAccounts = keys.map(
  ({ address, label }): Account => ({ address, label, namespace: 'solana' }),
)

/** The account in use until the person chooses another. */
export const firstSolana: string = keys[0].address

/**
 * Signs with an account by Ed25519. The signature has 64 bytes. @throws RangeError for an account
 * that the phone does not have
 */
export function signWithSolana(address: string, bytes: Uint8Array): Uint8Array {
  const found = keys.find((one) => one.address === address)
  if (!found) throw new RangeError(`The phone holds no Solana account ${address}.`)
  return ed25519.sign(bytes, bytesOf(found.key))
}

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
