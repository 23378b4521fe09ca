/** Transfers of which the network shows nothing, or that another account sent: what is told is what is known. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'
import { askChain } from './support/activity.ts'
import { openSend, review, sendButtonOf } from './support/send.ts'
import { modalOf } from './support/site.ts'

const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const relayer = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const friend = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
/** Code of a contract that does nothing. */
const someCode = '0x00'

/** Lets the wallet answer the next transfer with a hash that it has from elsewhere: that of a proposal, or of a relayer's transaction. */
async function answerWith(page: Page, hash: string): Promise<void> {
  await page.evaluate((answer) => {
    const { provider } = window.latchkeyWallet
    const ask = provider.request.bind(provider)
    provider.request = async (request) => (request.method === 'eth_sendTransaction' ? answer : ask(request))
  }, hash)
}

async function sendBy(page: Page, hash: string): Promise<void> {
  await answerWith(page, hash)
  const modal = modalOf(page)
  await review(modal, { amount: '0.0123', to: friend })
  await sendButtonOf(modal).click()
}

for (const [who, code, words] of [
  ['an account of several signers', someCode, 'It may be waiting for other signers. Look in Development wallet before you send it again.'],
  ['an account without code', '0x', 'It may still be sent. Look in Development wallet before you send it again.'],
] as const)
  test(`a hash that no node shows, of ${who}, is not called unsent`, async ({ page, devnet }) => {
    await page.clock.install()
    const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
    await askChain(devnet, 'anvil_setCode', sender, code)
    try {
      await sendBy(page, `0x${'5afe'.repeat(16)}`)
      await expect(modal.getByText('On its way')).toBeVisible()
      await expect(async () => {
        await page.clock.fastForward(20_000) // what no node shows may come later: this takes five minutes
        await expect(modal.getByText('We cannot see it on the network')).toBeVisible({ timeout: 200 })
      }).toPass({ timeout: 60_000, intervals: [50] })
      await expect(modal.getByText(words)).toBeVisible()
      await expect(modal.getByText(/Nothing was sent/)).toHaveCount(0)
      await expect(modal.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    } finally {
      await askChain(devnet, 'anvil_setCode', sender, '0x')
    }
  })

test('what a relayer sent for the account is sent, although its nonce is one that the account has used', async ({ page, devnet }) => {
  const used = Number(await askChain(devnet, 'eth_getTransactionCount', sender, 'latest'))
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  await askChain(devnet, 'anvil_impersonateAccount', relayer)
  await askChain(devnet, 'evm_setAutomine', false)
  try {
    const hash = (await askChain(devnet, 'eth_sendTransaction', { from: relayer, to: friend, value: '0x1' })) as string // as the standard defines it
    const { nonce } = (await askChain(devnet, 'eth_getTransactionByHash', hash)) as { nonce: string }
    test.skip(Number(nonce) >= used, 'the account has sent nothing yet')
    await sendBy(page, hash)
    await expect(modal.getByText('On its way')).toBeVisible()
    await askChain(devnet, 'evm_mine')
    await expect(modal.getByText('0.0123 ETH sent')).toBeVisible({ timeout: 30_000 })
  } finally {
    await askChain(devnet, 'evm_setAutomine', true)
  }
})
