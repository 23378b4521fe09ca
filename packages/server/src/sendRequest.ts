import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { lookupPublic } from './publicAddresses.ts'

export type RequestOptions = {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Ends the request, even while the answer is read. */
  signal: AbortSignal
  /** Looks up the host's name. @default the system's lookup */
  lookup?: typeof lookupPublic | undefined
}

/**
 * Sends a request over a connection of its own, and resolves when the answer's headers have
 * arrived. The caller has to read or destroy the body. Redirects are not followed. @throws the
 * system's error; the signal's reason
 */
export function sendRequest(
  url: URL,
  { method = 'GET', headers, body, signal, lookup }: RequestOptions,
): Promise<IncomingMessage> {
  const { request: open } = url.protocol === 'https:' ? https : http
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const request = open(url, {
      method,
      headers: { ...headers, ...length },
      agent: false,
      signal,
      ...(lookup && { lookup }),
    })
    request.on('error', reject)
    request.on('response', resolve)
    // without this listener Node emits neither an answer nor an error, and even a time limit would
    // not end the request
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The server changed to another protocol'))
    })
    request.end(body)
  })
}
