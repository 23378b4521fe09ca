import { gzipSync } from 'node:zlib'
import { english, mnemonicToAccount } from 'viem/accounts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { approveIn, pressSeen, readToEnd } from '../support/approvals.ts'
import { frameAxe } from '../support/frameAxe.ts'
import type { FrameSite } from '../support/frameSite.ts'
import { requestNode, frameUrl, logIn, makeRich, openSite } from '../support/frameSite.ts'

/**
 * Expects that a button of the frame can be pressed, but not while another element of the page
 * covers it.
 */
async function expectGuarded(page: Page, { frame }: FrameSite, button: Locator): Promise<void> {
  await expect(button).not.toHaveAttribute('aria-disabled')
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.style.cssText = 'position:fixed;inset:40% 0 40% 0;background:#fff'
    document.body.append(cover)
  })
  await expect(frame.getByText('Something covers this window')).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => document.body.lastElementChild?.remove())
  await expect(button).not.toHaveAttribute('aria-disabled')
}

/**
 * Expects that the frame stores private and secret keys that are not extractable, an encrypted
 * share, and no part of the phrase.
 */
async function expectStored(page: Page, words: readonly string[]): Promise<void> {
  const stored = await page
    .frames()
    .find((one) => one.url().includes('/frame?'))
    ?.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) =>
        indexedDB
          .open('latchkey-wallet')
          .addEventListener('success', ({ target }) =>
            resolve((target as IDBOpenDBRequest).result),
          ),
      ) // the event's target is the request that `open` returns
      const found = {
        stores: Array.from(database.objectStoreNames),
        keys: [] as { type: string; isExtractable: boolean; isExported: boolean }[],
        shares: [] as { names: string[]; length: number }[],
        text: [JSON.stringify(localStorage), JSON.stringify(sessionStorage)],
        bytes: [] as string[],
      }
      const store = database.transaction('keep').objectStore('keep')
      const [names, values] = await Promise.all(
        [store.getAllKeys(), store.getAll()].map(
          (request) =>
            new Promise<unknown[]>((resolve) =>
              request.addEventListener('success', () => resolve(request.result)),
            ),
        ),
      )
      database.close()
      async function look(value: unknown): Promise<void> {
        if (value instanceof CryptoKey) {
          const isExported = await Promise.any(
            ['raw', 'jwk', 'pkcs8'].map((format) =>
              crypto.subtle.exportKey(format as 'raw', value),
            ),
          ).then(
            () => true,
            () => false,
          ) // all three formats have failed
          found.keys.push({ type: value.type, isExtractable: value.extractable, isExported })
        } else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
          found.bytes.push(
            Array.from(
              new Uint8Array(value instanceof ArrayBuffer ? value : value.buffer),
              (byte) => byte.toString(16).padStart(2, '0'),
            ).join(''),
          )
        else if (typeof value === 'object' && value !== null)
          for (const part of Object.entries(value).flat()) await look(part)
        else found.text.push(String(value))
      }
      await look([names, values])
      names?.forEach((name, index) => {
        const value = values?.[index]
        if (
          String(name).startsWith('share:') &&
          typeof value === 'object' &&
          value !== null &&
          'blob' in value &&
          value.blob instanceof Uint8Array
        )
          found.shares.push({ names: Object.keys(value).toSorted(), length: value.blob.length })
      })
      return found
    })
  expect(stored?.stores).toEqual(['keep'])
  expect(stored?.keys.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
    { type: 'private', isExtractable: false, isExported: false },
    { type: 'public', isExtractable: true, isExported: true },
    { type: 'secret', isExtractable: false, isExported: false },
  ])
  // 17 bytes of the share and 16 bytes of the authentication tag
  expect(stored?.shares).toEqual([{ names: ['addresses', 'blob', 'iv', 'setId'], length: 33 }])
  const bits = words.map((word) => english.indexOf(word).toString(2).padStart(11, '0')).join('')
  const entropy = Buffer.from(
    (bits.slice(0, 128).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  )
  const account = mnemonicToAccount(words.join(' ')).getHdKey()
  const secrets = [entropy, Buffer.from(account.privateKey ?? [])]
  const all = [
    ...(stored?.text ?? []),
    ...(stored?.bytes ?? []),
    ...(stored?.bytes ?? []).map((bytes) => Buffer.from(bytes, 'hex').toString('latin1')),
  ].join('\n')
  for (const secret of secrets)
    for (const text of [
      secret.toString('hex'),
      secret.toString('base64').replace(/=+$/, ''),
      secret.toString('base64url'),
      secret.join(','),
    ])
      expect(all).not.toContain(text)
  for (const [index, word] of words.slice(1).entries())
    expect(all).not.toMatch(new RegExp(`${words[index]}[^a-z]{1,5}${word}`))
}

type User = { address: string; chainId: number; email: string }

test('after the code a new visitor has an account, without another screen', async ({
  page,
  wallet,
}) => {
  // this browser API never answers, and the login must not wait for it
  await page.addInitScript(
    () =>
      void (StorageManager.prototype.persist = () =>
        new Promise(() => (document.title += ' persist'))),
  )
  const persistRequests = async () =>
    (
      await page
        .frames()
        .find((one) => one.url().includes('/frame?'))
        ?.title()
    )?.match(/ persist/g)?.length ?? 0
  const site = await openSite(page, wallet)
  expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  await logIn(site, wallet, 'new@example.org')
  expect(await persistRequests()).toBe(0)
  const user = (await site.ask('GET_USER')) as User
  expect(await persistRequests()).toBe(1)
  expect(user).toMatchObject({ chainId: 31337, email: 'new@example.org' })
  expect(user.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(await page.evaluate(() => window.site.events)).toEqual([])
  expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: true })
})

test('an approved transaction is signed and mined once for each request', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'send@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  await makeRich(wallet, address)
  const transaction = {
    from: address,
    to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    value: '0xde0b6b3a7640000',
  }
  const sent = site.call('eth_sendTransaction', [transaction], 'request-1')
  await readToEnd(site.frame)
  await site.frame.getByRole('button', { name: 'Approve' }).click()
  const hash = (await sent) as string
  // the node returns the hash before the transaction is mined, so the receipt comes later
  await expect
    .poll(() => requestNode(wallet.node, 'eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1', from: address.toLowerCase() })

  await page.reload()
  const again = await openSite(page, wallet)
  expect(await again.call('eth_sendTransaction', [transaction], 'request-1')).toBe(hash)
  expect(await requestNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])).toBe('0x1')
})

test('a login in another browser recovers the same address from the vault', async ({
  page,
  browser,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'two@example.org')
  const first = (await site.ask('GET_USER')) as User
  const context = await browser.newContext()
  const other = await openSite(await context.newPage(), wallet)
  wallet.pass(31_000) // the cooldown between two codes
  await logIn(other, wallet, 'two@example.org')
  const recovered = other.ask('GET_USER') as Promise<User>
  await pressSeen(other.frame.getByRole('button', { name: 'Ask the vault' }))
  expect((await recovered).address).toBe(first.address)
  const signed = other.call('personal_sign', ['0x68656c6c6f', first.address])
  await approveIn(other.frame, 'Sign')
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
  await context.close()
})

test('a request cannot be approved while another element covers it', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'covered@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  const signed = site.call('personal_sign', ['0x68656c6c6f', address])
  const button = site.frame.getByRole('button', { name: 'Sign', exact: true })
  await expectGuarded(page, site, button)
  await Promise.all([
    expect(signed).rejects.toThrow(/4001/),
    site.frame.getByRole('button', { name: 'Reject' }).click(),
  ])
})

test('requests are shown one at a time, and a cancelled request disappears at once', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'many@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  const ended = ['0x31', '0x32', '0x33'].map((message, index) =>
    expect(site.call('personal_sign', [message, address], `many-${index}`)).rejects.toThrow(
      index === 0 ? /Request was aborted/ : /Action not allowed/,
    ),
  )
  await expect(site.frame.getByText('1 of 3')).toBeVisible()
  await expect(site.frame.getByText('1', { exact: true })).toBeVisible()
  await site.ask('RPC_ABORT', { id: 'many-0' })
  await expect(site.frame.getByText('1 of 2')).toBeVisible()
  await expect(site.frame.getByText('2', { exact: true })).toBeVisible()
  await test.step('an unsupported method ends no open request, and a forbidden method ends only requests that need an approval', async () => {
    for (const method of ['wallet_watchAsset', 'wallet_getAssets'])
      await expect(site.call(method)).rejects.toThrow(/4200/)
    expect(await site.call('eth_supportedEntryPoints')).toEqual([]) // this wallet has no bundler
    await expect(site.frame.getByText('1 of 2')).toBeVisible()
    const reads = Promise.all([1, 2, 3].map(() => site.call('eth_getBalance', [address, 'latest'])))
    await expect(site.call('eth_sign', [address, '0x31'])).rejects.toThrow(
      /Requested RPC call is not allowed/,
    )
    expect(await reads).toEqual(['0x0', '0x0', '0x0'])
  })
  await Promise.all(ended)
  expect(await page.evaluate(() => window.site.events.at(-1))).toEqual({ type: '@w3m-frame/HIDE' })
})

test('a sign-in message for another site shows a warning and has to be confirmed in a second step', async ({
  page,
  wallet,
}) => {
  // enough room for the whole screen above the site's own button
  await page.setViewportSize({ width: 1024, height: 800 })
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'phished@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  const text = `bank.example wants you to sign in with your Ethereum account:\n${address}\n\nURI: https://bank.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z`
  const signed = site.call('personal_sign', [text, address])
  await expect(site.frame.getByRole('alert')).toContainText('This sign-in is for another site')
  const sign = site.frame.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toHaveAttribute('aria-disabled', 'true')
  expect(await frameAxe(page)).toEqual([])
  await readToEnd(site.frame)
  await site.frame.getByRole('checkbox').check()
  await expect(sign).not.toHaveAttribute('aria-disabled') // waits until the screen has settled
  await site.frame.getByRole('checkbox').uncheck()
  await expect(sign).toHaveAttribute('aria-disabled', 'true')
  await site.frame.getByRole('checkbox').check()
  await sign.click()
  expect(await signed).toMatch(/^0x/)
})

test('calls for another account, another chain or a missing method are refused with their codes', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'codes@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  expect(await site.call('eth_accounts')).toEqual([address])
  expect(await site.call('eth_chainId')).toBe('0x7a69')
  await expect(site.call('personal_sign', ['0x31', `0x${'1'.repeat(40)}`])).rejects.toThrow(/4100/)
  await expect(site.call('wallet_switchEthereumChain', [{ chainId: '0x1' }])).rejects.toThrow(
    /4902/,
  )
  await expect(site.call('wallet_grantPermissions', [{}])).rejects.toThrow(/-32602/)
  await expect(site.call('wallet_unknownMethod', [{}])).rejects.toThrow(/4200/)
  await expect(site.ask('SWITCH_NETWORK', { chainId: 1 })).rejects.toThrow(/networkNotFound/)
})

test('a password added in the settings recovers the wallet in another browser', async ({
  page,
  browser,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'password@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  const closed = site.ask('OPEN_SETTINGS')
  await site.frame.getByRole('button', { name: 'Recovery How' }).click()
  await site.frame.getByRole('button', { name: 'Add a password' }).click()
  await site.frame.getByLabel('Recovery password').fill('1234567890')
  await site.frame.getByLabel('Once more').fill('1234567890')
  await pressSeen(site.frame.getByRole('button', { name: 'Save password' }))
  await expect(site.frame.getByRole('alert')).toContainText('Too easy to guess')
  expect(await frameAxe(page)).toEqual([])
  await site.frame.getByLabel('Recovery password').fill('nine green bottles')
  await site.frame.getByLabel('Once more').fill('nine green bottles')
  await pressSeen(site.frame.getByRole('button', { name: 'Save password' }))
  await expect(site.frame.getByText('Password saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await closed

  wallet.pass(10_000)
  const context = await browser.newContext()
  const other = await openSite(await context.newPage(), wallet)
  await expect
    .poll(
      async () =>
        logIn(other, wallet, 'password@example.org').then(
          () => 'in',
          () => 'waits for the cooldown',
        ),
      { timeout: 40_000 },
    )
    .toBe('in')
  const recovered = other.ask('GET_USER') as Promise<User>
  await pressSeen(other.frame.getByRole('button', { name: 'Recovery password' }))
  await other.frame.getByLabel('Recovery password').fill('nine green bottles')
  await pressSeen(other.frame.getByRole('button', { name: 'Bring it here' }))
  expect((await recovered).address).toBe(address)
  await context.close()
})

test('the recovery phrase is shown only after the visitor confirms, and the wallet works after a new login', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'phrase@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  const closed = site.ask('OPEN_SETTINGS')
  await site.frame.getByRole('button', { name: 'Recovery phrase' }).click()
  await expect(site.frame.getByRole('button', { name: 'Show recovery phrase' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await site.frame.getByRole('checkbox').check()
  await pressSeen(site.frame.getByRole('button', { name: 'Show recovery phrase' }))
  await expect(site.frame.getByRole('listitem')).toHaveCount(12)
  const words = await site.frame.getByRole('listitem').allTextContents()
  expect(mnemonicToAccount(words.join(' ')).address).toBe(address)
  await expectStored(page, words)
  await site.frame.getByRole('button', { name: 'Back' }).click()
  await site.frame.getByRole('button', { name: 'Sign out' }).click()
  await site.frame.getByRole('button', { name: 'Sign out' }).click()
  await closed
  expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await site.call('eth_accounts')).toEqual([])
})

test('the recovery phrase cannot be shown while another element covers the settings', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'settings-hidden@example.org')
  await site.ask('GET_USER')
  const closed = site.ask('OPEN_SETTINGS')
  await site.frame.getByRole('button', { name: 'Recovery phrase' }).click()
  await site.frame.getByRole('checkbox').check()
  const button = site.frame.getByRole('button', { name: 'Show recovery phrase' })
  await expectGuarded(page, site, button)
  await page.keyboard.press('Escape')
  await closed
})

test('a short screen keeps its height, and shows no note that it needs more room', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'one-device@example.org')
  site.ask('OPEN_SETTINGS').catch(() => {})
  await site.frame.getByRole('button', { name: /Devices/ }).click()
  await expect(site.frame.getByText('This browser')).toBeVisible()
  // The frame's height must not alternate. A note at the bottom of the screen could do that: it
  // makes the frame higher, then all fits and the note disappears, and the frame is lower again.
  const heights = await page.evaluate(async () => {
    const seen: number[] = []
    const frame = document.querySelector('iframe')
    for (
      const end = performance.now() + 1_500;
      performance.now() < end;
      await new Promise(requestAnimationFrame)
    )
      if (frame && seen.at(-1) !== frame.clientHeight) seen.push(frame.clientHeight)
    return seen.slice(-4)
  })
  expect(heights.length).toBeLessThan(4)
  expect(await site.frame.locator('.approval-line').count()).toBe(0)
})

test('a login survives a reload, and signing out ends it', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'again@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  await page.reload()
  const again = await openSite(page, wallet)
  expect(await again.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  expect(await again.call('eth_accounts')).toEqual([address])
  await again.ask('SIGN_OUT')
  await page.reload()
  const out = await openSite(page, wallet)
  expect(await out.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await out.call('eth_accounts')).toEqual([])
})

test('the frame’s code stays below its size limits before the first request and for an approval', async ({
  page,
  wallet,
}) => {
  const assets = new Set<string>()
  page.on('request', (request) => {
    if (request.url().startsWith(`${wallet.url}/assets/`)) assets.add(request.url())
  })
  const sizeOf = async (url: string) => gzipSync(await (await page.request.get(url)).body()).length
  const loaded = async () =>
    (await Promise.all(Array.from(assets, sizeOf))).reduce((sum, bytes) => sum + bytes, 0)
  const site = await openSite(page, wallet)
  expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  // The code is divided into twenty files, so that the wallet's window can use some of them, too.
  // The division costs 4 kB of this, what a site asks about smart accounts 1 kB, the forms of
  // Bitcoin 0.6 kB, the methods of permissions 0.6 kB, and the forms of Polkadot 0.4 kB.
  expect(await loaded()).toBeLessThan(31_200)

  await logIn(site, wallet, 'light@example.org')
  const { address } = (await site.ask('GET_USER')) as User
  await page.reload()
  assets.clear()
  const again = await openSite(page, wallet)
  await again.ask('GET_USER')
  const refused = expect(again.call('personal_sign', ['0x31', address])).rejects.toThrow(/4001/)
  await expect(again.frame.getByRole('button', { name: 'Reject' })).toBeVisible()
  // 5 kB of this is the code that explains typed data and messages
  expect(await loaded()).toBeLessThan(134_000)
  await again.frame.getByRole('button', { name: 'Reject' }).click()
  await refused
})

test('the frame’s address opened in a tab shows an explanation', async ({ page, wallet }) => {
  await page.goto(frameUrl(wallet))
  await expect(page.getByRole('heading', { name: 'This is the inside of a wallet' })).toBeVisible()
})
