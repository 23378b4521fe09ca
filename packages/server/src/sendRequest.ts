import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { lookupPublic } from './publicAddresses.ts'

export type RequestOptions = {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Ends the request, also while the answer is read. */
  signal: AbortSignal
  /** How the host's name is looked up. @default as the system does */
  lookup?: typeof lookupPublic | undefined
}

/**
 * Sends a request over a connection of its own and resolves to the head of the answer; the caller
 * has to read or destroy the body. Follows no redirect. @throws the system's error, the signal's
 * reason
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
    // otherwise Node emits neither an answer nor an error, and a time limit that passes later ends
    // nothing
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The server changed to another protocol'))
    })
    request.end(body)
  })
}
