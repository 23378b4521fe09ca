import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { Access } from '@latchkey/server/db/createAccess'
import type { SharedCache } from '@latchkey/server/sharedCache'
import { ApiError, unsupportedChain } from '../apiError.ts'
import type { NameChain } from '../chains/registry.ts'
import type { Metrics } from '../metrics.ts'
import type { ChainTruth } from './chainTruth.ts'
import type { Grant } from './readGrant.ts'

/** An account of one network. */
export type NetworkAccount = { account: Hex; networkId: string }

/** How a client waits for its turn, and how it leaves. */
export type Waiting = { turn: () => Promise<void>; signal: AbortSignal }

/** What the functions of sessions share. */
export type SessionParts = {
  /** The chains that have sessions. */
  chains: readonly NameChain[]
  access: Access
  truth: ChainTruth
  /** What stored contexts grant, by the hash of their delegation. */
  grants: SharedCache<Grant>
  /** Seconds. */
  now: () => number
  metrics: Metrics
}

/** The longest session in seconds: a year, and a day for clocks and time zones. */
const maxDuration = 367 * 86_400

/** The error for a session that the caller does not have. */
export const unknownSession = () =>
  new ApiError(404, 'pci', 'There is no such session of this account')

/** The chain of a network. @throws ApiError 400 */
export function chainOf({ chains }: SessionParts, networkId: string): NameChain {
  const found = chains.find((chain) => chain.networkId === networkId)
  if (!found) throw unsupportedChain()
  return found
}

/** Checks the end of a session. Both are in seconds. @throws ApiError 400 */
export function checkExpiry(expiry: number, now: number): void {
  if (expiry <= now) throw new ApiError(400, 'expiry', 'The end of the session has passed')
  if (expiry > now + maxDuration) throw new ApiError(400, 'expiry', 'A session ends within a year')
}
