import type { OnrampOrder } from '@latchkey/protocol/onramp'
import { startTestKit } from '../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'

/** The connected account. */
export const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Another account. */
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The contract of the sold token. */
export const usdc = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'

const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '20.00', max: '25000.00' },
]
/** The options of the fake API. */
export const options = {
  paymentCurrencies: [{ id: 'USD', payment_method_limits: limits }],
  purchaseCurrencies: [
    {
      id: 'usdc',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        { name: 'first', display_name: 'First', chain_id: '31337', contract_address: usdc },
        { name: 'elsewhere', display_name: 'Elsewhere', chain_id: '999' },
      ],
    },
    {
      id: 'eth',
      name: 'Ether',
      symbol: 'ETH',
      networks: [{ name: 'first', display_name: 'First', chain_id: 'eip155:31337' }],
    },
  ],
}
/** The fake API's offer for 100 dollars. */
export const row = {
  serviceProvider: 'sandbox',
  paymentMethodType: 'card',
  sourceAmount: 100,
  sourceCurrencyCode: 'USD',
  destinationAmount: 98,
  destinationCurrencyCode: 'USDC',
  transactionFee: 1.5,
  networkFee: 0.5,
  totalFee: 2,
  quoteId: 'offer-1',
}
/** The requested purchase. */
export const request = {
  amount: '100',
  currency: 'USD',
  symbol: 'USDC',
  networkId: 'eip155:31337' as never,
  method: 'card',
} // the cast: the network id is that of the fake API's token
/** The state of the fake API's order. */
export const orderUpdate: OnrampOrder = {
  orderId: 'order-1',
  state: 'waiting',
  serviceProvider: 'sandbox',
  createdAt: Date.UTC(2026, 0, 1),
  updatedAt: Date.UTC(2026, 0, 1),
  payment: { amount: '100.00', currency: 'USD' },
  purchase: { amount: '97.9', currency: 'USDC' },
  chainId: 'eip155:31337',
  walletAddress: self,
  hash: null,
  reason: null,
}

/**
 * The fake API's answers, each under a part of the path. A number is an HTTP status (the kit does
 * not repeat a request after 400). `refusal` is the reason that is sent with such a status.
 */
type Answers = { [path: string]: unknown }

/**
 * Starts a connected kit with a fake API. A test may change `answers` at any time. `requestsOf`
 * returns the paths and bodies of the requests to the API.
 */
export async function startTestOnramp(changes: Answers = {}) {
  const answers: Answers = {
    '/onramp/options': options,
    '/onramp/providers': [
      {
        serviceProvider: 'sandbox',
        name: 'Sandbox',
        feeRange: '1-2%',
        methods: ['card', 'ach_bank_account'],
        isTest: true,
      },
    ],
    '/onramp/multi/quotes': [row],
    '/onramp/widget': { widgetUrl: 'https://pay.example.org/1', orderId: 'order-1' },
    '/onramp/orders/': orderUpdate,
    ...changes,
  }
  const server = await startTestServer((response, { url }) => {
    const answer = answers[Object.keys(answers).find((path) => url.pathname.includes(path)) ?? '']
    if (typeof answer === 'object' && answer !== null && 'refusal' in answer)
      sendJson(
        response,
        {
          status: 'FAILED',
          reasons: [
            {
              field: 'field' in answer ? answer.field : 'sourceAmount',
              description: answer.refusal,
            },
          ],
        },
        400,
      )
    else if (typeof answer === 'number' || answer === undefined)
      sendJson(
        response,
        { status: 'FAILED', reasons: [] },
        typeof answer === 'number' ? answer : 404,
      )
    else sendJson(response, answer)
  })
  const wallet = { id: 'wallet', name: 'Wallet' }
  const started = startTestKit({
    adapters: [createFakeAdapter({ connectors: [wallet], accounts: [self] })],
    services: { api: server.url },
  })
  await started.kit.connect({ connectorId: wallet.id })
  return {
    ...started,
    server,
    answers,
    requestsOf: (path: string) =>
      server.requests
        .filter(({ url }) => url.pathname.includes(path))
        .map(({ body }) =>
          body === '' ? undefined : (JSON.parse(body) as { sessionData?: Record<string, unknown> }),
        ),
  }
}
