import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromBase58 } from '@latchkey/protocol/base58'
import { ed25519 } from '@noble/curves/ed25519.js'
import { onTestFinished } from 'vitest'

/** The claims of a call to a webhook. */
export type ReceivedEvent = {
  iss: string
  sub: string
  aud: string
  act: string
  typ: string
  whu: string
  iat: number
  evt: {
    messageId: number
    status: string
    topic: string
    message: string
    tag: number
    publishedAt: number
    attestation?: string
  }
}
export type Webhook = {
  url: string
  host: string
  /** Resolves to the claims of the next call, or rejects if the call is invalid. */
  next(): Promise<ReceivedEvent>
  /** The number of calls so far, including calls to other paths. */
  calls(): number
  /** Answers the calls from now on. */
  answer: RequestListener
}

/**
 * Starts a server for webhooks that ends with the test. It checks signatures with another library
 * than the one with which the relay makes them.
 */
export async function startWebhook(): Promise<Webhook> {
  const received: ReceivedEvent[] = []
  let wake = () => {}
  let calls = 0
  const server = createServer(async (request, response) => {
    calls += 1
    let body = ''
    for await (const part of request) body += String(part)
    received.push(readEvent(body))
    wake()
    webhook.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // the server listens at a port
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const webhook: Webhook = {
    url: `http://${host}/hook`,
    host,
    calls: () => calls,
    async next() {
      while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return received.splice(0, 1)[0] ?? Promise.reject(new Error('nothing'))
    },
    answer: (_, response) => void response.writeHead(204).end(),
  }
  return webhook
}

function readEvent(body: string): ReceivedEvent {
  const { eventAuth, ...rest } = JSON.parse(body)
  if (eventAuth.length !== 1 || Object.keys(rest).length > 0) throw new Error('not one event')
  const [head, claims, signature] = String(eventAuth[0]).split('.')
  const received: ReceivedEvent = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())
  const isSigned = ed25519.verify(
    Buffer.from(signature ?? '', 'base64url'),
    Buffer.from(`${head}.${claims}`),
    keyIn(received.iss),
  )
  if (
    !isSigned ||
    Buffer.from(head ?? '', 'base64url').toString() !== '{"alg":"EdDSA","typ":"JWT"}'
  )
    throw new Error('not signed')
  return received
}

/** The public key in a did:key. */
export function keyIn(did: string): Uint8Array {
  return fromBase58(did.slice('did:key:z'.length)).subarray(2)
}
