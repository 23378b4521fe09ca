import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { locales } from 'latchkey'
import { copyWithFeature } from './buildFeature.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ isCold: true })

const titles = {
  en: 'Notebook',
  de: 'Notizbuch',
  es: 'Cuaderno',
  fr: 'Carnet de notes',
  pt: 'Caderno',
  ja: 'ノート',
  zh: '笔记本',
  ar: 'دفتر',
  ko: '메모장',
  ru: 'Блокнот',
  tr: 'Not defteri',
  vi: 'Sổ ghi chú',
  id: 'Buku catatan',
  it: 'Taccuino',
  nl: 'Notitieboek',
  pl: 'Notatnik',
  uk: 'Записник',
  hi: 'नोटबुक',
  th: 'สมุดบันทึก',
  fa: 'دفترچه',
}

// the kit is built once, so its tests stay on one worker
test.describe.configure({ mode: 'default' })

const modalOf = (page: Page) => page.getByRole('dialog')

/** Collects the names of the scripts that the page loads from now on. */
function listenToScripts(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => names.push(request.url().split('/').at(-1) ?? ''))
  return names
}

/** Opens a view as a site would, and records the result on the page. */
async function openView(page: Page, view: string) {
  await page.waitForFunction(() => window.latchkeyKit !== undefined)
  await page.evaluate((view) => {
    const flow = window.latchkeyKit?.open({ view: view as 'Account' }) // only this kit has the view
    const setEnd = (end: string) => document.documentElement.setAttribute('data-end', end)
    setEnd('open')
    void flow?.then(
      ({ status }) => setEnd(status),
      (error: Error) => setEnd(error.message),
    )
  }, view)
}

const endOf = (page: Page) => page.locator('html').getAttribute('data-end')

async function connectWallet(page: Page) {
  await modalOf(page)
    .getByRole('button', { name: /Development wallet/ })
    .click()
}

test('a disconnected visitor connects, passes the gate, and reaches the view that the site requested', async ({
  page,
  featureSite: site,
}) => {
  await page.goto(site.url)
  await openView(page, 'Notebook')
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  await connectWallet(page)
  await expect(modalOf(page)).toHaveAccessibleName('House rules')
  expect(await endOf(page)).toBe('open')
  await modalOf(page).getByRole('button', { name: 'Accept' }).click()
  await expect(modalOf(page)).toHaveAccessibleName('Notebook')
  expect(await endOf(page)).toBe('open')

  await test.step('the feature’s screen can forbid closing, and stores its content', async () => {
    await modalOf(page).getByRole('button', { name: 'Add a note' }).click()
    await modalOf(page).getByRole('button', { name: 'House rules' }).click()
    await expect(modalOf(page)).toHaveAccessibleName('Address book')
    await modalOf(page).getByRole('button', { name: 'Back' }).click()
    await expect(modalOf(page).getByRole('listitem')).toHaveText(['Note 1'])
    await modalOf(page).getByRole('button', { name: 'Save' }).click()
    await expect(modalOf(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(modalOf(page)).toHaveAccessibleName('Notebook')
    await page.evaluate(() => window.latchkeyKit?.store.setState({ toast: undefined }))
    await expect(modalOf(page).getByRole('button', { name: 'Close' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modalOf(page)).toBeHidden()
  })
  await expect(page.locator('html')).toHaveAttribute('data-end', 'connected')

  await test.step('the feature’s error has its own sentence in the visitor’s language', async () => {
    await openView(page, 'Notebook')
    const add = modalOf(page).getByRole('button', { name: /^(Add a note|Notiz hinzufügen)$/ })
    for (const _ of [1, 2, 3]) await add.click()
    await expect(modalOf(page).getByRole('status')).toHaveText('The notebook has no page left')
    await expect(modalOf(page).getByRole('listitem')).toHaveText(['Note 1', 'Note 2'])
    await page.evaluate(() => window.latchkeyKit?.setLocale('de'))
    await add.click()
    await expect(modalOf(page).getByRole('status')).toHaveText(
      'Das Notizbuch hat keine freie Seite',
    )
  })
})

test('a visitor who closes the modal at the gate stays outside; after accepting, the modal shows the view that the site requested', async ({
  page,
  featureSite: site,
}) => {
  await page.goto(site.url)
  await openView(page, 'Connect')
  await connectWallet(page)
  await expect(modalOf(page)).toHaveAccessibleName('House rules')
  await test.step('the visitor closes the modal at the gate', async () => {
    await page.keyboard.press('Escape')
    await expect(page.locator('html')).toHaveAttribute('data-end', 'refused')
    // the next opening starts at the beginning again
    await page.getByRole('button', { name: /^Account/ }).click()
    await expect(modalOf(page)).toHaveAccessibleName('House rules')
  })
  await test.step('a connected visitor sees the gate first', async () => {
    await page.keyboard.press('Escape')
    await expect(modalOf(page)).toBeHidden()
    await openView(page, 'Notebook')
    await modalOf(page).getByRole('button', { name: 'Accept' }).click()
    await expect(modalOf(page)).toHaveAccessibleName('Notebook')
    expect(await endOf(page)).toBe('open')
  })
})

test('a flow without a requested view ends when the visitor passes the gate; then the feature’s action is on Account', async ({
  page,
  featureSite: site,
}) => {
  const scripts = listenToScripts(page)
  const [code, words, otherWords] = await Promise.all(
    ['notebook-pages', titles.de, 'قواعد الدار'].map(site.chunkWith),
  )
  await test.step('the flow ends when the gate is passed, and not before', async () => {
    await page.goto(site.url)
    await openView(page, 'Connect')
    await connectWallet(page)
    await expect(modalOf(page)).toHaveAccessibleName('House rules')
    expect(await endOf(page)).toBe('open')
    await modalOf(page).getByRole('button', { name: 'Accept' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-end', 'connected')
    await expect(modalOf(page)).toBeHidden()
  })
  await test.step('the feature’s code loads when its action is pressed, and its texts load with a language', async () => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await expect(modalOf(page).getByRole('button', { name: 'Notes' })).toBeVisible()
    for (const file of [words, otherWords]) expect(scripts).not.toContain(file)
    await modalOf(page).getByRole('button', { name: 'Notes' }).click()
    await expect(modalOf(page)).toHaveAccessibleName('Notebook')
    expect(scripts).toContain(code)
    for (const locale of locales) {
      await page.evaluate((locale) => window.latchkeyKit?.setLocale(locale), locale)
      await expect(modalOf(page)).toHaveAccessibleName(titles[locale])
      if (locale === 'en') expect(scripts).not.toContain(words)
      if (locale === 'de')
        expect([scripts.includes(words ?? ''), scripts.includes(otherWords ?? '')]).toEqual([
          true,
          false,
        ])
    }
  })
})

test('a feature that is switched off is not shown, reachable or loaded, and its gate is skipped', async ({
  page,
  featureSite: site,
}) => {
  const scripts = listenToScripts(page)
  const code = await site.chunkWith('notebook-pages')
  await page.goto(`${site.url}?off`)
  await openView(page, 'Notebook')
  await expect(page.locator('html')).toHaveAttribute(
    'data-end',
    /^Option "view" is unknown or switched off\. Pass one of: Connect, (?!.*Notebook).*\.$/,
  )
  await expect(modalOf(page)).toBeHidden()
  await openView(page, 'Connect')
  await connectWallet(page)
  await expect(page.locator('html')).toHaveAttribute('data-end', 'connected')
  await page.evaluate(() => window.latchkeyKit?.setLocale('de'))
  await page.getByRole('button', { name: /^Konto/ }).click()
  await expect(modalOf(page).getByRole('button', { name: 'Senden' })).toBeVisible()
  await expect(modalOf(page).getByRole('button', { name: 'Notizen' })).toHaveCount(0)
  expect(scripts).not.toContain(code)
})

test.describe('when code fails to load', () => {
  test.use({ allowConsole: [/Failed to load resource|dynamically imported module/] })

  test('a visitor can close the modal when a gate’s screen fails to load', async ({
    page,
    featureSite: site,
  }) => {
    const code = await site.chunkWith('This site does not work on the network')
    await page.route(`**/${code}`, (route) => route.abort('connectionreset'))
    await page.goto(`${site.url}?off&foreign`)
    await openView(page, 'Connect')
    await connectWallet(page)
    await expect(modalOf(page)).toHaveAccessibleName('This part did not load')
    await modalOf(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-end', 'refused')
    await expect(modalOf(page)).toBeHidden()
  })

  test('if the manifests fail to load, Back works on a later screen, and the screen opens after they are loaded', async ({
    page,
    featureSite: site,
  }) => {
    const code = await site.chunkWith('M5 3.5h10v13H5z')
    await page.route(`**/${code}`, (route) => route.abort('connectionreset'))
    await page.goto(site.url)
    await openView(page, 'Connect')
    const help = modalOf(page).getByRole('button', { name: 'What is a wallet?' })
    await help.click()
    await expect(modalOf(page)).toHaveAccessibleName('This part did not load')
    await modalOf(page).getByRole('button', { name: 'Back' }).click()
    await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
    await page.unroute(`**/${code}`)
    await help.click()
    await expect(modalOf(page)).toHaveAccessibleName('What is a wallet?')
  })
})

test('when a site changes to another kit, that kit’s modal opens', async ({
  page,
  featureSite: site,
}) => {
  await page.goto(site.url)
  await openView(page, 'Connect')
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('data-end', 'refused')
  await page.getByRole('button', { name: 'Another kit' }).click()
  await openView(page, 'Notebook')
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  await connectWallet(page)
  await expect(modalOf(page)).toHaveAccessibleName('House rules')
})

test('TypeScript checks the feature’s screens, parameters, option, texts and errors', async () => {
  test.setTimeout(240_000)
  const { kit, remove } = await copyWithFeature()
  try {
    await writeFile(
      join(kit, 'tsconfig.json'),
      JSON.stringify({
        extends: './tsconfig.build.json',
        compilerOptions: { noEmit: true, declaration: false, emitDeclarationOnly: false },
        include: ['src/exports', 'src/react/features/notebook'],
      }),
    )
    const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [
      tsc,
      '-p',
      kit,
      '--pretty',
      'false',
    ]).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  } finally {
    await remove()
  }
})

test.describe('the modal’s code fails to load', () => {
  test.use({ allowConsole: [/Failed to load resource|dynamically imported module/] })

  test('`connect` rejects with an error that names the cause', async ({
    page,
    featureSite: site,
  }) => {
    await page.route(`**/${await site.chunkWith('latchkey-title')}`, (route) =>
      route.abort('connectionreset'),
    )
    await page.goto(site.url)
    await page.waitForFunction(() => window.latchkeyKit !== undefined)
    const text = await page.evaluate(() =>
      window.latchkeyKit
        ?.connect()
        .catch(({ code, cause }: { code: string; cause?: { code: string } }) => [
          code,
          cause?.code,
        ]),
    )
    expect(text).toEqual(['connectionClosed', 'httpFailed'])
  })
})
