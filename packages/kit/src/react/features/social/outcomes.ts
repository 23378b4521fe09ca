import type { ErrorCode } from '../../../core/errors/errors.ts'
import type { Attempt } from '../../hooks/useAttempt.ts'

/** Why a login failed, as the screen shows it. */
export type Failure =
  | 'windowBlocked'
  | 'closed'
  | 'refused'
  | 'untrusted'
  | 'notOffered'
  | 'slow'
  | 'stopped'
  | 'limit'
  | 'offline'
  | 'unloaded'
  | 'storage'
  | 'over'
  | 'failed'

const failures: { readonly [code in ErrorCode]?: Failure } = {
  socialWindowBlocked: 'windowBlocked',
  socialWindowClosed: 'closed',
  socialRefused: 'refused',
  deviceRefused: 'refused',
  socialUntrusted: 'untrusted',
  loginNotOffered: 'notOffered',
  addressOrConnectorMissing: 'notOffered',
  socialTimeout: 'slow',
  userRejected: 'stopped',
  tooManyRequests: 'limit',
  offline: 'offline',
  frameUnloaded: 'unloaded',
  httpFailed: 'unloaded',
  httpTimeout: 'unloaded',
  somethingWrong: 'unloaded',
  storageBlocked: 'storage',
  codeExpired: 'over',
  walletTimeout: 'over',
}

/** Returns why an attempt failed; undefined while it runs or after it was cancelled. */
export function failureOf(attempt: Attempt): Failure | undefined {
  if (attempt.status !== 'failed' || attempt.error.code === 'requestAborted') return undefined
  return failures[attempt.error.code] ?? 'failed'
}

/** Whether the visitor may continue the login in this tab, because its window failed. */
export const mayContinueHere = (failure: Failure): boolean =>
  failure === 'windowBlocked' || failure === 'closed' || failure === 'slow'
