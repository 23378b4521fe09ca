/**
 * A site and a phone, with separate storages, over the relay: the whole connection, with real keys
 * and a real chain.
 */
import type { WebSocket } from '@playwright/test'
import { createPublicClient, http, parseEther } from 'viem'
import { axe, expect, test } from '../fixtures/test.ts'
import { script, startPhone } from '../support/phone.ts'
import { withOptions } from '../support/options.ts'
import { connectPhone, openCode, scan } from '../support/scan.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  walletRowOf,
} from '../support/site.ts'

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a phone scans the code, signs, sends and switches, over a reload, until one side disconnects', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  const modal = modalOf(page)
  await test.step('the phone refuses; after a retry it connects', async () => {
    await openCode(page, devnet)
    await script(phone, 'pair', await scan(page))
    await script(phone, 'refuse')
    await expect(modal.getByText(/^Rejected in/)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: 'Try again' }).click()
    await script(phone, 'pair', await scan(page))
    await script(phone, 'approve')
    await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
    await expect(modal).toBeHidden()
  })

  await test.step('a reload', async () => {
    await page.reload()
    await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
    await openAccount(page)
    await expect(modal.getByRole('list', { name: 'Tokens' })).toContainText('USD Coin')
    await page.keyboard.press('Escape')
  })

  await test.step('the phone signs, sends and switches', async () => {
    await page.getByRole('button', { name: 'Sign', exact: false }).first().click()
    await script(phone, 'waitForQuestion')
    await script(phone, 'approve')
    await expect(page.getByRole('main')).toContainText(/verified|signed/i)

    const node = createPublicClient({ transport: http(devnet.chains['eip155:31337']) })
    const recipient = await page.getByLabel('To', { exact: true }).inputValue()
    const before = await node.getBalance({ address: recipient as `0x${string}` })
    await page
      .getByRole('button', { name: /^(Send|Tip|Leave)/ })
      .first()
      .click()
    await script(phone, 'waitForQuestion')
    await script(phone, 'approve')
    await expect
      .poll(() => node.getBalance({ address: recipient as `0x${string}` }))
      .toBe(before + parseEther('0.005'))

    await script(phone, 'selectAccount', second)
    await expect(accountButtonOf(page)).toContainText('0x70…dc79c8', { ignoreCase: true })
    await script(phone, 'switchChain', 31338)
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Network: Latchkey Devnet 2' }),
    ).toBeVisible()
  })

  await test.step('the site disconnects', async () => {
    await openAccount(page)
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }),
    ).toBeVisible()
    await expect.poll(() => script(phone, 'sessions')).toEqual([])

    // The app that scanned the code is now a recent wallet. The kit shows the listed wallet with
    // the app's URL.
    await connectButtonOf(page).click()
    const recent = modalOf(page).getByRole('button', { name: /^Pocket/ })
    await expect(recent).toHaveCount(1)
    await expect(recent).toContainText('Recent')
    await recent.click()
    await expect(modalOf(page)).toHaveAccessibleName('Pocket')
    await expect(modalOf(page).getByRole('img', { name: /^QR code/ })).toBeVisible()
  })

  await test.step('connected again, the phone disconnects', async () => {
    await script(phone, 'pair', await scan(page))
    await script(phone, 'approve')
    await expect(accountButtonOf(page)).toBeVisible()
    const [session] = await script(phone, 'sessions')
    await script(phone, 'disconnect', session?.topic ?? '')
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }),
    ).toBeVisible()
  })
})

test('a code that expires is replaced by a new one automatically', async ({ page, devnet }) => {
  await page.clock.install()
  await openCode(page, devnet)
  const before = await scan(page)
  expect(before).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  expect(await axe(page)).toEqual([])
  await page.waitForFunction(() =>
    localStorage.getItem('@latchkey/walletconnect.proposals')?.includes('"isSent":true'),
  ) // waits until the relay has received the proposal
  await page.clock.fastForward('04:02') // in one jump, because the relay answers in real time
  await expect(async () => expect(await scan(page)).not.toBe(before)).toPass()
})

test('a phone that scanned a code before it was replaced can still approve', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await page.clock.install()
  await openCode(page, devnet)
  const before = await scan(page)
  await script(phone, 'pair', before)
  await page.clock.fastForward('04:02')
  await expect(async () => expect(await scan(page)).not.toBe(before)).toPass()
  await script(phone, 'approve')
  await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
  await expect(modalOf(page)).toBeHidden()
})

test('on a phone one tap on a link opens the app', async ({ browser, devnet }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
  })
  const page = await context.newPage()
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^Pocket/).tap()
  const open = modal.getByRole('link', { name: 'Open and continue in a new browser tab' })
  await expect(open).toHaveAttribute('href', /\/wc\?uri=wc%3A/)
  expect(await axe(page)).toEqual([])
  const opened = context.waitForEvent('page')
  await open.tap()
  const phone = await opened
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
})

test('on a phone, links that open neither an app nor a web page are not shown', async ({
  browser,
  devnet,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
  })
  const page = await context.newPage()
  const modal = modalOf(page)
  await test.step('an https address instead of a scheme opens the app, and a link of no app is not shown', async () => {
    const customWallets = [
      { id: 'klip', name: 'Klip', mobile_link: 'https://klip.example.org/open' },
      {
        id: 'evil',
        name: 'Evil',
        mobile_link: 'javascript:alert(1)',
        link_mode: 'https://fox.example.org@evil.example.org',
        play_store: 'data:text/html,x',
        in_app_browser: 'filesystem:https://x',
      },
    ]
    await openConnect(page, `${devnet.demo}/?wallet=none&${withOptions({ customWallets })}`)
    await walletRowOf(modal, /^Klip/).tap()
    await expect(
      modal.getByRole('link', { name: 'Open and continue in a new browser tab' }),
    ).toHaveAttribute('href', /^https:\/\/klip\.example\.org\/open\/wc\?uri=wc%3A/)
    await modal.getByRole('button', { name: 'Back', exact: true }).tap()
    await walletRowOf(modal, /^Evil/).tap()
    await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expect(modal.getByRole('link')).toHaveCount(0)
  })
  await test.step('if no app opened, a store link that is not a web page is not shown', async () => {
    const honest = {
      id: 'honest',
      name: 'Honest',
      mobile_link: devnet.phone,
      play_store: 'https://play.example.org/honest',
    }
    const hostile = {
      id: 'hostile',
      name: 'Hostile',
      mobile_link: devnet.phone,
      play_store: 'data:text/html,x',
      app_store: 'javascript:alert(1)',
    }
    await openConnect(
      page,
      `${devnet.demo}/?wallet=none&${withOptions({ customWallets: [honest, hostile] })}`,
    )
    const openApp = async (name: RegExp) => {
      await walletRowOf(modal, name).tap()
      const opened = context.waitForEvent('page')
      await modal.getByRole('link', { name: 'Open and continue in a new browser tab' }).tap()
      await (await opened).close()
      await page.bringToFront()
      await expect(modal).toContainText('Did nothing open?')
    }
    await openApp(/^Honest/)
    await expect(modal.getByRole('link', { name: 'Get Honest' })).toHaveAttribute(
      'href',
      honest.play_store,
    )
    await modal.getByRole('button', { name: 'Back', exact: true }).tap()
    await openApp(/^Hostile/)
    await expect(modal.getByRole('link', { name: 'Get Hostile' })).toHaveCount(0)
    await expect(modal.getByRole('link')).toHaveCount(1) // only the link that opens the app
    await expect(modal.locator('a:is([href^="data:"], [href^="javascript:"])')).toHaveCount(0)
  })
})

test('two tabs of a site disconnect together', async ({ page, context, browser, devnet }) => {
  const phone = await startPhone(browser, devnet)
  await connectPhone(page, phone, devnet)
  const other = await context.newPage()
  await other.goto(`${devnet.demo}/?wallet=two`)
  await expect(accountButtonOf(other)).toContainText('0xf3…b92266')
  await (await openAccount(other)).getByRole('button', { name: 'Disconnect' }).click()
  await expect(connectButtonOf(other)).toBeVisible()
  await expect(connectButtonOf(page)).toBeVisible()
  await expect.poll(() => script(phone, 'sessions')).toEqual([])
})

test.describe('without a network', () => {
  // the browser itself writes this error for pictures that were loading
  test.use({ allowConsole: [/ERR_INTERNET_DISCONNECTED/] })

  test('the screen shows at once that the browser is offline, and the code appears when the network is back', async ({
    page,
    context,
    devnet,
  }) => {
    await openCode(page, devnet)
    const modal = modalOf(page)
    await modal.getByRole('button', { name: 'Back' }).click()
    await context.setOffline(true)
    await walletRowOf(modal, /^WalletConnect/).click()
    await expect(modal.getByText('You are offline')).toBeVisible()
    await expect.poll(() => axe(page)).toEqual([]) // waits until the text has faded in
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal.getByText('You are offline')).toBeVisible()
    await context.setOffline(false)
    await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
  })
})

test('a code appears when the relay answers; until then the screen shows a placeholder, and after a while a note', async ({
  page,
  browser,
  devnet,
}) => {
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => (open = resolve))
  await page.routeWebSocket(
    (url) => url.href.startsWith(devnet.relay),
    async (socket) => {
      await isOpen
      socket.connectToServer()
    },
  )
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^WalletConnect/).click()
  const code = modal.getByRole('img', { name: /^QR code/ })
  const late = modal.getByRole('status').getByText('Still trying, one moment.')
  await expect(late).toBeVisible()
  await expect(code).toBeHidden()
  await expect(modal.getByRole('button', { name: 'Copy link' })).toBeDisabled()
  expect(await axe(page)).toEqual([])
  const place = await modal.locator('.qr-code[data-skeleton]').boundingBox()
  open()
  await expect(code).toBeVisible()
  await expect(late).toBeHidden()
  expect(await code.boundingBox()).toEqual(place)
  const phone = await startPhone(browser, devnet)
  await script(phone, 'pair', await scan(page))
  await script(phone, 'approve')
  await expect(accountButtonOf(page)).toBeVisible()
})

test('the code opens by pointer and by keyboard, and the relay connects when the row is pressed', async ({
  page,
  devnet,
}) => {
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => socket.url().startsWith(devnet.relay) && sockets.push(socket))
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await test.step('the relay connects while a finger is on the row of the code, and disconnects when the finger slides off', async () => {
    await walletRowOf(modal, /^WalletConnect/).hover()
    expect(sockets).toHaveLength(0)
    await page.mouse.down()
    await expect.poll(() => sockets.length).toBe(1)
    await modal.getByRole('heading').first().hover()
    await page.mouse.up()
    await expect.poll(() => sockets[0]?.isClosed()).toBe(true)
    await walletRowOf(modal, /^WalletConnect/).click()
    await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(sockets).toHaveLength(2) // the press and the click of the second time share a socket
    await modal.getByRole('button', { name: 'Back' }).click()
  })
  await test.step('the visitor opens the code and closes it by keyboard alone', async () => {
    await walletRowOf(modal, /^WalletConnect/).focus()
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const copy = modal.getByRole('button', { name: 'Copy link' })
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(copy).toBeFocused({ timeout: 100 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(
      modal.getByText(/^(Link copied|This browser does not allow copying)$/).first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
    await expect(connectButtonOf(page)).toBeFocused()
  })
})
