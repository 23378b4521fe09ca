/** Pages that use the kit's functions and hooks: without React, and beside the modal. */
import type { Page } from '@playwright/test'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { expect, test } from '../fixtures/test.ts'
import { behave } from '../support/developmentWallet.ts'
import { modalOf } from '../support/site.ts'
import type { Kit, OpenOptions } from 'latchkey'

declare global {
  interface Window {
    kit: Kit
  }
}

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const textOf = (page: Page, name: string) => page.locator(`#${name}`)
const output = (page: Page, name: string) => page.getByTestId(name)

test('a page without React connects, watches balances and history, sends, and sees the transaction mined', async ({
  page,
  pages,
}) => {
  const code: string[] = []
  page.on('request', (request) => code.push(request.url()))
  await page.goto(`${pages}/headless.html`)
  await expect(textOf(page, 'account')).toHaveText('disconnected')
  await expect(textOf(page, 'balance')).toHaveText('disconnected')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(textOf(page, 'account')).toHaveText(`eip155:31337 ${first}`)
  await expect(textOf(page, 'balance')).toHaveText(/^\d+(\.\d+)? ETH$/)
  await expect(page.getByRole('list', { name: 'Tokens' }).getByText(/USDC$/)).toBeVisible()
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect.poll(() => history.count()).toBeGreaterThan(5)

  await test.step('another page of the history', async () => {
    const before = await history.count()
    await page.getByRole('button', { name: 'More' }).click()
    await expect.poll(() => history.count()).toBeGreaterThan(before)
  })

  await test.step('a refusal of the wallet is reported by its code', async () => {
    await behave(page, 'refuse')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(textOf(page, 'sending')).toHaveText('userRejected')
    await behave(page, 'approve')
  })

  await test.step('a sent transaction is on top of the history, and mined', async () => {
    const before = await textOf(page, 'balance').textContent()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(textOf(page, 'sending')).toHaveText(/^mined 0x[0-9a-f]{64}$/, { timeout: 30_000 })
    const hash = (await textOf(page, 'sending').textContent())?.split(' ')[1] ?? ''
    await expect(history.first()).toHaveText(`send confirmed ${hash}`, { timeout: 20_000 })
    await expect(textOf(page, 'balance')).not.toHaveText(before ?? '', { timeout: 20_000 })
  })

  await test.step('the watches continue after a change of account and network, and after a disconnect', async () => {
    await page.evaluate(
      (address) => window.latchkeyWallet.selectAccount(address),
      addressOf('collector'),
    )
    await expect(textOf(page, 'name')).toHaveText('lena.eth')
    await expect(textOf(page, 'account')).toHaveText(`eip155:31337 ${addressOf('collector')}`)
    await page.getByRole('button', { name: 'Switch' }).click()
    await expect(textOf(page, 'account')).toHaveText(`eip155:31338 ${addressOf('collector')}`)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect(textOf(page, 'balance')).toHaveText('disconnected')
    await expect(history).toHaveCount(0)
  })
  expect(code.filter((url) => /react|modal|button/i.test(new URL(url).pathname))).toEqual([])
})

test('hooks return the wallet, the balance, the modal and the signature', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages}/hooks.html`)
  await expect(output(page, 'wallet')).toHaveText('none')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(output(page, 'modal')).toHaveText('true Connect')
  await modalOf(page)
    .getByRole('button', { name: /^Development wallet/ })
    .click()
  await expect(modalOf(page)).toBeHidden()
  await expect(output(page, 'modal')).toHaveText('false -')
  await expect(output(page, 'wallet')).toHaveText('Development wallet injected data:image')
  await expect(output(page, 'balance')).toHaveText(/^\d+(\.\d+)? ETH$/)
  await page.getByRole('button', { name: 'Chain' }).click()
  await expect(page.getByRole('button', { name: 'Chain 0x7a69' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(output(page, 'signing')).toHaveText(/^0x[0-9a-f]{130}$/)
  await page.getByRole('button', { name: 'Forget' }).click()
  await expect(output(page, 'signing')).toHaveText('idle')
  await behave(page, 'refuse')
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(output(page, 'signing')).toHaveText('userRejected')
  await behave(page, 'approve')
  await page.evaluate((to) => window.kit.sendTransaction({ to, value: 1n }), first)
  await expect(output(page, 'transactions')).toHaveText(/mined/, { timeout: 30_000 })
})

test('a site opens any valid screen with its parameters, and gets errors for invalid ones', async ({
  page,
  pages,
}) => {
  /** Opens a screen, without waiting for the flow's end. */
  const open = (options: OpenOptions) =>
    page.evaluate(
      (parameters) => void window.kit.open(parameters as OpenOptions).catch(() => {}),
      options as object,
    )
  const refusal = (options: object) =>
    page.evaluate(
      (parameters) =>
        window.kit.open(parameters as OpenOptions).then(
          () => 'opened',
          ({ code, message, details }) => `${code} ${message} ${details ?? ''}`,
        ),
      options,
    )
  const close = () => page.evaluate(() => window.kit.close())
  await page.goto(`${pages}/hooks.html`)
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  const modal = modalOf(page)

  await test.step('for every visitor', async () => {
    await open({ view: 'AllWallets' })
    await expect(modal).toHaveAccessibleName('All wallets')
    await expect(modal.getByRole('button', { name: 'Rainbow' })).toBeVisible()
    await expect(output(page, 'modal')).toHaveText('true AllWallets')
    await open({ view: 'WhatIsANetwork' })
    await expect(output(page, 'modal')).toHaveText('true WhatIsANetwork')
    await open({ view: 'GetWallet' })
    await expect(modal).toHaveAccessibleName('Get a wallet')
    await open({ view: 'Downloads', walletId: 'rainbow' })
    await expect(output(page, 'modal')).toHaveText('true Downloads')
    await open({ view: 'ConnectingWalletConnect' })
    await expect(modal).toHaveAccessibleName('Scan with your wallet')
    await close()
    await expect(modal).toBeHidden()
  })

  await test.step('wrong parameters open nothing', async () => {
    expect(await refusal({ view: 'WalletSend', amout: '1' })).toBe(
      'optionInvalid Option "open.amout" is unknown. Did you mean "amount"? ',
    )
    expect(await refusal({ view: 'Transaction', hash: '0x12' })).toContain(
      '"open.hash" is not valid',
    )
    expect(await refusal({ view: 'SwitchNetwork', networkId: 31338 })).toContain(
      'Did you mean "eip155:31338"?',
    )
    await expect(modal).toBeHidden()
  })

  await test.step('a screen that needs an account connects first', async () => {
    await open({ view: 'WalletSend', to: addressOf('whale'), amount: '1.5' })
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await modal.getByRole('button', { name: /^Development wallet/ }).click()
    await expect(modal).toHaveAccessibleName('Send')
    await expect(modal.getByRole('textbox', { name: 'Recipient' })).toHaveValue(addressOf('whale'))
    await expect(modal.getByRole('textbox', { name: 'Amount' })).toHaveValue('1.5')
  })

  await test.step('a transaction is read by its hash, also an old and a missing one', async () => {
    await open({ view: 'Account', tab: 'activity' })
    await expect(modal.getByRole('tab', { name: 'Activity' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    const hash = await page.evaluate(
      (to) => window.kit.sendTransaction({ to, value: 5n }),
      addressOf('whale'),
    )
    await open({ view: 'Transaction', hash })
    await expect(modal).toHaveAccessibleName('Sent')
    await expect(modal.getByText('Confirmed')).toBeVisible({ timeout: 30_000 })
    await open({ view: 'Transaction', hash: `0x${'a'.repeat(64)}` })
    await expect(modal.getByText('Transaction not found')).toBeVisible({ timeout: 20_000 })
  })

  await test.step('a network to switch to, and the address book', async () => {
    await open({ view: 'SwitchNetwork', networkId: 'eip155:31338' })
    await expect(modal).toBeHidden()
    expect(await page.evaluate(() => window.kit.getState().sessions.eip155)).toMatchObject({
      current: { networkId: 'eip155:31338' },
    })
    await open({ view: 'EditContact', address: addressOf('whale'), label: 'Moby' })
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(output(page, 'modal')).toHaveText('true Contacts')
    await expect(modal.getByText('Moby')).toBeVisible()
  })
})

test('a site without services shows the account’s ENS name, and a picture from the image server that the site has set', async ({
  page,
  pages,
  devnet,
}) => {
  const resolver = readDeployment(31_337).ensUniversalResolver ?? ''
  const parameters: { host: string; body: string }[] = []
  page.on(
    'request',
    (request) =>
      request.url().startsWith('http') &&
      parameters.push({ host: new URL(request.url()).host, body: request.postData() ?? '' }),
  )
  await page.route('**/avatar/lena.eth', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#175"/></svg>',
    }),
  )
  await page.goto(
    `${pages}/ens.html?resolver=${resolver}&pictures=${encodeURIComponent(`${pages}/avatar/{name}`)}`,
  )
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await page.evaluate(
    (address) => window.latchkeyWallet.selectAccount(address),
    addressOf('collector'),
  )
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modalOf(page)
    .getByRole('button', { name: /^Development wallet/ })
    .click()
  await expect(modalOf(page)).toBeHidden()
  const button = page.getByRole('button', { name: /^Account/ })
  await expect(button).toHaveText('lena.eth')
  await expect(button.locator('img')).toHaveAttribute('src', `${pages}/avatar/lena.eth`)
  await button.click()
  await expect(modalOf(page).getByText('lena.eth')).toBeVisible()
  await page.keyboard.press('Escape')
  const named = [pages, ...Object.values(devnet.chains)].map((url) => new URL(url).host)
  expect(parameters.filter(({ host }) => !named.includes(host))).toEqual([])

  await test.step('without a server for pictures the page has only the name; without the option no request is sent', async () => {
    await page.evaluate(() => localStorage.removeItem('@latchkey/identity-cache'))
    await page.goto(`${pages}/ens.html?resolver=${resolver}`)
    await expect(button).toHaveText('lena.eth')
    await expect(button.locator('img')).toHaveCount(0)
    await page.evaluate(() => localStorage.removeItem('@latchkey/identity-cache'))
    parameters.length = 0
    await page.goto(`${pages}/ens.html`)
    await expect(button).toHaveText(/^0x/)
    expect(
      parameters.filter(({ body }) => body.toLowerCase().includes(resolver.slice(2).toLowerCase())),
    ).toEqual([])
  })
})
