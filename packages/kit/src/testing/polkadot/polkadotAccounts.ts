import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { fromHex } from '@latchkey/protocol/hex'
import { polkadotKeyOf, polkadotPathOf } from '@latchkey/protocol/chains/polkadotKeys'
import type { PolkadotKey, PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import { genericPrefix, writeSs58 } from '@latchkey/protocol/chains/ss58'

/**
 * An account of a Polkadot wallet.
 * - `address`: in the spelling for no special network
 * - `path`: its derivation path, as polkadot-js writes it
 * - `genesisHash`: the only network of the account, as for accounts of some hardware wallets
 */
export type PolkadotAccount = {
  name: string
  address: string
  path: string
  key: PolkadotKey
  genesisHash?: `0x${string}`
}

/** The entropy of the development phrase. BIP-39 */
const developmentEntropy = fromHex('df9bf37e6fcdf9bf37e6fcdf9bf37e3c')

/** The seed of the development phrase. It is cached, because deriving it takes a while. */
let developmentSeed: Uint8Array | undefined

/** The kinds of the accounts that are not sr25519, by their numbers. */
const typeOf = (index: number): PolkadotKeyType =>
  index === 7 ? 'ed25519' : index === 8 ? 'ecdsa' : 'sr25519'

/**
 * The first accounts of the development phrase, which the devnet's chain funds. The account 7 has
 * the type ed25519, the account 8 the type ecdsa, the others sr25519.
 */
export function polkadotAccounts(count: number): readonly PolkadotAccount[] {
  developmentSeed ??= pbkdf2(sha512, developmentEntropy, new TextEncoder().encode('mnemonic'), {
    c: 2_048,
    dkLen: 64,
  }).slice(0, 32)
  const seed = developmentSeed
  return Array.from({ length: count }, (_, index) => ({
    ...polkadotAccountOf(seed, { path: polkadotPathOf(index), type: typeOf(index) }),
    name: `Account ${index + 1}`,
  }))
}

/** The account of a seed: 32 secret bytes. */
export function polkadotAccountOf(
  seed: Uint8Array,
  { path = '', type = 'sr25519' }: { path?: string; type?: PolkadotKeyType } = {},
): PolkadotAccount {
  const key = polkadotKeyOf(seed, path, type)
  return { name: 'Account', address: writeSs58(key.accountId, genericPrefix), path, key }
}
