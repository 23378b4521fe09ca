import type { Socket } from 'node:net'
import { wait } from '@latchkey/server/waiting'

/** Waits until all written bytes are sent, the connection is closed, or the attack is over. */
export async function drained(socket: Socket, signal: AbortSignal): Promise<void> {
  if (socket.destroyed || !socket.writableNeedDrain || signal.aborted) return
  await new Promise<void>((resolve) => {
    socket.once('drain', resolve)
    socket.once('close', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/**
 * Writes bytes until the connection or the attack is over: the same bytes each time, or new ones.
 * @returns how often it wrote
 */
export async function flood(
  socket: Socket,
  signal: AbortSignal,
  next: () => Buffer,
  { maxRequests = Infinity }: { maxRequests?: number } = {},
): Promise<number> {
  let times = 0
  while (!socket.destroyed && !signal.aborted && times < maxRequests) {
    const more = socket.write(next())
    times += 1
    if (!more) await drained(socket, signal)
    else if (times % 64 === 0) await wait(0)
  }
  return times
}

/**
 * Limits the rate: returns the next bytes while the rate is below `perSecond` bytes a second,
 * otherwise undefined.
 */
export function atRate(perSecond: number, next: () => Buffer): () => Buffer | undefined {
  let sent = 0
  const began = performance.now()
  return () => {
    if (sent > ((performance.now() - began) / 1_000) * perSecond) return undefined
    const bytes = next()
    sent += bytes.length
    return bytes
  }
}

/** Writes the next bytes as fast as the connection takes them, until the attack is over. */
export async function writeUntilOver(
  socket: Socket,
  signal: AbortSignal,
  next: () => Buffer | undefined,
  onWrite: () => void,
): Promise<void> {
  while (!socket.destroyed && !signal.aborted) {
    const bytes = next()
    if (bytes === undefined) {
      await wait(5)
      continue
    }
    onWrite()
    if (socket.write(bytes)) await wait(0)
    else await drained(socket, signal)
  }
}

/** Does the work for `count` indexes, `width` of them at the same time. */
export async function onEachSocket(
  count: number,
  width: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(width, count) }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

/**
 * A signal that aborts with another signal, or after `limit` milliseconds. Not `AbortSignal.any`:
 * in Node 20 the garbage collector may remove a timeout that only this signal refers to, and the
 * timeout never fires.
 */
export function noLongerThan(limit: number, signal: AbortSignal): AbortSignal {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), limit)
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      ended.abort()
    },
    { once: true },
  )
  return ended.signal
}

/** Waits until a condition is true, at most `limit` milliseconds. */
export async function until(condition: () => boolean, limit: number): Promise<void> {
  for (const end = performance.now() + limit; !condition() && performance.now() < end; )
    await wait(50)
}
