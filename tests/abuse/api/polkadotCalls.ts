import { createTally } from '../tally.ts'
import type { Scene } from '../scene.ts'
import { askAgain, requestOf } from './http.ts'
import { startNode, type Answers } from './startNode.ts'

const genesis = `0x68d56f15f85d3136970ec16946040bc1${'7'.repeat(32)}`
const networkId = `polkadot:${genesis.slice(2, 34)}`

const seconds = 4
/** Requests that a client may send. A call of the runtime costs as much as ten. */
const quota = { max: 2_000, refill: 200, everySeconds: 1 }
const callCost = 10

/** Requests that the API must not forward: they keep a node busy, or control it. */
const forbidden: readonly { method: string; params?: unknown }[] = [
  { method: 'state_call', params: ['Core_execute_block', '0x00'] },
  { method: 'state_call', params: ['TryRuntime_on_runtime_upgrade', '0x00'] },
  { method: 'state_call', params: { 0: 'Metadata_metadata_at_version', 1: '0x00' } },
  { method: 'state_call', params: [['Metadata_metadata_at_version'], '0x00'] },
  { method: 'state_call' },
  { method: 'state_getPairs', params: ['0x'] },
  { method: 'state_getKeysPaged', params: ['0x', 1_000_000] },
  { method: 'state_queryStorage', params: [[], genesis] },
  { method: 'state_traceBlock', params: [genesis] },
  { method: 'author_insertKey', params: ['aura', '//Alice', '0x00'] },
  { method: 'author_rotateKeys', params: [] },
  { method: 'author_submitAndWatchExtrinsic', params: ['0x00'] },
  { method: 'author_pendingExtrinsics', params: [] },
  { method: 'system_addReservedPeer', params: ['/ip4/127.0.0.1'] },
  { method: 'offchain_localStorageSet', params: ['PERSISTENT', '0x00', '0x00'] },
  { method: 'chain_subscribeNewHeads', params: [] },
  { method: 'dev_newBlock', params: [] },
  { method: '__proto__', params: [] },
]

const bodyOf = (request: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })

/** Bodies that are no request. */
const broken: readonly string[] = [
  '',
  '{',
  '[]',
  '[[]]',
  bodyOf({ method: 7 }),
  `{"jsonrpc":"2.0","id":1,"method":"state_call","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  bodyOf({ method: 'author_submitExtrinsic', params: [`0x${'00'.repeat(700_000)}`] }),
]

/** What the node may see besides the request for its first block. */
const allowed = 'state_call Metadata_metadata_at_version'

export const polkadotCalls: Scene = {
  name: 'polkadot-calls',
  of: 'api',
  warm: 3,
  quick: 'short',
  seconds,
  title:
    'ten clients send requests for nodes of Polkadot that may not be forwarded, bodies that are no request, and calls of the runtime with answers of 1 MB as fast as they can; 200 calls and 20 more a second are allowed',
  stage: async () => {
    const seen = new Set<string>()
    const metadata = `0x${'6d'.repeat(500_000)}`
    const answers: Answers = {
      // the methods that must not arrive
      ...Object.fromEntries(forbidden.map(({ method }) => [method, () => seen.add(method)])),
      author_submitExtrinsic: () => seen.add('author_submitExtrinsic'),
      chain_getBlockHash: () => genesis,
      state_call: ([name]) => {
        seen.add(`state_call ${String(name)}`)
        return metadata
      },
    }
    const node = await startNode(1, () => answers)
    return {
      config: {
        options: {
          chains: [
            {
              networkId,
              name: 'Made Asset Hub',
              nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
              rpcUrls: [node.url],
            },
          ],
          rateLimit: quota,
        },
      },
      async attack(target) {
        const tally = createTally()
        const faults = new Set<string>()
        const post = (body: string) =>
          requestOf(target, 'POST', `/v1?chainId=${networkId}`, { body })
        const refused = [...forbidden.map(bodyOf), JSON.stringify(forbidden.map(withId))].map(post)
        const invalid = broken.map(post)
        const calls = [
          post(bodyOf({ method: 'state_call', params: ['Metadata_metadata_at_version', '0x0f'] })),
        ]
        const kinds = [refused, invalid, calls]
        await Promise.all(
          Array.from({ length: 10 }, (_, client) => {
            const requests = kinds[client % kinds.length] ?? []
            let turn = client
            return askAgain(
              target,
              (status) => {
                tally.add(requests === calls ? `calls ${status}` : status)
                if (requests === invalid && status === '200')
                  faults.add('a body that is no request was answered')
                if (status === '500') faults.add('a request was answered with 500')
              },
              () => requests[(turn += 1) % requests.length] ?? Buffer.alloc(0),
            )
          }),
        )
        const max = (quota.max + quota.refill * seconds) / callCost
        if (tally.get('calls 200') > max)
          faults.add(`${tally.get('calls 200')} calls were answered`)
        if (tally.get('calls 200') === 0) faults.add('no call was answered')
        for (const method of seen)
          if (method !== allowed) faults.add(`the node was asked ${method.slice(0, 200)}`)
        return {
          did: `${tally.text()}; ${seen.size} kinds of requests forwarded`,
          faults: [...faults],
        }
      },
    }
  },
}

const withId = (request: object, id: number) => ({ jsonrpc: '2.0', id, ...request })
