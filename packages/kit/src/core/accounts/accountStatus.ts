import type { Namespace } from '@latchkey/protocol/namespace'
import type { LastAccount, Session } from './session.ts'
import { accountOf } from '../kit/state.ts'
import type { Account } from '../kit/state.ts'

/**
 * The visitor's account, and how it is connected. While the connection of an earlier visit is
 * restored, the status is `connecting`, and `lastKnown` is the account of that connection. A site
 * may show this account, but the wallet may no longer share it.
 */
export type AccountStatus =
  | { status: 'disconnected' }
  | { status: 'connecting'; lastKnown?: LastAccount }
  | { status: 'connected' | 'reconnecting'; account: Account }

/** The account of a namespace's session, and how it is connected. */
export function accountStatusOf(session: Session, namespace: Namespace): AccountStatus {
  if (!('current' in session)) return session
  const account = accountOf({ sessions: { [namespace]: session }, namespace })
  return account ? { status: session.status, account } : { status: 'disconnected' }
}
