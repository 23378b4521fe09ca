/** What a contract gets that uses a session again while the session is used. */
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import { delegationHash, rootAuthority, writeContext } from '@latchkey/protocol/sessions/delegation'
import { worstCaseOf } from '@latchkey/protocol/sessions/exposure'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { concat, createTestClient, http, numberToHex, publicActions, size, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '../startDevnet.ts'
import { chainContext, payment, redeemData, singleExecution } from './redeemData.ts'
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
 * The code of a contract that sends `data` to DelegationManager when it is called, the first six
 * times, and counts in its first slot how often that has worked. It answers 1, as tokens do.
 */
function greedyCode(data: Hex): Hex {
  const two = (number: number) => numberToHex(number, { size: 2 })
  const length = two(size(data))
  const call = concat(['0x5f5f61', length, '0x5f5f73', delegationManager, '0x5af1'])
  const count: Hex = '0x5f54015f55'
  const answer: Hex = '0x5b60015f5260205ff3'
  const end = 18 + 8 + size(call) + size(count)
  // the second slot counts the calls
  const limit = concat(['0x60015480600611', '0x1561', two(end), '0x57', '0x600101600155'])
  // the data stand behind the code: CODECOPY(0, place, length)
  const copy = concat(['0x61', length, '0x61', two(end + size(answer)), '0x5f39'])
  return concat([limit, copy, call, count, answer, data])
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

// the first use is refused if those in between leave nothing for it, and undoes them
test.each([
  [10n, 0n],
  [1_000n, 24n],
])(
  'an enforcer of a session of %i that is passed on, which uses it again, gets %i',
  async (amount, gets) => {
    const contract = privateKeyToAddress(generatePrivateKey())
    const { redeemer, ann } = chain
    const now = await chain.now()
    const caveats = writeCaveats({
      what: { kind: 'allowance', amount, startTime: now },
      expiry: now + 900,
      redeemers: [redeemer.address, contract],
      payees: [contract],
      nonce: await chain.readNonce(),
    })
    const delegations = { authority: rootAuthority, salt: BigInt(contract) }
    const session = await chain.sign(
      { ...delegations, caveats, delegate: redeemer.address, delegator: ann.address },
      ann,
    )
    const authority = delegationHash(session)
    const hostile = { enforcer: contract, terms: '0x', args: '0x' } as const
    const leaf = await chain.sign(
      { delegate: contract, delegator: redeemer.address, authority, caveats: [hostile], salt: 1n },
      redeemer,
    )
    const { paid, uses } = await redeemAgain(contract, chainContext(leaf, session), coin(contract))
    expect({ paid, uses }).toEqual({ paid: gets, uses: gets / 4n })
  },
)

/** Lets a contract use a session in a call of the session. */
async function takeAgain(contract: Hex, terms: SessionTerms, call: AccountCall) {
  const { ann } = chain
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
  return redeemAgain(contract, writeContext(session), call)
}

/** Lets a contract use a context whenever it is called. It is called once by a stranger. */
async function redeemAgain(contract: Hex, context: Hex, call: AccountCall) {
  const client = createTestClient({
    mode: 'anvil',
    chain: { ...foundry, id: chain.chainId },
    transport: http(url),
  }).extend(publicActions)
  const use = { context, execution: singleExecution(call) }
  await client.setCode({ address: contract, bytecode: greedyCode(redeemData([use])) })
  const before = await chain.heldOf(undefined)
  const sent = { from: chain.stranger.address, to: contract, data: '0x' } as const
  expect(await chain.send(sent)).toBe(true)
  const paid = before - (await chain.heldOf(undefined))
  const uses = BigInt((await client.getStorageAt({ address: contract, slot: '0x0' })) ?? 0)
  return { paid, uses }
}
