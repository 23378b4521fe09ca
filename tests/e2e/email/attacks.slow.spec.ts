/**
 * Attacks by sites, the operator's own sites and others: they try to make the visitor approve a
 * screen that the visitor has not seen.
 */
import { expect, test } from '../fixtures/test.ts'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import {
  beginForeign,
  blockWindows,
  noteApprovals,
  attacker,
  waitOf,
} from '../support/approvals.ts'
import type { Logged } from '../support/approvals.ts'
import { requestNode, frameUrl } from '../support/frameSite.ts'
import { openForeignSite, windowOf } from '../support/walletWindow.ts'

test.setTimeout(120_000)
test.use({
  allowConsole: [
    /40\d .*v1\/|404.*\/window|postMessage|frame-ancestors|ERR_BLOCKED_BY_RESPONSE|X-Frame-Options|X-Frame|Blocked opening|is not defined/,
  ],
})

const seven = '0x6124fee993bc0000'
const transfer = (address: string) => [{ from: address, to: attacker, value: seven }]
const countOf = (wallet: ServedWallet, address: string) =>
  requestNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])

const permit = (address: string) =>
  JSON.stringify({
    domain: { name: 'Dollar', version: '1', chainId: 31337, verifyingContract: attacker },
    primaryType: 'Permit',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    message: {
      owner: address,
      spender: attacker,
      value: '1000000',
      nonce: '0',
      deadline: '2000000000',
    },
  })
const mail = {
  domain: { name: 'Post' },
  primaryType: 'Mail',
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Mail: [{ name: 'text', type: 'string' }],
  },
  message: { text: 'hello' },
}

/** Requests that an attacker wants the visitor to approve. */
const wanted: readonly [what: string, ask: (logged: Logged) => Promise<unknown>][] = [
  ['a transaction', ({ site, address }) => site.call('eth_sendTransaction', transfer(address))],
  [
    'calls',
    ({ site, address }) =>
      site.call('wallet_sendCalls', [
        {
          version: '2.0.0',
          from: address,
          chainId: '0x7a69',
          atomicRequired: false,
          calls: [{ to: attacker, value: seven }],
        },
      ]),
  ],
  [
    'a permit',
    ({ site, address }) => site.call('eth_signTypedData_v4', [address, permit(address)]),
  ],
  [
    'typed data',
    ({ site, address }) => site.call('eth_signTypedData_v4', [address, JSON.stringify(mail)]),
  ],
  ['a message', ({ site, address }) => site.call('personal_sign', ['0x68656c6c6f', address])],
  [
    'a sign-in for another site',
    ({ site, address }) =>
      site.call('personal_sign', [
        `bank.example wants you to sign in with your Ethereum account:\n${address}\n\nURI: https://bank.example\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z`,
        address,
      ]),
  ],
  ['the settings, with the export of the keys', ({ site }) => site.ask('OPEN_SETTINGS')],
  [
    'another address of the account',
    ({ site }) => site.ask('UPDATE_EMAIL', { email: 'thief@example.org' }),
  ],
]

/**
 * Styles with which a page hides the frame. With each of them, the Approve button of an earlier
 * version could be pressed although none of its pixels was visible.
 */
const hidings: readonly (readonly [target: 'iframe' | '.holder' | 'body', css: string])[] = [
  ...(['iframe', '.holder', 'body'] as const).flatMap(
    (target) =>
      [
        [target, 'mask: linear-gradient(transparent, transparent)'],
        [target, '-webkit-mask-image: linear-gradient(transparent, transparent)'],
        [target, 'mask: url(#nothing)'],
      ] as const,
  ),
  ['iframe', '-webkit-mask-box-image: linear-gradient(transparent, transparent)'],
  ['iframe', 'mask-border: linear-gradient(transparent, transparent)'],
  ['iframe', 'zoom: 0.2'],
  ['body', 'zoom: 0.2'],
  ['iframe', 'will-change: transform, opacity'],
  ['.holder', 'will-change: opacity; border-radius: 180px'],
  ['iframe', 'opacity: 0.01'],
  ['iframe', 'clip-path: inset(40%)'],
]

test.describe('a foreign site', () => {
  test('has no Approve button in its page, for any request and any way to hide the frame', async ({
    page,
    wallet,
  }) => {
    const logged = await beginForeign(page, wallet, 'hidden@example.org')
    await blockWindows(page)
    for (const [what, ask] of wanted) {
      await test.step(what, async () => {
        const refused = expect(ask(logged), what).rejects.toThrow(/4001/)
        await expect(
          logged.site.frame.getByRole('heading', { name: 'Go on in the other window' }),
        ).toBeVisible()
        expect(await logged.site.frame.getByRole('button').allTextContents()).toEqual([
          '',
          'Reject',
          'Continue in a new window',
        ])
        await logged.site.frame.getByRole('button', { name: 'Reject' }).click()
        await refused
      })
    }
    const refused = expect(
      logged.site.call('eth_sendTransaction', transfer(logged.address)),
    ).rejects.toThrow(/4001/)
    const buttons = logged.site.frame.locator('button')
    await expect(buttons).toHaveCount(3)
    for (const [target, css] of hidings) {
      await page.evaluate(
        ([target, css]) => document.querySelector<HTMLElement>(target)?.setAttribute('style', css),
        [target, css] as const,
      )
      await page.waitForTimeout(120) // waits until the browser has reported the frame's visibility
      expect(await buttons.allTextContents(), css).toEqual([
        '',
        'Reject',
        'Continue in a new window',
      ])
      await page.evaluate(
        (target) => document.querySelector(target)?.removeAttribute('style'),
        target,
      )
    }
    await logged.site.frame.getByRole('button', { name: 'Reject' }).click()
    await refused
    expect(await countOf(wallet, logged.address)).toBe('0x0')
  })

  test('gets no approval by earlier presses: the window’s button works only after half a second', async ({
    page,
    context,
    wallet,
  }) => {
    await noteApprovals(context)
    const { site, address } = await beginForeign(page, wallet, 'hammered@example.org')
    const [own, sent] = await windowOf(site, () =>
      site.call('eth_sendTransaction', transfer(address)),
    )
    // a visitor presses repeatedly at the button's place
    const button = own.getByRole('button', { name: 'Approve' })
    await button.waitFor()
    const box = await button.boundingBox()
    await own.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    const answer = { isThere: false }
    void sent.then(() => (answer.isThere = true))
    let noted = await own.evaluate(() => window.noted)
    while (!answer.isThere && !own.isClosed()) {
      // fails when the window has closed
      noted = await own.evaluate(() => window.noted).catch(() => noted)
      await Promise.all([own.mouse.down(), own.mouse.up()]).catch(() => {})
    }
    await sent
    expect(noted.filter(({ what }) => what === 'pointerdown').length).toBeGreaterThan(2)
    expect(waitOf(noted, 'dead')).toBeGreaterThanOrEqual(495)
    expect(await countOf(wallet, address)).toBe('0x1')
  })

  test('gets no approval by the second press of a double click, or by a press that began outside the button', async ({
    page,
    wallet,
  }) => {
    const { site, address } = await beginForeign(page, wallet, 'doubled@example.org')
    const [own, sent] = await windowOf(site, () =>
      site.call('eth_sendTransaction', transfer(address)),
    )
    const button = own.getByRole('button', { name: 'Approve' })
    await expect(button).not.toHaveAttribute('aria-disabled')
    const box = await button.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
    await test.step('the second of two presses', async () => {
      await own.mouse.move(x, y)
      await own.mouse.down({ clickCount: 2 })
      await own.mouse.up({ clickCount: 2 })
    })
    await test.step('a press that began beside the button', async () => {
      await own.mouse.move(x, y - 300)
      await own.mouse.down()
      await own.mouse.move(x, y)
      await own.mouse.up()
    })
    await test.step('a press by a script', () =>
      button.evaluate((element) => (element as HTMLElement).click()))
    await test.step('a key that was held before', () =>
      button.evaluate((element) =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
      ))
    await expect(button).toBeVisible()
    expect(await countOf(wallet, address)).toBe('0x0')
    await own.close()
    await expect(sent).rejects.toThrow(/4001/)
  })

  test('gets no approval by covering the wallet’s window: after the window loses the focus, its button waits half a second again', async ({
    page,
    context,
    wallet,
  }) => {
    await noteApprovals(context)
    const { site, address } = await beginForeign(page, wallet, 'overlaid@example.org')
    const [own, sent] = await windowOf(site, () =>
      site.call('eth_sendTransaction', transfer(address)),
    )
    const button = own.getByRole('button', { name: 'Approve' })
    await expect(button).not.toHaveAttribute('aria-disabled')
    // in tests every page has the focus, so the test dispatches the focus events itself
    await own.evaluate(() => {
      document.hasFocus = () => false
      dispatchEvent(new Event('blur'))
    })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(own.getByText('Click or tap here to go on.')).toBeVisible()
    await button.click({ force: true })
    const back = await own.evaluate(() => {
      document.hasFocus = () => true
      dispatchEvent(new Event('focus'))
      return performance.now()
    })
    await button.click({ force: true, clickCount: 1 })
    await expect(button).not.toHaveAttribute('aria-disabled')
    const ready = (await own.evaluate(() => window.noted)).findLast(({ what }) => what === 'ready')
    expect((ready?.at ?? 0) - back).toBeGreaterThanOrEqual(495)
    expect(await countOf(wallet, address)).toBe('0x0')
    await own.close()
    await expect(sent).rejects.toThrow(/4001/)
  })

  test('declines its request if it closes or navigates the window, and a reload of the site signs nothing twice', async ({
    page,
    wallet,
  }) => {
    const { site, address } = await beginForeign(page, wallet, 'leaving@example.org')
    await test.step('the site closes the window', async () => {
      const [own, sent] = await windowOf(site, () =>
        site.call('eth_sendTransaction', transfer(address)),
      )
      await expect(own.getByRole('button', { name: 'Approve' })).toBeVisible()
      await own.close()
      await expect(sent).rejects.toThrow(/4001/)
    })
    await test.step('the site reloads while the window is open: the window approves nothing of the old page', async () => {
      const [own] = await windowOf(site, () =>
        site.call('eth_sendTransaction', transfer(address), 'gone-1'),
      )
      await expect(own.getByRole('button', { name: 'Approve' })).not.toHaveAttribute(
        'aria-disabled',
      )
      await page.reload()
      const again = await openForeignSite(page, wallet)
      expect(await again.ask('IS_CONNECTED')).toEqual({ isConnected: true })
      if (!own.isClosed())
        await own
          .getByRole('button', { name: 'Approve' })
          .click({ timeout: 3_000 })
          .catch(() => {})
      const [second, sent] = await windowOf(again, () =>
        again.call('eth_sendTransaction', transfer(address), 'gone-1'),
      ).catch(
        async () =>
          [undefined, again.call('eth_sendTransaction', transfer(address), 'gone-1')] as const,
      )
      await second
        ?.getByRole('button', { name: 'Approve' })
        .click({ timeout: 5_000 })
        .catch(() => {})
      expect(await sent).toMatch(/^0x/)
      await expect.poll(() => countOf(wallet, address)).toBe('0x1')
    })
  })

  test('can read and change nothing through its own windows and forged messages', async ({
    page,
    context,
    wallet,
  }) => {
    const { site, address } = await beginForeign(page, wallet, 'forged@example.org')
    const plain = /^(This is the inside of a wallet|You can close this window)$/
    await test.step('a window without an opener, or with a guessed id', async () => {
      for (const search of [
        '?projectId=kiosk',
        '?projectId=kiosk&id=',
        `?projectId=kiosk&id=${crypto.randomUUID()}`,
        '?projectId=shop&id=%3Cscript%3E',
        '?projectId=nobody&id=1',
      ]) {
        const alone = await context.newPage()
        const response = await alone.goto(`${wallet.url}/window${search}`)
        if (response?.ok())
          await expect(alone.getByRole('heading', { name: plain }), search).toBeVisible()
        else expect(response?.status(), search).toBe(404)
        await alone.close()
      }
    })
    await test.step('the wallet’s window in an iframe', async () => {
      const response = await fetch(`${wallet.url}/window?projectId=kiosk`)
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      await page.evaluate(
        (src) =>
          document.body.append(
            Object.assign(document.createElement('iframe'), { src, className: 'stolen' }),
          ),
        `${wallet.url}/window?projectId=kiosk&id=${crypto.randomUUID()}`,
      )
      await expect
        .poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:')))
        .toBe(true)
      await page.evaluate(() => document.querySelector('.stolen')?.remove())
    })
    await test.step('forged handshakes while a request is pending', async () => {
      const [own, sent] = await windowOf(site, () =>
        site.call('personal_sign', ['0x68656c6c6f', address]),
      )
      await expect(own.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
      const id = new URL(own.url()).searchParams.get('id') ?? ''
      const heard = await page.evaluate(
        async ({ id, origin, url }) => {
          const heard: string[] = []
          addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
          // another page of the site in place of the wallet's window
          const view = open('', '_blank')
          const welcome = {
            type: '@latchkey/window-welcome',
            id,
            site: { origin: 'https://bank.example', name: 'Bank' },
            tags: ['en'],
            theme: {},
            entries: [],
          }
          for (const target of [frames[0], view]) {
            target?.postMessage(
              { type: '@latchkey/window-hello', id, page: crypto.randomUUID() },
              '*',
            )
            target?.postMessage(welcome, '*', [new MessageChannel().port2])
            target?.postMessage(
              {
                type: '@latchkey/window-changed',
                entries: [
                  ['current', 'thief'],
                  ['consent:https://bank.example', 'x'],
                ],
              },
              '*',
            )
          }
          view?.close()
          // a second window with the right id
          const second = open(url, '_blank', 'popup')
          await new Promise((resolve) => setTimeout(resolve, 1_500))
          second?.close()
          void origin
          return heard
        },
        { id, origin: wallet.url, url: own.url() },
      )
      expect(heard).toEqual([])
      // the request is still pending for this site, or was declined; it was not signed
      if (!own.isClosed()) await own.close()
      await expect(sent).rejects.toThrow(/4001/)
    })
    await test.step('a page of another origin with the current id', async () => {
      const [own, sent] = await windowOf(site, () =>
        site.call('personal_sign', ['0x68656c6c6f', address]),
      )
      await expect(own.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
      const hostile = await context.newPage()
      await hostile.goto(wallet.stranger)
      const [stolen] = await Promise.all([
        hostile.waitForEvent('popup'),
        hostile.evaluate((url) => void open(url, '_blank', 'popup'), own.url()),
      ])
      await expect(stolen.getByRole('heading', { name: plain })).toBeVisible({ timeout: 15_000 })
      await hostile.close()
      await expect(own.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
      await own.getByRole('button', { name: 'Reject' }).click()
      await expect(sent).rejects.toThrow(/4001/)
    })
    expect(await countOf(wallet, address)).toBe('0x0')
  })

  test('is shown in the window with its own origin, also if it uses another site’s project', async ({
    page,
    wallet,
  }) => {
    const { site, address } = await beginForeign(page, wallet, 'named@example.org')
    const [own, sent] = await windowOf(site, () =>
      site.call('personal_sign', ['0x68656c6c6f', address]),
    )
    await expect(own.getByText(new URL(wallet.other).host).first()).toBeVisible()
    await own.getByRole('button', { name: 'Reject' }).click()
    await expect(sent).rejects.toThrow(/4001/)
    // this site may not use the frame of another project
    await expect(
      page.evaluate((url) => window.site.open(url), frameUrl(wallet, 'shop')),
    ).rejects.toThrow(/silent/)
  })
})
