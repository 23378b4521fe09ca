import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { LinkState } from '../../core/contracts/connectorSource.ts'
import { createInjectedLink } from './injectedLink.ts'
import { toProvider } from './provider/provider.ts'
import { startTestPage } from './startTestPage.ts'

const [first, second] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
]

/**
 * A link to a wallet that emits no events, as if the page were in the bfcache. A test changes
 * `answers` to what the wallet answers once the page is back.
 */
function start() {
  const page = startTestPage()
  const answers: Record<string, unknown> = { eth_accounts: [first], eth_chainId: '0x1' }
  const requests: string[] = []
  const provider = {
    async request({ method }: { method: string }) {
      requests.push(method)
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer
    },
    on() {},
    removeListener() {},
  }
  const link = createInjectedLink({
    connectorId: 'one',
    provider: toProvider(provider),
    addresses: [first],
    chainId: '0x1',
    disconnectWallet: async () => {},
  })
  const states: (LinkState | undefined)[] = []
  onTestFinished(link.subscribe((state) => states.push(state)))
  const returnToPage = async (persisted = true) => {
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    await new Promise(setImmediate)
  }
  return { link, answers, requests, states, returnToPage }
}

test('after a return from the bfcache, the link reads the wallet’s current account and network', async () => {
  const { link, answers, requests, states, returnToPage } = start()
  Object.assign(answers, { eth_accounts: [second, first], eth_chainId: '0x5' })
  await returnToPage(false)
  expect(requests).toEqual([])
  await returnToPage()
  expect(link.state()).toEqual({
    accounts: [{ address: second }, { address: first }],
    networkId: 'eip155:5',
  })
  expect(states.at(-1)).toEqual(link.state())
  link.close()
  requests.length = 0
  await returnToPage()
  expect(requests).toEqual([])
})

test('a wallet that has disconnected while the page was in the bfcache ends its link', async () => {
  const { answers, states, returnToPage } = start()
  answers['eth_accounts'] = []
  await returnToPage()
  expect(states).toEqual([undefined])
})

test('after a return from the bfcache, an invalid answer of the wallet changes nothing', async () => {
  const odd = fc
    .oneof(
      fc.anything({ maxDepth: 2 }),
      fc.constant(new Error('not ready')),
      fc.constant(undefined),
    )
    .filter((value) => !(Array.isArray(value) && value.length === 0))
  await fc.assert(
    fc.asyncProperty(
      odd,
      fc.oneof(fc.string(), fc.constant(new Error('not ready')), fc.constant(null)),
      async (eth_accounts, eth_chainId) => {
        const { link, answers, returnToPage } = start()
        Object.assign(answers, {
          eth_accounts,
          eth_chainId:
            typeof eth_chainId === 'string' && /\d/.test(eth_chainId) ? null : eth_chainId,
        })
        await returnToPage()
        expect(link.state()).toEqual({ accounts: [{ address: first }], networkId: 'eip155:1' })
      },
    ),
    { numRuns: 50 },
  )
})
