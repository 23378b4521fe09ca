import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { framePerson } from '@latchkey/protocol/times'
import { fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { awaitTopUp, polling } from './awaitTopUp.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const address = `0x${'1'.repeat(40)}` as const
const network: Network = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  namespace: 'eip155',
  reference: '1',
  currency: { symbol: 'ETH', decimals: 18 },
}

/** Waits until the balance is not 5 wei. The node gives `answer` to each poll. */
function start(answer: (look: number) => string) {
  let requestCount = 0
  // only `call` is used
  const server = {
    call: async () => ({ result: answer(++requestCount) }),
  } as unknown as Wallet['server']
  const controller = new AbortController()
  const ended = awaitTopUp({ server }, network, {
    address,
    known: 5n,
    signal: controller.signal,
  }).then(String, (error: unknown) => error)
  return { ended, controller, requestCount: () => requestCount }
}

test('the wallet requests the balance every 4 s until it changes, also after a failed request', async () => {
  const { ended, requestCount } = start((look) => {
    if (look === 2) throw fault('httpFailed')
    return look === 4 ? '0x6' : '0x5'
  })
  await vi.advanceTimersByTimeAsync(15_999)
  expect(requestCount()).toBe(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(await ended).toBe('true')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestCount()).toBe(4)
})

test('waiting for the balance ends after `framePerson`, the time limit of the site', async () => {
  const { ended, requestCount } = start(() => '0x5')
  await vi.advanceTimersByTimeAsync(framePerson)
  expect(await ended).toBe('false')
  expect(requestCount()).toBe(polling.max)
})

test('when the screen closes, waiting ends with `requestAborted` and sends no more requests', async () => {
  const { ended, requestCount, controller } = start(() => '0x5')
  await vi.advanceTimersByTimeAsync(5_000)
  controller.abort(fault('requestAborted'))
  expect(await ended).toMatchObject({ code: 'requestAborted' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestCount()).toBe(1)
})
