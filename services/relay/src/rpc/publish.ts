import { times } from '@latchkey/protocol/limits'
import { limits } from '../limits.ts'
import type { Call } from './method.ts'
import { RpcError } from './rpcError.ts'

type Message = {
  topic: string
  message: string
  ttl?: number | undefined
  tag?: number | undefined
  attestation?: string | null | undefined
}

/**
 * Publishes a message of the caller. A ttl (in seconds) outside the limits becomes the nearer
 * limit. Resolves to the result of the request.
 * @param part the message's place among the messages of the same request
 * @throws RpcError, ShareError, StoreError
 */
export async function publish(
  { service, client, address, request }: Call,
  { topic, message, ttl, tag = 0, attestation }: Message,
  part = 0,
): Promise<true> {
  const bytes = Buffer.byteLength(message) + Buffer.byteLength(attestation ?? '')
  if (bytes > limits.messageBytes) throw new RpcError('PayloadSizeExceeded')
  const outcome = await service.store.publish({
    topic,
    publisher: client,
    address,
    request: `${request}#${part}`,
    message,
    ttl: Math.min(
      limits.ttl.max,
      Math.max(limits.ttl.min, ttl === undefined ? times.relayMessage : ttl * 1_000),
    ),
    tag,
    attestation: attestation ?? undefined,
  })
  service.metrics.published[outcome].add()
  if (outcome === 'full') throw new RpcError('MailboxLimitExceeded')
  return true
}
