import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { activateSession, createSession } from '@latchkey/protocol/sessions/endpoints'
import type { Grant } from '@latchkey/protocol/sessions/grant'
import { callApi } from '../../../core/http/callApi.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { ReadRequest } from './readGrantRequest.lazy.ts'

/** Milliseconds for which a grant waits for the API. After that, the site gets it without a pci. */
const apiLimit = 8_000

/** A session as the API writes it down. */
type Wish = {
  expiry: number
  signer: { type: 'account'; data: { address: string } }
  permissions: Part[]
  policies: Part[]
}

const wishOf = ({ to, permission, rules, expiry }: Wished): Wish => ({
  expiry,
  signer: { type: 'account', data: { address: to } },
  permissions: [{ type: permission.type, data: permission.data }],
  policies: rules.map(({ type, data }) => ({ type, data })),
})

type Part = { type: string; data: unknown }
/** What a site wants, or what was granted. */
type Wished = { to: string; permission: Part; rules: readonly Part[]; expiry: number }

/**
 * Announces a request to the site's API. Resolves to the id of the session; undefined if there is
 * no API, or it does not answer.
 */
export function announce(
  kit: Kit,
  { networkId, wire, to, terms }: ReadRequest,
): Promise<string | undefined> {
  const { permission, rules } = wire
  const id = formatAccountId(networkId, wire.from)
  return announceWish(kit, id, wishOf({ to, permission, rules, expiry: terms.expiry }))
}

async function announceWish(kit: Kit, id: string, wish: Wish): Promise<string | undefined> {
  const { api, options } = contextOf(kit)
  if (!api) return undefined
  const { name, url } = options.metadata
  try {
    const { pci } = await callApi(api, createSession, {
      query: { id },
      body: { ...wish, project: { name: name.slice(0, 256), url } },
      retries: 0,
    })
    return pci
  } catch {
    return undefined // the grant counts on the chain, with or without the API
  }
}

/**
 * Records a grant in the site's API. Resolves to the id of the session; undefined if the API did
 * not record it in time.
 */
export async function record(
  kit: Kit,
  grant: Grant,
  announced: Promise<string | undefined>,
): Promise<string | undefined> {
  const { api, clock } = contextOf(kit)
  if (!api) return undefined
  const id = idOf(grant)
  try {
    return await withLimit(
      async (signal) => {
        const pci = await announced
        if (pci === undefined) return undefined
        const body = { ...wishOf(grant), pci, context: grant.context }
        const answer = await callApi(api, activateSession, {
          query: { id },
          body,
          signal,
          retries: 1,
        })
        return answer.pci ?? pci // the API may know this grant already
      },
      { ms: apiLimit, clock, onTimeout: () => kitError('httpTimeout') },
    )
  } catch {
    return undefined // as above
  }
}

/** Records a grant that could not be recorded when it was granted. As `record`. */
export const recordLate = (kit: Kit, grant: Grant): Promise<string | undefined> =>
  record(kit, grant, announceWish(kit, idOf(grant), wishOf(grant)))

const idOf = ({ chainId, from }: Grant) => formatAccountId(formatNetworkId('eip155', chainId), from)
