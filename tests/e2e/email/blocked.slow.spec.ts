/**
 * Browsers that block the wallet's own window: a card in the site's page offers a button, and one
 * window serves all pending requests.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import {
  allowWindows,
  beginForeign,
  blockWindows,
  pressSeen,
  readToEnd,
  attacker,
} from '../support/approvals.ts'
import { frameAxe } from '../support/frameAxe.ts'
import type { FrameSite } from '../support/frameSite.ts'
import { openForeignSite, windowOf } from '../support/walletWindow.ts'

test.setTimeout(90_000)
test.use({ allowConsole: [/40\d .*v1\/|postMessage/] })

const go = 'Continue in a new window'

const sign = ({ call }: FrameSite, address: string, text: string, id?: string) => {
  const signed = call('personal_sign', [text, address], id)
  signed.catch(() => {}) // the test reads this error later
  return signed
}

test('if windows are blocked, a new visitor logs in and approves through the card’s button, by pointer and by keyboard', async ({
  page,
  wallet,
}) => {
  const site = await openForeignSite(page, wallet)
  await blockWindows(page)
  const email = 'blocked@example.org'
  const connected = site.ask('CONNECT_WINDOW', { email })
  await expect(site.frame.getByRole('heading', { name: 'Go on in the other window' })).toBeVisible()
  expect(await frameAxe(page)).toEqual([])
  const [login] = await Promise.all([
    page.waitForEvent('popup'),
    site.frame.getByRole('button', { name: go }).click(),
  ])
  await login.getByLabel('Code from the e-mail').fill(await wallet.codeTo(email))
  expect(await connected).toEqual({ action: 'CONNECT' })
  const { address } = (await site.ask('GET_USER')) as { address: string }

  const signed = sign(site, address, 'by keyboard')
  await expect(site.frame.getByRole('button', { name: go })).toBeFocused()
  const [own] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await expect(site.frame.getByRole('button', { name: 'Show window' })).toBeVisible()
  await readToEnd(own)
  await own.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
  await expect(site.frame.getByRole('heading', { name: 'Go on in the other window' })).toHaveCount(
    0,
  )
})

test('a request is declined when the visitor closes the window or the card', async ({
  page,
  wallet,
}) => {
  const { site, address } = await beginForeign(page, wallet, 'closed@example.org')
  await blockWindows(page)
  const first = sign(site, address, 'closed')
  const [own] = await Promise.all([
    page.waitForEvent('popup'),
    site.frame.getByRole('button', { name: go }).click(),
  ])
  await expect(own.getByRole('button', { name: 'Reject' })).toBeVisible()
  await own.close()
  await expect(first).rejects.toThrow(/4001/)

  const second = sign(site, address, 'rejected')
  // the first card has buttons of the same names until the second one replaces it
  await expect(site.frame.getByRole('button', { name: go })).toBeFocused()
  await pressSeen(site.frame.getByRole('button', { name: 'Reject' }))
  await expect(second).rejects.toThrow(/4001/)

  const third = sign(site, address, 'escaped')
  await expect(site.frame.getByRole('button', { name: go })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(third).rejects.toThrow(/4001/)

  await allowWindows(page)
  const [fourth, last] = await windowOf(site, () => sign(site, address, 'and again'))
  await readToEnd(fourth)
  await fourth.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await last).toMatch(/^0x/)
})

test('the visitor answers two requests in one window, and the site can cancel a third', async ({
  page,
  wallet,
}) => {
  const { site, address } = await beginForeign(page, wallet, 'queue@example.org')
  const opened: Page[] = []
  page.on('popup', (popup) => opened.push(popup))
  const pending: Promise<unknown>[] = []
  const [own] = await windowOf(site, async () => {
    for (const text of ['first', 'second', 'third']) pending.push(sign(site, address, text, text))
  })
  await expect(own.getByText('1 of 3')).toBeVisible()
  await site.ask('RPC_ABORT', { id: 'second' })
  await expect(pending[1]).rejects.toThrow(/aborted/)
  await expect(own.getByText('1 of 2')).toBeVisible()
  await expect(own.getByText('first', { exact: true })).toBeVisible()
  await readToEnd(own)
  await own.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await pending[0]).toMatch(/^0x/)
  await expect(own.getByText('third', { exact: true })).toBeVisible()
  await readToEnd(own)
  await own.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await pending[2]).toMatch(/^0x/)
  expect(opened).toHaveLength(1)
})

test('when the site cancels its request, the wallet’s window closes', async ({ page, wallet }) => {
  const { site, address } = await beginForeign(page, wallet, 'aborted@example.org')
  const [own, sent] = await windowOf(site, () =>
    site.call('eth_sendTransaction', [{ from: address, to: attacker, value: '0x1' }], 'taken-back'),
  )
  await expect(own.getByRole('button', { name: 'Approve' })).toBeVisible()
  await Promise.all([own.waitForEvent('close'), site.ask('RPC_ABORT', { id: 'taken-back' })])
  await expect(sent).rejects.toThrow(/aborted/)
})

test('a request right after the visitor closes a window opens a new window, and is not declined with the earlier request', async ({
  page,
  wallet,
}) => {
  const { site, address } = await beginForeign(page, wallet, 'at-once@example.org')
  const [own, first] = await windowOf(site, () => sign(site, address, 'closed'))
  await expect(own.getByRole('button', { name: 'Reject' })).toBeVisible()
  await own.close()
  const [next, second] = await windowOf(site, () => sign(site, address, 'at once'))
  await expect(first).rejects.toThrow(/4001/)
  await expect(next.getByText('at once', { exact: true })).toBeVisible()
  await readToEnd(next)
  await next.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await second).toMatch(/^0x/)
})
