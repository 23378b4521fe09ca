import { expect, test } from '../fixtures/test.ts'
import { modalOf, walletRowOf } from '../support/site.ts'
import { announceStrange, requestsOf } from '../support/strangeWallet.ts'

test('under StrictMode one click sends one request to the wallet, and each press of Try again one more', async ({
  page,
  pages,
}) => {
  await announceStrange(page, {
    name: 'Never',
    rdns: 'example.never',
    fails: { eth_requestAccounts: 4001 },
  })
  await announceStrange(page, { name: 'Counter', rdns: 'example.counter' })
  await page.goto(`${pages}/two-kits.html`)
  await test.step('a wallet that refuses gets one more request for each press of Try again', async () => {
    await page.getByRole('button', { name: 'Connect wallet' }).first().click()
    await walletRowOf(modalOf(page), /^Never/).click()
    const questions = async () =>
      (await requestsOf(page)).filter((request) => request.endsWith('eth_requestAccounts')).length
    await expect(modalOf(page)).toContainText('Rejected in Never')
    expect(await questions()).toBe(1)
    await modalOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(questions).toBe(2)
    await expect(modalOf(page)).toContainText('Rejected in Never')
    await page.keyboard.press('Escape')
  })
  await test.step('one click sends one request to the wallet', async () => {
    await page.getByRole('button', { name: 'Connect wallet' }).first().click()
    await walletRowOf(modalOf(page), /^Counter/).click()
    await expect(page.getByTestId('First status')).toHaveText('connected')
    await expect(modalOf(page)).toBeHidden()
    const questions = (await requestsOf(page)).filter((request) =>
      /^example.counter (eth_requestAccounts|wallet_requestPermissions)/.test(request),
    )
    // the first method fails, because this wallet, like older ones, supports only the second
    expect(questions).toEqual([
      'example.counter wallet_requestPermissions',
      'example.counter eth_requestAccounts',
    ])
  })
})

test('with two kits on one page each button opens its own modal, and disconnecting one kit does not disconnect the other', async ({
  page,
  pages,
}) => {
  // a wallet that cannot revoke; a revoke would affect the whole site
  await announceStrange(page, { name: 'Simple', rdns: 'example.simple' })
  await page.goto(`${pages}/two-kits.html`)
  for (const name of ['First', 'Second']) {
    const section = page.getByRole('region', { name })
    await section.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(modalOf(page)).toHaveCount(1)
    await walletRowOf(modalOf(page), /^Simple/).click()
    await expect(page.getByTestId(`${name} status`)).toHaveText('connected')
    await expect(modalOf(page)).toHaveCount(0)
  }
  await page
    .getByRole('region', { name: 'First' })
    .getByRole('button', { name: /^Account/ })
    .click()
  await modalOf(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByTestId('First status')).toHaveText('disconnected')
  await expect(page.getByTestId('Second status')).toHaveText('connected')
})

test('a phone that the site’s own connector has connected stays connected while the modal shows a second code', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages}/wagmi.html`)
  await page.getByRole('button', { name: 'Connect WalletConnect by wagmi' }).click()
  await expect(page.getByTestId('kit address')).toHaveText(/dEaDBeeF$/i)
  await page.getByRole('button', { name: /^Account/ }).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: /^Wallet: / }).click()
  await modal.getByRole('button', { name: 'Add a wallet' }).click()
  await walletRowOf(modal, /^WalletConnect/).click()
  await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await modal.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByTestId('wagmi status')).toHaveText('connected')
  await expect(page.getByTestId('kit address')).toHaveText(/dEaDBeeF$/i)
})

test.describe('a component that makes a kit at each render', () => {
  test.use({ allowConsole: [/after each render/] })
  test('the page reports one error', async ({ page, pages }) => {
    const reports: string[] = []
    page.on('pageerror', ({ message }) => reports.push(message))
    page.on('console', (message) => message.type() === 'error' && reports.push(message.text()))
    await page.goto(`${pages}/rendered.html`)
    for (const count of [0, 1, 2, 3, 4])
      await page.getByRole('button', { name: `Rendered ${count} times` }).click()
    await expect
      .poll(() => reports)
      .toEqual([
        expect.stringContaining(
          'Option "kit" is another one after each render. Call createKit() outside of your components.',
        ),
      ])
  })
})
