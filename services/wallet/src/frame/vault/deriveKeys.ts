import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { HDKey as Slip10 } from 'micro-key-producer/slip10.js'
import { HDKey, hdKeyToAccount } from 'viem/accounts'
import type { HDAccount } from 'viem/accounts'
import { toBase58 } from './base58.ts'
import { seedOf } from './seedOf.ts'
import { wipe } from './wipe.ts'

/** The keys of an account, for as long as a piece of work takes. */
export type Keys = {
  addresses: WalletAddresses
  /** m/44'/60'/0'/0/0. BIP-44 */
  evm: HDAccount
  /** A signature of ed25519, 64 bytes, by m/44'/501'/0'/0'. SLIP-10 */
  signSolana: (message: Uint8Array) => Uint8Array
}

/** Derives the keys of an entropy, hands them to `work`, and wipes what can be wiped. */
export async function withKeys<result>(entropy: Uint8Array<ArrayBuffer>, work: (keys: Keys) => Promise<result>): Promise<result> {
  const seed = await seedOf(entropy)
  const root = HDKey.fromMasterSeed(seed)
  const solana = Slip10.fromMasterSeed(seed).derive("m/44'/501'/0'/0'")
  try {
    const evm = hdKeyToAccount(root)
    const addresses = { eip155: evm.address, solana: toBase58(solana.publicKeyRaw) }
    return await work({ addresses, evm, signSolana: (message) => solana.sign(message) })
  } finally {
    root.wipePrivateData()
    wipe(seed, solana.privateKey)
  }
}
