import { serve } from '@latchkey/server/serve'
import { expect, onTestFinished, test } from 'vitest'
import { createFarcaster } from './createFarcaster.ts'

test('frequent requests about one login do not delay another login', {
  timeout: 10_000,
}, async () => {
  const relay = await serve({
    port: 0,
    // the relay delays its answers about one login
    answer: async ({ headers }, response) =>
      void (
        headers.authorization === 'Bearer channel-other' && response.end('{"state":"pending"}')
      ),
    onDefect: () => {},
  })
  const disconnect = new AbortController()
  const { look } = createFarcaster({
    relay: relay.url,
    domain: 'wallet.example',
    rpcUrls: ['http://127.0.0.1:9'],
  })
  const channel = (channelToken: string) => ({
    channelToken,
    nonce: 'nonce',
    siteUri: 'https://wallet.example',
  })
  const stored = Array.from({ length: 40 }, () =>
    look(channel('channel-one'), AbortSignal.any([disconnect.signal])).catch(() => 'left'),
  )
  onTestFinished(async () => {
    disconnect.abort()
    await Promise.all(stored)
    await relay.close({ drain: 0 })
  })
  expect(await look(channel('channel-other'), AbortSignal.timeout(3_000))).toBe('waiting')
})
