/**
 * Solana wallets that send a changed transaction themselves: the screen reports the change, and the
 * activity shows the sent transaction.
 */
import { solanaAddressOf } from '../../../devnet/src/solana/solanaAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import {
  first,
  playSolanaWallet,
  remembering,
  second,
  signTransaction,
} from '../support/playedSolana.ts'
import type { Call } from '../support/playedSolana.ts'
import { review, sendAgain, sendButtonOf } from '../support/send.ts'
import { modalOf, openConnect, walletRowOf } from '../support/site.ts'
import { requestSolana, solanaAccountOf } from '../support/solana.ts'
import { overflowing } from '../support/targets.ts'

test.setTimeout(180_000)
const other = solanaAddressOf('newcomer')

test('if a wallet sends another payment than requested, the modal reports it and the activity shows the sent payment', async ({
  page,
  devnet,
  solana: chain,
}) => {
  const [wanted, done] = [chain.newAmount(), chain.newAmount()]
  let replaced: string | undefined
  const answer = async (call: Call) => {
    if (call.feature !== 'solana:signAndSendTransaction') return remembering(call)
    const bytes = await signTransaction(
      replaced === undefined
        ? Uint8Array.from(call.input.transaction ?? [])
        : Buffer.from(replaced, 'base64'),
    )
    await requestSolana(chain.url, 'sendTransaction', [
      Buffer.from(bytes).toString('base64'),
      { encoding: 'base64', skipPreflight: true },
    ])
    return [{ signature: { bytes: [...bytes.slice(1, 65)] } }]
  }
  await playSolanaWallet(page, {
    name: 'Crooked',
    features: ['solana:signMessage', 'solana:signAndSendTransaction'],
    answer,
  })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, 'Crooked').click()
  await expect(modal).toBeHidden()

  await test.step('the requested payment arrives', async () => {
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: '0.25', to: other })
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('0.25 SOL sent')
    await modal.getByRole('button', { name: 'Done' }).click()
    await page.keyboard.press('Escape')
  })
  await test.step('another payment is reported on the screen', async () => {
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: wanted.text, to: other })
    replaced = await chain.payment(first.address, second.address, done.lamports)
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('Crooked sent something else')
    await expect(modal).toContainText(
      'It is not the transfer that you reviewed. Your activity shows what it did.',
    )
    await expect(modal).not.toContainText('arrived')
    await expect(modal.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    expect(await overflowing(modal)).toEqual([])
  })
  const row = modal.getByRole('listitem').filter({ hasText: `-${done.text} SOL` })
  await test.step('the activity shows the payment that the wallet sent, also after the API lists it', async () => {
    await modal.getByRole('button', { name: 'Done' }).click()
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(row).toContainText('Not as reviewed')
    expect(await axe(page)).toEqual([])
    await row.getByRole('button').click()
    await expect(modal).toContainText(
      'Your wallet sent another transaction than you reviewed. This is what it did.',
    )
    await expect(modal).toContainText(`-${done.text} SOL`)
    await expect(modal).toContainText(second.address.slice(0, 4))
    expect(await axe(page)).toEqual([])
  })
  await test.step('after a reload the activity still shows that payment', async () => {
    await page.reload()
    await solanaAccountOf(page).click()
    await modalOf(page).getByRole('tab', { name: 'Activity' }).click()
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Not as reviewed')
    await expect(
      modal.getByRole('listitem').filter({ hasText: `-${wanted.text} SOL` }),
    ).toHaveCount(0)
  })
  await test.step('if the wallet answers with an earlier transaction’s signature, the screen says that the result is unknown', async () => {
    await page.keyboard.press('Escape')
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: wanted.text, to: other })
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('We do not know whether it was sent')
  })
})
