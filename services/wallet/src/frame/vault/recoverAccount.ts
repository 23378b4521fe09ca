import { fromBase64url, toBase64url } from '@latchkey/protocol/base64url'
import { recover } from '@latchkey/protocol/walletServer'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { openWithPassword } from './password.ts'
import { resplit } from './resplit.ts'
import type { Guard } from './sealRecovery.ts'
import { joinShares } from './splitEntropy.ts'
import { wipe } from './wipe.ts'

/** Which split is recovered, and by what. */
export type RecoverOptions = {
  setId: string
  /** Opens the old recovery share, and guards the new one. */
  guard: Guard
  /** The account's addresses, as the server names them. */
  expected: WalletAddresses
  signal?: AbortSignal
}

/**
 * Brings the keys onto this browser: both shares of a split from the server, the recovery share opened, and a new split for this device.
 * @throws Fault `proofWrong`, `vaultClosed`, `tooManyRequests`, `accountDiffers`
 */
export async function recoverAccount(wallet: Wallet, { setId, guard, expected, signal }: RecoverOptions): Promise<void> {
  const proof = guard.method === 'password' ? toBase64url(guard.keys.proof) : undefined
  const opened = await wallet.server.call(recover, { setId, ...(proof !== undefined && { proof }) }, { signal })
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

async function recoveryShareOf({ recoveryShare, blob }: { recoveryShare?: string; blob?: string }, guard: Guard): Promise<Uint8Array<ArrayBuffer>> {
  if (guard.method === 'vault' && recoveryShare !== undefined) return fromBase64url(recoveryShare)
  if (guard.method === 'password' && blob !== undefined) return openWithPassword(guard.keys, blob)
  throw fault('answerInvalid')
}
