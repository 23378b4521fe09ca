import type { Grant } from '@latchkey/protocol/sessions/grant'
import type { Kit } from '../../core/kit/kit.ts'
import { useKit } from './useKit.ts'
import { useLastCall } from './useLastCall.ts'
import type { LastCall } from './useLastCall.ts'

/** The last request for a permission, and the functions that send a request and clear it. */
export type GrantPermissions = LastCall<Grant> & {
  /** Calls `kit.grantPermissions`. If that fails, `error` is set, and the promise rejects, too. */
  grantPermissions: Kit['grantPermissions']
  /** Clears the last request. If it is open in the wallet, it stays open there. */
  reset(): void
}

/**
 * Returns the state of the last request for a permission, and the function that sends one. A new
 * request replaces the last one.
 */
export function useGrantPermissions(): GrantPermissions {
  const kit = useKit()
  const { last, call, reset } = useLastCall(kit.grantPermissions)
  return { ...last, grantPermissions: call, reset }
}
