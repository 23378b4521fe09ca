import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import * as sr25519 from '@scure/sr25519'
import { HDKey as Slip10 } from 'micro-key-producer/slip10.js'
import { HDKey } from 'viem/accounts'
import { toBase58 } from '@latchkey/protocol/base58'
import { writeBitcoinKeys } from '@latchkey/protocol/chains/bitcoinKeys'
import { genericPrefix, writeSs58 } from '@latchkey/protocol/chains/ss58'
import { evmAccountOf } from './evmAccountOf.ts'
import type { EvmAccount } from './evmAccountOf.ts'
import { polkadotSeedOf, seedOf } from './seedOf.ts'
import { wipe } from './wipe.ts'

const hardened = 0x8000_0000
/** m/44'/60'/0'/0/0. BIP-44 */
const evmPath = [44 + hardened, 60 + hardened, hardened, 0, 0]
/** m/44'/501'/0'/0'. SLIP-10, as Solana's wallets derive it */
const solanaPath = [44 + hardened, 501 + hardened, hardened, hardened]

/** The first address of the first account. BIP-84 (P2WPKH), BIP-86 (P2TR) */
const bitcoinPath = (purpose: BitcoinPurpose, coinType: CoinType) => [
  { payment: 84, ordinals: 86 }[purpose] + hardened,
  coinType + hardened,
  hardened,
  0,
  0,
]

/** The purpose of one of the two addresses on Bitcoin. */
export type BitcoinPurpose = 'payment' | 'ordinals'
/** The coin type of Bitcoin's main network (0) and of all its test networks (1). SLIP-44 */
export type CoinType = 0 | 1

/** The keys of an account, for the duration of one operation. */
export type Keys = {
  addresses: WalletAddresses
  evm: EvmAccount
  /** Returns the private key of secp256k1, 32 bytes. The caller wipes it. */
  evmKey: () => Uint8Array<ArrayBuffer>
  /** Returns a signature of ed25519, 64 bytes. */
  signSolana: (message: Uint8Array) => Uint8Array
  /**
   * Returns the private and the public key of ed25519, 64 bytes, the format that Solana's
   * wallets import. The caller wipes them.
   */
  solanaPair: () => Uint8Array<ArrayBuffer>
  /** Returns a private key of Bitcoin, 32 bytes, without Taproot's tweak. The caller wipes it. */
  bitcoinKey: (purpose: BitcoinPurpose, coinType: CoinType) => Uint8Array<ArrayBuffer>
  /** Returns a signature of sr25519, 64 bytes. */
  signPolkadot: (message: Uint8Array) => Uint8Array
}

/**
 * Derives the keys of an entropy, calls `work` with them, and wipes everything that can be
 * wiped.
 */
export async function withKeys<result>(
  entropy: Uint8Array<ArrayBuffer>,
  work: (keys: Keys) => Promise<result>,
): Promise<result> {
  const [seed, polkadotSeed] = await Promise.all([seedOf(entropy), polkadotSeedOf(entropy)])
  const root = HDKey.fromMasterSeed(seed)
  const evmKeys = pathFrom(root, evmPath)
  const bitcoinKeys = createBitcoinKeys(root)
  const solanaKeys = pathFrom(Slip10.fromMasterSeed(seed), solanaPath)
  // without a path, as the first account of polkadot-js and Talisman
  const polkadotKey = sr25519.secretFromSeed(polkadotSeed)
  try {
    const [evmKey, solanaKey] = [evmKeys.at(-1), solanaKeys.at(-1)]
    if (!evmKey?.privateKey || !solanaKey) throw new Error('A path has a first key')
    const { privateKey } = evmKey
    const evm = evmAccountOf(privateKey) // these bytes are wiped below
    const addresses = {
      eip155: evm.address,
      solana: toBase58(solanaKey.publicKeyRaw),
      bip122: bitcoinKeys.publicKeys(0),
      bip122Test: bitcoinKeys.publicKeys(1),
      polkadot: writeSs58(sr25519.getPublicKey(polkadotKey), genericPrefix),
    }
    return await work({
      addresses,
      evm,
      evmKey: () => Uint8Array.from(privateKey),
      signSolana: (message) => solanaKey.sign(message),
      solanaPair: () => Uint8Array.from([...solanaKey.privateKey, ...solanaKey.publicKeyRaw]),
      bitcoinKey: bitcoinKeys.privateKey,
      signPolkadot: (message) => sr25519.sign(polkadotKey, message),
    })
  } finally {
    for (const key of [...evmKeys, ...bitcoinKeys.all()]) key.wipePrivateData()
    wipe(seed, polkadotSeed, polkadotKey, ...solanaKeys.map((key) => key.privateKey))
  }
}

/** The keys on a derivation path, from the first key to the last. */
function pathFrom<key extends { deriveChild: (index: number) => key }>(
  first: key,
  path: readonly number[],
): key[] {
  const keys = [first]
  for (const index of path) keys.push((keys.at(-1) ?? first).deriveChild(index))
  return keys
}

/** Derives the keys of Bitcoin. `all`: every key that was derived, to wipe it. */
function createBitcoinKeys(root: HDKey) {
  const derived: HDKey[] = []
  function keyOf(purpose: BitcoinPurpose, coinType: CoinType): HDKey {
    const path = pathFrom(root, bitcoinPath(purpose, coinType))
    derived.push(...path)
    return path.at(-1) ?? root
  }
  function publicKeyOf(purpose: BitcoinPurpose, coinType: CoinType): Uint8Array {
    const { publicKey } = keyOf(purpose, coinType)
    if (!publicKey) throw new Error('A key has a public key')
    return publicKey
  }
  return {
    all: (): readonly HDKey[] => derived,
    publicKeys: (coinType: CoinType) =>
      writeBitcoinKeys({
        payment: publicKeyOf('payment', coinType),
        ordinals: publicKeyOf('ordinals', coinType).slice(1), // without the parity. BIP-340
      }),
    privateKey(purpose: BitcoinPurpose, coinType: CoinType): Uint8Array<ArrayBuffer> {
      const { privateKey } = keyOf(purpose, coinType)
      if (!privateKey) throw new Error('A key cannot be used after it was wiped')
      return Uint8Array.from(privateKey)
    },
  }
}
