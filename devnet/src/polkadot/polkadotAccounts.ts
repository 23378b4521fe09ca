import { polkadotDevnetId, polkadotNetworkOf } from '@latchkey/protocol/chains/polkadotNetworks'
import {
  polkadotKeyOf,
  polkadotPathOf,
  type PolkadotKey,
  type PolkadotKeyType,
} from '@latchkey/protocol/chains/polkadotKeys'
import { genericPrefix, writeSs58 } from '@latchkey/protocol/chains/ss58'
import { accounts } from '../accounts.ts'

/**
 * The seed of the development mnemonic, as `polkadotSeedOf` makes it from the entropy. The keys are
 * public, so the accounts must never own anything of value.
 */
const seed = Uint8Array.from(
  Buffer.from('4ca479f5e0dc0ee04ebcbadb64c220267dad42b8cfa4da1f0874787523b4709c', 'hex'),
)

/** Smallest units of a coin. */
const coin = 10n ** 10n

/** What the accounts own when the chain begins, in smallest units, by index. */
const balances: readonly bigint[] = [
  1_234n * coin + 5_678_900_000n,
  25_000n * coin,
  310n * coin,
  3n * coin,
  8_200n * coin,
  640n * coin,
  2_500_000n * coin,
  1n * coin + 2_345_678_901n,
  75n * coin,
]

/** An account of the development mnemonic on the Polkadot chain. */
export type PolkadotAccount = {
  index: number
  /** With the prefix of the chain. */
  address: string
  /** sr25519 for most; the account 7 has a key of ed25519, the account 8 of ecdsa. */
  type: PolkadotKeyType
  role: string
  /** What it owns when the chain begins, in smallest units. */
  balance: bigint
}

/** The key of an account of the mnemonic: `''`, `//0`, `//1`, … */
export const polkadotKeyAt = (index: number): PolkadotKey =>
  polkadotKeyOf(seed, polkadotPathOf(index), typeAt(index))

const typeAt = (index: number): PolkadotKeyType =>
  index === 7 ? 'ed25519' : index === 8 ? 'ecdsa' : 'sr25519'

/** The address of a key on the devnet's chain. */
export const polkadotAddressOf = ({ accountId }: Pick<PolkadotKey, 'accountId'>): string =>
  writeSs58(accountId, polkadotNetworkOf(polkadotDevnetId)?.prefix ?? genericPrefix)

/** The accounts that own coins when the chain begins. */
export const polkadotAccounts: readonly PolkadotAccount[] = accounts.flatMap(
  ({ index, polkadot, role }) => {
    const balance = balances[index]
    return polkadot === undefined || balance === undefined
      ? []
      : [{ index, address: polkadot, type: typeAt(index), role, balance }]
  },
)

/** The key from which `fund` pays. */
export const faucetKey = (): PolkadotKey => polkadotKeyOf(seed, '//Faucet')

/** What the faucet owns when the chain begins, in smallest units. */
export const faucetBalance = 10n ** 9n * coin
