import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { lookupPublic } from './publicAddresses.ts'

export type RequestOptions = {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Ends the request, also while the answer is read. */
  signal: AbortSignal
  /** The lookup of the host's name. @default the system's lookup */
  lookup?: typeof lookupPublic | undefined
}

/**
 * Sends a request over its own connection and resolves to the head of the answer. The caller has to
 * read or destroy the body. Follows no redirect. @throws the system's error, the signal's reason
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
    // without it Node emits neither an answer nor an error, and a later time limit ends nothing
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The server changed to another protocol'))
    })
    request.end(body)
  })
}
