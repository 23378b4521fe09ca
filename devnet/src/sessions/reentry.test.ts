/** What a contract gets that uses a session again while the session is used. */
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import { rootAuthority, writeContext } from '@latchkey/protocol/sessions/delegation'
import { worstCaseOf } from '@latchkey/protocol/sessions/exposure'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { concat, createTestClient, http, numberToHex, publicActions, size, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '../startDevnet.ts'
import { payment, redeemData, singleExecution } from './redeemData.ts'
import { openSessionChain, type SessionChain } from './sessionChain.ts'

let devnet: Devnet
let chain: SessionChain
let url: string
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  const [first] = devnet.chains
  if (!first) throw new Error('no chain runs')
  url = first.url
  chain = await openSessionChain(first)
}, 60_000)
afterAll(() => devnet.close())

/**
 * The code of a contract that sends `data` to DelegationManager whenever it is called, and counts
 * in its first slot how often that has worked. It answers 1, as tokens do.
 */
function greedyCode(data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 })
  const call = concat(['0x5f5f61', length, '0x5f5f73', delegationManager, '0x5af1'])
  const count: Hex = '0x5f54015f5560015f5260205ff3'
  // the data stand behind the code: CODECOPY(0, place, length)
  const place = numberToHex(8 + size(call) + size(count), { size: 2 })
  return concat(['0x61', length, '0x61', place, '0x5f39', call, count, data])
}

type Case = {
  what: object
  rules?: Partial<SessionTerms>
  callOf: (contract: Hex) => AccountCall
  /** How often the session can be used for this call. */
  times: bigint
}

const coin = (contract: Hex) => payment(undefined, contract, 4n)
const cases: readonly (readonly [string, Case])[] = [
  ['an allowance', { what: { kind: 'allowance', amount: 10n }, callOf: coin, times: 2n }],
  [
    'an amount in each period',
    { what: { kind: 'periodic', amount: 10n, period: 1_000 }, callOf: coin, times: 2n },
  ],
  [
    'a stream',
    {
      what: { kind: 'stream', initialAmount: 10n, amountPerSecond: 1n, maxAmount: 11n },
      callOf: coin,
      times: 2n,
    },
  ],
  [
    'a number of uses',
    {
      what: { kind: 'allowance', amount: 1_000n },
      rules: { maxUses: 3n },
      callOf: coin,
      times: 3n,
    },
  ],
]

test.each(cases)(
  'a payee who uses %s again while being paid gets no more than its limit',
  async (_, { what, rules, callOf, times }) => {
    const contract = privateKeyToAddress(generatePrivateKey())
    const now = await chain.now()
    // the cast: each row of the table has the members of its kind
    const terms = {
      what: { ...what, startTime: now },
      expiry: now + 900,
      redeemers: [contract],
      payees: [contract],
      nonce: await chain.readNonce(),
      ...rules,
    } as SessionTerms
    const taken = await takeAgain(contract, terms, callOf(contract))
    expect(taken).toEqual({ paid: 4n * times, uses: times })
    expect(taken.paid).toBeLessThanOrEqual(worstCaseOf(terms, now) ?? 0n)
  },
)

test('a called contract, and a token, that use the session again count as uses', async () => {
  const contract = privateKeyToAddress(generatePrivateKey())
  const now = await chain.now()
  const rules = { expiry: now + 900, redeemers: [contract], maxUses: 3n }
  const nonce = await chain.readNonce()
  const what = { kind: 'calls', targets: [contract], maxValue: 4n, fixed: [] } as const
  const selectors: readonly Hex[] = ['0xd0e30db0']
  const call = { to: contract, value: 4n, data: '0xd0e30db0' } as const
  expect(
    await takeAgain(contract, { what: { ...what, selectors }, ...rules, nonce }, call),
  ).toEqual({ paid: 12n, uses: 3n })
  const token = privateKeyToAddress(generatePrivateKey())
  const spending = { kind: 'allowance', amount: 10n, startTime: now, token } as const
  const terms = { what: spending, expiry: now + 900, redeemers: [token], nonce }
  expect(await takeAgain(token, terms, payment(token, token, 4n))).toEqual({ paid: 0n, uses: 2n })
})

/** Lets a contract use a session in a call of the session. */
async function takeAgain(contract: Hex, terms: SessionTerms, call: AccountCall) {
  const { chainId, ann, stranger } = chain
  const client = createTestClient({
    mode: 'anvil',
    chain: { ...foundry, id: chainId },
    transport: http(url),
  }).extend(publicActions)
  const session = await chain.sign(
    {
      delegate: contract,
      delegator: ann.address,
      authority: rootAuthority,
      caveats: writeCaveats(terms),
      salt: BigInt(contract),
    },
    ann,
  )
  const use = { context: writeContext(session), execution: singleExecution(call) }
  await client.setCode({ address: contract, bytecode: greedyCode(redeemData([use])) })
  const before = await chain.heldOf(undefined)
  expect(await chain.send({ from: stranger.address, to: contract, data: '0x' })).toBe(true)
  const paid = before - (await chain.heldOf(undefined))
  const uses = BigInt((await client.getStorageAt({ address: contract, slot: '0x0' })) ?? 0)
  return { paid, uses }
}
