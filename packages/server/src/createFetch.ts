import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { createHostTurns } from './hostTurns.ts'
import { AddressError, createGate, lookupPublic } from './publicAddresses.ts'
import { readLimited } from './readLimited.ts'
import { withLimit } from './waiting.ts'

/** What one request may cost. */
export type FetchOptions = {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Bytes of the answer. */
  bytes: number
  /** Milliseconds for all of it. */
  milliseconds: number
  signal: AbortSignal
}

/** A status, and the bytes as they came: nothing is unpacked. A redirect is an answer like any other. */
export type Fetched = { status: number; body: Buffer }

/** Answers that are read at once: of one host, and of all. Others wait, within their own time. */
const atOnce = { each: 16, all: 256 }

/**
 * Makes the function that calls addresses which strangers may have chosen. It follows nothing, ends with its caller, its time or its
 * bytes, and connects to addresses of the internet only, unless the operator named the host.
 * @param hosts of the operator, as `host` or `host:port`
 */
export function createFetch(hosts: readonly string[] = []): (url: URL, options: FetchOptions) => Promise<Fetched> {
  const gate = createGate(hosts)
  const turns = createHostTurns(atOnce)

  /** @throws AddressError, TooLargeError, TimeLimitError; the system's error; the signal's reason */
  return async (url, options) => {
    const reach = gate(url)
    if (reach === 'refused' || !/^https?:$/.test(url.protocol)) throw new AddressError('The address may not be called')
    return withLimit(options.milliseconds, options.signal, (signal) => turns.run(url.host, signal, async () => {
      try {
        const response = await send(url, { ...options, signal, ...(reach === 'public' && { lookup: lookupPublic }) })
        return { status: response.statusCode ?? 0, body: await readLimited(response, options.bytes) }
      } catch (error) {
        signal.throwIfAborted() // why it ended, and not that it did
        throw error
      }
    }))
  }
}

function send(url: URL, { method = 'GET', headers, body, signal, lookup }: FetchOptions & { lookup?: typeof lookupPublic }): Promise<IncomingMessage> {
  const { request: open } = url.protocol === 'https:' ? https : http
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const request = open(url, { method, headers: { ...headers, ...length }, agent: false, signal, ...(lookup && { lookup }) })
    request.on('error', reject)
    request.on('response', resolve)
    // Node tells of neither an answer nor an error then, and the time that is over afterwards ends nothing
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The server changed to another protocol'))
    })
    request.end(body)
  })
}
