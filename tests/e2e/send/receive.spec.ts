/** The code that a phone reads matches the visitor's request. */
import type { Locator, Page } from '@playwright/test'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { evmChains } from '../../../devnet/src/chains.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { readCode } from '../support/readCode.ts'
import { openAccount, visitConnected } from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

const self = addressOf('everyday user')

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function openReceive(page: Page, url: string): Promise<Locator> {
  await visitConnected(page, url)
  const modal = await openAccount(page)
  await modal.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect(modal).toHaveAccessibleName('Receive')
  return modal
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('the code contains the address, and the amount and token that the visitor chooses', async ({
  page,
  devnet,
}) => {
  const modal = await openReceive(page, `${devnet.demo}/?wallet=approve`)
  await test.step('the code and the text are the address, with the networks that it is for', async () => {
    expect(await readCode(modal.getByRole('img', { name: 'Code with your address' }))).toBe(self)
    expect(await modal.locator('.receive-address').textContent()).toBe(self)
    const names = new Intl.ListFormat('en').format(evmChains.map(({ name }) => name))
    await expect(modal).toContainText(`Only for these networks: ${names}`)
    await modal.getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByText('Address copied')).toBeVisible()
    expect(await copied(page)).toBe(self)
  })
  await test.step('a requested amount is in the code, in the smallest unit', async () => {
    await modal.getByRole('button', { name: 'Ask for an amount' }).click()
    await expect(modal.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.type('1,000000000000000001')
    expect(await readCode(modal.getByRole('img', { name: /^Code that asks for/ }))).toBe(
      `ethereum:${self}@31337?value=1000000000000000001`,
    )
    await expect(modal).toContainText('Only for this network: Latchkey Devnet')
    await expect(modal).not.toContainText('Latchkey Devnet 2')

    await modal.getByRole('combobox', { name: 'Token' }).selectOption({ label: 'USDC' })
    await modal.getByRole('textbox', { name: 'Amount' }).fill('2.5')
    const link = `ethereum:${readDeployment(31337).dex.usd}@31337/transfer?address=${self}&uint256=2500000`
    expect(
      (
        await readCode(modal.getByRole('img', { name: 'Code that asks for 2.5 USDC' }))
      ).toLowerCase(),
    ).toBe(link.toLowerCase())
    await modal.getByRole('button', { name: 'Copy payment link' }).click()
    expect((await copied(page)).toLowerCase()).toBe(link.toLowerCase())

    await modal.getByRole('textbox', { name: 'Amount' }).fill('two')
    await expect(modal.getByText('This is not an amount.')).toBeVisible()
    expect(await readCode(modal.getByRole('img', { name: 'Code with your address' }))).toBe(self)
  })
})

test('the visitor can share the address if the browser supports it, and a cancelled share shows no error', async ({
  page,
  devnet,
}) => {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => {
        shared.push(data)
        throw new DOMException('The person closed it', 'AbortError')
      },
    })
  })
  const modal = await openReceive(page, `${devnet.demo}/?wallet=approve`)
  await modal.getByRole('button', { name: 'Share' }).click()
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([{ text: self }])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('Receive fits the screen and has no accessibility faults', async ({ page, devnet }) => {
    const modal = await openReceive(page, `${devnet.demo}/?wallet=approve`)
    await modal.getByRole('button', { name: 'Ask for an amount' }).click()
    await expect.poll(() => overflowing(modal)).toEqual([])
    await expect.poll(() => smallTargets(modal)).toEqual([])
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  })
})
