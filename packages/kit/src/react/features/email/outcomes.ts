import type { ErrorCode } from '../../../core/errors.ts'
import type { Attempt } from '../../hooks/useAttempt.ts'

/** How an attempt to log in failed, as the screen tells it. */
export type Failure =
  | 'cooldown'
  | 'refused'
  | 'limit'
  | 'offline'
  | 'unloaded'
  | 'blocked'
  | 'over'
  | 'failed'

const failures: { readonly [code in ErrorCode]?: Failure } = {
  emailCooldown: 'cooldown',
  deviceRefused: 'refused',
  tooManyRequests: 'limit',
  offline: 'offline',
  frameUnloaded: 'unloaded',
  httpFailed: 'unloaded',
  httpTimeout: 'unloaded',
  somethingWrong: 'unloaded',
  storageBlocked: 'blocked',
  codeExpired: 'over',
  walletTimeout: 'over',
}

/** The failure of an attempt; undefined while it goes on, or was left. */
export function failureOf(attempt: Attempt): Failure | undefined {
  if (attempt.status !== 'failed' || attempt.error.code === 'requestAborted') return undefined
  return failures[attempt.error.code] ?? 'failed'
}

/** What is wrong with a code that was entered. */
export type CodeFault = 'wrong' | 'expired' | 'spent' | 'unchecked'

const faults: { readonly [code in ErrorCode]?: CodeFault } = {
  codeWrong: 'wrong',
  codeExpired: 'expired',
  codeSpent: 'spent',
}

/** The fault of a code, from the error that it was answered with. */
export const faultOf = (error: unknown): CodeFault =>
  (error instanceof Error && 'code' in error ? faults[error.code as ErrorCode] : undefined) ??
  'unchecked' // a code of another table is none of these
