import { afterAll, beforeAll, expect, test } from 'vitest'
import { polkadotAccounts, polkadotKeyAt } from './polkadotAccounts.ts'
import { startPolkadotChain, type PolkadotChain } from './startPolkadotChain.ts'
import { accountAt, signedPayment } from './testing/payments.ts'

let chain: PolkadotChain
const defects: unknown[] = []
const notices: string[] = []
beforeAll(async () => {
  chain = await startPolkadotChain({
    onNotice: (text) => notices.push(text),
    onDefect: (error) => defects.push(error),
  })
}, 300_000)
afterAll(async () => {
  await chain?.close()
  if (defects.length + notices.length > 0)
    throw new Error('The chain has a defect.', { cause: [...defects, ...notices] })
})

const addressAt = (index: number): string => polkadotAccounts[index]?.address ?? ''
const coin = 10n ** 10n

test('the accounts of the mnemonic own coins when the chain begins', async () => {
  for (const { address, balance } of polkadotAccounts)
    expect(await accountAt(chain, address)).toEqual({ nonce: 0, free: balance })
})

test.each([
  ['sr25519', 0],
  ['ed25519', 7],
  ['ecdsa', 8],
] as const)('a payment with a key of %s is in a block at once', async (type, index) => {
  const key = polkadotKeyAt(index)
  expect(key.type).toBe(type)
  const [before, receiver] = [
    await accountAt(chain, addressAt(index)),
    await accountAt(chain, addressAt(5)),
  ]
  const extrinsic = await signedPayment(chain, key, { to: addressAt(5), amount: coin / 2n })
  await chain.call('author_submitExtrinsic', extrinsic)
  await expect
    .poll(async () => (await accountAt(chain, addressAt(5))).free)
    .toBe(receiver.free + coin / 2n)
  const after = await accountAt(chain, addressAt(index))
  expect(after.nonce).toBe(before.nonce + 1)
  expect(after.free).toBeLessThan(before.free - coin / 2n)
  expect(after.free).toBeGreaterThan(before.free - coin / 2n - coin / 100n)
})
