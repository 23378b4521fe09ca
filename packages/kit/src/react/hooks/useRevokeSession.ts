import type { KitSessions } from '../../core/kit/kit.ts'
import { useKit } from './useKit.ts'
import { useLastCall } from './useLastCall.ts'
import type { LastCall } from './useLastCall.ts'

/** The last request to end a session, and the functions that send a request and clear it. */
export type RevokeSession = LastCall<void> & {
  /** Calls `kit.sessions.revoke`. If that fails, `error` is set, and the promise rejects, too. */
  revokeSession: KitSessions['revoke']
  /** Clears the last request. If it is open in the wallet, it stays open there. */
  reset(): void
}

/**
 * Returns the state of the last request to end a session, and the function that sends one. A new
 * request replaces the last one.
 */
export function useRevokeSession(): RevokeSession {
  const kit = useKit()
  const { last, call, reset } = useLastCall(kit.sessions.revoke)
  return { ...last, revokeSession: call, reset }
}
