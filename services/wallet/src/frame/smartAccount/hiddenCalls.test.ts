import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseEther, toHex } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
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
