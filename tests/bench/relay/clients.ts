import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { toBase58 } from '../../../packages/protocol/src/base58.ts'

/** A client of the relay. It signs a token for each socket. */
export type Client = { open(url: string, signal: AbortSignal): Promise<WebSocket> }

/** Max number of sockets that open at the same time. */
const width = 100

export function createClient(): Client {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const iss = `did:key:z${toBase58(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`
  return {
    open: (url, signal) => openSocket(`${url}/?auth=${tokenOf(privateKey, iss, url)}`, signal),
  }
}

/** Opens a socket and waits until it is open. */
export async function openSocket(url: string, signal: AbortSignal): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await once(socket, 'open', { signal })
  return socket
}

/** Opens many sockets, several at the same time. Their order is kept. */
export async function openAll(
  count: number,
  open: (index: number) => Promise<WebSocket>,
): Promise<readonly WebSocket[]> {
  const sockets: WebSocket[] = []
  let next = 0
  const opener = async () => {
    while (next < count) {
      const index = next++
      sockets[index] = await open(index)
    }
  }
  await Promise.all(Array.from({ length: width }, opener))
  return sockets
}

/** Ends sockets without a closing handshake, as a network failure does. */
export async function dropAll(sockets: readonly WebSocket[]): Promise<void> {
  await Promise.all(
    sockets.map((socket) => {
      const closed = once(socket, 'close')
      socket.terminate()
      return closed
    }),
  )
}

/** A new topic. */
export const newTopic = () => randomBytes(32).toString('hex')

function tokenOf(key: KeyObject, iss: string, aud: string): string {
  const iat = Math.floor(Date.now() / 1_000)
  const text = [
    { alg: 'EdDSA', typ: 'JWT' },
    { iss, aud, sub: newTopic(), iat, exp: iat + 86_400 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}
