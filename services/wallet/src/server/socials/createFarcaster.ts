import { randomBytes } from 'node:crypto'
import { readJson } from '@latchkey/protocol/border'
import { createHostTurns } from '@latchkey/server/hostTurns'
import { inTime } from '@latchkey/server/waiting'
import * as v from 'valibot'
import { companyAnswer } from '../limits.ts'
import { companyFetch } from './companyFetch.ts'
import { CompanyError } from './createCompanies.ts'
import { identityOf, type Identity } from './identity.ts'
import type { CheckedOptions } from '../options.ts'

/**
 * A login at Farcaster's relay: the token of its channel, and the nonce that the person has to
 * sign.
 */
export type Channel = { channelToken: string; nonce: string; siteUri: string }

/** Farcaster's relay, and the registries that map a key to its owner. */
export type Farcaster = {
  /** Opens a channel. `uri`: the link for a phone. @throws CompanyError */
  open: (siteUri: string, expiresAt: number) => Promise<Channel & { uri: string }>
  /**
   * `waiting`, or the person who has approved. `over`: the relay has dropped the login.
   * `refused`: the signed message is not the requested one.
   * @throws CompanyError
   */
  look: (
    channel: Channel,
    signal: AbortSignal,
  ) => Promise<'waiting' | 'over' | 'refused' | Identity>
}

const opened = v.object({
  channelToken: v.pipe(v.string(), v.regex(/^[\w-]{8,128}$/)),
  url: v.pipe(v.string(), v.maxLength(4_096), v.regex(/^https?:\/\//)),
  nonce: v.string(),
})
const status = v.variant('state', [
  v.object({ state: v.literal('pending') }),
  v.object({
    state: v.literal('completed'),
    message: v.pipe(v.string(), v.maxLength(8_192)),
    signature: v.pipe(v.string(), v.maxLength(8_192), v.regex(/^0x[\da-f]+$/i)),
    username: v.nullish(v.pipe(v.string(), v.maxLength(1_024))),
  }),
])

/**
 * Max concurrent polls of the relay: of one login, and of all, however many requests wait. Logins
 * take turns.
 */
const looksAtOnce = { each: 1, all: 16 }

/**
 * Calls the relay; undefined for an unknown channel. The requests of Farcaster's own package are
 * not used, because they have no limits of time and size.
 */
async function askRelay<schema extends v.GenericSchema>(
  url: string,
  schema: schema,
  request: Parameters<typeof companyFetch>[1],
): Promise<v.InferOutput<schema> | undefined> {
  try {
    const response = await companyFetch(url, request)
    if (response.status === 401) return undefined
    if (!response.ok) throw new CompanyError(`farcaster: status ${response.status}`)
    return v.parse(schema, readJson(new Uint8Array(await response.arrayBuffer()), companyAnswer))
  } catch (error) {
    request?.signal?.throwIfAborted()
    throw error instanceof CompanyError
      ? error
      : new CompanyError(`farcaster: ${error instanceof Error ? error.name : 'unknown'}`)
  }
}

/**
 * Checks a signed message with the registries.
 * @throws CompanyError while the registries do not answer
 */
async function verify(
  relay: string,
  rpcUrls: readonly string[],
  signed: { nonce: string; domain: string; message: string; signature: string },
) {
  const { createAppClient, viemConnector } = await import('@farcaster/auth-client')
  const client = createAppClient({ relay, ethereum: viemConnector({ rpcUrls: [...rpcUrls] }) })
  const { nonce, domain, message } = signed
  const signature = signed.signature as `0x${string}` // the schema has checked its form
  const answer = await inTime(
    companyAnswer.milliseconds,
    client.verifySignInMessage({ nonce, domain, message, signature }),
  )
  const code = answer.isError ? answer.error?.errCode : undefined
  if (code === 'unavailable' || code === 'unknown') throw new CompanyError(`farcaster: ${code}`)
  return answer
}

/** Creates the client of the operator's relay. No request is made before a login. */
export function createFarcaster({
  relay,
  domain,
  rpcUrls,
}: NonNullable<CheckedOptions['farcaster']>): Farcaster {
  const base = relay.replace(/\/$/, '')
  const looks = createHostTurns(looksAtOnce)

  const ask = <schema extends v.GenericSchema>(
    path: string,
    schema: schema,
    request: Parameters<typeof companyFetch>[1],
  ) => askRelay(`${base}/v1/${path}`, schema, request)

  return {
    async open(siteUri, expiresAt) {
      const nonce = randomBytes(16).toString('hex')
      const body = JSON.stringify({
        siweUri: siteUri,
        domain,
        nonce,
        expirationTime: new Date(expiresAt).toISOString(),
      })
      const channel = await ask('channel', opened, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      if (channel?.nonce !== nonce) throw new CompanyError('farcaster: another nonce')
      return { channelToken: channel.channelToken, nonce, siteUri, uri: channel.url }
    },
    async look({ channelToken, nonce, siteUri }, signal) {
      const found = await looks.run(channelToken, signal, () =>
        ask('channel/status', status, {
          headers: { authorization: `Bearer ${channelToken}` },
          signal,
        }),
      )
      if (!found) return 'over'
      if (found.state === 'pending') return 'waiting'
      const answer = await verify(base, rpcUrls, { ...found, nonce, domain })
      if (answer.isError || !answer.success || answer.data.uri !== siteUri) return 'refused'
      return identityOf('farcaster', { subject: String(answer.fid), userName: found.username })
    },
  }
}
