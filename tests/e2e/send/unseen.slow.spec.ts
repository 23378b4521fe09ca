/**
 * Transfers that the network does not show, or that another account sent: the screen shows only
 * known facts.
 */
import type { Page } from '@playwright/test'
import { addressOf } from '../../../devnet/src/accounts.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { requestChain } from '../support/activity.ts'
import { openSend, review, sendButtonOf } from '../support/send.ts'
import { modalOf } from '../support/site.ts'

const sender = addressOf('everyday user')
const relayer = addressOf('trader')
const friend = addressOf('newcomer')
/** Code of a contract that does nothing. */
const someCode = '0x6000'

/**
 * Sends a transfer with a wallet that does not broadcast it and answers with a foreign hash: that
 * of a proposal, or of a relayer's transaction.
 */
async function sendBy(page: Page, devnet: Addresses, hash: string): Promise<void> {
  await page.route(`${devnet.chains['eip155:31337']}**`, (route) => {
    const { id, method } = (route.request().postDataJSON() ?? {}) as {
      id?: unknown
      method?: unknown
    } // the body of a JSON-RPC request
    return String(method).startsWith('eth_send')
      ? route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: { jsonrpc: '2.0', id, result: hash },
        })
      : route.fallback()
  })
  const modal = modalOf(page)
  await review(modal, { amount: '0.0123', to: friend })
  await sendButtonOf(modal).click()
}

for (const [who, code, words] of [
  [
    'an account of several signers',
    someCode,
    'It may be waiting for other signers. Look in Development wallet before you send it again.',
  ],
  [
    'an account without code',
    '0x',
    'It may still be sent. Look in Development wallet before you send it again.',
  ],
] as const)
  test(`a transaction of ${who} whose hash no node knows is not shown as not sent`, async ({
    page,
    devnet,
  }) => {
    await page.clock.install()
    const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
    await requestChain(devnet, 'anvil_setCode', sender, code)
    try {
      await sendBy(page, devnet, `0x${'5afe'.repeat(16)}`)
      await expect(modal.getByText('On its way')).toBeVisible()
      await expect(async () => {
        // The page waits five minutes, because a transaction that no node shows may appear later.
        await page.clock.fastForward(20_000)
        await expect(modal.getByText('We cannot see it on the network')).toBeVisible({
          timeout: 200,
        })
      }).toPass({ timeout: 60_000, intervals: [50] })
      await expect(modal.getByText(words)).toBeVisible()
      await expect(modal.getByText(/Nothing was sent/)).toHaveCount(0)
      await expect(modal.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    } finally {
      await requestChain(devnet, 'anvil_setCode', sender, '0x')
    }
  })

test('a relayer’s transaction is shown as sent, although the account has already used that nonce', async ({
  page,
  devnet,
}) => {
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  const used = Number(await requestChain(devnet, 'eth_getTransactionCount', relayer, 'latest'))
  await requestChain(devnet, 'anvil_setNonce', sender, `0x${(used + 5).toString(16)}`)
  await requestChain(devnet, 'evm_setAutomine', false)
  try {
    const hash = (await requestChain(devnet, 'eth_sendTransaction', {
      from: relayer,
      to: friend,
      value: '0x1',
    })) as string // Ethereum's JSON-RPC defines this form
    await sendBy(page, devnet, hash)
    await expect(modal.getByText('On its way')).toBeVisible()
    await requestChain(devnet, 'evm_mine')
    await expect(modal.getByText('0.0123 ETH sent')).toBeVisible({ timeout: 30_000 })
  } finally {
    await requestChain(devnet, 'evm_setAutomine', true)
  }
})
