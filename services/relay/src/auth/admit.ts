import type { IncomingMessage } from 'node:http'
import { relayRefusals, type RelayErrorTag } from '@latchkey/protocol/relay'
import { relayTimeText } from '@latchkey/protocol/relayTime'
import { createAudience } from './audience.ts'
import { TokenError, type TokenFlaw, verifyToken } from './verifyToken.ts'
import type { ClientId } from './didKey.ts'

/** Whether a token with this audience is meant for this relay. */
export type Accepts = (audience: string) => boolean
/**
 * The admitted client, or the reason of the refusal: `reason` is a sentence for a socket, `tag` is
 * for an HTTP answer.
 */
export type Admission =
  | { client: ClientId; accepts: Accepts }
  | { reason: string; tag: RelayErrorTag }
/** Decides whether the client of a request is admitted. */
export type Admit = (request: IncomingMessage) => Promise<Admission>

const flaws: Record<TokenFlaw, string> = {
  malformed: 'JWT Token is malformed',
  forged: 'JWT Token signature is invalid',
  early: relayRefusals.early,
  late: relayRefusals.late,
  foreign: 'JWT Token is for another audience',
  misused: 'JWT Token is for another act',
}

/**
 * The values of `act` with which a token opens a connection. Kits send tokens without `act`.
 * `client_auth` is the documented value. A token with another act, such as a watch's, opens no
 * connection. docs/contracts/relay.md#token
 */
const acts = [undefined, 'client_auth']

/**
 * Makes the function that checks a request's origin, project and token, in this order.
 * @param options if a list is undefined, every value is allowed
 */
export function createAdmit(options: {
  publicUrls?: readonly string[]
  projects?: readonly string[]
  origins?: readonly string[]
  now: () => number
}): Admit {
  const audienceOf = createAudience(options.publicUrls)
  const projects = options.projects && new Set(options.projects)
  const origins = options.origins && new Set(options.origins)
  return async ({ url = '', headers }) => {
    const query = queryOf(url)
    // a client that is not a web page, such as a wallet's app, sends no origin
    if (origins && headers.origin !== undefined && !origins.has(headers.origin))
      return { reason: relayRefusals.origin, tag: 'OriginNotAllowed' }
    const project = query.get('projectId')
    if (projects && !project)
      return { reason: relayRefusals.projectMissing, tag: 'ProjectIdNotSpecified' }
    if (projects && !projects.has(project ?? ''))
      return { reason: relayRefusals.project, tag: 'ProjectNotFound' }
    const token = query.get('auth') ?? /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
    if (!token) return { reason: `${relayRefusals.token}JWT Token is missing`, tag: 'MissingJwt' }
    try {
      const accepts = audienceOf(headers.host)
      const { client } = await verifyToken(token, { accepts, acts, now: options.now() })
      return { client, accepts }
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      // a page whose clock is wrong can learn the relay's time only from this text
      const time =
        error.flaw === 'early' || error.flaw === 'late' ? relayTimeText(options.now()) : ''
      return { reason: relayRefusals.token + flaws[error.flaw] + time, tag: 'InvalidJwt' }
    }
  }
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}
