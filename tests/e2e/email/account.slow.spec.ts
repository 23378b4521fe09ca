/**
 * The settings of an account of the e-mail wallet: e-mail address, log, keys, passkey, deletion.
 */
import { readFile } from 'node:fs/promises'
import { Wallet as EthersWallet } from 'ethers'
import type { FrameLocator, Page } from '@playwright/test'
import { serveWallet, type ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { pressSeen } from '../support/approvals.ts'
import { frameAxe } from '../support/frameAxe.ts'
import type { FrameSite } from '../support/frameSite.ts'
import { logIn, openSite } from '../support/frameSite.ts'
import { addAuthenticator, named } from '../support/passkeys.ts'

test.setTimeout(120_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/status of 4\d\d|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

type User = { address: string; email: string }

/** Logs a new visitor in on the site, which creates the account. */
async function enter(
  page: Page,
  wallet: ServedWallet,
  email: string,
): Promise<{ site: FrameSite; user: User }> {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, email)
  const user = (await site.ask('GET_USER')) as User
  return { site, user }
}

/** Presses Enter in the focused field once the form's button is enabled. */
async function enterFor(frame: FrameLocator, button: string): Promise<void> {
  await expect(frame.getByRole('button', { name: button })).not.toHaveAttribute('aria-disabled')
  await frame.locator(':focus').press('Enter')
}

const otherCode = (code: string) => (code === '000000' ? '111111' : '000000')
const codeIn = async (wallet: ServedWallet, email: string, matching: RegExp) =>
  /\d{6}/.exec((await wallet.mailTo(email, matching)).subject)?.[0] ?? ''

test('the visitor changes the e-mail address in the settings by keyboard, and the log has the change', async ({
  page,
}) => {
  const wallet = await serveWallet()
  const { site, user } = await enter(page, wallet, 'ann@example.org')
  const { frame } = site
  const field = frame.getByRole('textbox', { name: 'Code from the e-mail' })
  const closed = site.ask('OPEN_SETTINGS')
  wallet.pass(31_000)

  await test.step('an invalid address and a server that does not answer are reported', async () => {
    await expect(
      frame.getByRole('button', { name: /E-mail address.*ann@example\.org/ }),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(frame.getByRole('textbox', { name: 'New e-mail address' })).toBeFocused()
    await page.keyboard.type('ann')
    await enterFor(frame, 'Mail the code')
    await expect(frame.getByRole('alert')).toContainText('That is not an e-mail address.')
    await page.keyboard.type('@example.net')
    await page.route('**/v1/email-change', (route) => route.abort())
    await enterFor(frame, 'Mail the code')
    await expect(frame.getByRole('alert')).toContainText('did not answer')
    expect(await frameAxe(page)).toEqual([])
    await page.unroute('**/v1/email-change')
    await enterFor(frame, 'Mail the code')
  })

  await test.step('a wrong code is reported and stays in the field; the right code continues', async () => {
    await expect(frame.getByText('Enter the code that we mailed to ⁨ann@example.org⁩.')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(frame.getByRole('button', { name: /Another code in \d+ s/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    const code = await codeIn(wallet, 'ann@example.org', /change your address/)
    await page.keyboard.type(otherCode(code))
    await expect(field).toHaveAccessibleDescription('That is not the code. Tries left: 4.')
    expect(await frameAxe(page)).toEqual([])
    await page.route('**/v1/email-change/primary', (route) => route.abort())
    await page.keyboard.press('End') // clears the selection of the digits
    await page.keyboard.type(code)
    await expect(field).toHaveAccessibleDescription(/did not answer/)
    await page.unroute('**/v1/email-change/primary')
    await frame.getByRole('button', { name: 'Try again' }).click()
    await expect(frame.getByText('Enter the code that we mailed to ⁨ann@example.net⁩.')).toBeVisible()
    await expect(field).toBeFocused()
    await field.evaluate(
      (input, text) => {
        const data = new DataTransfer()
        data.setData('text', text)
        input.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
        // does what the browser does by default at a paste
        document.execCommand('insertText', false, text)
      },
      await codeIn(wallet, 'ann@example.net', /new address/),
    )
    await expect(frame.getByText('Address changed')).toBeVisible()
    expect((await wallet.mailTo('ann@example.org', /was changed/)).text).toContain(
      'ann@example.net',
    )
  })

  await test.step('the settings and the site have the new address, and the log has the change', async () => {
    await page.keyboard.press('Enter')
    await expect(
      frame.getByRole('button', { name: /E-mail address.*ann@example\.net/ }),
    ).toBeVisible()
    expect(await site.ask('GET_USER')).toMatchObject({
      email: 'ann@example.net',
      address: user.address,
    })
    expect(
      await page.evaluate(() =>
        window.site.events.some(({ type }) => type === '@w3m-frame/CHANGED'),
      ),
    ).toBe(true)
    await frame.getByRole('button', { name: 'What happened' }).click()
    await expect(frame.getByRole('listitem')).toHaveText([
      /E-mail address changed.*This browser/,
      /Wallet made, protected by .*the vault/,
      /Logged in by .*e-mail/,
    ])
    expect(await frameAxe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await closed
  })
  await wallet.close()
})

test('a site can change the e-mail address only after the visitor approves it in the frame', async ({
  page,
}) => {
  const wallet = await serveWallet()
  const { site } = await enter(page, wallet, 'ben@example.org')
  wallet.pass(31_000)
  await expect(site.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' })).rejects.toThrow(
    /codeExpired/,
  )
  const refused = expect(site.ask('UPDATE_EMAIL', { email: 'ben@example.net' })).rejects.toThrow(
    /4001/,
  )
  await site.frame.getByRole('button', { name: 'Reject' }).click()
  await refused
  const change = site.ask('UPDATE_EMAIL', { email: 'ben@example.net' })
  await expect(site.frame.getByText(new URL(wallet.site).host, { exact: true })).toBeVisible()
  await expect(site.frame.getByText('ben@example.net')).toBeVisible()
  await expect(site.frame.getByRole('button', { name: 'Agree' })).not.toHaveAttribute(
    'aria-disabled',
  )
  await expect.poll(() => frameAxe(page)).toEqual([]) // the button's colour changes for a moment
  await site.frame.getByRole('button', { name: 'Agree' }).click()
  expect(await change).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
  const code = await codeIn(wallet, 'ben@example.org', /change your address/)
  await expect(site.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: otherCode(code) })).rejects.toThrow(
    /codeWrong/,
  )
  await site.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: code })
  expect(
    await site.ask('UPDATE_EMAIL_SECONDARY_OTP', {
      otp: await codeIn(wallet, 'ben@example.net', /new address/),
    }),
  ).toEqual({ newEmail: 'ben@example.net' })
  expect(await site.ask('GET_USER')).toMatchObject({ email: 'ben@example.net' })
  await wallet.close()
})

test('the visitor saves the keystore, and ethers opens it', async ({ page, wallet }) => {
  const { site, user } = await enter(page, wallet, 'cat@example.org')
  const { frame } = site
  const closed = site.ask('OPEN_SETTINGS')
  await frame.getByRole('button', { name: 'Recovery phrase and keys' }).click()
  await frame.getByRole('checkbox').check()
  await pressSeen(frame.getByRole('button', { name: 'Show private key of Solana' }))
  await expect(frame.getByText(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)).toBeVisible()
  await frame.getByRole('button', { name: 'Hide' }).click()
  await pressSeen(frame.getByRole('button', { name: 'Save encrypted keystore' }))
  await expect(frame.getByLabel('Password of the file')).toBeFocused()
  await page.keyboard.type('nine green bottles')
  await frame.getByLabel('Once more').fill('nine green battles')
  await enterFor(frame, 'Save file')
  await expect(frame.getByRole('alert')).toContainText('not the same')
  expect(await frameAxe(page)).toEqual([])
  await frame.getByLabel('Once more').fill('nine green bottles')
  const download = page.waitForEvent('download')
  await enterFor(frame, 'Save file')
  const file = await download
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^UTC--.*--${user.address.slice(2).toLowerCase()}\\.json$`),
  )
  const opened = await EthersWallet.fromEncryptedJson(
    await readFile(await file.path(), 'utf8'),
    'nine green bottles',
  )
  expect(opened.address).toBe(user.address)
  await expect(frame.getByText('The file is in your downloads')).toBeVisible()
  await page.keyboard.press('Escape')
  await closed
})

test('a deleted wallet is removed from the browser and from the server', async ({ page }) => {
  const wallet = await serveWallet()
  const { site, user } = await enter(page, wallet, 'dan@example.org')
  const { frame } = site
  wallet.pass(31_000)
  const closed = site.ask('OPEN_SETTINGS')
  await pressSeen(frame.getByRole('button', { name: 'Delete wallet' }))
  await expect(frame.getByRole('button', { name: 'Show recovery phrase' })).toBeVisible()
  await frame.getByRole('button', { name: 'Go on to delete' }).click()
  await expect(frame.getByRole('button', { name: 'Delete wallet' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await frame.getByRole('checkbox').check()
  await expect(frame.getByRole('button', { name: 'Delete wallet' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(await frameAxe(page)).toEqual([])
  await pressSeen(frame.getByRole('button', { name: 'Delete wallet' }))
  await expect(frame.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  // The deletion succeeds, but its answer is lost. When the visitor enters the same code again, the
  // wallet finds that the account is deleted.
  await page.route(
    '**/v1/account/delete/confirm',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.keyboard.type(await codeIn(wallet, 'dan@example.org', /delete your wallet/))
  await frame.getByRole('button', { name: 'Try again' }).click()
  await expect(frame.getByText('Your wallet is deleted')).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await closed
  await wallet.mailTo('dan@example.org', /was deleted/)
  expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await site.call('eth_accounts')).toEqual([])
  expect(await page.evaluate(() => window.site.events)).toContainEqual({
    type: '@w3m-frame/CHANGED',
    payload: { isConnected: false },
  })
  wallet.pass(10_000)
  await logIn(site, wallet, 'dan@example.org')
  expect(((await site.ask('GET_USER')) as User).address).not.toBe(user.address)
  await wallet.close()
})

test('if the browser’s passkeys have no PRF, the wallet says so and offers a password', async ({
  page,
}) => {
  const wallet = await serveWallet({ recovery: ['passkey', 'password'] })
  await addAuthenticator(page, { hasPrf: false })
  const site = await openSite(page, named(wallet))
  await logIn(site, wallet, 'fay@example.org')
  const made = site.ask('GET_USER') as Promise<User>
  await site.frame.getByRole('button', { name: 'Passkey' }).click()
  await pressSeen(site.frame.getByRole('button', { name: 'Create passkey' }))
  await expect(site.frame.getByRole('alert')).toContainText('This passkey can’t protect a wallet')
  await site.frame.getByRole('button', { name: 'Back' }).click()
  await site.frame.getByRole('button', { name: 'Recovery password' }).click()
  await site.frame.getByLabel('Recovery password').fill('nine green bottles')
  await site.frame.getByLabel('Once more').fill('nine green bottles')
  await pressSeen(site.frame.getByRole('button', { name: 'Create wallet' }))
  expect((await made).address).toMatch(/^0x/)
  await wallet.close()
})
