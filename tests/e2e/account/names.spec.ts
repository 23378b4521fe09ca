/**
 * Names of accounts: registered in the modal, used for sending, and the service's reasons for
 * refusing them.
 */
import type { Locator, Page } from '@playwright/test'
import { getBalance } from 'viem/actions'
import type { Mailed } from '../fixtures/serveMailed.entry.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { chainOf } from '../support/holdings.ts'
import { openSend, recipientOf, review, sendButtonOf } from '../support/send.ts'
import {
  accountButtonOf,
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
} from '../support/site.ts'

// the browser itself writes failed requests to the console
test.use({ allowConsole: [/Failed to load resource/] })

const networkId = 'eip155:31337'
const frameOf = (page: Page) => page.locator('[data-latchkey=wallet] iframe').contentFrame()
const nameOf = (modal: Locator) => modal.getByRole('textbox', { name: 'Name' })
const namedButtonOf = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `Account ${name}` })

/** Logs in by e-mail, and opens the account; returns its address. */
async function logIn(page: Page, mailed: Mailed, email: string): Promise<`0x${string}`> {
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(await mailed.codeTo(email))
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
  await openAccount(page)
  const address = /0x[0-9a-fA-F]{40}/.exec(
    await page.evaluate(() => localStorage.getItem('@latchkey/last-account') ?? ''),
  )?.[0]
  if (!address) throw new Error('nobody is connected')
  return address as `0x${string}` // the pattern above begins with 0x
}

test('a visitor with an e-mail wallet chooses a name by keyboard alone, sees it, and receives a payment to it', async ({
  page,
  browser,
  mailed,
  devnet,
}) => {
  test.setTimeout(90_000)
  const modal = modalOf(page)
  const name = 'harbour-mill.ferry-lane.example'
  const address = await logIn(page, mailed, 'miller@example.org')

  await test.step('the account leads to the form', async () => {
    const invitation = modal.getByRole('button', { name: 'Choose a name' })
    await expect(invitation).toBeVisible()
    for (
      let tabs = 0;
      tabs < 5 && !(await invitation.evaluate((button) => button.matches(':focus')));
      tabs += 1
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(modal).toHaveAccessibleName('Account name')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    const choose = modal.getByRole('button', { name: 'Choose a name' })
    for (
      let tabs = 0;
      tabs < 3 && !(await choose.evaluate((button) => button.matches(':focus')));
      tabs += 1
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(nameOf(modal)).toBeFocused()
  })

  await test.step('the form shows the rules of a name while the visitor types', async () => {
    await expect(nameOf(modal)).toHaveAccessibleDescription(
      'Letters, numbers and -, at least 4 of them.',
    )
    await page.keyboard.type('har')
    await expect(nameOf(modal)).toHaveAccessibleDescription(
      'Name must be at least 4 characters long',
    )
    await expect(nameOf(modal)).toHaveAttribute('aria-invalid', 'false')
    await page.keyboard.press('Enter')
    await expect(nameOf(modal)).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type('bour_')
    await expect(nameOf(modal)).toHaveAccessibleDescription(
      'Can only contain letters, numbers and - characters',
    )
    await page.keyboard.press('Backspace')
    await page.keyboard.type('-Mill.ferry-lane.example')
    await expect(nameOf(modal)).toHaveValue('harbour-mill')
    await expect(nameOf(modal)).toHaveAccessibleDescription('This name is free.')
  })

  await test.step('the name is signed and registered; there is no Back button while the wallet asks', async () => {
    await page.keyboard.press('Enter')
    await expect(frameOf(page).getByText(name).first()).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Back', includeHidden: true })).toHaveCount(0)
    await frameOf(page).getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(modal.getByRole('status').filter({ hasText: `${name} is yours` })).toBeVisible()
    await modal.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(modal).toHaveAccessibleName('Account')
    await expect(modal.getByText(name)).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Choose a name' })).toHaveCount(0)
    await modal.getByRole('button', { name: /Your wallets$/ }).click()
    await expect(modal.getByRole('list', { name: 'Connected wallets' })).toContainText(name)
    await page.keyboard.press('Escape')
    await expect(namedButtonOf(page, name)).toBeVisible()
  })

  await test.step('another visitor pays to the name', async () => {
    const before = await getBalance(chainOf(devnet, networkId), { address })
    const payer = await (await browser.newContext()).newPage()
    const send = await openSend(payer, `${devnet.demo}/?wallet=approve`)
    await review(send, { amount: '0.25', to: name })
    await expect(send).toContainText(name)
    await sendButtonOf(send).click()
    await expect(send).toContainText('0.25 ETH sent')
    expect(await getBalance(chainOf(devnet, networkId), { address })).toBe(
      before + 250_000_000_000_000_000n,
    )
  })

  await test.step('after a reload the button shows the name at once', async () => {
    await page.reload()
    await expect(namedButtonOf(page, name)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true })

  test('a taken name, a refused signature and a service that is down are each shown, and the visitor can continue', async ({
    page,
    browser,
    mailed,
    devnet,
  }) => {
    test.setTimeout(90_000)
    const modal = modalOf(page)
    const frame = frameOf(page)
    const sign = frame.getByRole('button', { name: 'Sign', exact: true })
    await logIn(page, mailed, 'baker@example.org')
    await modal.getByRole('button', { name: 'Choose a name' }).tap()
    await modal.getByRole('button', { name: 'Choose a name' }).tap()

    await test.step('a taken name is marked, and other names are offered', async () => {
      await nameOf(modal).fill('bread')
      await expect(nameOf(modal)).toHaveAccessibleDescription('This name is free.')
      const rival = await (await browser.newContext()).newPage()
      await logIn(rival, mailed, 'rival@example.org')
      await modalOf(rival).getByRole('button', { name: 'Choose a name' }).click()
      await modalOf(rival).getByRole('button', { name: 'Choose a name' }).click()
      await nameOf(modalOf(rival)).fill('bread')
      await modalOf(rival).getByRole('button', { name: 'Register name' }).click()
      await frameOf(rival).getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(modalOf(rival)).toContainText('bread.ferry-lane.example is yours')
      await modal.getByRole('button', { name: 'Register name' }).tap()
      await sign.tap()
      await expect(modal.getByRole('alert')).toHaveText(
        'Name is already registered: bread.ferry-lane.example',
      )
      await expect(nameOf(modal)).toHaveValue('bread')
      await expect(nameOf(modal)).toHaveAccessibleDescription('This name is taken.')
      await expect(
        modal.getByRole('listitem').filter({ hasText: 'bread.ferry-lane.example' }).first(),
      ).toContainText('Taken')
      await expect(modal.getByRole('button', { name: 'Choose another name' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
    })

    await test.step('after a refusal in the wallet the form is unchanged', async () => {
      await nameOf(modal).fill('warm-bread')
      await modal.getByRole('button', { name: 'Register name' }).tap()
      await expect(sign).toBeEnabled() // until then the frame ignores presses
      await frame.getByRole('button', { name: 'Reject' }).tap()
      await expect(modal.getByRole('alert')).toContainText(/^Rejected in /)
      await expect(nameOf(modal)).toHaveValue('warm-bread')
    })

    await test.step('the service does not answer: the request is repeated without another signature', async () => {
      await page.route(`${devnet.api}/v1/profile/account**`, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await modal.getByRole('button', { name: 'Register name' }).tap()
      await sign.tap()
      await expect(modal.getByRole('alert')).toContainText(
        'Error registering name warm-bread.ferry-lane.example',
      )
      await expect(modal.getByRole('alert')).toContainText('you need not sign again')
      await page.unroute(`${devnet.api}/v1/profile/account**`)
      await modal.getByRole('button', { name: 'Register name' }).tap()
      await expect(modal).toContainText('warm-bread.ferry-lane.example is yours')
    })
  })
})

const headers = { 'access-control-allow-origin': '*' }

test('an error of the name service shows the service’s cleaned reason before the kit’s sentence', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  for (const [status, name, sentence] of [
    [400, 'ab.eth', 'This is not a name.'],
    [404, 'cd.eth', 'The name could not be looked up.'],
  ] as const)
    await test.step(String(status), async () => {
      await page.route(`${devnet.api}/v1/profile/account/**`, (route) =>
        route.fulfill({
          status,
          headers,
          json: {
            status: 'FAILED',
            reasons: [
              {
                name: 'name',
                description: 'Names of \u202eless\u200b than 3 letters are kept back.',
              },
            ],
          },
        }),
      )
      await recipientOf(modal).fill(name)
      await expect(modal.locator('.recipient-fault')).toHaveText([
        'Names of less than 3 letters are kept back.',
        sentence,
      ])
      await expect(recipientOf(modal)).toHaveAccessibleDescription(
        `Names of less than 3 letters are kept back. ${sentence}`,
      )
    })
})
