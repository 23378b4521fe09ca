/** The visitor's names for addresses: stored in the browser, and shown when sending. */
import type { Locator } from '@playwright/test'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { openSend, recipientOf, review, sendAgain } from '../support/send.ts'
import { modalOf, openAccount, visitConnected } from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

const friend = addressOf('newcomer')

async function add(modal: Locator, name: string, address: string): Promise<void> {
  await modal.getByRole('button', { name: 'Add an address' }).click()
  await expect(modal).toHaveAccessibleName('Add an address')
  await modal.getByRole('textbox', { name: 'Name' }).fill(name)
  await modal.getByRole('textbox', { name: 'Address' }).fill(address)
  await modal.getByRole('button', { name: 'Save' }).click()
}

test('the address book is stored, and offers its contacts when sending', async ({
  page,
  devnet,
}) => {
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  await test.step('an invalid entry shows the reason; a name is changed and removed', async () => {
    await modal.getByRole('button', { name: 'Address book' }).click()
    await add(modal, '', friend)
    await expect(modal.getByText('Enter a name')).toBeVisible()
    await modal.getByRole('textbox', { name: 'Name' }).fill('Paula')
    await modal.getByRole('textbox', { name: 'Address' }).fill(friend.replace('F79b', 'f79b'))
    await page.keyboard.press('Enter')
    await expect(modal.getByText('A letter of this address is wrong. Copy it again.')).toBeVisible()
    await modal.getByRole('textbox', { name: 'Address' }).fill(friend)
    await page.keyboard.press('Enter')
    await expect(modal).toHaveAccessibleName('Address book')
    await add(modal, 'paula', addressOf('saver'))
    await expect(modal.getByText('Someone else has this name.')).toBeVisible()
    await modal.getByRole('button', { name: 'Back' }).click()
    await modal.getByRole('button', { name: 'Edit Paula' }).click()
    await modal.getByRole('textbox', { name: 'Name' }).fill('Paula P.')
    await modal.getByRole('button', { name: 'Save' }).click()
    await modal.getByRole('button', { name: 'Edit Paula P.' }).click()
    await modal.getByRole('button', { name: 'Delete' }).click()
    await expect(modal).toContainText('Nobody here yet')
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal).toHaveAccessibleName('Send')
  })
  await test.step('a recipient gets a name, can be chosen by that name, and is shown with it, also after a reload', async () => {
    await modal.getByRole('button', { name: 'Address book' }).click()
    await expect(modal).toContainText('Nobody here yet')
    await add(modal, 'Paula from the pier', friend.toLowerCase())
    await expect(modal).toHaveAccessibleName('Address book')
    await modal.getByRole('button', { name: /^Paula from the pier/ }).click()
    await expect(modal).toHaveAccessibleName('Send')
    await expect(modal.locator('.recipient-person')).toContainText('Paula from the pier')
    await page.reload()
    await sendAgain(page)
    await modal.getByRole('button', { name: /^Paula from the pier/ }).click()
    await expect(recipientOf(modal)).toHaveValue(friend.toLowerCase())
    await review(modal, { amount: '0.001', to: friend })
    await expect(modal).toContainText('Paula from the pier')
    // a contact is a known recipient
    await expect(modal.getByText('You send to this address for the first time.')).toBeHidden()
    await modal.getByRole('button', { name: 'Back' }).click()
    await recipientOf(modal).fill('')
  })
  await test.step("an account's name is looked up, and proposed as the contact's name", async () => {
    const lena = addressOf('collector')
    await modal.getByRole('button', { name: 'Address book' }).click()
    await modal.getByRole('button', { name: 'Add an address' }).click()
    await expect(modal.getByRole('textbox', { name: 'Address' })).toBeFocused()
    await page.keyboard.type('nobody.eth')
    await expect(modal.getByText('Nobody has this name.')).toBeVisible()
    await modal.getByRole('textbox', { name: 'Address' }).fill('lena.eth')
    await page.keyboard.press('Enter') // before the name is resolved
    await expect(modal).toHaveAccessibleName('Address book')
    await modal.getByRole('button', { name: 'Edit lena.eth' }).click()
    await expect(modal.getByRole('textbox', { name: 'Address' })).toHaveValue(lena)
    await expect(modal.getByRole('textbox', { name: 'Name' })).toHaveValue('lena.eth')
  })
})

test('with invalid stored content the address book is empty', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await page.evaluate(() => {
    localStorage.setItem(
      '@latchkey/address-book',
      '[{"label":"<img src=x onerror=alert(1)>","address":"javascript:alert(1)"},{"label":{"a":1},"address":null}]',
    )
    localStorage.setItem('@latchkey/recent-recipients', '{"length":5}')
  })
  const modal = await sendAgain(page)
  await expect(modal.getByRole('list')).toHaveCount(0)
  await modal.getByRole('button', { name: 'Address book' }).click()
  await expect(modal).toContainText('Nobody here yet')
})

test('a new contact is shown in another tab at once', async ({ page, devnet, context }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const other = await context.newPage()
  await other.goto(`${devnet.demo}/?wallet=approve`)
  for (const tab of [page, other])
    await (await openAccount(tab)).getByRole('button', { name: 'Address book' }).click()
  await expect(modalOf(other)).toContainText('Nobody here yet')
  await add(modalOf(page), 'Paula', friend)
  await expect(modalOf(other).getByRole('button', { name: /^Paula/ })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the visitor opens the address book from the account, edits a contact, and returns with Back', async ({
    page,
    devnet,
  }) => {
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    const modal = await openAccount(page)
    const isGood = async () => {
      await expect.poll(() => overflowing(modal)).toEqual([])
      await expect.poll(() => smallTargets(modal)).toEqual([])
      expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    }
    await modal.getByRole('button', { name: 'Address book' }).tap()
    await isGood()
    await add(modal, 'Paula', friend)
    await modal.getByRole('button', { name: /^Paula/ }).tap()
    await expect(modal).toHaveAccessibleName('Edit address')
    await isGood()
    await modal.getByRole('button', { name: 'Back' }).tap()
    await modal.getByRole('button', { name: 'Back' }).tap()
    await expect(modal).toHaveAccessibleName('Account')
  })
})
