import { subjectOf, type Identity } from './identity.ts'

/** A login that was proved, and that nobody has yet: a company's account, or an address. */
export type PendingLogin = { identity: Identity } | { email: string }

/** The name under which it is locked. */
export const nameOfPending = (pending: PendingLogin): string =>
  'email' in pending ? pending.email : subjectOf(pending.identity)
