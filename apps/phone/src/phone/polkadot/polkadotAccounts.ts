import { AccountId, getSs58AddressInfo } from '@polkadot-api/substrate-bindings'
import * as sr25519 from '@scure/sr25519'
import type { Account } from '../phoneState.ts'

/**
 * The seed of the development mnemonic, by the rules of polkadot-js and subkey. It is public, so it
 * never holds anything of value.
 */
const seed = bytesOf('4ca479f5e0dc0ee04ebcbadb64c220267dad42b8cfa4da1f0874787523b4709c')

/** The chain code of the junction `//0`. */
const firstJunction = new Uint8Array(32)

/** Each account's label, and the junctions of its path after the seed. */
const paths = [
  { label: 'Everyday on Polkadot', junctions: [] },
  { label: 'Savings on Polkadot', junctions: [firstJunction] },
] as const

const keys = paths.map(({ label, junctions }) => {
  const secret = junctions.reduce(sr25519.HDKD.secretHard, sr25519.secretFromSeed(seed))
  const publicKey = sr25519.getPublicKey(secret)
  return { label, secret, publicKey }
})

/** The prefix of addresses that are for no special network. SS58 */
const anyNetwork = 42

/** The prefixes of networks whose addresses differ from the generic ones, by CAIP-2 id. */
const prefixes: Readonly<Record<string, number>> = {
  // the relay chain and the Asset Hub of Polkadot, and of Kusama
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:48239ef607d7928874027a43a6768920': 2,
}

/** The phone's Polkadot accounts, with their generic addresses. */
export const polkadotAccounts: readonly Account[] = keys.map(({ label, publicKey }) => ({
  address: AccountId(anyNetwork).dec(publicKey),
  label,
  namespace: 'polkadot',
}))

/** The account in use until the person chooses another. */
export const firstPolkadot: string = polkadotAccounts[0]?.address ?? ''

/** The prefix of a network's addresses. SS58 */
export const prefixOf = (networkId: string): number => prefixes[networkId] ?? anyNetwork

/**
 * The spelling of an account on a network. One Polkadot account has another address on each
 * network; any other text stays as it is.
 * @param networkId a CAIP-2 id. With the namespace alone, `polkadot:`, it is the generic spelling
 */
export function spelledFor(networkId: string, address: string): string {
  const info = networkId.startsWith('polkadot:') ? getSs58AddressInfo(address) : undefined
  return info?.isValid ? AccountId(prefixOf(networkId)).dec(info.publicKey) : address
}

/** The generic spelling of an account's address, by which the phone lists its accounts. */
export const genericOf = (address: string): string => spelledFor('polkadot:', address)

/**
 * Signs bytes with an account, whose address may have any network's spelling. The signature begins
 * with the byte of the key's type: 1 is sr25519. Undefined for an account that the phone does not
 * have.
 */
export function signWithPolkadot(address: string, bytes: Uint8Array): Uint8Array | undefined {
  const at = polkadotAccounts.findIndex((one) => one.address === genericOf(address))
  const found = keys[at]
  return found && Uint8Array.from([1, ...sr25519.sign(found.secret, bytes)])
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
