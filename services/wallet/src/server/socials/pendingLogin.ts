import { subjectOf, type Identity } from './identity.ts'

/** A proved login without an account: a company's account, or an address. */
export type PendingLogin = { identity: Identity } | { email: string }

/** The name under which a pending login is locked. */
export const nameOfPending = (pending: PendingLogin): string =>
  'email' in pending ? pending.email : subjectOf(pending.identity)
