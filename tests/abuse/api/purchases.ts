import { randomUUID } from 'node:crypto'
import { deriveKey } from '@latchkey/server/deriveKey'
import { createOfferSeal } from '../../../services/api/src/onramp/sealOffers.ts'
import { signatureHeader, signMessage } from '@latchkey/server/signedMessage'
import { sendRequest } from '../generated/sendRequest.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { startNode } from './startNode.ts'
import { sandboxSecret, startSandbox } from './startSandbox.ts'

/** Number of orders that one client tries to begin, and max number that the API may accept. */
const tried = 10_000
const allowed = 60 + 10

const { seal } = createOfferSeal(deriveKey(sandboxSecret, 'offers'))
const messageKey = deriveKey(sandboxSecret, 'webhooks')
const token = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * The body of a request that begins an order. The scene seals the offer itself, as the API would,
 * because the attack begins after the offer.
 */
const widgetBody = () =>
  JSON.stringify({
    sessionData: {
      serviceProvider: 'sandbox',
      sourceAmount: 50,
      sourceCurrencyCode: 'USD',
      destinationCurrencyCode: 'ETH',
      walletAddress: `0x${'12'.repeat(20)}`,
      idempotencyKey: randomUUID(),
      quoteId: seal({
        provider: 'sandbox',
        method: 'card',
        currency: 'USD',
        cents: 5_000n,
        transactionFee: 100n,
        networkFee: 1n,
        networkId: attackedChain,
        token,
        symbol: 'ETH',
        decimals: 18,
        amount: 10n ** 16n,
        expiresAt: Date.now() + 60_000,
      }),
    },
  })

const post = (target: Target, path: string, body: string, headers: Record<string, string> = {}) =>
  sendRequest(target, { method: 'POST', path, body, headers })
const message = (orderId: string, type: string, id: string = randomUUID()) =>
  JSON.stringify({ id, orderId, type })
const sendWebhook = (target: Target, body: string, signature: string) =>
  post(target, '/v1/onramp/webhooks/sandbox', body, { [signatureHeader]: signature })

/** Begins an order. @returns its id; undefined when the API refuses it */
async function begin(
  target: Target,
  count: (name: string) => void = () => {},
): Promise<string | undefined> {
  const { status, text } = await post(target, '/v1/onramp/widget', widgetBody())
  count(String(status))
  // the API answers this request in this form
  return status === 200 ? (JSON.parse(text) as { orderId: string }).orderId : undefined
}

/**
 * Sends forged webhooks about the client's own order `orderId`, then one genuine webhook fifty
 * times. @returns the faults of the API
 */
async function forge(
  target: Target,
  orderId: string,
  count: (name: string) => void,
): Promise<string[]> {
  const now = Date.now()
  const body = message(orderId, 'paid')
  const right = signMessage(messageKey, Buffer.from(body), now)
  const forgeries = [
    '',
    right.replace(/v1=../, 'v1=zz'),
    right.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    signMessage(Buffer.alloc(32), Buffer.from(body), now),
    signMessage(messageKey, Buffer.from(body), now - 301_000),
    signMessage(messageKey, Buffer.from(message(orderId, 'paying')), now),
  ]
  const faults: string[] = []
  for (const forgery of forgeries) {
    const { status } = await sendWebhook(target, body, forgery)
    count(`forged ${status}`)
    if (status !== 401) faults.push(`a forged message was answered with ${status}`)
  }
  const ended = message(orderId, 'failed')
  const signature = signMessage(messageKey, Buffer.from(ended), now)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => sendWebhook(target, ended, signature)),
  )
  const moved = answers.filter(({ text }) => text.includes('"moved"')).length
  answers.forEach(({ status }) => count(`replayed ${status}`))
  if (moved !== 1) faults.push(`a message that was sent fifty times had ${moved} effects`)
  return faults
}

/** A client that begins orders without end, and forges a provider's webhooks. */
export const purchases: Scene = {
  name: 'purchases',
  of: 'api',
  quick: 'long',
  seconds: 40,
  warm: 8,
  title: `one client tries to begin ${tried.toLocaleString('en')} orders, and forges and replays what the checkout would tell of them`,
  stage: async () => {
    const node = await startNode(attackedNumber, () => ({
      eth_getTransactionCount: () => '0x0',
      eth_blockNumber: () => '0x1',
      eth_getBalance: () => '0x56bc75e2d63100000',
    }))
    return {
      config: {
        options: {
          chains: [chainAt(attackedChain, [node.url])],
          onramp: await startSandbox(node.url),
        },
      },
      async attack(target) {
        const tally = createTally()
        // comes before the flood, because the flood uses up the client's quota
        const first = await begin(target)
        const orders = first === undefined ? [] : [first]
        const faults =
          first === undefined
            ? ['no order was begun']
            : await forge(target, first, (name) => tally.add(name))
        let remaining = target.quick ? tried / 10 : tried
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            while ((remaining -= 1) >= 0 && !target.signal.aborted) {
              const orderId = await begin(target, (name) => tally.add(name))
              if (orderId !== undefined) orders.push(orderId)
            }
          }),
        )
        if (orders.length > allowed) faults.push(`${orders.length} orders were begun`)
        return { did: tally.text(), faults }
      },
    }
  },
}
