import { createHash } from 'node:crypto'
import { Keypair } from '@solana/web3.js'
import { accounts, type AccountRole } from '../../src/accounts.ts'
import { developmentKeypair } from '../../src/solana/keys.ts'

/** The people with whom the accounts trade, with their indexes under the development mnemonic. */
const strangers = {
  exchange: 20,
  employer: 21,
  friend: 22,
  shop: 23,
  cafe: 24,
  spammer: 25,
  client: 26,
  landlord: 27,
} as const

/** Any person of the history. */
export type Person = AccountRole | keyof typeof strangers

const keys = new Map<Person, Keypair>(
  [
    ...accounts.map(({ role, index }) => [role, index] as const),
    ...Object.entries(strangers).map(([name, index]) => [name as Person, index] as const),
  ] // the cast: the keys of the table above
    .map(([person, index]) => [person, Keypair.fromSeed(developmentKeypair(index).seed)]),
)

/** The keys of a person. */
export function keysOf(person: Person): Keypair {
  const found = keys.get(person)
  if (!found) throw new Error(`Nobody is called "${person}".`)
  return found
}

/** Derives keys for mints from a name, so that their addresses are the same in every bake. */
export const keysNamed = (name: string): Keypair =>
  Keypair.fromSeed(createHash('sha256').update(`Latchkey Solana ${name}`).digest())
