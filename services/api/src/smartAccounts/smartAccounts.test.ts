import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { authorize, createOperator, smartAccountsFor } from '../testing/smartAccountsOn.ts'
import { startTestApis } from '../testing/startTestApis.ts'

const { devnet, start } = startTestApis()
const friends = [`0x${'f1'.repeat(20)}`, `0x${'f2'.repeat(20)}`] as const

function chain() {
  const [first] = devnet().chains
  if (!first) throw new Error('no chain runs')
  return first
}

test('an account without Ether is upgraded and does a sponsored batch, by viem’s clients', {
  timeout: 60_000,
}, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const { owner, client, bundler } = await createOperator(chain(), api)
  expect(await bundler.getSupportedEntryPoints()).toEqual([entryPoint])
  const calls = friends.map((to) => ({ to, value: 0n, data: '0x1234' as const }))
  const authorization = await authorize(owner, chain().chainId)
  const hash = await bundler.sendUserOperation({ calls, authorization })
  const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
  expect(receipt.success).toBe(true)
  expect(isSmartAccountCode(await client.getCode(owner))).toBe(true)
  expect(await client.getBalance(owner)).toBe(0n)

  const next = await bundler.sendUserOperation({ calls })
  const second = await bundler.waitForUserOperationReceipt({ hash: next, timeout: 30_000 })
  expect(second.success).toBe(true)
})

test('an account that pays itself sends a batch', { timeout: 60_000 }, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const { owner, client, bundler } = await createOperator(chain(), api, { isSponsored: false })
  await client.setBalance({ address: owner.address, value: parseEther('1') })
  const before = await client.getBalance({ address: friends[0] })
  const hash = await bundler.sendUserOperation({
    calls: [{ to: friends[0], value: 7n }],
    authorization: await authorize(owner, chain().chainId),
  })
  const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
  expect(receipt.success).toBe(true)
  expect(await client.getBalance({ address: friends[0] })).toBe(before + 7n)
  expect(await client.getBalance(owner)).toBeLessThan(parseEther('1') - 7n)
  const found = await bundler.getUserOperation({ hash })
  expect(found.userOperation.sender.toLowerCase()).toBe(owner.address.toLowerCase())
})
