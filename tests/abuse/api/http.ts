import type { Socket } from 'node:net'
import type { Target } from '../target.ts'

/** The bytes of a request. */
export function requestOf(
  target: Pick<Target, 'host' | 'port'>,
  method: string,
  path: string,
  { body = '', headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
): Buffer {
  const length =
    method === 'GET'
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const head = Object.entries({ host: `${target.host}:${target.port}`, ...length, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n`),
    Buffer.from(body),
  ])
}

/**
 * Sends a request again after each answer until the attack is over, and counts the answers by
 * status. @param from one of the attacker's addresses
 */
export async function askAgain(
  target: Target,
  count: (status: string, head: string) => void,
  next: () => Buffer,
  from?: string,
): Promise<void> {
  while (!target.signal.aborted) {
    const socket = await target.connect(from).catch(() => undefined)
    if (!socket) return count('not let in', '')
    while (!target.signal.aborted && !socket.destroyed) {
      socket.write(next())
      const head = await answerOf(socket, target.signal)
      count(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 'cut', head)
    }
    socket.destroy()
  }
}

/**
 * Reads one whole answer, and returns its head; empty when the connection or the time ends first.
 */
export function answerOf(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    let head = ''
    let remaining: number | undefined
    let tail = ''
    const end = (text: string) => {
      socket.off('data', hear)
      socket.off('close', cut)
      signal.removeEventListener('abort', cut)
      resolve(text)
    }
    const cut = () => end('')
    const hear = (part: Buffer) => {
      let rest = part.length
      if (remaining === undefined) {
        head += part.toString('latin1')
        const begin = head.indexOf('\r\n\r\n')
        if (begin < 0) return
        rest = head.length - begin - 4
        tail = head.slice(begin)
        head = head.slice(0, begin)
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        remaining =
          length === undefined
            ? /transfer-encoding: chunked/i.test(head)
              ? Infinity
              : 0
            : Number(length)
      } else tail = (tail + part.toString('latin1')).slice(-16)
      if (remaining !== Infinity) remaining -= rest
      if (remaining <= 0 || (remaining === Infinity && tail.endsWith('0\r\n\r\n'))) end(head)
    }
    socket.on('data', hear)
    socket.once('close', cut)
    signal.addEventListener('abort', cut, { once: true })
  })
}
