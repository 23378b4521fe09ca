import { disableCall, readContext } from '@latchkey/protocol/sessions/delegation'
import { delegationManager, entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseEther, toHex } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
import { startEnding } from '../sessions/testing/startEnding.ts'
import { startTestAccount } from './testing/startTestAccount.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
})
afterAll(() => devnet.close())

const thief = '0x000000000000000000000000000000000bad1dea'
const friend = '0x00000000000000000000000000000000000a11ce'
const stolen = parseEther('0.5')

/** The manager runs it as the account, because the list of delegations is empty. ERC-7710 */
const redeem = () => {
  const execution: Hex = `0x${thief.slice(2)}${stolen.toString(16).padStart(64, '0')}`
  return encodeFunctionData({
    abi: parseAbi(['function redeemDelegations(bytes[], bytes32[], bytes[])']),
    args: [
      [encodeAbiParameters([{ type: 'uint256[]' }], [[]])],
      [`0x${'0'.repeat(64)}`],
      [execution],
    ],
  })
}

test('a site can not hide calls in a call of the account, or of the manager of delegations', async () => {
  const { ask, client, address, state } = await startTestAccount(devnet.chains)
  await client.setBalance({ address, value: parseEther('2') })
  const first = { to: friend, value: toHex(1n) }
  const hidden = [
    { to: address, data: encodeCalls([{ to: thief, value: stolen, data: '0x' }]) },
    { to: delegationManager.toLowerCase(), data: redeem() },
    { to: delegationManager.toLowerCase(), data: redeem().toUpperCase().replace('0X', '0x') },
  ]
  const tries = async () => {
    for (const call of hidden) {
      for (const atomicRequired of [true, false])
        for (const calls of [[first, call], [call]])
          await expect(
            ask('wallet_sendCalls', [
              { version: '2.0.0', chainId: toHex(31_337), atomicRequired, calls },
            ]),
          ).rejects.toMatchObject({ code: -32602 })
      for (const more of [{}, { nonce: toHex(1) }])
        await expect(
          ask('eth_sendTransaction', [{ from: address, ...call, ...more }]),
        ).rejects.toMatchObject({ code: -32602 })
    }
  }
  await tries()
  const before = state.shown.length
  // the same after the upgrade
  await ask('wallet_sendCalls', [
    { version: '2.0.0', chainId: toHex(31_337), atomicRequired: true, calls: [first, first] },
  ])
  expect(state.shown.length).toBe(before + 1)
  await tries()
  expect(state.shown.length).toBe(before + 1)
  expect(await client.getBalance({ address: thief })).toBe(0n)
})

test('a site can not revive a permission that the visitor has ended', async () => {
  const ending = await startEnding(devnet)
  const { grant, ask, redeem, state, address, client, bundler } = ending
  const granted = await grant()
  await ask('wallet_revokeExecutionPermission', [{ permissionContext: granted.context }])
  const delegation = readContext(granted.context)
  if (!delegation) throw new Error('not readable')
  const enable: Hex = `0x3ed01015${disableCall(delegation).slice(10)}`
  const manager = [delegationManager, delegationManager.toLowerCase()]
  const spellings = [
    enable,
    enable.toUpperCase().replace('0X', '0x'),
    `0x3ED01015${enable.slice(10)}`,
  ]
  const first = { to: friend, value: toHex(1n) }
  const before = state.shown.length
  const invalid = { code: -32602 }
  for (const to of manager)
    for (const data of spellings) {
      const call = { to, data }
      for (const atomicRequired of [true, false])
        for (const calls of [[call], [first, call], [call, first]])
          await expect(
            ask('wallet_sendCalls', [
              { version: '2.0.0', chainId: toHex(31_337), atomicRequired, calls },
            ]),
          ).rejects.toMatchObject(invalid)
      for (const one of [call, { to, input: data }, { ...call, input: data }])
        await expect(ask('eth_sendTransaction', [{ from: address, ...one }])).rejects.toMatchObject(
          invalid,
        )
      for (const calls of [[], [{ to: friend as Hex, value: 1n, data: '0x' as const }]]) {
        const callData = encodeCalls([...calls, { to: to as Hex, value: 0n, data: data as Hex }]) // hex
        await expect(
          ask('eth_sendUserOperation', [{ sender: address, callData }, entryPoint]),
        ).rejects.toMatchObject(invalid)
      }
    }
  // the account's own function does the same
  await expect(
    ask('eth_sendTransaction', [{ from: address, to: address, data: enable }]),
  ).rejects.toMatchObject(invalid)
  // and any other function of the manager, or data without one
  for (const data of ['0x', '0x3ed010', '0x8456cb59', '0xf2fde38b', '0x12345678'])
    await expect(
      ask('eth_sendTransaction', [{ from: address, to: delegationManager, data }]),
    ).rejects.toMatchObject(invalid)
  expect(state.shown).toHaveLength(before)
  expect(bundler.sent.size).toBe(0)
  expect(await redeem(granted, 1n)).toBe(false)
  // without the refusal it would be revived
  await client.impersonateAccount({ address })
  const hash = await client.sendTransaction({
    account: address,
    to: delegationManager,
    data: enable,
  })
  await client.waitForTransactionReceipt({ hash })
  await client.stopImpersonatingAccount({ address })
  expect(await redeem(granted, 1n)).toBe(true)
})

test('a site may still ask to end a permission by a transaction', async () => {
  const { grant, ask, redeem, state, address } = await startEnding(devnet)
  const granted = await grant()
  const delegation = readContext(granted.context)
  if (!delegation) throw new Error('not readable')
  const data = disableCall(delegation)
  await ask('eth_sendTransaction', [{ from: address, to: delegationManager, data }])
  expect(state.shown).toHaveLength(1)
  await expect.poll(() => redeem(granted, 1n)).toBe(false)
})
