/** Solana while the state changes at the wrong moment: accounts, tabs, decimals and links. */
import { createToken } from '../../../devnet/src/solana/testing/createToken.ts'
import { solanaAddressOf } from '../../../devnet/src/solana/solanaAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import {
  first,
  playSolanaWallet,
  remembering,
  second,
  shareAccounts,
} from '../support/playedSolana.ts'
import type { Call } from '../support/playedSolana.ts'
import {
  amountOf,
  chooseToken,
  recipientOf,
  review,
  sendAgain,
  sendButtonOf,
} from '../support/send.ts'
import { connectButtonOf, modalOf, openConnect, walletRowOf } from '../support/site.ts'
import { solanaAccountOf } from '../support/solana.ts'

test.setTimeout(180_000)
const other = solanaAddressOf('newcomer')

/** Makes a wallet that waits for its owner. The test acts as the owner. */
function createSlow() {
  const pending: (() => void)[] = []
  const answer = async (call: Call) => {
    if (call.feature === 'solana:signTransaction')
      await new Promise<void>((resolve) => pending.push(resolve))
    return remembering(call)
  }
  /** Waits until the wallet shows its request. The modal announces it first. */
  const hasRequest = async () => expect.poll(() => pending.length).toBeGreaterThan(0)
  /** Approves the wallet's open request. */
  const approve = async () => {
    await hasRequest()
    for (const resolve of pending.splice(0)) resolve()
  }
  return { answer, isRequested: hasRequest, approve }
}

test('if the account changes or the wallet locks during a request, the approved transfer is paid once and shown only for its own account', async ({
  page,
  devnet,
  solana: chain,
  context,
}) => {
  const { lamports, text } = chain.newAmount()
  const wallet = createSlow()
  const { requests } = await playSolanaWallet(page, {
    name: 'Slow',
    features: ['solana:signTransaction', 'solana:signMessage'],
    answer: wallet.answer,
  })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, 'Slow').click()
  await expect(modal).toBeHidden()
  const paid = async (before: bigint, lamports: bigint) =>
    expect.poll(() => chain.balanceOf(other)).toBe(before + lamports)
  const signedCount = (list: readonly string[]) =>
    list.filter((one) => one === 'solana:signTransaction').length

  await test.step('two presses send one request', async () => {
    const before = await chain.balanceOf(other)
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: '0.1', to: other })
    await sendButtonOf(modal).dblclick()
    await wallet.approve()
    await expect(modal).toContainText('0.1 SOL sent')
    expect(signedCount(requests)).toBe(1)
    await paid(before, 100_000_000n)
    await modal.getByRole('button', { name: 'Done' }).click()
    await page.keyboard.press('Escape')
  })
  await test.step('after a change of the account during the review nothing can be sent', async () => {
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: text, to: other })
    await shareAccounts(page, 'Slow', [second.address, first.address])
    await expect(modal).toContainText('Your wallet is on another account.')
    await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    expect(await axe(page)).toEqual([])
    await shareAccounts(page, 'Slow', [first.address, second.address])
    await expect(sendButtonOf(modal)).toBeEnabled()
  })
  await test.step('after a change of the account during the request the approved transfer is paid by the account that approved it', async () => {
    const [before, ofSecond] = [await chain.balanceOf(other), await chain.balanceOf(second.address)]
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('Continue in Slow')
    await wallet.isRequested()
    await shareAccounts(page, 'Slow', [second.address, first.address])
    await wallet.approve()
    await paid(before, lamports)
    expect(await chain.balanceOf(second.address)).toBe(ofSecond)
    await page.keyboard.press('Escape')
    await shareAccounts(page, 'Slow', [first.address])
    await solanaAccountOf(page).click()
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(modal.getByRole('listitem').filter({ hasText: `-${text} SOL` })).toHaveCount(1)
    await page.keyboard.press('Escape')
  })
  await test.step('another tab shows the payment, and disconnects while this tab’s request is open', async () => {
    const before = await chain.balanceOf(other)
    const tab = await context.newPage()
    await playSolanaWallet(tab, {
      name: 'Slow',
      features: ['solana:signTransaction', 'solana:signMessage'],
      answer: remembering,
    })
    await tab.goto(`${devnet.demo}/?wallet=none`)
    await solanaAccountOf(tab).click()
    await modalOf(tab).getByRole('tab', { name: 'Activity' }).click()
    await expect(
      modalOf(tab)
        .getByRole('listitem')
        .filter({ hasText: `-${text} SOL` }),
    ).toHaveCount(1)
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: '0.3', to: other })
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('Continue in Slow')
    await modalOf(tab).getByRole('button', { name: 'Disconnect' }).click()
    await expect(connectButtonOf(tab)).toBeVisible()
    await expect(connectButtonOf(page)).toBeAttached()
    await wallet.approve()
    await paid(before, 300_000_000n)
    await tab.close()
    await page.reload()
    await expect(connectButtonOf(page)).toBeVisible()
    expect(
      await page.evaluate(() => localStorage.getItem('@latchkey/pending-transactions')),
    ).toBeNull()
  })
  await test.step('the wallet locks during the request', async () => {
    await connectButtonOf(page).click()
    await walletRowOf(modal, 'Slow').click()
    await expect(modal).toBeHidden()
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: '0.4', to: other })
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('Continue in Slow')
    await wallet.isRequested()
    await shareAccounts(page, 'Slow', [])
    await expect(connectButtonOf(page)).toBeAttached()
    await expect(modal).not.toContainText('Continue in Slow')
    await wallet.approve()
    await expect(modal).not.toContainText('0.4 SOL sent')
  })
})

test('wrong decimals of the API, the largest amount, and payment links with hidden parameters do not change a transfer', async ({
  page,
  devnet,
  ownSolana: chain,
}) => {
  await createToken(chain.url, {
    issuer: first,
    holder: first.address,
    amount: 2n ** 64n - 1n,
    decimals: 1,
    program: 'token2022',
    symbol: `\u202EMOST${'x'.repeat(400)}`,
  })
  await playSolanaWallet(page, {
    name: 'Sound',
    features: ['solana:signTransaction', 'solana:signMessage'],
    answer: remembering,
  })
  await page.addInitScript(() => {
    const fetchAll = window.fetch
    window.fetch = async (...given) => {
      const response = await fetchAll(...given)
      if (!/\/balance/.test(String(given[0] instanceof Request ? given[0].url : given[0])))
        return response
      // the answer has four decimals instead of two
      return Response.json(
        JSON.parse(await response.text(), (_, one) =>
          one?.symbol === 'HARB' && one.quantity
            ? { ...one, quantity: { ...one.quantity, decimals: '4' } }
            : one,
        ),
        { status: response.status },
      )
    }
  })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, 'Sound').click()
  await expect(modal).toBeHidden()

  await test.step('a payment link is read, and one with unknown or repeated parameters is refused', async () => {
    await sendAgain(page, solanaAccountOf(page))
    for (const [link, isTaken] of [
      [`solana:${other}?amount=0.25`, true],
      [`solana:${other}?amount=0.25&memo=invoice`, false],
      [`solana:${other}?amount=1&amount=2`, false],
      ['solana:https://evil.example.org/pay', false],
      [`\u202e${other}\u200b`, true],
      [`solana:101:${other}`, false],
    ] as const) {
      await recipientOf(modal).fill(link)
      if (isTaken) await expect(recipientOf(modal)).toHaveAttribute('aria-invalid', 'false')
      else await expect(recipientOf(modal)).toHaveAttribute('aria-invalid', 'true')
    }
    await recipientOf(modal).fill(`solana:${other}?amount=0.25`)
    await expect(amountOf(modal)).toHaveValue('0.25')
    await page.keyboard.press('Escape')
  })
  await test.step('a token with wrong decimals of the API cannot be sent', async () => {
    await sendAgain(page, solanaAccountOf(page))
    await chooseToken(modal, /^Harbour Points/)
    await review(modal, { amount: '0.05', to: other })
    await expect(modal).toContainText('This transfer would fail.')
    await modal.getByText('Details', { exact: true }).click()
    await expect(modal).toContainText('The token has other decimals')
    await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
  })
  await test.step('the largest possible amount can be sent', async () => {
    await sendAgain(page, solanaAccountOf(page))
    await chooseToken(modal, /MOST/)
    expect(await modal.innerText()).not.toMatch(/[\u202A-\u202E]/u)
    await review(modal, { amount: '1844674407370955161.5', to: other })
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('sent')
    expect(await modal.innerText()).toContain('1,844,674,407,370,955,161.5')
  })
})
