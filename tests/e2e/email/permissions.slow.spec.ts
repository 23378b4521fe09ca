/** Permissions that a visitor has given to a site, in the settings of the e-mail wallet. */
import { expect, test } from '../fixtures/test.ts'
import { attacker as redeemer, readToEnd } from '../support/approvals.ts'
import { frameAxe } from '../support/frameAxe.ts'
import { logIn, makeRich, openSite } from '../support/frameSite.ts'
import type { FrameSite } from '../support/frameSite.ts'

const chainId = '0x7a69'
const inAWeek = Math.floor(Date.now() / 1_000) + 7 * 86_400
const item = (amount: string, period?: number) => ({
  chainId,
  to: redeemer,
  permission: {
    type: period === undefined ? 'native-token-allowance' : 'native-token-periodic',
    data:
      period === undefined
        ? { allowanceAmount: amount }
        : { periodAmount: amount, periodDuration: period },
  },
  rules: [{ type: 'expiry', data: { timestamp: inAWeek } }],
})

/** Presses a guarded button as soon as it can be pressed. */
async function pressIn({ frame }: FrameSite, name: string): Promise<void> {
  const button = frame.getByRole('button', { name, exact: true })
  await expect(button).toBeVisible()
  await readToEnd(frame)
  await expect(button).not.toHaveAttribute('aria-disabled', { timeout: 15_000 })
  await button.click()
}

test('the settings list what sites may do, and end one permission or all', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  const { frame, call } = site
  await logIn(site, wallet, 'permissions@example.org')
  const { address } = (await site.ask('GET_USER')) as { address: string }
  await makeRich(wallet, address)
  const granting = call('wallet_requestExecutionPermissions', [
    item('0x16345785d8a0000'),
    item('0x2386f26fc10000', 86_400),
    item('0x1', 3_600),
  ])
  for (const number of [1, 2, 3]) {
    await expect(
      frame.getByRole('heading', { name: new RegExp(`Give permission \\P{L}*${number}`, 'u') }),
    ).toBeVisible()
    await pressIn(site, 'Allow')
  }
  const granted = (await granting) as { context: string }[]
  expect(granted).toHaveLength(3)
  const listed = async () =>
    ((await call('wallet_getGrantedExecutionPermissions', [])) as typeof granted).length
  expect(await listed()).toBe(3)

  const closed = site.ask('OPEN_SETTINGS')
  await test.step('the list, and one permission', async () => {
    await frame.getByRole('button', { name: /^Permissions\s*\P{L}*Given to sites: \P{L}?3/u }).click()
    await expect(frame.getByText(/^Up to \P{L}?0\.01 ETH\P{L}? each day$/u)).toBeVisible()
    expect(await frameAxe(page)).toEqual([])
    await frame.getByRole('button', { name: /0\.1 ETH/ }).click()
    await expect(frame.getByText('Left now')).toBeVisible()
    await expect(frame.getByRole('button', { name: 'All permissions' })).toBeFocused()
    expect(await frameAxe(page)).toEqual([])
  })

  await test.step('ending it', async () => {
    await pressIn(site, 'End this permission')
    await expect(frame.getByRole('heading', { name: 'End this permission?' })).toBeVisible()
    await expect(frame.getByText(/^0\.\d+ \P{L}?ETH$/u)).toBeVisible()
    expect(await frameAxe(page)).toEqual([])
    await pressIn(site, 'End it')
    await expect(frame.getByText(/^It has ended/)).toBeVisible()
    expect(await listed()).toBe(2)
    await expect(frame.getByRole('button', { name: 'All permissions' })).toBeFocused()
    await page.keyboard.press('Enter')
    await frame.getByText(/^Over: \P{L}?1/u).click()
    await expect(frame.getByText(/^Ended by you/)).toBeVisible()
    expect(await frameAxe(page)).toEqual([])
  })

  await test.step('ending all', async () => {
    await frame.getByRole('button', { name: /^End all on \P{L}?Devnet/u }).click()
    await expect(
      frame.getByRole('heading', { name: /^End all permissions on \P{L}?Devnet/u }),
    ).toBeVisible()
    await pressIn(site, 'End it')
    await expect(frame.getByText(/^It has ended/)).toBeVisible()
    expect(await listed()).toBe(0)
    await page.keyboard.press('Enter')
    await expect(frame.getByText(/^You have given no site a permission/)).toBeVisible()
    await frame.getByRole('button', { name: 'Back' }).click()
    await expect(
      frame.getByRole('button', { name: /^Permissions\s*What sites may do/ }),
    ).toBeVisible()
    await frame.getByRole('button', { name: 'Close' }).click()
    await closed
  })
})

test('a site asks to end its permission, and the visitor approves', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  const { frame, call } = site
  await logIn(site, wallet, 'ending@example.org')
  const { address } = (await site.ask('GET_USER')) as { address: string }
  await makeRich(wallet, address)
  const granting = call('wallet_requestExecutionPermissions', [item('0x2386f26fc10000', 86_400)])
  await pressIn(site, 'Allow')
  const [granted] = (await granting) as { context: string }[]
  const parameters = [{ permissionContext: granted?.context }]
  const ending = call('wallet_revokeExecutionPermission', parameters)
  await expect(frame.getByRole('heading', { name: 'End a permission' })).toBeVisible()
  await expect(frame.getByText(/^Up to \P{L}?0\.01 ETH\P{L}? each day$/u)).toBeVisible()
  expect(await frameAxe(page)).toEqual([])
  await pressIn(site, 'End it')
  expect(await ending).toEqual({})
  expect(await call('wallet_getGrantedExecutionPermissions', [])).toEqual([])
  // it has ended already
  expect(await call('wallet_revokeExecutionPermission', parameters)).toEqual({})
})
