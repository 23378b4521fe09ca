import {
  activateSession,
  createSession,
  listSessions,
  revokeSession,
  sessionContext,
} from '@latchkey/protocol/sessions/endpoints'
import type { Endpoint } from '@latchkey/protocol/api'
import { parseAccountId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { readUrl } from '@latchkey/protocol/readUrl'
import { ApiError } from '../apiError.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'
import { cleanText } from '../cleanText.ts'
import { answerJson } from '../http/answer.ts'
import { baseUrl } from '../http/baseUrl.ts'
import { clientSignal } from '../http/clientSignal.ts'
import type { Call, Route } from '../http/env.ts'
import { readCall } from '../http/readCall.ts'
import type { Service } from '../service.ts'
import type { NetworkAccount, Waiting } from '../sessions/sessionParts.ts'
import type { Caller, SessionPlace, Site } from '../sessions/sessionStore.ts'

type Parts = Pick<Service, 'checkProject' | 'options' | 'pace' | 'sessions'>

/** An answer is for one site, and counts for a moment. */
const current = { 'cache-control': 'no-store', vary: 'Origin, Referer' }

/** Makes the endpoints of sessions. Source: docs/contracts/api.md#sessions */
export const sessions = (service: Parts): readonly Route[] => [
  create(service),
  list(service),
  activate(service),
  getContext(service),
  revoke(service),
]

function create(service: Parts): Route {
  return {
    ...createSession,
    async answer(call) {
      const { query, body } = await read(call, createSession, service)
      const account = networkAccountOf(query.id)
      const caller = callerOf(call, query.projectId, service)
      const { expiry, project } = body
      call.get('share').announce()
      const site = siteOf(project, caller)
      const pci = await service.sessions.announce({ ...account, ...caller, ...site, expiry })
      return answerJson(call, { pci }, current)
    },
  }
}

function list(service: Parts): Route {
  return {
    ...listSessions,
    async answer(call) {
      const { query } = await readCall(call, listSessions, service)
      // a kit asks at once, and an error would be in the console of each visitor
      if (!service.sessions.isOffered) return answerJson(call, { pcis: null }, current)
      const place = { ...placeOf(query.id), ...callerOf(call, query.projectId, service) }
      const pcis = await service.sessions.list(place, waitingOf(call, service))
      return answerJson(call, { pcis }, current)
    },
  }
}

function activate(service: Parts): Route {
  return {
    ...activateSession,
    async answer(call) {
      const { query, body } = await read(call, activateSession, service)
      const { pci: announced, expiry, context } = body
      const pci = await service.sessions.activate(
        {
          ...networkAccountOf(query.id),
          ...callerOf(call, query.projectId, service),
          ...{ pci: announced, expiry, context },
        },
        waitingOf(call, service),
      )
      return answerJson(call, { success: true, pci }, current)
    },
  }
}

function getContext(service: Parts): Route {
  return {
    ...sessionContext,
    async answer(call) {
      const { query } = await read(call, sessionContext, service)
      const place = { ...placeOf(query.id), ...callerOf(call, query.projectId, service) }
      const context = await service.sessions.context(place, query.pci)
      return answerJson(call, { context }, current)
    },
  }
}

function revoke(service: Parts): Route {
  return {
    ...revokeSession,
    async answer(call) {
      const { query, body } = await read(call, revokeSession, service)
      await service.sessions.revoke(placeOf(query.id), body, waitingOf(call, service))
      return answerJson(call, { success: true }, current)
    },
  }
}

/** Reads a request, unless the operator has turned sessions off. @throws ApiError 404 */
const read = <const endpoint extends Endpoint>(call: Call, endpoint: endpoint, service: Parts) => {
  if (!service.sessions.isOffered) throw new ApiError(404, '', 'Not found')
  return readCall(call, endpoint, service)
}

const waitingOf = (call: Call, { pace }: Parts): Waiting => ({
  turn: () => pace(call.get('share').key),
  signal: clientSignal(call),
})

/** Reads the account of a path: with its network, or alone. The schema has checked its form. */
function placeOf(id: string): SessionPlace {
  if (isEvmAddress(id)) return { account: evmKey(id), networkId: undefined }
  const { networkId, address } = parseAccountId(id)
  return { account: evmKey(address), networkId }
}

/** @throws ApiError 400 for an account without its network */
function networkAccountOf(id: string): NetworkAccount {
  const { account, networkId } = placeOf(id)
  if (networkId === undefined) throw new ApiError(400, '', 'Invalid CAIP Address')
  return { account, networkId }
}

/**
 * The site that asks: its project, and the origin of its page. A browser names the origin, and a
 * page can't change it.
 * @throws ApiError 400 if both are missing; 403 for a page without an origin of its own
 */
function callerOf(call: Call, projectId: string | undefined, service: Parts): Caller {
  const named = call.req.header('origin')
  if (named === 'null')
    throw new ApiError(403, 'origin', 'A page without an origin can have no sessions')
  const origin = originOf(named) ?? originOf(call.req.header('referer')) ?? ownOrigin(call, service)
  const caller = { project: projectId ?? '', origin: origin ?? '' }
  if (caller.project === '' && caller.origin === '')
    throw new ApiError(400, 'projectId', 'projectId is missing')
  return caller
}

/** Pages of the API's own origin name it only in some requests. */
const ownOrigin = (call: Call, service: Parts): string | undefined =>
  call.req.header('sec-fetch-site') === 'same-origin' ? originOf(baseUrl(call, service)) : undefined

/** The origin of a URL, with at most 255 characters. */
function originOf(text = ''): string | undefined {
  const url = readUrl(text.slice(0, 4_096))
  if (!url?.host) return undefined
  return `${url.protocol}//${url.host}`.slice(0, 255)
}

/** How a site describes itself. A page can't name another origin than its own. */
function siteOf(
  site: { name: string; url: string; iconUrl?: string | null | undefined } | undefined,
  { origin }: Caller,
): Site {
  const url = webUrl(site?.url)
  const isOwn = url !== undefined && (origin === '' || url.origin === origin)
  const shown = isOwn ? url.href : origin
  return {
    name: cleanText(site?.name ?? '') || (readUrl(shown)?.host ?? ''),
    url: shown,
    iconUrl: webUrl(site?.iconUrl)?.href ?? null,
  }
}

function webUrl(text: string | null | undefined): URL | undefined {
  const url = readUrl(text ?? '')
  return url && /^https?:$/.test(url.protocol) && url.username === '' ? url : undefined
}
