import { isSameAddress } from '@latchkey/protocol/address'
import { isRecord } from '@latchkey/protocol/isObject'
import * as counts from '@latchkey/protocol/counts'
import { disableCall, readContext } from '@latchkey/protocol/sessions/delegation'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import type {
  SmartSession,
  SmartSessionsFacet,
} from '../../../core/contracts/facets/smartSessions.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import type { Account } from '../../../core/kit/state.ts'
import { isQuantity } from '../provider/quantity.ts'
import { grant } from './grant.ts'
import { listFromApi } from './listFromApi.ts'
import { readGrant, sessionOf } from './readGrant.ts'
import type { ReadGrant } from './readGrant.ts'
import { askQuietly, isUnsupported, readSupported } from './sessionWallet.ts'

/** The `smartSessions` facet of eip155: delegations of smart accounts. ERC-7715, ERC-7710 */
export function createSmartSessions(kit: Kit): SmartSessionsFacet {
  /** Grants that the API has not recorded, by the ids of their sessions, with their times. */
  const unrecorded = new Map<string, { granted: ReadGrant; createdAt: number }>()
  /** Those of them whose recording is not tried again. */
  const tried = new Set<string>()
  const seconds = () => Math.floor(contextOf(kit).clock.now() / 1_000)

  /** Tries once more to record a grant in the API. */
  async function recordOnce({ id, grant }: ReadGrant): Promise<void> {
    if (!contextOf(kit).api || tried.has(id)) return
    tried.add(id)
    const code = await import('./recordGrant.lazy.ts').catch(() => undefined)
    if ((await code?.recordLate(kit, grant)) !== undefined) unrecorded.delete(id)
  }

  return {
    grant: (parameters) =>
      grant(kit, parameters, (granted) =>
        unrecorded.set(granted.id, { granted, createdAt: seconds() }),
      ),

    isSupported: async ({ account, signal }) => {
      const supported = await readSupported(kit, account, signal).catch(() => undefined)
      return supported !== undefined && supported.size > 0
    },

    async list({ account, signal }) {
      const ofAccount = () =>
        [...unrecorded.values()].filter(({ granted: { grant } }) =>
          isSameAddress(grant.from, account.address),
        )
      await Promise.all(ofAccount().map(({ granted }) => recordOnce(granted)))
      const listed = await listSessions(kit, account, seconds, signal)
      const own = ofAccount()
        .filter(({ granted: { id } }) => !listed.some((session) => session.id === id))
        .map(({ granted, createdAt }) =>
          sessionOf(granted, { state: 'unknown', createdAt }, seconds()),
        )
      return [...own, ...listed].sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
    },

    async revoke({ account, session, signal }) {
      const { namespace } = account
      const { context, networkId } = session
      const delegation = readContext(context)
      if (!delegation) throw kitError('answerInvalid')
      try {
        await kit.request({
          method: 'wallet_revokeExecutionPermission',
          params: [{ permissionContext: context }],
          namespace,
          ...(signal && { signal }),
        })
        unrecorded.delete(session.id)
        return undefined
      } catch (error) {
        if (!isUnsupported(error)) throw error
      }
      // the wallet lacks the method, so the account ends the session itself
      const { sessions } = kit.getState()
      if (accountOf({ sessions, namespace })?.networkId !== networkId)
        await kit.switchNetwork({ networkId, ...(signal && { signal }) })
      return kit.sendTransaction({
        to: delegationManager,
        data: disableCall(delegation),
        ...(signal && { signal }),
      })
    },
  }
}

/** The sessions that the API lists, else those that the wallet lists. */
async function listSessions(
  kit: Kit,
  account: Account,
  seconds: () => number,
  signal: AbortSignal | undefined,
): Promise<readonly SmartSession[]> {
  const { api } = contextOf(kit)
  if (!api) return listFromWallet(kit, account, seconds(), signal)
  try {
    const listed = await listFromApi(kit, api, {
      address: account.address,
      ...(signal && { signal }),
    })
    if (listed) return listed
  } catch (error) {
    if (KitError.is(error, 'requestAborted')) throw error
    return listFromWallet(kit, account, seconds(), signal).catch(() => {
      throw error
    })
  }
  return listFromWallet(kit, account, seconds(), signal)
}

/**
 * The sessions that the account's wallet reports as valid. How much is left of them, it does not
 * report.
 * @throws KitError answerInvalid; the wallet's errors
 */
async function listFromWallet(
  kit: Kit,
  account: Account,
  now: number,
  signal: AbortSignal | undefined,
): Promise<readonly SmartSession[]> {
  const answer = await askQuietly(kit, account, 'wallet_getGrantedExecutionPermissions', signal)
  if (!Array.isArray(answer) || answer.length > counts.sessions) throw kitError('answerInvalid')
  const { networks } = contextOf(kit)
  const sessions = answer.flatMap((entry: unknown) => {
    const chainId = isRecord(entry) ? entry['chainId'] : undefined
    if (!isRecord(entry) || !isQuantity(chainId)) throw kitError('answerInvalid')
    if (!networks.some(({ networkId }) => networkId === `eip155:${BigInt(chainId)}`)) return []
    const { address } = account
    const granted = readGrant(entry['context'], { address, chainId: Number(chainId) })
    if (!granted) return [] // a permission of another account, or of a kind that is not ours
    return [sessionOf(granted, { state: 'active' }, now)]
  })
  return [...new Map(sessions.map((session) => [session.id, session])).values()]
}
