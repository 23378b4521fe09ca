import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startTestClock } from '../../../core/testing/startTestClock.ts'
import { createPrimitives } from '../crypto/crypto.ts'
import { randomHex } from '../crypto/keys.ts'
import { createRelayClient } from '../relay/relayClient.ts'
import { createRelayTime } from '../relay/relayTime.ts'
import { memoryStorage } from '../../../core/storage/storage.ts'

/**
 * Makes a relay client with a stopped clock. It ends with the test. Its handler throws for the
 * message `broken`, and calls `answer` for the message `asks`.
 */
export function startRelayClient(
  { url }: { url: string },
  {
    answer = () => Promise.resolve(),
    isGone,
  }: { answer?: () => Promise<void>; isGone?: (topic: string) => boolean } = {},
) {
  const clock = startTestClock()
  const received: string[] = []
  const waiters: { count: number; resolve: () => void }[] = []
  const client = createRelayClient({
    relayUrl: url,
    seed: randomHex(),
    use: createPrimitives(),
    clock,
    time: createRelayTime(clock, memoryStorage()),
    // the class of `ws` has the browser's interface
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    isGone,
    async onMessage(_topic, message) {
      received.push(message)
      for (const { count, resolve } of waiters) if (received.length >= count) resolve()
      if (message === 'broken') throw new Error('a message that nobody can read')
      return message === 'asks' ? { answered: answer() } : undefined
    },
  })
  onTestFinished(() => client.close())
  /** Resolves as soon as `count` messages have arrived. */
  const receivedCount = (count: number) =>
    new Promise<void>((resolve) =>
      received.length >= count ? resolve() : waiters.push({ count, resolve }),
    )
  return { client, clock, received, receivedCount }
}
