import { waitForDevice, waitForFarcaster } from '@latchkey/protocol/walletServer'
import type { WalletCall } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'
import type { Device } from '../device/openDevice.ts'
import { faultOf } from './faultOf.ts'
import { proofOf } from './proofOf.ts'

/**
 * Milliseconds for an answer. A plain call ends before the site stops waiting, so that the visitor
 * sees the reason. Calls that wait for a visitor wait up to 25 s at the server.
 */
const answerLimit = { plain: 12_000, waits: 35_000 }
const waits: ReadonlySet<string> = new Set([waitForDevice.path, waitForFarcaster.path])

/** Options of a call. */
export type CallOptions = {
  signal?: AbortSignal
  /** A query string, added to the path. */
  query?: string
}

/** The embedded wallet's server, called with this device's proof. */
export type Server = {
  /**
   * @throws Fault the server's fault, `offline`, `httpFailed`, `httpTimeout`, `answerInvalid`,
   *   or the signal's reason
   */
  call: <params extends v.GenericSchema, result extends v.GenericSchema>(
    entry: WalletCall<params, result>,
    params: v.InferInput<params>,
    options?: CallOptions,
  ) => Promise<v.InferOutput<result>>
  /**
   * The server's time, milliseconds since 1970. It is the visitor's clock, corrected once the
   * server has refused a proof because of its time.
   */
  now?: () => number
}

/** The dependencies of the server's client. */
export type ServerOptions = {
  device: Device
  /** The frame's own origin. */
  origin: string
  /** @default fetch */
  fetch?: typeof globalThis.fetch
  /** Called when the server answers that this device is not logged in. */
  onLoggedOut: () => void
}

/**
 * Creates the client of the server at the frame's own origin. Every request carries the
 * device's proof, so there is no token that could be stolen.
 */
export function createServer({
  device,
  origin,
  fetch = globalThis.fetch.bind(globalThis),
  onLoggedOut,
}: ServerOptions): Server {
  /**
   * Milliseconds by which the server's clock is ahead; 0 until the server has refused a proof
   * because of its time.
   */
  let ahead = 0

  async function send(
    entry: WalletCall,
    params: unknown,
    { signal, query = '' }: CallOptions,
  ): Promise<Response> {
    const url = `${origin}${entry.path}${query}`
    const body = JSON.stringify(params)
    const limit = AbortSignal.timeout(waits.has(entry.path) ? answerLimit.waits : answerLimit.plain)
    const headers = {
      'content-type': 'application/json',
      DPoP: await proofOf(device, { url, body, now: Date.now() + ahead }),
    }
    try {
      return await fetch(url, {
        method: 'POST',
        headers,
        body,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
    } catch (cause) {
      signal?.throwIfAborted()
      throw fault(limit.aborted ? 'httpTimeout' : unreached(), { cause })
    }
  }

  return {
    now: () => Date.now() + ahead,
    async call(entry, params, options = {}) {
      let response = await send(entry, params, options)
      const difference = Date.parse(response.headers.get('date') ?? '') - Date.now() - ahead
      if (response.status === 401 && Math.abs(difference) > clockTolerance) {
        // the visitor's clock is wrong: the server checks proofs by its own time
        ahead += difference
        response = await send(entry, params, options)
      }
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) {
        const failure = faultOf(response.status, body)
        if (failure.code === 'loginRequired') onLoggedOut()
        throw failure
      }
      const result = v.safeParse(entry.result, body)
      if (!result.success) throw fault('answerInvalid')
      return result.output
    },
  }
}

const unreached = () => (globalThis.navigator?.onLine === false ? 'offline' : 'httpFailed')

/**
 * A difference of the clocks up to these milliseconds does not explain a refusal, because the
 * `Date` header has whole seconds.
 */
const clockTolerance = 10_000
