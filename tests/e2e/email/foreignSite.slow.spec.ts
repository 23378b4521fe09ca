/**
 * What a page of another origin can do to the wallet's frame: as a site that the frame refuses, or
 * from a window.
 */
import type { Frame, Page } from '@playwright/test'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import type { FrameSite } from '../support/frameSite.ts'
import { frameUrl, logIn, openSite } from '../support/frameSite.ts'

test('the frame of another project’s site is not logged in when the visitor logs in on this site', async ({
  context,
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'shop-only@example.org')
  const { address } = (await site.ask('GET_USER')) as { address: string }
  const other = await openSite(await context.newPage(), { ...wallet, site: wallet.other }, 'kiosk')
  expect(await other.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await other.call('eth_accounts')).toEqual([])
  await expect(other.ask('GET_USER')).rejects.toThrow(/loginRequired/)
  await expect(other.call('personal_sign', ['0x31', address])).rejects.toThrow(/4100/)
  expect(await site.call('eth_accounts')).toEqual([address])
})

/**
 * Posts messages such as a foreign frame, a replay or a broken site could send. Expects that the
 * frame ignores each or answers it with an error.
 */
async function expectUnmoved(page: Page, { ask }: FrameSite, wallet: ServedWallet): Promise<void> {
  await page.evaluate(
    (src) =>
      document.body.append(Object.assign(document.createElement('iframe'), { src, hidden: true })),
    wallet.stranger.replace('localhost', '127.0.0.1'),
  )
  const ownFrame = () =>
    page
      .frames()
      .find((one) => one.url().startsWith('http://127.0.0.1') && !one.url().startsWith(wallet.url))
  await expect.poll(() => ownFrame()?.evaluate(() => typeof window.site)).toBe('object')
  const heard = await ownFrame()?.evaluate(async () => {
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))
    for (const type of ['@latchkey/hello', '@w3m-app/SIGN_OUT', '@latchkey/social'])
      parent[0]?.postMessage({ type, id: crypto.randomUUID(), nonce: crypto.randomUUID() }, '*')
    await new Promise((resolve) => setTimeout(resolve, 100))
    return heard
  })
  expect(heard).toEqual([])
  const again = await page.evaluate(async (origin) => {
    document.body.lastElementChild?.remove()
    const { ready } = window as unknown as { ready: { nonce: string } } // set by the init script
    const heard: unknown[] = []
    const hear = ({ data }: MessageEvent) => heard.push(data)
    addEventListener('message', hear)
    for (const message of [{ type: '@latchkey/hello', nonce: ready.nonce }, ready])
      frames[0]?.postMessage(message, origin)
    await new Promise((resolve) => setTimeout(resolve, 100))
    removeEventListener('message', hear)
    return heard
  }, wallet.url)
  expect(again).toEqual([])
  await expect(ask('CONNECT_OTP', { otp: '1'.repeat(300_000) })).rejects.toThrow(/-32600/)
  const outcomes = await page.evaluate(() => {
    class Call {
      method = 'eth_accounts'
    }
    const cycle: { method: string; self?: unknown } = { method: 'eth_accounts' }
    cycle.self = cycle
    const payloads: [string, unknown][] = [
      ['a cycle', cycle],
      ['a function', { method: 'eth_accounts', params: [() => {}] }],
      ['an object of a class', new Call()],
      ['inherited members', Object.create({ method: 'eth_accounts' })],
      ['a prototype in JSON', JSON.parse('{"__proto__":{"method":"eth_accounts"}}')],
      ['a map', new Map([['method', 'eth_accounts']])],
      ['a list', ['eth_accounts']],
      ['bytes', new Uint8Array(8)],
      ['a number without end', { method: 'eth_accounts', params: [10n] }],
    ]
    return Promise.all(
      payloads.map(([name, payload]) =>
        window.site.ask('RPC_REQUEST', payload).then(
          (result) => [name, result],
          (error: Error) => [name, /-\d+|could not be cloned/.exec(error.message)?.[0]],
        ),
      ),
    )
  })
  expect(Object.fromEntries(outcomes)).toEqual({
    'a cycle': '-32600',
    'a function': 'could not be cloned',
    'an object of a class': [],
    'inherited members': '-32602',
    'a prototype in JSON': '-32602',
    'a map': '-32600',
    'a list': '-32602',
    bytes: '-32600',
    'a number without end': '-32600',
  })
}

test.describe('a foreign site', () => {
  test.use({ allowConsole: [/frame-ancestors|postMessage|404.*\/window/] })
  test('cannot embed the frame, a page with the frame, or the wallet’s window, and messages of its windows are ignored', async ({
    context,
    page,
    wallet,
  }) => {
    const refuse = (where: Page | Frame) =>
      expect(where.evaluate((url) => window.site.open(url), frameUrl(wallet))).rejects.toThrow(
        'The frame is silent',
      )
    const [inPage, other] = [await context.newPage(), await context.newPage()]
    await Promise.all([
      page.goto(wallet.stranger),
      inPage.goto(wallet.stranger),
      other.goto(wallet.other),
    ])
    await inPage.evaluate(
      (src) => Object.assign(document.querySelector('iframe') ?? {}, { src }),
      wallet.site,
    )
    const held = () =>
      inPage.frames().find((one) => one.url().startsWith(wallet.site)) ?? inPage.mainFrame()
    await expect
      .poll(() => held().evaluate(() => parent !== window && typeof window.site))
      .toBe('object')
    await Promise.all([refuse(page), refuse(other), refuse(held())])
    await test.step('the frame and the wallet’s window, opened in windows, do not answer the site', async () => {
      const greet = (url: string) =>
        page.evaluate((url) => {
          const heard: unknown[] = []
          addEventListener(
            'message',
            ({ data, origin }) => new URL(url).origin === origin && heard.push(data),
          )
          const opened = open(url, '_blank', 'popup,width=400,height=600')
          Object.assign(window, {
            heard,
            greet: () =>
              opened?.postMessage({ type: '@latchkey/hello', nonce: crypto.randomUUID() }, '*'),
            reach: () => opened?.document.body.id,
          })
        }, url)
      for (const url of [frameUrl(wallet), `${wallet.url}/window`]) {
        const [opened] = await Promise.all([page.waitForEvent('popup'), greet(url)])
        await opened.waitForLoadState()
        // `Object.assign` above sets these members
        await page.evaluate(() => (window as unknown as { greet: () => void }).greet())
        // the posted messages have been received
        await opened.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
        expect(
          await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard),
        ).toEqual([])
        await expect(
          page.evaluate(() => (window as unknown as { reach: () => unknown }).reach()),
        ).rejects.toThrow(/cross-origin|Blocked|security policy/)
        await opened.close()
      }
    })
  })

  test('a window that a foreign site opens from a page with the frame gets no answer', async ({
    page,
    wallet,
  }) => {
    await page.addInitScript(() =>
      addEventListener(
        'message',
        ({ data }) => data?.type === '@w3m-frame/READY' && Object.assign(window, { ready: data }),
      ),
    )
    const site = await openSite(page, wallet)
    await site.ask('CONNECT_EMAIL', { email: 'spoken-to@example.org' })
    await test.step('a foreign frame beside the wallet’s frame, a repeated message and an invalid message get no answer', async () => {
      await expectUnmoved(page, site, wallet)
      await site.ask('CONNECT_OTP', { otp: await wallet.codeTo('spoken-to@example.org') })
    })
    const { address } = (await site.ask('GET_USER')) as { address: string }
    const signed = site.call('personal_sign', ['0x68656c6c6f', address])
    const button = site.frame.getByRole('button', { name: 'Sign', exact: true })
    await expect(button).not.toHaveAttribute('aria-disabled')
    const [foreign] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(
        (url) => void open(url, '_blank', 'popup'),
        wallet.stranger.replace('localhost', '127.0.0.1'),
      ),
    ])
    await foreign.evaluate(() => {
      const { opener, heard } = Object.assign(
        window as { opener: Window & { [index: number]: Window } },
        { heard: [] as unknown[] },
      ) // the opener is a page with one frame
      addEventListener('message', ({ data }) => heard.push(data))
      for (const type of ['@latchkey/hello', '@w3m-app/SIGN_OUT', '@latchkey/social'])
        opener[0]?.postMessage({ type, id: crypto.randomUUID(), nonce: crypto.randomUUID() }, '*')
    })
    await page.bringToFront()
    await button.click()
    expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: true })
    expect(await foreign.evaluate(() => window.heard)).toEqual([])
  })
})
