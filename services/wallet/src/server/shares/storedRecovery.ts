import type { RecoveryShare } from '@latchkey/protocol/walletServer'
import { hashOf } from '../keys/createKeyring.ts'

/**
 * A recovery share in its stored form, before it is sealed. Of a proof it has only the hash.
 */
export type StoredRecovery = {
  blob: string
  salt: string | null
  credentialId: string | null
  proofHash: string | null
}

/** The contexts for which the columns of a split are sealed. */
export const splitRow = {
  serverShare: (setId: string) => `splits ${setId} server_share`,
  recovery: (setId: string) => `splits ${setId} recovery`,
}

/** A recovery share as JSON, ready to be sealed. */
export function storeRecovery(share: RecoveryShare): string {
  const proofHash = 'proof' in share ? hashOf(share.proof).toString('hex') : null
  return JSON.stringify({
    blob: share.blob,
    salt: 'salt' in share ? share.salt : null,
    credentialId: 'credentialId' in share ? share.credentialId : null,
    proofHash,
  } satisfies StoredRecovery)
}

/** Reads a stored recovery share. */
export function readRecovery(json: Uint8Array): StoredRecovery {
  return JSON.parse(Buffer.from(json).toString()) as StoredRecovery // `storeRecovery` wrote it
}
