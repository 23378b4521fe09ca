import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { HDKey as Slip10 } from 'micro-key-producer/slip10.js'
import { HDKey } from 'viem/accounts'
import { toBase58 } from '@latchkey/protocol/base58'
import { evmAccountOf } from './evmAccountOf.ts'
import type { EvmAccount } from './evmAccountOf.ts'
import { seedOf } from './seedOf.ts'
import { wipe } from './wipe.ts'

const hardened = 0x8000_0000
/** m/44'/60'/0'/0/0. BIP-44 */
const evmPath = [44 + hardened, 60 + hardened, hardened, 0, 0]
/** m/44'/501'/0'/0'. SLIP-10, as Solana's wallets derive it */
const solanaPath = [44 + hardened, 501 + hardened, hardened, hardened]

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
}

/**
 * Derives the keys of an entropy, calls `work` with them, and wipes everything that can be
 * wiped.
 */
export async function withKeys<result>(
  entropy: Uint8Array<ArrayBuffer>,
  work: (keys: Keys) => Promise<result>,
): Promise<result> {
  const seed = await seedOf(entropy)
  const evmKeys = pathFrom(HDKey.fromMasterSeed(seed), evmPath)
  const solanaKeys = pathFrom(Slip10.fromMasterSeed(seed), solanaPath)
  try {
    const [evmKey, solanaKey] = [evmKeys.at(-1), solanaKeys.at(-1)]
    if (!evmKey?.privateKey || !solanaKey) throw new Error('A path has a first key')
    const { privateKey } = evmKey
    const evm = evmAccountOf(privateKey) // these bytes are wiped below
    const addresses = { eip155: evm.address, solana: toBase58(solanaKey.publicKeyRaw) }
    return await work({
      addresses,
      evm,
      evmKey: () => Uint8Array.from(privateKey),
      signSolana: (message) => solanaKey.sign(message),
      solanaPair: () => Uint8Array.from([...solanaKey.privateKey, ...solanaKey.publicKeyRaw]),
    })
  } finally {
    for (const key of evmKeys) key.wipePrivateData()
    wipe(seed, ...solanaKeys.map((key) => key.privateKey))
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
