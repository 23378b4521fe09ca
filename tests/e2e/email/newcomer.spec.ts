/**
 * Visitors without a wallet: from an e-mail address to a transaction on the chain, with real mails
 * and the frame on its own origin.
 */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { toHex, verifyMessage } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import type { Mailed } from '../fixtures/serveMailed.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { pressSeen, readToEnd } from '../support/approvals.ts'
import { chainOf } from '../support/holdings.ts'
import { review } from '../support/send.ts'
import { accountButtonOf, modalOf, openConnect } from '../support/site.ts'
import { waitForText } from '../support/waitForText.ts'
import { readTrace, traceSecrets, traceSite } from '../support/siteTrace.ts'

const networkId = 'eip155:31337'
const friend = addressOf('newcomer')

test.setTimeout(120_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/400 .*v1\/(otp|device)|404 .*approve|ERR_FAILED/] })

const frameOf = (page: Page): FrameLocator =>
  page.locator('[data-latchkey=wallet] iframe').contentFrame()
/** The kit's modal, also while the frame covers it. */
const cardBelow = (page: Page): Locator => page.locator('[data-latchkey=""] dialog[open]')
const codeField = (modal: Locator) => modal.getByRole('textbox', { name: 'Code from the e-mail' })

/** Opens the demo and requests a code. @returns the field for the code */
async function requestCode(page: Page, mailed: Mailed, email: string): Promise<Locator> {
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(codeField(modal)).toBeFocused()
  return modal
}

/** Logs in on the demo. @returns the address of the account */
async function logIn(page: Page, mailed: Mailed, email: string): Promise<`0x${string}`> {
  const modal = await requestCode(page, mailed, email)
  const connectedText = waitForText(modal, 'You are in')
  await page.keyboard.type(await mailed.codeTo(email))
  await connectedText
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
  return addressOn(page)
}

const otherCode = (code: string) => (code === '000000' ? '111111' : '000000')

/** The connected address of the page's kit. */
async function addressOn(page: Page): Promise<`0x${string}`> {
  const stored = await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))
  const address = /0x[0-9a-fA-F]{40}/.exec(stored ?? '')?.[0]
  if (!address) throw new Error('nobody is connected')
  return address as `0x${string}` // the pattern above begins with 0x
}

test('a new visitor logs in with an e-mail code, sends a transfer, and has the same account after a reload', async ({
  page,
  mailed,
  devnet,
}) => {
  const email = 'newcomer@example.org'
  const modal = modalOf(page)
  const frame = frameOf(page)
  await traceSite(page)
  const secrets = traceSecrets(page, mailed.wallet)
  let code = ''
  const address =
    await test.step('a wrong code stays and is reported; the right one continues', async () => {
      await requestCode(page, mailed, email)
      code = await mailed.codeTo(email)
      await page.keyboard.type(otherCode(code))
      await expect(codeField(modal)).toHaveAccessibleDescription('That is not the code. Try again.')
      await expect(codeField(modal)).toBeFocused()
      await expect(modal.getByRole('button', { name: /^Another code in \d+ s$/ })).toBeVisible()
      await page.keyboard.press('End') // clears the selection of the digits
      await page.keyboard.type(code)
      await expect(accountButtonOf(page)).toBeVisible()
      await expect(modal).toBeHidden()
      return addressOn(page)
    })
  await chainOf(devnet, networkId).request({
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  } as never) // viem's types lack this method, which only development chains have
  const before = await getBalance(chainOf(devnet, networkId), { address: friend })

  await test.step('the visitor sends a transfer from the modal, and approves it in the frame', async () => {
    await accountButtonOf(page).click()
    await modal.getByRole('button', { name: 'Send' }).click()
    await review(modal, { amount: '0.5', to: friend })
    await modal.getByRole('button', { name: /^Send/ }).click()
    await expect(frame.getByText(new URL(mailed.demo).host).first()).toBeVisible()
    await expect(frame.getByText('0.5 ETH').first()).toBeVisible()
    // the modal is transparent, because the frame's card above it may be smaller
    await expect(cardBelow(page)).toHaveCSS('opacity', '0')
    await readToEnd(frame)
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(cardBelow(page)).toHaveCSS('opacity', '1')
    await expect(modal.getByText('0.5 ETH sent')).toBeVisible({ timeout: 30_000 })
    await expect
      .poll(() => getBalance(chainOf(devnet, networkId), { address: friend }))
      .toBe(before + 500_000_000_000_000_000n)
  })

  await test.step('the site receives and stores no code, share, proof, phrase or key', async () => {
    await modal.getByRole('button', { name: 'Close' }).click()
    await accountButtonOf(page).click()
    await modal.getByRole('button', { name: /Your wallets$/ }).click()
    await modal.getByRole('button', { name: 'Wallet settings' }).click()
    // the frame ignores a press right after it has appeared
    await expect(async () => {
      await frame.getByRole('button', { name: 'Recovery phrase' }).click({ timeout: 2_000 })
      await expect(frame.getByRole('checkbox')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
    await frame.getByRole('checkbox').check()
    await pressSeen(frame.getByRole('button', { name: 'Show recovery phrase' }))
    await expect(frame.getByRole('listitem')).toHaveCount(12)
    const words = await frame.getByRole('listitem').allTextContents()
    const account = mnemonicToAccount(words.join(' '))
    expect(account.address).toBe(address)
    await page.keyboard.press('Escape')
    const trace = await readTrace(page)
    expect(trace).toContain(email) // the site may have the address as a hint
    expect(trace).toContain('CONNECT_OTP_SUCCESS')
    const known = secrets()
    expect(known.length).toBeGreaterThan(4) // at least two shares, and proofs
    const key = toHex(account.getHdKey().privateKey ?? new Uint8Array()).slice(2)
    // the pattern excludes longer numbers, because a time or an address may contain the six digits
    expect(trace).not.toMatch(new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`))
    for (const secret of [
      key,
      words.slice(0, 3).join(' '),
      words.slice(0, 3).join('","'),
      ...known,
    ])
      expect(trace.includes(secret), 'the site knows a secret').toBe(false)
    await page.keyboard.press('Escape')
  })

  await test.step('after a reload no code is needed, and Escape refuses a request of the page', async () => {
    await page.reload()
    await expect(accountButtonOf(page)).toBeVisible()
    await page.getByRole('button', { name: 'Send 0.005 ETH' }).click()
    await expect(frame.getByRole('button', { name: 'Reject' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-latchkey=wallet]').getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('main')).toContainText(
      'You said no in the wallet. Nothing was sent.',
    )
    expect(await getBalance(chainOf(devnet, networkId), { address: friend })).toBe(
      before + 500_000_000_000_000_000n,
    )
  })

  await test.step('other libraries on the page find the wallet, and sign with it', async () => {
    const signing = page.evaluate(async (account) => {
      const found: {
        info: { rdns: string }
        provider: { request(args: object): Promise<unknown> }
      }[] = []
      addEventListener(
        'eip6963:announceProvider',
        (event) => void found.push((event as CustomEvent).detail),
      )
      dispatchEvent(new Event('eip6963:requestProvider'))
      const wallet = found.find(({ info }) => info.rdns === 'app.latchkey.embedded')
      return wallet?.provider.request({
        method: 'personal_sign',
        params: ['0x476f6f64206d6f726e696e67', account],
      })
    }, address)
    await expect(frame.getByText('Good morning')).toBeVisible()
    await frame.getByRole('button', { name: 'Sign', exact: true }).click()
    expect(
      await verifyMessage({
        address,
        message: 'Good morning',
        signature: (await signing) as `0x${string}`,
      }),
    ).toBe(true)
  })

  await test.step('disconnecting logs out: the next visit begins with an address', async () => {
    await accountButtonOf(page).click()
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(accountButtonOf(page)).toBeHidden()
    await page.reload()
    const again = await openConnect(page, mailed.demo)
    await expect(again.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
  })
})

/** The newest mailed link for a browser that is new to the account. */
const linkTo = async (mailed: Mailed, email: string) =>
  /https?:\S+approve\S+/.exec((await mailed.mailTo(email, /browser|device|log ?in/i)).text)?.[0] ??
  ''

test('in a second browser a visitor opens the link in the mail, recovers from the vault, and has the same account', async ({
  page,
  browser,
  mailed,
}) => {
  const email = 'second@example.org'
  const address = await logIn(page, mailed, email)
  const context = await browser.newContext()
  const otherTab = await context.newPage()
  const modal = modalOf(otherTab)
  mailed.pass(30_000) // the cooldown between two codes
  await otherTab.clock.install()
  await requestCode(otherTab, mailed, email)
  await otherTab.keyboard.type(await mailed.codeTo(email))
  await expect(modal).toContainText('Approve this browser')
  const lost = await linkTo(mailed, email)
  const mailPage = await context.newPage()
  await test.step('if the mail is lost, another link can be requested after half a minute, without another code; the first link is invalid', async () => {
    const resend = modal.getByRole('button', {
      name: /^(Another link in \d+ s|Send another link)$/,
    })
    await expect(resend).toHaveAttribute('aria-disabled', 'true')
    mailed.pass(31_000)
    await otherTab.clock.fastForward(31_000)
    await expect(resend).toHaveText('Send another link')
    await resend.click()
    await expect(
      modal.getByRole('status').filter({ hasText: 'Another link is on its way' }),
    ).toBeVisible()
    await expect(resend).toHaveAttribute('aria-disabled', 'true')
    await mailPage.goto(lost)
    await expect(mailPage.getByRole('heading')).toHaveText('This link is over')
  })
  await mailPage.goto(await linkTo(mailed, email))
  await mailPage.getByRole('button', { name: /Approve|Yes/ }).click()
  await pressSeen(frameOf(otherTab).getByRole('button', { name: 'Ask the vault' }))
  await expect(
    frameOf(otherTab)
      .getByRole('timer')
      .or(frameOf(otherTab).getByText(/opens|seconds|\d:\d\d/))
      .first(),
  ).toBeVisible()
  await mailed.mailTo(email, /about to be recovered/) // the vault's delay begins with this mail
  mailed.pass(10_000)
  // the test advances the page's time itself: on a busy machine an installed clock stands still in
  // a frame of another origin
  await expect(async () => {
    await otherTab.clock.runFor(5_000)
    await expect(accountButtonOf(otherTab)).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  expect(await addressOn(otherTab)).toBe(address)
  await context.close()
})

test('an expired code, a wrong code and a link that the owner refuses are reported, and the visitor can continue', async ({
  page,
  browser,
  mailed,
}) => {
  const email = 'careful@example.org'
  await logIn(page, mailed, email)
  const context = await browser.newContext()
  const otherTab = await context.newPage()
  const modal = modalOf(otherTab)
  const passCooldown = async () => {
    mailed.pass(31_000)
    await otherTab.clock.fastForward(31_000)
  }
  /** Requests another code on the screen that waits for the last code. */
  const askAgain = async () => {
    await passCooldown()
    await modal.getByRole('button', { name: 'Send another code' }).click()
    await expect(codeField(modal)).toHaveAccessibleDescription('Another code is on its way')
    await codeField(modal).focus()
  }
  mailed.pass(30_000)
  await otherTab.clock.install()
  await requestCode(otherTab, mailed, email)

  await test.step('a code older than 20 minutes has expired, and one press requests another code', async () => {
    const code = await mailed.codeTo(email)
    mailed.pass(21 * 60_000)
    await otherTab.keyboard.type(code)
    await expect(codeField(modal)).toHaveAccessibleDescription(
      'The code has expired. Send another one.',
    )
    await askAgain()
  })

  await test.step('five wrong codes also invalidate the right code, and one press requests another code', async () => {
    const code = await mailed.codeTo(email)
    for (let tried = 1; tried <= 5; tried += 1) {
      const answered = otherTab.waitForResponse(`${mailed.wallet}/v1/otp`)
      await otherTab.keyboard.type(otherCode(code))
      await answered
      await expect(codeField(modal)).toHaveAccessibleDescription(
        tried < 5 ? 'That is not the code. Try again.' : 'Too many wrong codes. Send another one.',
      )
    }
    await otherTab.keyboard.type(code)
    await expect(codeField(modal)).toHaveAccessibleDescription(
      'Too many wrong codes. Send another one.',
    )
    await askAgain()
    await otherTab.keyboard.type(await mailed.codeTo(email))
    await expect(modal).toContainText('Approve this browser')
  })

  await test.step('when the owner refuses the browser, the browser shows that, gets no access, and can start again', async () => {
    const mailPage = await context.newPage()
    await mailPage.goto(await linkTo(mailed, email))
    await mailPage.getByRole('button', { name: 'It wasn’t me' }).click()
    await expect(mailPage.getByRole('heading')).toHaveText('Refused')
    await expect(modal).toContainText('The login was refused')
    await expect(accountButtonOf(otherTab)).toBeHidden()
    await passCooldown()
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(codeField(modal)).toBeFocused()
    await otherTab.keyboard.type(await mailed.codeTo(email))
    await expect(modal).toContainText('Approve this browser')
  })
  await context.close()
})

test('an e-mail wallet that does not answer is reported, and a retry works; Back leads to the typed address', async ({
  page,
  mailed,
}) => {
  await page.route(`${mailed.wallet}/**`, (route) => route.abort())
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.org')
  await page.keyboard.press('Enter')
  await expect(modal).toContainText('The wallet cannot be reached', { timeout: 40_000 })
  await page.unroute(`${mailed.wallet}/**`)
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(codeField(modal)).toBeFocused()
  await modal.getByRole('button', { name: 'Back' }).click()
  await expect(modal.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(
    'nobody@example.org',
  )
})
