import type { Socket } from 'node:net'
import { wait } from '@latchkey/server/waiting'

/** Waits until what was written has left, the connection is gone, or the attack is over. */
export async function left(socket: Socket, signal: AbortSignal): Promise<void> {
  if (socket.destroyed || !socket.writableNeedDrain || signal.aborted) return
  await new Promise<void>((resolve) => {
    socket.once('drain', resolve)
    socket.once('close', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Writes the same or ever new bytes until the connection or the attack is over. @returns how often it did */
export async function flood(socket: Socket, signal: AbortSignal, next: () => Buffer, { most = Infinity }: { most?: number } = {}): Promise<number> {
  let times = 0
  while (!socket.destroyed && !signal.aborted && times < most) {
    const more = socket.write(next())
    times += 1
    if (!more) await left(socket, signal)
    else if (times % 64 === 0) await wait(0)
  }
  return times
}

/** Gives the next bytes when so many a second have not been given yet; empty otherwise. */
export function atRate(perSecond: number, next: () => Buffer): () => Buffer | undefined {
  let given = 0
  const began = performance.now()
  return () => {
    if (given > ((performance.now() - began) / 1_000) * perSecond) return undefined
    const bytes = next()
    given += bytes.length
    return bytes
  }
}

/** Writes what there is to write, as long as the connection takes it, until the attack is over. */
export async function pour(socket: Socket, signal: AbortSignal, next: () => Buffer | undefined, onWrite: () => void): Promise<void> {
  while (!socket.destroyed && !signal.aborted) {
    const bytes = next()
    if (bytes === undefined) {
      await wait(5)
      continue
    }
    onWrite()
    if (socket.write(bytes)) await wait(0)
    else await left(socket, signal)
  }
}

/** Does the work with each of so many, some at once. */
export async function each(count: number, width: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(Array.from({ length: Math.min(width, count) }, async () => {
    while (next < count) await work(next++)
  }))
}

/** A signal that aborts with another, or after so many milliseconds. `AbortSignal.any` of Node 20 lets go of a timeout that nothing else holds, which then never comes. */
export function noLongerThan(limit: number, signal: AbortSignal): AbortSignal {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), limit)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    ended.abort()
  }, { once: true })
  return ended.signal
}

/** Waits until something is so, at most so many milliseconds. */
export async function until(isSo: () => boolean, limit: number): Promise<void> {
  for (const end = performance.now() + limit; !isSo() && performance.now() < end;) await wait(50)
}
