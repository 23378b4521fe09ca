import { expect, test } from './fixtures/test.ts'
import { askNode, frameUrl, logIn, makeRich, openSite } from './support/frameSite.ts'

type User = { address: string; chainId: number; email: string }

test('a newcomer has an account after the code, without another screen', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await logIn(site, wallet, 'new@example.org')
  const user = (await site.ask('GET_USER')) as User
  expect(user).toMatchObject({ chainId: 31337, email: 'new@example.org' })
  expect(user.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(await page.evaluate(() => window.site.events)).toEqual([])
  expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: true })
})

test('a transaction is approved, signed and mined, once for one request', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'send@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  await makeRich(wallet, address)
  const transaction = { from: address, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '0xde0b6b3a7640000' }
  const sent = site.call('eth_sendTransaction', [transaction], 'request-1')
  await site.frame.getByRole('button', { name: 'Approve' }).click()
  const hash = (await sent) as string
  expect(await askNode(wallet.node, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1', from: address.toLowerCase() })

  await page.reload()
  const again = await openSite(page, wallet)
  expect(await again.call('eth_sendTransaction', [transaction], 'request-1')).toBe(hash)
  expect(await askNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])).toBe('0x1')
})

test('another browser gets the same address from the vault', async ({ page, browser, wallet }) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'two@example.org')
  const first = (await site.ask('GET_USER')) as User
  const context = await browser.newContext()
  const other = await openSite(await context.newPage(), wallet)
  wallet.pass(31_000) // the cooldown of codes
  await logIn(other, wallet, 'two@example.org')
  const recovered = other.ask('GET_USER') as Promise<User>
  await other.frame.getByRole('button', { name: 'Ask the vault' }).click()
  expect((await recovered).address).toBe(first.address)
  const signed = other.call('personal_sign', ['0x68656c6c6f', first.address])
  await other.frame.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
  await context.close()
})

test('a request cannot be approved while something lies over it', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'covered@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  const signed = site.call('personal_sign', ['0x68656c6c6f', address])
  const button = site.frame.getByRole('button', { name: 'Sign', exact: true })
  await expect(button).not.toHaveAttribute('aria-disabled')
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.style.cssText = 'position:fixed;inset:40% 0 40% 0;background:#fff'
    document.body.append(cover)
  })
  await expect(site.frame.getByText('Something covers this window')).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => document.body.lastElementChild?.remove())
  await expect(button).not.toHaveAttribute('aria-disabled')
  await Promise.all([expect(signed).rejects.toThrow(/4001/), site.frame.getByRole('button', { name: 'Reject' }).click()])
})

test.describe('a foreign site', () => {
  test.use({ allowConsole: [/frame-ancestors/] })
  test('cannot hold the frame', async ({ page, wallet }) => {
    await page.goto(wallet.stranger)
    await expect(page.evaluate((url) => window.site.open(url), frameUrl(wallet))).rejects.toThrow()
  })
})
