import type { AccountId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { perKit } from '../../core/kit/perKit.ts'
import type { SignInStatus } from '../../core/contracts/siwx.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { endOf } from './sessionEnd.ts'
import { hasDeclined, forgetDeclined } from './declined.ts'
import { isRequired, siwxOf, timeOf } from './siwxOf.ts'
import { setStatus, statusOf } from './status.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The maximum delay of a browser's timer, in milliseconds. */
const longestWait = 2 ** 31 - 1

/**
 * By account id: `checks` has the current check (the results of earlier checks are dropped),
 * `waits` the function that stops the timer for the end of the session.
 */
const checksOf = perKit(() => ({
  checks: new Map<AccountId, object>(),
  waits: new Map<AccountId, () => void>(),
}))

/**
 * Asks the site whether an account is signed in, and writes the result into the kit's state.
 * Repeats this when the session ends. If the site does not answer, or the status is `declined`, the
 * status stays.
 * @param account @default the current account
 * @throws KitError siwxDisabled, addressMissing
 */
export async function checkSignIn(
  kit: Kit,
  account: Account | undefined = accountOf(kit.getState()),
  { signal }: { signal?: AbortSignal } = {},
): Promise<SignInStatus> {
  const siwx = siwxOf(kit)
  if (!account) throw kitError('addressMissing')
  const { accountId, networkId, address } = account
  const before = statusOf(kit, account)
  if (before === 'declined') return before
  const check = {}
  const { checks } = checksOf(kit)
  checks.set(accountId, check)
  // a known status stays during the check, so that a visitor who returns from the wallet's app
  // finds the same screen
  if (before === undefined || before === 'unknown') setStatus(kit, accountId, 'checking')
  const { clock } = contextOf(kit)
  const pendingSessions = withLimit(async () => siwx.getSessions(networkId, address), {
    ms: times.httpRequest,
    clock,
    ...(signal && { signal }),
    onTimeout: () => kitError('httpTimeout'),
  })
  const sessions = await pendingSessions.then(
    (answer) => (Array.isArray(answer) ? answer : undefined),
    () => undefined,
  ) // after a failure, the status becomes `unknown`
  const status = statusOf(kit, account)
  if (checks.get(accountId) !== check || status === undefined) return status ?? 'unknown'
  const end = sessions && endOf(sessions, account, timeOf(kit))
  if (end !== undefined) recordSignedIn(kit, account, end)
  // not if the visitor has declined during the check
  else if (status !== 'declined' && (sessions || status === 'checking'))
    setStatus(
      kit,
      accountId,
      !isRequired(kit) && hasDeclined(kit, accountId)
        ? 'declined'
        : sessions
          ? 'signedOut'
          : 'unknown',
    )
  return statusOf(kit, account) ?? 'unknown'
}

/**
 * Records that the account is signed in until `end`: milliseconds since 1970, or `Infinity`. At
 * that time the site is asked again.
 */
export function recordSignedIn(kit: Kit, account: Account, end: number): void {
  const { accountId } = account
  const { clock } = contextOf(kit)
  dropCheck(kit, accountId)
  const onEnd = () => {
    setStatus(kit, accountId, 'checking')
    void checkSignIn(kit, account)
  }
  // no timer for a session that ends only after weeks: this page will not be open for so long
  const wait = end - timeOf(kit)
  if (wait <= longestWait) checksOf(kit).waits.set(accountId, clock.setTimeout(onEnd, wait))
  forgetDeclined(kit, [accountId])
  setStatus(kit, accountId, 'signedIn')
}

/**
 * Makes the kit ignore the results of running checks of the account, and stops the timer for the
 * end of its session.
 */
export function dropCheck(kit: Kit, accountId: AccountId): void {
  const { checks, waits } = checksOf(kit)
  checks.delete(accountId)
  waits.get(accountId)?.()
  waits.delete(accountId)
}
