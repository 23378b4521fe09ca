import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { formatUnits } from 'viem'
import * as v from 'valibot'
import type { HistoryEntry } from '@latchkey/protocol/history'
import { chainParts } from '../../optionParts.ts'
import { nativeToken } from '../../providers/holdings.ts'
import type { Nodes } from '../../providers/nodes.ts'
import type { Reading } from '../../providers/rpcAnswer.ts'
import type { Account, ChainReader, FinishedRow, Key, OpenReader } from '../chainReader.ts'
import { fakeAddress, fakeKeys } from './fakeKeys.ts'
import { tokenImageUrl } from '../../icons/tokenImageUrl.ts'

const namespace = 'bip122' as const
const { index: _, ...parts } = chainParts

const fakeChain = v.pipe(
  v.strictObject({
    ...parts,
    networkId: v.pipe(
      v.string(),
      v.guard((id: string): id is NetworkId => isNetworkId(id) && id.startsWith(`${namespace}:`)),
    ),
  }),
  v.transform((checked) => ({ ...checked, namespace })),
)
type FakeChain = v.InferOutput<typeof fakeChain>

const key = v.custom<Key>((text) => typeof text === 'string' && /^0x[0-9a-f]{20}$/.test(text))
const amount = v.pipe(
  v.string(),
  v.transform((text) => BigInt(text)),
)

const payment = v.object({
  height: v.number(),
  at: v.number(),
  hash: v.string(),
  from: key,
  to: key,
  amount,
})
const reading = <value>(schema: v.GenericSchema<unknown, value>): Reading<value> => ({
  begin: () => ({ read: (result) => v.parse(schema, result) }),
})

/**
 * A kind of chain for tests. It differs from EVM and Solana wherever a kind may differ: accounts
 * have two addresses with purposes, an address has two spellings, there are no tokens, no NFTs and
 * no index, and its nodes have finished histories.
 */
export const fake = {
  namespace,
  options: fakeChain,
  keys: fakeKeys,
  nodes: {
    identityOf: (networkId) => ({
      method: 'fake_network',
      isNamed: (result) => (isNetworkId(result) ? result === networkId : undefined),
    }),
    answerLimits: {},
    forwarded: new Set(['fake_amount', 'fake_history', 'fake_send']),
    sending: new Set(['fake_send']),
    costly: new Set(),
    isRevert: () => false,
  },
  abilities: {},
  start: () => ({ open: openFake }),
} as const satisfies ChainReader<FakeChain>

function openFake(chain: FakeChain & { nodes: Nodes }): OpenReader {
  const keysOf = ({ addresses }: Account) => addresses.map((address) => address.key)
  return {
    async holdings(account, { signal }) {
      const coins = await chain.nodes.request(
        'fake_amount',
        keysOf(account),
        signal,
        reading(amount),
      )
      return {
        holdings: [{ token: nativeToken(chain), amount: coins, listed: true }],
        prices: new Map(),
        isComplete: true,
      }
    },
    pricesOf: async () => [],
    history: {
      kind: 'finished',
      name: 'fake',
      async page(account, { before, latest }, limit, signal) {
        const keys = keysOf(account)
        const all = await chain.nodes.request(
          'fake_history',
          keys,
          signal,
          reading(v.array(payment)),
        )
        const rows = all.filter(
          ({ height, at }) =>
            (before === undefined || height < before.block) &&
            (latest === undefined || at <= latest),
        )
        return {
          rows: rows.slice(0, limit).map((row) => rowOf(chain, keys, row)),
          isLast: rows.length <= limit,
        }
      },
    },
  }
}

function rowOf(
  chain: FakeChain,
  own: readonly Key[],
  { height, at, hash, from, to, amount }: v.InferOutput<typeof payment>,
): FinishedRow {
  const [isOut, isIn] = [own.includes(from), own.includes(to)]
  const { name, symbol, decimals } = chain.nativeCurrency
  const entry = (base: string): HistoryEntry => ({
    id: `${chain.networkId}:${hash}`,
    metadata: {
      operationType: isOut ? 'send' : 'receive',
      hash,
      minedAt: new Date(at * 1000).toISOString(),
      sentFrom: fakeAddress(from),
      sentTo: fakeAddress(to),
      status: 'confirmed',
      nonce: 0,
      application: null,
      chain: chain.networkId,
    },
    transfers: [
      {
        fungible_info: {
          name,
          symbol,
          icon: { url: tokenImageUrl(base, symbol, { listed: true }) },
          flags: { is_spam: false },
        },
        nft_info: null,
        direction: isOut && isIn ? 'self' : isOut ? 'out' : 'in',
        quantity: { numeric: formatUnits(amount, decimals) },
        value: null,
        price: null,
        sender: fakeAddress(from),
        recipient: fakeAddress(to),
      },
    ],
  })
  return { block: height, index: 0, minedAt: at, entry }
}
