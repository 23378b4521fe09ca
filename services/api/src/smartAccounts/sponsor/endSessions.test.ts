import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationHash,
  disableCall,
  raiseNonceCall,
  rootAuthority,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { parseAbi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { authorize, createOperator, smartAccountsFor } from '../../testing/smartAccountsOn.ts'
import { startTestApis } from '../../testing/startTestApis.ts'

const { devnet, start } = startTestApis()
const abi = parseAbi([
  'function disabledDelegations(bytes32) view returns (bool)',
  'function currentNonce(address, address) view returns (uint256)',
])
const shop: Hex = `0x${'f1'.repeat(20)}`
const soon = { timeout: 60_000 }

/** An account without a coin on the first chain, whose API pays for ending sessions alone. */
async function createAccount(limits: object = {}) {
  const [chain] = devnet().chains
  if (!chain) throw new Error('no chain runs')
  const policy = { contracts: {}, endSessions: true, ...limits }
  const api = await start(smartAccountsFor(devnet().chains, { policy }))
  const operator = await createOperator(chain, api)
  const { owner, client, bundler } = operator
  const authorization = await authorize(owner, chain.chainId)
  const send = async (calls: { to: Hex; data: Hex; value?: bigint }[]) => {
    const isUpgraded = (await client.getCode(owner)) !== undefined
    const hash = await bundler.sendUserOperation({
      calls,
      ...(!isUpgraded && { authorization }),
    })
    return (await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })).success
  }
  const session = (salt: bigint, delegator: Hex = owner.address): SignedDelegation => ({
    delegate: shop,
    delegator,
    authority: rootAuthority,
    caveats: writeCaveats({
      what: { kind: 'periodic', amount: 5n, period: 60, startTime: 1 },
      expiry: 4_000_000_000,
      redeemers: [shop],
      nonce: 0n,
    }),
    salt,
    signature: `0x${'5'.repeat(130)}`,
  })
  const isDisabled = (one: SignedDelegation) =>
    client.readContract({
      address: delegationManager,
      abi,
      functionName: 'disabledDelegations',
      args: [delegationHash(one)],
    })
  const nonce = () =>
    client.readContract({
      address: enforcers.nonce,
      abi,
      functionName: 'currentNonce',
      args: [delegationManager, owner.address],
    })
  return { send, session, isDisabled, nonce, owner }
}

test('an account without a coin ends one session, then all', soon, async () => {
  const { send, session, isDisabled, nonce } = await createAccount()
  const [first, second] = [session(1n), session(2n)]
  expect(await send([{ to: delegationManager, data: disableCall(first) }])).toBe(true)
  expect(await isDisabled(first)).toBe(true)
  expect(await isDisabled(second)).toBe(false)
  expect(await nonce()).toBe(0n)
  expect(await send([{ to: enforcers.nonce, data: raiseNonceCall() }])).toBe(true)
  expect(await nonce()).toBe(1n)
  // it is over already, so that the call would revert
  await expect(send([{ to: delegationManager, data: disableCall(first) }])).rejects.toThrow(
    'revert',
  )
})

test(
  'nothing else is paid: neither another function, nor another account’s session, nor a batch with more',
  soon,
  async () => {
    const { send, session, isDisabled } = await createAccount()
    const own = session(1n)
    const ofManager = (data: Hex): { to: Hex; data: Hex } => ({ to: delegationManager, data })
    const end = ofManager(disableCall(own))
    const enable = ofManager(`0x3ed01015${end.data.slice(10)}`)
    const others = ofManager(disableCall(session(1n, shop)))
    for (const calls of [
      [enable],
      [end, enable],
      [others],
      [end, { to: shop, data: '0x' as const }],
    ])
      await expect(send(calls)).rejects.toThrow('paid')
    await expect(send([{ ...end, value: 1n }])).rejects.toThrow('paid')
    expect(await isDisabled(own)).toBe(false)
  },
)

test('the limits of an account count for ending sessions, too', soon, async () => {
  const { send, session } = await createAccount({ accountPerDay: '0.0000001' })
  await expect(send([{ to: delegationManager, data: disableCall(session(1n)) }])).rejects.toThrow(
    'pays for no more',
  )
})
