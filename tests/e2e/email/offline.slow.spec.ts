/**
 * The network fails while the e-mail wallet's own screens are open: approvals, batches, recovery,
 * settings. The screen reports it, and continues by itself or after one press. Nothing is done
 * twice.
 */
import type { Page } from '@playwright/test'
import { serveWallet, type ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { pressSeen, readToEnd } from '../support/approvals.ts'
import { requestNode, logIn, makeRich, openSite, type FrameSite } from '../support/frameSite.ts'
import { cut, loseAnswer, silence } from '../support/lines.ts'

test.setTimeout(120_000)
// the browser writes every failed request to the console
test.use({ isCold: true, allowConsole: [/status of [45]\d\d|ERR_|Failed to load resource/] })

type User = { address: string }
const friend = `0x${'00'.repeat(19)}cc`
const half = '0x6f05b59d3b20000'

/** Makes the frame's time limits ten times shorter. */
const hurry = (page: Page) =>
  page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 10)
  })

async function enter(
  page: Page,
  wallet: ServedWallet,
  email: string,
): Promise<{ site: FrameSite; address: string }> {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, email)
  const { address } = (await site.ask('GET_USER')) as User
  await makeRich(wallet, address)
  return { site, address }
}

const nonceOf = ({ node }: ServedWallet, address: string) =>
  requestNode(node, 'eth_getTransactionCount', [address, 'latest'])

test('if the network fails at each step of an approval, the money is sent once', async ({
  page,
  context,
  wallet,
}) => {
  await hurry(page)
  const {
    site: { frame, call },
    address,
  } = await enter(page, wallet, 'una@example.org')
  const transfer = { from: address, to: friend, value: half }
  const approve = frame.getByRole('button', { name: 'Approve' })
  const retry = frame.getByRole('button', { name: 'Try again' })

  await test.step('if the node cannot be reached or does not answer, the screen says so, and one press retries', async () => {
    const mend = await cut(page, '**/v1/rpc*')
    const sending = call('eth_sendTransaction', [transfer], 'first')
    sending.catch(() => {})
    await expect(frame.getByRole('alert')).toContainText(/network|node/i)
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await mend()
    const speak = await silence(page, '**/v1/rpc*')
    await retry.click()
    await expect(retry).toBeHidden()
    await expect(frame.getByRole('alert')).toContainText(/network|node/i)
    await speak()
    await retry.click()
    await readToEnd(frame)
    await expect(approve).toBeEnabled()
    await expect(frame.getByText('0.5 ETH').first()).toBeVisible()
    // The transaction reaches the node, but no answer returns: neither to the three attempts to
    // send, nor to the request whether the node has the transaction.
    await page.route('**/v1/rpc*', async (route) => {
      const body = route.request().postData() ?? ''
      if (body.includes('eth_sendRawTransaction')) await route.fetch().catch(() => {})
      return /eth_sendRawTransaction|eth_getTransactionByHash/.test(body)
        ? route.abort()
        : route.continue()
    })
    await approve.click()
    await expect(sending).rejects.toThrow(/httpFailed|offline/)
    await page.unroute('**/v1/rpc*')
    expect(await call('eth_sendTransaction', [transfer], 'first')).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await nonceOf(wallet, address)).toBe('0x1')
  })

  await test.step('if the visitor approves offline, nothing is signed, and the site gets the reason', async () => {
    const sending = call('eth_sendTransaction', [transfer], 'second')
    sending.catch(() => {})
    await readToEnd(frame)
    await expect(approve).toBeEnabled()
    await context.setOffline(true)
    await approve.click()
    await expect(sending).rejects.toThrow(/offline/)
    await context.setOffline(false)
    expect(await nonceOf(wallet, address)).toBe('0x1')
    const again = call('eth_sendTransaction', [transfer], 'second')
    await approve.click()
    expect(await again).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await nonceOf(wallet, address)).toBe('0x2')
  })

  await test.step('a signature request fails within its time limit while the service does not answer', async () => {
    const speak = await silence(page, '**/v1/share')
    const signing = call('personal_sign', ['0x68656c6c6f', address], 'third')
    signing.catch(() => {})
    await readToEnd(frame)
    await frame.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(signing).rejects.toThrow(/httpTimeout/)
    await speak()
  })

  await test.step('an approved batch continues automatically when the network is back', async () => {
    const sending = call(
      'wallet_sendCalls',
      [
        {
          version: '2.0.0',
          from: address,
          chainId: '0x7a69',
          atomicRequired: false,
          calls: [
            { to: friend, value: half },
            { to: friend, value: half },
          ],
        },
      ],
      'batch',
    )
    await readToEnd(frame)
    await expect(approve).toBeEnabled()
    await context.setOffline(true)
    await approve.click()
    const { id } = (await sending) as { id: string }
    await expect(call('wallet_getCallsStatus', [id])).resolves.toMatchObject({
      status: 100,
      receipts: [],
    })
    await context.setOffline(false)
    await expect
      .poll(
        async () => ((await call('wallet_getCallsStatus', [id])) as { status: number }).status,
        { timeout: 20_000 },
      )
      .toBe(200)
    expect(await nonceOf(wallet, address)).toBe('0x4')
  })
})

test('in another browser, the link, the vault and the password each continue after the network fails', async ({
  page,
  browser,
  wallet,
}) => {
  const { address } = await enter(page, wallet, 'vic@example.org')
  wallet.pass(31_000)
  const context = await browser.newContext()
  const other = await context.newPage()
  const site = await openSite(other, wallet)
  const { frame, ask } = site

  await test.step('a wait for the link continues after the browser was offline', async () => {
    await ask('CONNECT_EMAIL', { email: 'vic@example.org' })
    expect(await ask('CONNECT_OTP', { otp: await wallet.codeTo('vic@example.org') })).toEqual({
      action: 'VERIFY_DEVICE',
    })
    await context.setOffline(true)
    const approved = ask('CONNECT_DEVICE')
    await fetch(`${wallet.url}/approve`, {
      method: 'POST',
      body: new URLSearchParams({ token: await wallet.tokenTo('vic@example.org', /new device/) }),
      headers: { origin: wallet.url },
    })
    await context.setOffline(false)
    await approved
  })

  await test.step('failures of the recovery methods, the vault and its shares are shown, and one press continues', async () => {
    const retry = frame.getByRole('button', { name: 'Try again' })
    const mend = await cut(other, '**/v1/recovery')
    const user = ask('GET_USER') as Promise<User>
    await expect(frame.getByRole('alert')).toContainText('Try again')
    await mend()
    await retry.click()
    await loseAnswer(other, '**/v1/recovery/ask')
    await pressSeen(frame.getByRole('button', { name: 'Ask the vault' }))
    await expect(frame.getByRole('alert')).toContainText('Try again')
    for (const lost of ['open', 'splits'])
      await loseAnswer(other, lost === 'open' ? '**/v1/recovery/open' : '**/v1/splits')
    let found: string | undefined
    user.then(
      ({ address: own }) => (found = own),
      () => {},
    )
    // each failure is shown, and one press continues
    await expect
      .poll(
        async () =>
          found === undefined && (await retry.isVisible())
            ? retry.click({ timeout: 1_000 }).then(
                () => found,
                () => found,
              )
            : found,
        { timeout: 60_000 },
      )
      .toBe(address)
    const signed = site.call('personal_sign', ['0x68656c6c6f', address])
    await readToEnd(frame)
    await frame.getByRole('button', { name: 'Sign', exact: true }).click()
    expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
  })
  await context.close()
})

test('each screen of the settings says that the service cannot be reached, and one press continues', async ({
  page,
  context,
}) => {
  const wallet = await serveWallet()
  const email = 'wes@example.org'
  const { site } = await enter(page, wallet, email)
  const { frame, ask } = site
  const alert = frame.getByRole('alert')
  const retry = frame.getByRole('button', { name: 'Try again' })
  const back = frame.getByRole('button', { name: 'Back' })
  const field = frame.getByRole('textbox', { name: 'Code from the e-mail' })
  /** Presses Enter, which has an effect only while the screen is visible. */
  const submit = async () => {
    await expect(frame.locator('[type=submit]')).not.toHaveAttribute('aria-disabled')
    await page.keyboard.press('Enter')
  }
  wallet.pass(31_000)
  let closed = ask('OPEN_SETTINGS')

  await test.step('devices and the log', async () => {
    await frame
      .getByRole('button', { name: /^Devices|Logged/ })
      .first()
      .waitFor()
    await context.setOffline(true)
    for (const place of [/^Devices/, /^What happened/]) {
      await frame.getByRole('button', { name: place }).click()
      await expect(alert).toContainText('did not answer')
      await context.setOffline(false)
      await retry.click()
      await expect(frame.getByRole('listitem').first()).toBeVisible()
      await context.setOffline(true)
      // repeated, because a press that returns the focus to the card may move the button
      await expect(async () => {
        await back.click({ timeout: 1_000 })
        await expect(frame.getByRole('button', { name: /^What happened/ })).toBeVisible({
          timeout: 2_000,
        })
      }).toPass()
    }
    await context.setOffline(false)
  })

  await test.step('a new password whose answer is lost is sent again automatically', async () => {
    await frame.getByRole('button', { name: /^Recovery How/ }).click()
    await frame.getByRole('button', { name: /password/i }).click()
    await frame.getByLabel('Recovery password').fill('nine green bottles')
    await frame.getByLabel('Once more').fill('nine green bottles')
    await loseAnswer(page, '**/v1/splits')
    await submit()
    await expect(frame.getByText('Password saved')).toBeVisible({ timeout: 30_000 })
    await back.click()
  })

  await test.step('when each answer to a change of the address is lost, the codes stay valid, and one mail of each kind is sent', async () => {
    await frame.getByRole('button', { name: /^E-mail address/ }).click()
    await frame.getByRole('textbox', { name: 'New e-mail address' }).fill('wes@example.net')
    await loseAnswer(page, '**/v1/email-change')
    await submit()
    await expect(alert).toContainText('did not answer')
    await submit()
    await expect(field).toBeFocused()
    await loseAnswer(page, '**/v1/email-change/primary')
    await page.keyboard.type(
      /\d{6}/.exec((await wallet.mailTo(email, /change your address/)).subject)?.[0] ?? '',
    )
    await retry.click()
    await expect(frame.getByText(/mailed to ⁨wes@example\.net⁩/)).toBeVisible()
    await loseAnswer(page, '**/v1/email-change/secondary')
    await expect(field).toBeFocused()
    await page.keyboard.type(
      /\d{6}/.exec((await wallet.mailTo('wes@example.net', /new address/)).subject)?.[0] ?? '',
    )
    await retry.click()
    await expect(frame.getByText('Address changed')).toBeVisible()
    await page.keyboard.press('Escape')
    await closed
  })

  await test.step('signing out while the service does not answer ends after seconds, and the visitor stays signed out', async () => {
    const speak = await silence(page, '**/v1/sign-out')
    const began = Date.now()
    await ask('SIGN_OUT')
    expect(Date.now() - began).toBeLessThan(6_000)
    expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
    await speak()
    await logIn(site, wallet, 'wes@example.net')
    expect(await ask('GET_USER')).toMatchObject({ email: 'wes@example.net' })
    closed = ask('OPEN_SETTINGS')
    await expect(frame.getByRole('button', { name: /^E-mail address/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await closed
  })
  await wallet.close()
})
