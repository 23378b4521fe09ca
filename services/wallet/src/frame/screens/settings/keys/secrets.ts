import { toHex } from '@latchkey/protocol/hex'
import { noteExport } from '@latchkey/protocol/walletServer'
import { toBase58 } from '@latchkey/protocol/base58'
import { phraseOf } from '../../../vault/phraseOf.ts'
import { withEntropy } from '../../../vault/withEntropy.ts'
import { wipe } from '../../../vault/wipe.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'

/**
 * A secret as text. Secrets become text only on this screen, and are dropped when the screen is
 * left.
 */
export type Secret =
  | { kind: 'phrase'; words: readonly string[] }
  | { kind: 'ethereum' | 'solana'; text: string }

/**
 * Reads a secret after the server has recorded the export for the owner.
 * @throws Fault when the server is not reached
 */
export async function readSecret(wallet: Wallet, kind: Secret['kind']): Promise<Secret> {
  await wallet.server.call(noteExport, { kind: kind === 'phrase' ? 'phrase' : 'privateKey' })
  return withEntropy<Secret>(wallet, async (entropy, { evmKey, solanaPair }) => {
    const bytes =
      kind === 'phrase' ? await phraseOf(entropy) : kind === 'ethereum' ? evmKey() : solanaPair()
    try {
      if (kind === 'ethereum')
        return {
          kind,
          text: `0x${toHex(bytes)}`,
        }
      return kind === 'phrase'
        ? { kind, words: new TextDecoder().decode(bytes).split(' ') }
        : { kind, text: toBase58(bytes) }
    } finally {
      wipe(bytes)
    }
  })
}

/**
 * Creates the account's encrypted keystore as a file. The code for it is loaded at the first call.
 * @throws Fault when the server is not reached
 */
export async function makeKeystore(
  wallet: Wallet,
  password: string,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<{ name: string; json: string }> {
  const { keystoreName, keystoreOf } = await import('../../../vault/keystore.ts')
  await wallet.server.call(noteExport, { kind: 'keystore' }, { signal })
  return withEntropy(wallet, async (entropy, { evm, evmKey }) => {
    const privateKey = evmKey()
    try {
      return {
        name: keystoreName(evm.address, new Date()),
        json: await keystoreOf({
          privateKey,
          entropy,
          address: evm.address,
          password,
          onProgress,
          signal,
        }),
      }
    } finally {
      wipe(privateKey)
    }
  })
}
