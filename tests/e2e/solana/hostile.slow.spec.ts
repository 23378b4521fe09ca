/**
 * Hostile wallets, tokens and nodes of Solana: their answers are shown as text or refused, and a
 * signed transaction is checked before it is sent.
 */
import type { Page } from '@playwright/test'
import { createToken } from '../../../devnet/src/solana/testing/createToken.ts'
import type { Control } from '../../../devnet/src/solana/testing/createToken.ts'
import { solanaAddressOf } from '../../../devnet/src/solana/solanaAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import {
  first,
  answerHonestly,
  playSolanaWallet,
  second,
  shareAccounts,
  signTransaction,
} from '../support/playedSolana.ts'
import { chooseToken, review, sendAgain, sendButtonOf } from '../support/send.ts'
import { connectButtonOf, modalOf, openConnect, walletRowOf } from '../support/site.ts'
import { solanaAccountOf } from '../support/solana.ts'
import { overflowing } from '../support/targets.ts'

test.setTimeout(180_000)
test.beforeEach(({ page }) => {
  page.on('dialog', () => {
    throw new Error('A wallet ran its own script')
  })
})
const other = solanaAddressOf('newcomer')
const rowsOf = (page: Page) =>
  modalOf(page).getByRole('list', { name: 'Wallets' }).getByRole('listitem')

const nonsense: Readonly<Record<string, unknown>> = {
  'no account': { accounts: [] },
  markup: { accounts: [{ address: '<img src=x onerror=alert(1)>' }] },
  numbers: { accounts: [1, null] },
  'an EVM account': {
    accounts: [
      { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chains: ['solana:localnet'] },
    ],
  },
  'a text': 'yes',
  'half an address': { accounts: [{ address: first.address.slice(1) }] },
}

test('texts of hostile wallets are shown as plain text, each fails separately, and the honest wallet connects', async ({
  page,
  devnet,
  solana: _chain,
}) => {
  for (const [name, answer] of Object.entries(nonsense))
    await playSolanaWallet(page, {
      name: `Answers ${name}`,
      features: ['solana:signMessage'],
      answer: (call) =>
        call.feature === 'standard:connect' && !call.input.silent ? answer : answerHonestly(call),
    })
  await playSolanaWallet(page, {
    name: 'Silent',
    features: ['solana:signMessage'],
    answer: () => undefined,
  })
  await playSolanaWallet(page, { name: 'Sound' })
  await page.addInitScript(() => {
    const fail = (): never => {
      throw new Error('hostile')
    }
    const trap = () => new Proxy({}, { get: fail, has: fail, ownKeys: fail })
    const chains = ['solana:localnet']
    const features = () => ({
      'standard:connect': { connect: fail },
      'standard:events': { on: fail },
      'solana:signMessage': { signMessage: fail },
    })
    const whole = {
      version: '1.0.0',
      name: 'Throws',
      icon: 'https://strange.invalid/spy.png',
      chains,
      accounts: [],
      features: features(),
    }
    const wallets: unknown[] = [
      undefined,
      null,
      7,
      'text',
      [],
      {},
      trap(),
      whole,
      { ...whole, name: '<img src=x onerror=alert(1)>' },
      { ...whole, name: `\u202ereversed\u202c${'long '.repeat(5_000)}` },
      { ...whole, name: '\u200b\u202e' },
      { ...whole, name: 'No features', features: trap() },
      { ...whole, name: 'No chains', chains: trap() },
      { ...whole, name: 'Odd features', features: { ...features(), 'standard:connect': 'yes' } },
      {
        ...whole,
        name: 'Drawn',
        icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')}`,
      },
      { ...whole, name: '__proto__' },
      Object.defineProperty({ ...whole, name: 'Getter' }, 'accounts', { get: fail }),
    ]
    const announce = (api: { register: (...all: unknown[]) => void }) => api.register(...wallets)
    window.addEventListener('wallet-standard:app-ready', (event) =>
      announce((event as CustomEvent<Parameters<typeof announce>[0]>).detail),
    )
    for (const detail of [undefined, null, 7, {}, fail])
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)

  await test.step('names are cleaned and cut plain text, and no picture is fetched', async () => {
    await expect(rowsOf(page).filter({ hasText: '<img src=x onerror=alert(1)>' })).toBeVisible()
    const names = await rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => row.querySelector('.row-title')?.textContent ?? ''),
    )
    expect(
      names.filter(
        (name) => Array.from(name).length > 64 || /[\p{Cc}\p{Cf}]/u.test(name) || name === '',
      ),
    ).toEqual([])
    for (const absent of ['No features', 'No chains']) expect(names).not.toContain(absent)
    expect(
      await modal
        .locator('script, iframe, object, embed, link, [onerror], [src*="invalid"]')
        .count(),
    ).toBe(0)
    expect(requests.filter((url) => url.includes('invalid'))).toEqual([])
    expect(await overflowing(modal)).toEqual([])
    expect(await axe(page)).toEqual([])
  })
  for (const name of [
    ...Object.keys(nonsense).map((one) => `Answers ${one}`),
    'Throws',
    'Drawn',
    '__proto__',
    'Getter',
    '<img',
  ])
    await test.step(`${name} is not connected`, async () => {
      await walletRowOf(modal, name).first().click()
      await expect(
        modal.getByRole('button', { name: /Try again|Choose another wallet/ }).first(),
      ).toBeVisible()
      await expect(solanaAccountOf(page)).toHaveCount(0)
      await modal.getByRole('button', { name: 'Back' }).click()
      await expect(modal).toHaveAccessibleName('Connect wallet')
    })
  await test.step('the visitor leaves a wallet that never answers, and the honest wallet connects', async () => {
    await walletRowOf(modal, 'Silent').click()
    await expect(modal).not.toHaveAccessibleName('Connect wallet')
    await modal.getByRole('button', { name: 'Back' }).click()
    await walletRowOf(modal, 'Sound').click()
    await expect(solanaAccountOf(page)).toBeVisible()
    await expect(modal).toBeHidden()
  })
  await test.step('later the wallet shares invalid accounts, another account, and none', async () => {
    const address = page.getByRole('region', { name: 'Your account' }).locator('.address')
    await shareAccounts(page, 'Sound', [second.address, { address: '<b>' }, 7, null])
    await expect(address).toContainText(second.address)
    await shareAccounts(page, 'Sound', [first.address])
    await expect(address).toContainText(first.address)
    await shareAccounts(page, 'Sound', 'nonsense')
    await expect(connectButtonOf(page)).toBeVisible()
  })
})

test('the modal works with two thousand registered wallets', async ({
  page,
  devnet,
  solana: _chain,
}) => {
  await page.addInitScript(() => {
    const flood = ({ register }: { register: (...all: unknown[]) => unknown }) => {
      for (let index = 0; index < 2_000; index++)
        register({
          version: '1.0.0',
          name: `Wallet ${index}`,
          icon: 'data:image/png;base64,',
          chains: ['solana:localnet'],
          accounts: [],
          features: {
            'standard:connect': { connect: () => Promise.reject(new Error('no')) },
            'solana:signMessage': {},
          },
        })
    }
    window.addEventListener('wallet-standard:app-ready', (event) =>
      flood((event as CustomEvent<Parameters<typeof flood>[0]>).detail),
    )
  })
  await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(rowsOf(page).filter({ hasText: /^Wallet \d/ })).toHaveCount(100)
})

test('a wallet with a window inside the page, like the Mobile Wallet Adapter, can be used over the modal', async ({
  page,
  devnet,
  solana: _chain,
}) => {
  await playSolanaWallet(page, {
    name: 'Mobile Wallet Adapter',
    features: ['solana:signMessage', 'solana:signAndSendTransaction'],
    answer: async (call) => {
      if (call.feature === 'standard:connect' && !call.input.silent)
        await page.evaluate(
          () =>
            new Promise<void>((resolve) => {
              const host = document.createElement('div')
              const inside = host.attachShadow({ mode: 'closed' })
              inside.innerHTML =
                '<div style="position:fixed;inset:0;z-index:2147483647;background:#fff8"><button>Go on to the app</button></div>'
              inside
                .querySelector('button')
                ?.addEventListener('click', () => (host.remove(), resolve()))
              host.dataset['window'] = ''
              document.body.append(host)
            }),
        )
      return answerHonestly(call)
    },
  })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(rowsOf(page).filter({ hasText: 'Mobile Wallet Adapter' })).toHaveCount(1)
  await walletRowOf(modal, 'Mobile Wallet Adapter').click()
  await expect(page.locator('[data-window]')).toBeAttached()
  expect(await axe(page)).toEqual([])
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  expect(
    await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.hasAttribute('data-window'), [
      width / 2,
      height / 2,
    ] as const),
    'the wallet’s window is above',
  ).toBe(true)
  await page.mouse.click(25, 10) // the button of the wallet's window, in its corner
  await expect(solanaAccountOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
})

/** Extensions of Token-2022, each with the text that the review shows for a token that has it. */
const extensionTexts: readonly (readonly [
  control: Control,
  symbol: string,
  text: string,
  isSent: boolean,
])[] = [
  [
    'permanentDelegate',
    'TAKE',
    'The issuer of this token can take it out of any account at any time.',
    true,
  ],
  ['confidential', 'HIDE', 'Amounts of this token can be held in secret.', true],
  [
    'nonTransferable',
    'BOUND',
    'This transfer would fail: This token stays where it is. Nobody can transfer it.',
    false,
  ],
  [
    'transferHook',
    'HOOK',
    'This transfer would fail: This token can only be sent by a program of its own.',
    false,
  ],
  [
    'defaultFrozen',
    'COLD',
    'This transfer would fail: The token’s issuer has frozen one of the two accounts.',
    false,
  ],
]

test('signed transactions are checked before sending, rights of a token’s issuer are shown, and a node with wrong answers is reported', async ({
  page,
  devnet,
  ownSolana: chain,
}) => {
  const mint = (symbol: string, more: object) =>
    createToken(chain.url, {
      issuer: first,
      holder: first.address,
      amount: 700n,
      decimals: 2,
      program: 'token2022',
      symbol,
      ...more,
    })
  for (const [control, symbol] of extensionTexts) await mint(symbol, { controls: [control] })
  await mint('\u202Eneddih\u200B', {})
  await mint('ALL255', { decimals: 255 })
  await mint('MOST', { amount: 2n ** 64n - 1n, decimals: 0 })
  let answer:
    | ((transaction: Uint8Array) => Promise<readonly number[]> | readonly number[])
    | undefined
  await playSolanaWallet(page, {
    name: 'Mine',
    features: ['solana:signMessage', 'solana:signTransaction'],
    answer: async (call) => {
      if (call.feature !== 'solana:signTransaction' || !answer) return answerHonestly(call)
      return [
        {
          signedTransaction: { bytes: await answer(Uint8Array.from(call.input.transaction ?? [])) },
        },
      ]
    },
  })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, 'Mine').click()
  await expect(modal).toBeHidden()
  const before = await chain.balanceOf(other)
  const signedOf = async (payment: string) => [
    ...(await signTransaction(Buffer.from(payment, 'base64'))),
  ]

  await test.step('if the wallet returns another transaction, no signature or no transaction, nothing is sent', async () => {
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: '0.25', to: other })
    answer = async () => signedOf(await chain.payment(first.address, other, 900_000_000n))
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('It was not sent')
    await expect(modal).toContainText(
      'Mine signed another transaction than this one. We did not send it.',
    )
    answer = (transaction) => [...transaction]
    await modal.getByRole('button', { name: 'Try again' }).click()
    // a wallet that only signs has sent nothing
    await expect(modal).toContainText('It was not sent')
    await expect(modal).toContainText('Mine reported a problem.')
    answer = () => [1, 2, 3]
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toContainText('It was not sent')
    expect(await chain.balanceOf(other)).toBe(before)
  })
  await test.step('the node refuses an invalid signature', async () => {
    await page.keyboard.press('Escape')
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: '0.25', to: other })
    answer = (transaction) => [...transaction].map((byte, at) => (at > 0 && at < 65 ? 7 : byte))
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('It was not sent')
    expect(await chain.balanceOf(other)).toBe(before)
    answer = undefined
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toContainText('0.25 SOL sent')
    expect(await chain.balanceOf(other)).toBe(before + 250_000_000n)
  })
  await test.step('names of tokens are plain text, and very large numbers fit', async () => {
    await modal.getByRole('button', { name: 'Done' }).click()
    const tokens = modal.getByRole('list', { name: 'Tokens' })
    await expect(tokens.getByRole('listitem').first()).toBeVisible()
    expect(await modal.innerText()).not.toMatch(/[\u202A-\u202E\u2066\u2067\u200B]/u)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport)
      expect(await overflowing(modal)).toEqual([])
    }
  })
  for (const [control, symbol, text, isSent] of extensionTexts)
    await test.step(`a token with ${control}`, async () => {
      await modal.getByRole('button', { name: 'Send', exact: true }).click()
      await chooseToken(modal, new RegExp(symbol))
      await review(modal, { amount: '1', to: other })
      await expect(modal).toContainText(text)
      if (isSent) await expect(sendButtonOf(modal)).toBeEnabled()
      else await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
      await modal.getByRole('button', { name: 'Back' }).click()
      await modal.getByRole('button', { name: 'Back' }).click()
      await expect(modal).toHaveAccessibleName('Account')
    })
  const falseAnswers: Readonly<
    Record<string, (id: number) => { body: string; contentType?: string }>
  > = {
    'a page': () => ({ body: '<h1>502</h1>', contentType: 'text/html' }),
    nothing: (id) => ({ body: JSON.stringify({ jsonrpc: '2.0', id, result: null }) }),
    'text for all': (id) => ({
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: { context: { slot: 'x' }, value: 'much' },
      }),
    }),
    'negative amounts': (id) => ({
      body: JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: -1 }, value: -5 } }),
    }),
    'a list without end': (id) => ({
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: {
          context: { slot: 1 },
          value: Array.from({ length: 200_000 }, () => ({ lamports: 1 })),
        },
      }),
    }),
  }
  let falseAnswer: (typeof falseAnswers)[string] | undefined
  // one route for all false answers, because a request that is pending while a route is removed is
  // lost
  await page.route('**/*', async (route, request) => {
    const { jsonrpc, id = 1 } =
      falseAnswer && request.method() === 'POST'
        ? (JSON.parse(request.postData() ?? '{}') as { jsonrpc?: string; id?: number })
        : {}
    return falseAnswer && jsonrpc
      ? route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          contentType: 'application/json',
          ...falseAnswer(id),
        })
      : route.fallback()
  })
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  for (const [index, [name, lie]] of Object.entries(falseAnswers).entries())
    await test.step(`a node that answers with ${name}`, async () => {
      // both the node, and the API that forwards requests to it
      falseAnswer = lie
      // each amount is a new transfer, for which nothing is cached
      await review(modal, { amount: `0.5${index + 1}`, to: other })
      await expect(modal).toContainText('This cannot be checked right now', { timeout: 30_000 })
      falseAnswer = undefined
      await modal.getByRole('button', { name: 'Try again' }).click()
      await expect(sendButtonOf(modal)).toBeEnabled()
      await modal.getByRole('button', { name: 'Back' }).click()
    })
})
