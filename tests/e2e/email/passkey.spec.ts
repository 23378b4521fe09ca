/** A passkey protects the e-mail wallet. */
import type { Page } from '@playwright/test'
import { serveWallet } from '../fixtures/serveWallet.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { approveIn, pressSeen } from '../support/approvals.ts'
import { frameAxe } from '../support/frameAxe.ts'
import { logIn, openSite } from '../support/frameSite.ts'
import { addAuthenticator, named } from '../support/passkeys.ts'

test.setTimeout(120_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/status of 4\d\d/] })

type User = { address: string; email: string }

/** Removes the frame's database, as in a browser that has only the passkeys. */
async function forgetBrowser(page: Page): Promise<void> {
  const frame = page.frames().find((one) => one.url().includes('/frame?'))
  await frame?.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.deleteDatabase('latchkey-wallet')
        request.onsuccess = request.onblocked = resolve
      }),
  )
}

/**
 * Acts as a visitor who cancels once. A virtual authenticator that has refused once always refuses,
 * so the test throws the browser's error itself.
 */
async function cancelOnce(page: Page): Promise<void> {
  await page
    .frames()
    .find((one) => one.url().includes('/frame?'))
    ?.evaluate(() => {
      const { credentials } = navigator
      const get = credentials.get.bind(credentials)
      credentials.get = async () => {
        credentials.get = get
        throw new DOMException(
          'The operation either timed out or was not allowed.',
          'NotAllowedError',
        )
      }
    })
}

test('a passkey protects a new wallet, and recovers it', async ({ page }) => {
  const wallet = await serveWallet({ recovery: ['passkey', 'password'] })
  const unwilling = await addAuthenticator(page, { isWilling: false })
  const site = await openSite(page, named(wallet))
  const { frame } = site
  await logIn(site, wallet, 'eve@example.org')
  const made = site.ask('GET_USER') as Promise<User>

  await test.step('a passkey is offered beside a password, and can be tried again after a cancel', async () => {
    await frame.getByRole('button', { name: 'Passkey' }).click()
    expect(await frameAxe(page)).toEqual([])
    await pressSeen(frame.getByRole('button', { name: 'Create passkey' }))
    await expect(frame.getByRole('alert')).toContainText('Your browser gave none')
    await unwilling.remove()
  })
  const authenticator = await addAuthenticator(page)
  await pressSeen(frame.getByRole('button', { name: 'Create passkey' }))
  const first = await made
  expect(await authenticator.count()).toBe(1)

  await test.step('a browser without keys recovers them with the same passkey', async () => {
    await forgetBrowser(page)
    wallet.pass(31_000)
    const again = await openSite(page, named(wallet))
    await logIn(again, wallet, 'eve@example.org')
    const recovered = again.ask('GET_USER') as Promise<User>
    await cancelOnce(page)
    await pressSeen(again.frame.getByRole('button', { name: 'Use passkey' }))
    await expect(again.frame.getByRole('alert')).toContainText('No passkey yet')
    expect(await frameAxe(page)).toEqual([])
    await pressSeen(again.frame.getByRole('button', { name: 'Use passkey' }))
    expect((await recovered).address).toBe(first.address)
    const signed = again.call('personal_sign', ['0x68656c6c6f', first.address])
    await approveIn(again.frame, 'Sign')
    expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
    const closed = again.ask('OPEN_SETTINGS')
    await pressSeen(again.frame.getByRole('button', { name: 'Recovery How' }))
    await expect(again.frame.getByText('Passkey', { exact: true })).toBeVisible()
    await pressSeen(again.frame.getByRole('button', { name: 'Make another passkey' }))
    await pressSeen(again.frame.getByRole('button', { name: 'Create passkey' }))
    await expect(again.frame.getByText('Passkey saved')).toBeVisible()
    await page.keyboard.press('Escape')
    await closed
  })
  await wallet.close()
})
