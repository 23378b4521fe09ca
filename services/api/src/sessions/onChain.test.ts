import { counts } from '@latchkey/protocol/limits'
import { listOf } from '@latchkey/protocol/listOf'
import {
  delegationHash,
  disableCall,
  writeContext,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import { sessionShape, type Session } from '@latchkey/protocol/sessions/endpoints'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import type { SessionTerms, Spending } from '@latchkey/protocol/sessions/terms'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { encodeFunctionData, hexToBigInt, parseAbi, slice, type Hex } from 'viem'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { payment } from '../../../../devnet/src/sessions/redeemData.ts'
import {
  openSessionChain,
  type SessionChain,
} from '../../../../devnet/src/sessions/sessionChain.ts'
import { smartAccountsFor } from '../testing/smartAccountsOn.ts'
import { sessionClient } from '../testing/sessionClient.ts'
import { startTestApis } from '../testing/startTestApis.ts'

const { devnet, start } = startTestApis()
const abi = parseAbi([
  'function getAvailableAmount(bytes32 hash, address manager, bytes terms) view returns (uint256, bool, uint256)',
  'function getAvailableAmount(address manager, bytes32 hash) view returns (uint256)',
  'function pause()',
  'function unpause()',
])
/** The owner of DelegationManager, who may pause it. */
const managerOwner: Hex = '0xB0403B32f54d0Bd752113f4009e8B534C6669f44'
const shop: Hex = `0x${'f1'.repeat(20)}`
const list = v.object({ pcis: listOf(sessionShape, counts.sessions) })
const soon = { timeout: 60_000 }

/** An API whose clock is the chain's, and an account there that grants sessions. */
async function begin() {
  const [first] = devnet().chains
  if (!first) throw new Error('no chain runs')
  const chain = await openSessionChain(first)
  const clock = { second: await chain.now() }
  const url = await start({
    ...smartAccountsFor(devnet().chains),
    clock: { now: () => clock.second * 1_000 },
  })
  const site = sessionClient(url)
  const id = `${first.networkId}:${chain.ann.address}`
  return {
    chain,
    clock,
    /** Grants and records a session. */
    async record(what: Spending, more: Partial<SessionTerms> = {}) {
      const expiry = clock.second + 7 * 86_400
      const redeemers = [chain.redeemer.address]
      const session = await chain.grant({
        ...{ what, expiry, redeemers, nonce: await chain.readNonce() },
        ...more,
      })
      return {
        session,
        pci: await site.record(id, { context: writeContext(session), expiry }),
      }
    },
    /** A session as the API shows it, once what it has read is old. */
    async seen(pci: string): Promise<Session> {
      clock.second = Math.max(clock.second, await chain.now()) + 3
      const { pcis } = v.parse(list, (await site.list(id)).body)
      const found = pcis.find((session) => session.pci === pci)
      if (!found) throw new Error('The session is not in the list')
      return found
    },
  }
}

/** What the enforcer itself says that is available in a second. */
async function availableOn(
  chain: SessionChain,
  what: Spending,
  session: SignedDelegation,
  second: number,
): Promise<string> {
  const isStream = what.kind === 'stream'
  const to = isStream
    ? enforcers[what.token ? 'tokenStream' : 'nativeStream']
    : enforcers[what.token ? 'tokenPeriod' : 'nativePeriod']
  const terms = session.caveats.find(({ enforcer }) => enforcer === to.toLowerCase())?.terms
  const hash = delegationHash(session)
  const data = isStream
    ? encodeFunctionData({
        abi,
        functionName: 'getAvailableAmount',
        args: [delegationManager, hash],
      })
    : encodeFunctionData({
        abi,
        functionName: 'getAvailableAmount',
        args: [hash, delegationManager, terms ?? '0x'],
      })
  const answer = await chain.call({ from: shop, to, data }, second)
  return hexToBigInt(slice(answer ?? '0x', 0, 32)).toString()
}

test('what is left of each kind of session is what its enforcer says', soon, async () => {
  const { chain, clock, record, seen } = await begin()
  const { usdc } = chain.tokens
  const startTime = clock.second - 30
  const day = { kind: 'periodic', amount: 100n, period: 86_400, startTime } as const
  const stream = {
    kind: 'stream',
    initialAmount: 100n,
    amountPerSecond: 1n,
    maxAmount: 100_000n,
    startTime,
  } as const
  const all: Spending[] = [
    day,
    { ...day, token: usdc },
    { kind: 'allowance', amount: 100n, startTime },
    { kind: 'allowance', amount: 100n, startTime, token: usdc },
    stream,
    { ...stream, token: usdc },
  ]
  const recorded: { what: Spending; session: SignedDelegation; pci: string }[] = []
  for (const what of all) recorded.push({ what, ...(await record(what)) })
  const check = async () => {
    const shown = []
    for (const { what, session, pci } of recorded) {
      const { available } = await seen(pci)
      expect(available).toBe(await availableOn(chain, what, session, clock.second))
      shown.push(Number(available))
    }
    return shown
  }
  for (const { what, session } of recorded)
    expect(await chain.use(session, payment(what.token, shop, 40n))).toBe(true)
  const [native, token, coins, tokens, ...streams] = await check()
  expect([native, token, coins, tokens]).toEqual([60, 60, 60, 60])
  for (const left of streams) expect(left).toBeGreaterThan(90)
  clock.second = startTime + 86_399
  expect((await seen(recorded[0]?.pci ?? '')).available).toBe('100') // the next day has begun
  expect((await check()).slice(0, 4)).toEqual([100, 100, 60, 60])
})

test('a session is revoked when its account ends it, or all', soon, async () => {
  const { chain, clock, record, seen } = await begin()
  const what = { kind: 'allowance', amount: 100n, startTime: clock.second - 30 } as const
  const [first, second] = [await record(what, { maxUses: 3n }), await record(what)]
  expect(await chain.use(first.session, payment(undefined, shop, 1n))).toBe(true)
  expect(await seen(first.pci)).toMatchObject({ state: 'active', available: '99', usesLeft: '2' })

  const pause = (functionName: 'pause' | 'unpause') =>
    chain.send({
      from: managerOwner,
      to: delegationManager,
      data: encodeFunctionData({ abi, functionName }),
    })
  await pause('pause')
  expect(await seen(first.pci)).toMatchObject({ state: 'suspended', available: null })
  await pause('unpause')
  await chain.setSmart(false)
  expect((await seen(first.pci)).state).toBe('suspended')
  await chain.setSmart(true)
  expect((await seen(first.pci)).state).toBe('active')

  const { address: from } = chain.ann
  await chain.send({ from, to: delegationManager, data: disableCall(first.session) })
  const ended = await chain.now()
  await chain.send({ from: shop, to: shop, data: '0x' })
  expect(await seen(first.pci)).toMatchObject({ state: 'revoked', revokedAt: ended })
  expect((await seen(second.pci)).state).toBe('active')
  await chain.raiseNonce(chain.ann)
  const raised = await chain.now()
  await chain.send({ from: shop, to: shop, data: '0x' })
  expect(await seen(second.pci)).toMatchObject({ state: 'revoked', revokedAt: raised })
  expect(await seen(first.pci)).toMatchObject({ state: 'revoked', revokedAt: ended })
  // what is granted now counts
  expect((await seen((await record(what)).pci)).state).toBe('active')
})
