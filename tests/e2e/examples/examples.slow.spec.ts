/**
 * Each example of `examples/`, installed from the packed kit, built and served by its framework,
 * and visited.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, Response } from '@playwright/test'
import { verifyMessage } from 'viem'
import { axe } from '../fixtures/axe.ts'
import { expect, test } from '../fixtures/test.ts'
import { modalOf, walletRowOf } from '../support/site.ts'
import { examplesOf } from './examplesOf.ts'
import { serveExample } from './serveExample.ts'

const wallet = fileURLToPath(
  new URL('../../../node_modules/.latchkey/examplesWallet/wallet.js', import.meta.url),
)
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const shortened = '0xf3…b92266'

type Example = {
  /**
   * The folder of its static files. Without it, the example has its own server and its own policy.
   */
  folder?: string
  /** Whether its server renders the page with the account that the cookie names. */
  isRendered?: boolean
  /** Whether its visitors sign in. */
  signsIn?: boolean
}

const examples: Record<string, Example> = {
  'next-app': { isRendered: true, signsIn: true },
  'next-cache-components': { isRendered: true },
  'next-pages': { isRendered: true },
  'react-router': { isRendered: true },
  'vite-react': { folder: 'dist' },
  webpack: { folder: 'dist' },
  esbuild: { folder: 'dist' },
  rspack: { folder: 'dist' },
  vue: { folder: 'dist' },
  svelte: { folder: 'dist' },
  plain: { folder: 'dist' },
}

test.use({ isCold: true, isAtRealSpeed: true })

/**
 * Records everything that a page should not write or do, including warnings and violations of its
 * policy.
 */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const messages: string[] = []
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && messages.push(message.text()),
  )
  page.on('pageerror', (error) => messages.push(error.message))
  await page.addInitScript(() => {
    const seen = { violations: [] as string[], buttons: [] as string[], shifts: [] as string[] }
    Object.assign(window, { seen })
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile }) =>
        seen.violations.push(`${effectiveDirective} ${blockedURI} ${sourceFile}`),
    )
    // a shift of up to a pixel is no fault: a letter may reach over the edge of its line
    type Source = { previousRect: DOMRect; currentRect: DOMRect }
    const hasMoved = ({ previousRect: from, currentRect: to }: Source) =>
      Math.abs(from.x - to.x) > 1 || Math.abs(from.y - to.y) > 1
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as unknown as { sources: Source[] }).sources.some(hasMoved))
          // Layout Instability API, which TypeScript does not know
          seen.shifts.push(JSON.stringify(entry))
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const texts = [...document.querySelectorAll('[data-latchkey]')].flatMap(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('button.page-button') ?? [])].map(
          ({ textContent }) => textContent,
        ),
      )
      const text = texts.join(' | ')
      if (text && seen.buttons.at(-1) !== text) seen.buttons.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return async () => [...messages, ...(await seenBy(page)).violations]
}

/**
 * The page's records since its load: violations of its policy, the texts of the kit's buttons in
 * each frame, and layout shifts.
 */
const seenBy = (page: Page) =>
  page.evaluate(
    () =>
      Reflect.get(window, 'seen') as { violations: string[]; buttons: string[]; shifts: string[] },
  ) // set by the init script

/** The policies of a page, from its header and its HTML. */
async function policiesOf(response: Response | null): Promise<string[]> {
  const metas = [
    ...((await response?.text()) ?? '').matchAll(
      /<meta[^>]+http-equiv="?content-security-policy"?[^>]*>/gi,
    ),
  ].map(([meta]) => /content="([^"]*)"/.exec(meta)?.[1] ?? '')
  return [response?.headers()['content-security-policy'] ?? '', ...metas]
    .filter((policy) => policy !== '')
    .map((policy) => policy.replaceAll('&#x27;', "'").replaceAll('&#39;', "'"))
}

/** Fails unless the policies allow only listed scripts: inline ones by a nonce. */
async function expectStrict(page: Page, policies: readonly string[]): Promise<void> {
  const rules = policies.map(
    (policy) =>
      new Map(
        policy
          .split(';')
          .map((rule) => rule.trim().split(/\s+/))
          .map(([directive = '', ...sources]) => [directive, sources]),
      ),
  )
  const scripts =
    rules
      .map((rule) => rule.get('script-src') ?? rule.get('default-src'))
      .find((sources) => sources !== undefined) ?? []
  expect(scripts, 'a policy for scripts').not.toEqual([])
  for (const source of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:'])
    expect(scripts).not.toContain(source)
  // scripts that contain JSON are left out, because they do not run
  const inline = await page
    .locator('script:not([src]):not([type$=json])')
    .evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).nonce))
  for (const nonce of inline) expect(scripts).toContain(`'nonce-${nonce}'`)
}

test('every folder in examples has a test', () => {
  expect(Object.keys(examples).toSorted()).toEqual(Object.keys(examplesOf().places).toSorted())
})

for (const [name, { folder, isRendered, signsIn }] of Object.entries(examples))
  test(`the example ${name}`, async ({ page }) => {
    const site = await serveExample(name, folder)
    try {
      await page.addInitScript({ content: readFileSync(wallet, 'utf8') })
      const faults = await listen(page)
      const connect = page.getByRole('button', { name: 'Connect wallet', exact: true })
      const account = page.getByRole('button', { name: /^Account \u2068?0x/ })
      const modal = modalOf(page)
      const served = async () => (await page.request.get(site.url)).text()

      await test.step('shows the button under a policy, and sends no request to a wallet or a service', async () => {
        const policies = await policiesOf(await page.goto(site.url))
        await expectStrict(page, policies)
        await expect(connect).toBeVisible()
        await expect(page.getByText('Nobody is connected.')).toBeVisible()
        expect(await axe(page)).toEqual([])
      })

      await test.step('connects', async () => {
        await connect.click()
        await expect(walletRowOf(modal)).toBeVisible()
        expect(await axe(page)).toEqual([])
        await walletRowOf(modal).click()
        if (signsIn) await modal.getByRole('button', { name: 'Sign in' }).click()
        await expect(modal).toBeHidden()
        await expect(account).toHaveText(shortened)
        await expect(page.getByRole('status', { name: 'Account' })).toHaveText(address)
      })

      await test.step('signs', async () => {
        await page.getByRole('button', { name: 'Sign', exact: true }).click()
        const signature = page.getByRole('status', { name: 'Signature' })
        await expect(signature).toHaveText(/^0x[0-9a-f]{130}$/)
        expect(
          await verifyMessage({
            address,
            message: 'Good morning',
            signature: (await signature.innerText()) as `0x${string}`,
          }),
        ).toBe(true) // the line above has checked the form of the signature
        expect(await axe(page)).toEqual([])
      })

      if (signsIn)
        await test.step('admits a visitor who has signed in', async () => {
          const members = async () =>
            /<h1>(.*?)<\/h1>/.exec(
              await (await page.request.get(`${site.url}/members`)).text(),
            )?.[1]
          expect(await members()).toBe(`eip155:31337:${address}`)
        })

      await test.step('has the visitor connected after a reload', async () => {
        if (isRendered) expect(await served()).toContain(`>${shortened}</span>`)
        await page.reload()
        await expect(page.getByText('You are')).toBeVisible()
        await expect(account).toHaveText(shortened)
        if (isRendered) {
          const { buttons, shifts } = await seenBy(page)
          expect(new Set(buttons)).toEqual(new Set([`Latchkey Devnet | ${shortened}`]))
          expect(shifts).toEqual([])
        }
      })

      if (signsIn)
        await test.step('signs out, which also disconnects', async () => {
          await page.getByRole('button', { name: 'Sign out' }).click()
          await expect(connect).toBeVisible()
          expect(
            /<h1>(.*?)<\/h1>/.exec(
              await (await page.request.get(`${site.url}/members`)).text(),
            )?.[1],
          ).toBe('Members only')
        })
      else
        await test.step('disconnects', async () => {
          await account.click()
          await modal.getByRole('button', { name: 'Disconnect' }).click()
          await expect(connect).toBeVisible()
        })

      await test.step('has removed the visitor’s data', async () => {
        expect(
          (await page.context().cookies()).filter(({ name: cookie }) => cookie === 'latchkey'),
        ).toEqual([])
        if (isRendered) expect(await served()).not.toContain(shortened)
        await page.reload()
        await expect(connect).toBeVisible()
      })
      expect(await faults()).toEqual([])
    } finally {
      await site.close()
    }
  })
