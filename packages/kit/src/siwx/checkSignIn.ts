import type { AccountId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { perKit } from '../core/perKit.ts'
import type { SignInStatus } from '../core/siwx.ts'
import { accountOf } from '../core/state.ts'
import type { Account } from '../core/state.ts'
import { withLimit } from '../core/withLimit.ts'
import { endOf } from './sessionEnd.ts'
import { siwxOf } from './siwxOf.ts'
import { setStatus, statusOf } from './status.ts'

/** Milliseconds that a browser's timer can count. */
const longestWait = 2 ** 31 - 1

/** By account id: the check that counts, and the wait for the end of the session that it found. An answer to an earlier check is dropped. */
const checks = perKit(() => new Map<AccountId, { cancel: () => void }>())

/**
 * Asks the site whether an account is signed in, and writes the answer into the kit's state; again when the session ends. An account that the visitor left without a
 * sign-in keeps that.
 * @param account @default the current one
 * @throws KitError siwxDisabled, addressMissing
 */
export async function checkSignIn(kit: Kit, account: Account | undefined = accountOf(kit.getState()), { signal }: { signal?: AbortSignal } = {}): Promise<SignInStatus> {
  const siwx = siwxOf(kit)
  if (!account) throw kitError('addressMissing')
  const { accountId, networkId, address } = account
  const before = statusOf(kit, account)
  if (before === 'declined') return before
  const isCurrent = beginCheck(kit, accountId)
  if (before !== 'signedIn') setStatus(kit, accountId, 'checking')
  const { clock } = kit.context
  const asked = withLimit(async () => siwx.getSessions(networkId, address), { ms: times.httpRequest, clock, ...(signal && { signal }), onTimeout: () => kitError('httpTimeout') })
  const sessions = await asked.then((answer) => (Array.isArray(answer) ? answer : undefined), () => undefined) // not known, and told as that
  if (!isCurrent()) return statusOf(kit, account) ?? 'unknown'
  const end = sessions && endOf(sessions, account, clock.now())
  const status = !sessions ? 'unknown' : end === undefined ? 'signedOut' : 'signedIn'
  // the visitor may have declined meanwhile
  if (status !== 'signedIn' && statusOf(kit, account) === 'declined') return 'declined'
  if (end !== undefined) noteSignedIn(kit, account, end)
  else setStatus(kit, accountId, status)
  return status
}

/** The account is signed in until a time: milliseconds since 1970, or `Infinity`. Then the site is asked again. */
export function noteSignedIn(kit: Kit, account: Account, end: number): void {
  const { clock } = kit.context
  beginCheck(kit, account.accountId)
  const left = end - clock.now()
  // a session of weeks is looked at again by the next page
  if (left <= longestWait) checks(kit).set(account.accountId, { cancel: clock.setTimeout(() => void checkSignIn(kit, account), left) })
  setStatus(kit, account.accountId, 'signedIn')
}

/** Answers to earlier checks of the account no longer count. */
export function dropCheck(kit: Kit, accountId: AccountId): void {
  checks(kit).get(accountId)?.cancel()
  checks(kit).delete(accountId)
}

/** @returns whether no later check has begun */
function beginCheck(kit: Kit, accountId: AccountId): () => boolean {
  dropCheck(kit, accountId)
  const own = { cancel() {} }
  checks(kit).set(accountId, own)
  return () => checks(kit).get(accountId) === own
}
