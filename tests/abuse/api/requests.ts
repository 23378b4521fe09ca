import { createTally } from '../tally.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene, Stage } from '../scene.ts'
import type { Target } from '../target.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { askAgain, requestOf } from './http.ts'
import { startNode } from './startNode.ts'

/** A flood: each of `clients` clients sends the same request again and again. */
function floodOf(clients: number, request: (target: Target) => Buffer): Stage['attack'] {
  return async (target) => {
    const tally = createTally()
    const bytes = request(target)
    await Promise.all(
      Array.from({ length: clients }, () =>
        askAgain(
          target,
          (status) => tally.add(status),
          () => bytes,
        ),
      ),
    )
    return { did: tally.text() }
  }
}

const zeros = `{"currency":"usd","addresses":[${'0,'.repeat(129_900)}0]}`
const nested = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(5_000)}${']'.repeat(5_000)}}`

export const priceZeros: Scene = {
  name: 'price-zeros',
  of: 'api',
  quick: 'short',
  seconds: 3,
  title: 'ten clients ask for the prices of `[0,0,…]`, 260 kB',
  stage: () => ({
    attack: floodOf(10, (target) =>
      requestOf(target, 'POST', '/v1/fungible/price', { body: zeros }),
    ),
  }),
}
export const nestedParams: Scene = {
  name: 'nested-params',
  of: 'api',
  seconds: 3,
  title: 'ten clients pass on parameters nested 5,000 deep',
  stage: () => ({
    attack: floodOf(10, (target) =>
      requestOf(target, 'POST', `/v1?chainId=${attackedChain}`, { body: nested }),
    ),
  }),
}
export const rpcClients: Scene = {
  name: 'rpc-clients',
  of: 'api',
  seconds: 3,
  title: 'ten clients ask a node through `/v1` as fast as they can, a hundred requests in one',
  stage: withNode(
    () => ({ eth_call: () => '0x' }),
    floodOf(10, (target) =>
      requestOf(target, 'POST', `/v1?chainId=${attackedChain}`, {
        body: JSON.stringify(
          Array.from({ length: 100 }, (_, id) => ({
            jsonrpc: '2.0',
            id,
            method: 'eth_call',
            params: [{ to: `0x${'11'.repeat(20)}`, data: `0x${'00'.repeat(68)}` }, 'latest'],
          })),
        ),
      }),
    ),
  ),
}

export const nameSignatures: Scene = {
  name: 'name-signatures',
  of: 'api',
  seconds: 3,
  warm: 3,
  title:
    'ten clients register names with signatures of other accounts, as fast as they can; `rateLimit` is off',
  stage: () => ({
    config: { options: { rateLimit: false } },
    async attack(target) {
      const tally = createTally()
      let name = 0
      await Promise.all(
        Array.from({ length: 10 }, () =>
          askAgain(
            target,
            (status) => tally.add(status),
            () =>
              requestOf(target, 'POST', '/v1/profile/account', {
                body: registrationOf((name += 1)),
              }),
          ),
        ),
      )
      return {
        did: tally.text(),
        faults: tally.get('200') > 0 ? ['a name was registered without its signature'] : [],
      }
    },
  }),
}

/**
 * The registration of a name, with a forged signature. A key can be recovered from the signature,
 * but it is not the account's key.
 */
function registrationOf(index: number): string {
  const message = JSON.stringify({
    name: `name${index}.reown.id`,
    attributes: {},
    timestamp: Math.floor(Date.now() / 1_000),
  })
  return JSON.stringify({
    message,
    signature: `0x${'11'.repeat(64)}1b`,
    coin_type: 60,
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  })
}

/** Shows that the cheapest requests count against the rate limit, too. */
export const apiReadFlood: Scene = {
  name: 'api-read-flood',
  of: 'api',
  seconds: 3,
  title:
    '60 clients of one address ask `OPTIONS /v1`, `GET /v1/supported-chains` and an unknown path as fast as they can; 5,000 requests are allowed',
  stage: () => ({
    config: { options: { rateLimit: { max: 5_000, refill: 600, everySeconds: 1 } } },
    async attack(target) {
      const tally = createTally()
      const requests = [
        requestOf(target, 'OPTIONS', '/v1', {
          headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' },
        }),
        requestOf(target, 'GET', '/v1/supported-chains'),
        requestOf(target, 'GET', '/nothing'),
      ]
      let turn = 0
      await onEachSocket(60, 60, () =>
        askAgain(
          target,
          (status) => tally.add(status),
          () => requests[(turn += 1) % requests.length] ?? Buffer.alloc(0),
        ),
      )
      return {
        did: tally.text(),
        faults: tally.get('429') > 0 ? [] : ['no request was refused by the quota of its address'],
      }
    },
  }),
}

/** A flood of `/metrics` and `/health`, the requests of operators. */
export const watchFlood: Scene = {
  name: 'watch-flood',
  of: 'api',
  seconds: 3,
  title:
    '200 clients of one address ask for `/metrics` and `/health` as fast as they can; 5,000 requests are allowed, of which `/health` is none',
  stage: () => ({
    config: { options: { rateLimit: { max: 5_000, refill: 600, everySeconds: 1 } } },
    async attack(target) {
      const tally = createTally()
      const requests = ['/metrics', '/health'].map((path) => requestOf(target, 'GET', path))
      await onEachSocket(200, 200, (index) =>
        askAgain(
          target,
          (status) => tally.add(status),
          () => requests[index % 2] ?? Buffer.alloc(0),
        ),
      )
      return {
        did: tally.text(),
        faults: tally.get('429') > 0 ? [] : ['`/metrics` was never refused'],
      }
    },
  }),
}

/** Sets a low limit for the delay of the event loop, so that the API has to refuse work. */
export const overload: Scene = {
  name: 'overload',
  of: 'api',
  seconds: 3,
  title:
    '100 clients ask for costly things of a service that may be 20 ms late: it puts work off, and health is answered',
  broken: true,
  stage: async () => {
    const stage = await withNode(
      () => ({ eth_call: () => '0x' }),
      async (target) => {
        const tally = createTally()
        const faults = new Set<string>()
        await onEachSocket(100, 100, () =>
          askAgain(
            target,
            (status, head) => {
              tally.add(status)
              if (status === '503' && !/retry-after: \d/i.test(head))
                faults.add('a 503 came without Retry-After')
            },
            () =>
              requestOf(
                target,
                'GET',
                `/getWallets?entries=100&search=${Math.random().toString(36).slice(2, 6)}`,
              ),
          ),
        )
        return { did: tally.text(), faults: [...faults] }
      },
    )()
    return {
      ...stage,
      config: { options: { ...stage.config?.options, limits: { loopDelay: 20 } } },
    }
  },
}

/**
 * Shows that a client cannot escape the rate limit by writing another address into a header of each
 * request.
 */
export const forwarded: Scene = {
  name: 'forwarded',
  of: 'api',
  seconds: 3,
  title: 'one client names another address in `X-Forwarded-For` each time; 50 requests are allowed',
  stage: () => ({
    config: { options: { rateLimit: { max: 50, refill: 1, everySeconds: 1 } } },
    async attack(target) {
      const tally = createTally()
      let turn = 0
      await askAgain(
        target,
        (status) => tally.add(status),
        () =>
          requestOf(target, 'GET', '/v1/supported-chains', {
            headers: {
              'x-forwarded-for': `9.9.${(turn += 1) >> 8}.${turn & 255}`,
              forwarded: `for=9.8.7.${turn & 255}`,
            },
          }),
      )
      return {
        did: tally.text(),
        faults: tally.get('200') > 60 ? [`${tally.get('200')} requests were answered`] : [],
      }
    },
  }),
  broken: true, // the quota of fifty requests is too low for the bystander, too
}

/** Makes a stage with a chain and a node with these answers. */
export function withNode(
  answersOf: Parameters<typeof startNode>[1],
  attack: Stage['attack'],
  more: object = {},
): () => Promise<Stage> {
  return async () => {
    const node = await startNode(attackedNumber, answersOf)
    return { config: { options: { chains: [chainAt(attackedChain, [node.url], more)] } }, attack }
  }
}
