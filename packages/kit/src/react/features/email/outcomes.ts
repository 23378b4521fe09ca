import type { ErrorCode } from '../../../core/errors/errors.ts'
import type { Attempt } from '../../hooks/useAttempt.ts'

/** Why an attempt to log in failed, as the screen shows it. */
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

/** Returns why an attempt failed; undefined while it runs or after it was cancelled. */
export function failureOf(attempt: Attempt): Failure | undefined {
  if (attempt.status !== 'failed' || attempt.error.code === 'requestAborted') return undefined
  return failures[attempt.error.code] ?? 'failed'
}

/** What is wrong with an entered code. `unchecked`: the check itself failed. */
export type CodeFault = 'wrong' | 'expired' | 'spent' | 'unchecked'

const faults: { readonly [code in ErrorCode]?: CodeFault } = {
  codeWrong: 'wrong',
  codeExpired: 'expired',
  codeSpent: 'spent',
}

/** Returns what is wrong with a code, from the error of its check. */
export const faultOf = (error: unknown): CodeFault =>
  (error instanceof Error && 'code' in error ? faults[error.code as ErrorCode] : undefined) ??
  'unchecked' // any other error means that the check itself failed
