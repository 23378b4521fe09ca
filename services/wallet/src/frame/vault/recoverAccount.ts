import { fromBase64url, toBase64url } from '@latchkey/protocol/base64'
import { listRecovery, recover } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { fault, isFault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { openUnder } from './guardKeys.ts'
import { resplit } from './resplit.ts'
import type { Guard } from './sealRecovery.ts'
import { joinShares } from './splitEntropy.ts'
import { wipe } from './wipe.ts'

/** The split to recover, and its guard. */
export type RecoverOptions = {
  setId: string
  /** Decrypts the old recovery share and encrypts the new one. */
  guard: Guard
  /** The account's addresses according to the server. */
  expected: WalletAddresses
  signal?: AbortSignal
}

/**
 * Recovers the keys in this browser: gets both shares of a split from the server, decrypts the
 * recovery share, and creates a new split for this device. If another split has replaced the
 * requested one, that split is used.
 * @throws Fault `shareMissing`, `proofWrong`, `vaultClosed`, `tooManyRequests`, `accountDiffers`
 */
export async function recoverAccount(
  wallet: Wallet,
  { setId, guard, expected, signal }: RecoverOptions,
): Promise<void> {
  const opened = await open(wallet, { setId, guard, signal }).catch(async (error: unknown) => {
    const newer = isFault(error, 'shareMissing')
      ? await findNewer(wallet, { setId, guard, signal })
      : undefined
    if (newer === undefined) throw error
    return open(wallet, { setId: newer, guard, signal })
  })
  const server = fromBase64url(opened.serverShare)
  let recovery: Uint8Array<ArrayBuffer> | undefined
  let entropy: Uint8Array<ArrayBuffer> | undefined
  try {
    recovery = await recoveryShareOf(opened, guard)
    entropy = await joinShares(server, recovery)
    await resplit(wallet, { entropy, expected, guard, signal })
  } finally {
    wipe(server, recovery, entropy)
  }
}

type KeyOptions = Pick<RecoverOptions, 'setId' | 'guard' | 'signal'>

function open({ server }: Wallet, { setId, guard, signal }: KeyOptions) {
  const proof = 'keys' in guard ? { proof: toBase64url(guard.keys.proof) } : {}
  return server.call(recover, { setId, ...proof }, { signal })
}

/**
 * Finds the split that has replaced the requested one since the screen was opened: by this
 * browser's last attempt, whose answer was lost, or by another device. Undefined if the guard does
 * not open the new split.
 */
async function findNewer(
  { server }: Wallet,
  { setId, guard, signal }: KeyOptions,
): Promise<string | undefined> {
  const { methods } = await server.call(listRecovery, {}, { signal })
  const newer = methods.find(({ method }) => method === guard.method)
  const isOpenable = guard.method === 'vault' || newer?.salt === toBase64url(guard.keys.salt)
  return isOpenable && newer?.setId !== setId ? newer?.setId : undefined
}

async function recoveryShareOf(
  { recoveryShare, blob }: { recoveryShare?: string; blob?: string },
  guard: Guard,
): Promise<Uint8Array<ArrayBuffer>> {
  if (guard.method === 'vault' && recoveryShare !== undefined) return fromBase64url(recoveryShare)
  if ('keys' in guard && blob !== undefined) return openUnder(guard.keys.key, blob)
  throw fault('answerInvalid')
}
