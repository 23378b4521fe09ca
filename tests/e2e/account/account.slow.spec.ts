/** The Account screen: its account, its value, its actions and its tabs. */
import { parseEther } from 'viem'
import { sendTransaction } from 'viem/actions'
import { mnemonicToAccount } from 'viem/accounts'
import { developmentMnemonic } from '../../../devnet/src/accounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { chainOf } from '../support/holdings.ts'
import { withOptions } from '../support/options.ts'
import { changeScreen, openScreen, speak } from '../support/screens.ts'
import { accountButtonOf, modalOf, openAccount, visitConnected } from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'
import { screens } from '../../../apps/demo/src/screens/screens.ts'

test.use({ allowConsole: [/404/] })

const screenOf = (state: string) => {
  const screen = screens.find(
    (candidate) => candidate.view === 'Account' && candidate.state === state,
  )
  if (!screen) throw new Error(`No screen shows an account ${state}.`)
  return screen
}

test('actions have the site’s order, without actions that the site switches off; with history switched off there is no Activity tab', async ({
  page,
  devnet,
}) => {
  await visitConnected(
    page,
    `${devnet.demo}/?wallet=approve&${withOptions({ features: { history: false, walletFeaturesOrder: ['send', 'onramp', 'receive', 'swaps'] } })}`,
  )
  const modal = await openAccount(page)
  await expect(modal.getByRole('button', { name: /^(Send|Receive|Buy|Swap)$/ })).toHaveText([
    'Send',
    'Buy',
    'Receive',
    'Swap',
  ])
  await expect(modal.getByRole('tab')).toHaveText(['Tokens', 'NFTs'])
  await page.goto(
    `${devnet.demo}/?wallet=approve&${withOptions({ features: { send: false, onramp: false, swaps: false } })}`,
  )
  await openAccount(page)
  await expect(modal.getByRole('button', { name: /^(Send|Receive|Buy|Swap)$/ })).toHaveText([
    'Receive',
  ])
})

test('four actions fit the screen, and at 800 px of height four rows of a tab are visible', async ({
  page,
  devnet,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  for (const locale of ['en', 'de', 'ru', 'nl', 'ar']) {
    await visitConnected(page, `${devnet.demo}/?wallet=approve&locale=${locale}`)
    await page.getByRole('banner').getByRole('button', { name: /0x/ }).first().click()
    const modal = modalOf(page)
    await expect(modal.locator('.actions .action')).toHaveCount(4)
    expect(await overflowing(modal.locator('.actions'))).toEqual([])
    const whole = () =>
      modal.locator('[role=tabpanel] li').evaluateAll((rows) => {
        const end = rows[0]?.closest('.screen-body')?.getBoundingClientRect().bottom ?? 0
        return rows.filter((row) => row.getBoundingClientRect().bottom <= end).length
      })
    await expect.poll(whole).toBeGreaterThanOrEqual(4)
    await modal.getByRole('tab').last().click()
    await expect.poll(whole).toBeGreaterThanOrEqual(4)
  }
})

test('tabs and actions of the account work by keyboard and by pointer', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await test.step('an action opens its screen, and Back leads to the account', async () => {
    await modal.getByRole('button', { name: 'Receive', exact: true }).click()
    await expect(modal).toHaveAccessibleName('Receive')
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('tabs work by arrow keys, Home and End, and are one tab stop', async () => {
    const tabs = modal.getByRole('tab')
    await tabs.first().focus()
    for (const [key, name] of [
      ['ArrowRight', 'NFTs'],
      ['ArrowRight', 'Activity'],
      ['ArrowRight', 'Tokens'],
      ['ArrowLeft', 'Activity'],
      ['Home', 'Tokens'],
      ['End', 'Activity'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(modal.getByRole('tab', { name })).toBeFocused()
      await expect(modal.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      await expect(modal.getByRole('tabpanel')).toHaveAccessibleName(name)
    }
    await expect(modal.locator('[role=tab][tabindex="0"]')).toHaveCount(1)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+Tab')
    await expect(modal.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
  })
})

test('the account in Arabic, and with a name and a picture', async ({ page, context, devnet }) => {
  const modal = await openScreen(page, devnet.demo, screenOf('tokens'))
  await test.step('in a right-to-left page the arrow keys are reversed', async () => {
    await speak(page, 'ar')
    await modal.getByRole('tab').first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(modal.getByRole('tab').nth(1)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(modal.getByRole('tab').nth(0)).toBeFocused()
  })
  await test.step('the name and picture of an account replace its address; the copied text is the address', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await changeScreen(page, screenOf('with a name and a picture'))
    await expect(modal.getByText('moby.eth')).toBeVisible()
    await expect(modal.locator('.identity-face img')).not.toHaveAttribute('data-waiting')
    await modal.getByRole('button', { name: 'Copy address' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
    )
  })
})

test('when the name service is down, the address is shown', async ({ page, devnet }) => {
  await page.route(`${devnet.api}/v1/identity/**`, (route) =>
    route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' }, json: {} }),
  )
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await expect((await openAccount(page)).getByText('0xf3…b92266')).toBeVisible()
})

test('an incoming payment is shown within seconds; after the screen has closed the node gets no request', async ({
  page,
  devnet,
}) => {
  await page.clock.install()
  let requestCount = 0
  page.on('request', (request) => {
    if (/eth_blockNumber/.test(request.postData() ?? '')) requestCount++
  })
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const ether = modal
    .getByRole('list', { name: 'Tokens' })
    .getByRole('listitem')
    .filter({ hasText: 'ETH' })
    .first()
  await expect(ether).toBeVisible()
  const before = await ether.innerText()
  await expect.poll(() => requestCount).toBeGreaterThan(0)
  await sendTransaction(chainOf(devnet, 'eip155:31337'), {
    account: mnemonicToAccount(developmentMnemonic, { addressIndex: 6 }),
    chain: null,
    to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    value: parseEther('1'),
  })
  await expect(ether).not.toHaveText(before, { timeout: 12_000 })

  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  const then = requestCount
  await page.clock.fastForward(60_000) // many times the interval between two polls
  // when this request is answered, every earlier request of the page has been sent
  await page.evaluate(() => fetch('/devnet.json'))
  expect(requestCount).toBe(then)
  await expect(accountButtonOf(page)).toBeVisible()
})

test('the account has no accessibility faults on a large and on a small screen', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ])
    for (const name of ['Tokens', 'NFTs'])
      await test.step(`${name}, ${viewport.width} × ${viewport.height}`, async () => {
        await page.setViewportSize(viewport)
        await modal.getByRole('tab', { name }).click()
        await expect(modalOf(page).locator('[aria-busy=true]')).toHaveCount(0)
        await expect.poll(() => smallTargets(modal), name).toEqual([])
        await expect.poll(() => overflowing(modal), name).toEqual([])
        expect(await axe(page, { within: '[data-latchkey]' }), name).toEqual([])
      })
})
