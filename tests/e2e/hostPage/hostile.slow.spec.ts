import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { rest } from '../support/rest.ts'
import { modalOf, walletRowOf } from '../support/site.ts'

// the page's own animations never end, and they would move elements between two measurements
test.use({ isCold: true, isAtRealSpeed: true })

/**
 * The CSS properties that a site's style sheet could change. `direction` is not among them, because
 * the site may choose it.
 */
const watched = [
  'color',
  'background-color',
  'border-top-width',
  'border-radius',
  'box-sizing',
  'margin-top',
  'padding-inline-start',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'line-height',
  'letter-spacing',
  'text-transform',
  'text-align',
  'word-break',
  'writing-mode',
  'visibility',
  'opacity',
  'pointer-events',
  'position',
  'animation-name',
  'transition-duration',
  'filter',
  'transform',
  'cursor',
  'width',
  'height',
]

/**
 * Computed styles of all elements inside the kit's first shadow root that contains `selector`, by
 * position and tag.
 */
function stylesOf(page: Page, selector: string): Promise<Record<string, Record<string, string>>> {
  return page.evaluate(
    ({ selector, watched }) => {
      const roots = [...document.querySelectorAll('[data-latchkey]')].flatMap(
        ({ shadowRoot }) => shadowRoot ?? [],
      )
      const root = roots.find((one) => one.querySelector(selector))
      const found = [...(root?.querySelectorAll('.root *') ?? [])]
      return Object.fromEntries(
        found.map((element, index) => {
          const style = getComputedStyle(element)
          return [
            `${index} ${element.localName} ${element.getAttribute('class') ?? ''}`,
            Object.fromEntries(watched.map((name) => [name, style.getPropertyValue(name)])),
          ]
        }),
      )
    },
    { selector, watched },
  )
}

/**
 * Computed styles of the site's own elements, and other parts of the page that the kit might have
 * changed.
 */
function hostOf(page: Page) {
  return page.evaluate((watched) => {
    const elements = [
      document.documentElement,
      ...document.querySelectorAll('body, #root, #root h1, #root dl, #root dd'),
    ]
    const styles = elements.map((element) => {
      const style = getComputedStyle(element)
      return [
        element.localName,
        watched
          .filter((name) => !['height', 'width'].includes(name))
          .map((name) => style.getPropertyValue(name)),
      ]
    })
    const attributes = [document.documentElement, document.body].map((element) =>
      element.getAttributeNames().map((name) => `${name}=${element.getAttribute(name)}`),
    )
    const head = [...document.head.children]
      .filter(
        (element) =>
          element.localName !== 'link' || element.getAttribute('rel') !== 'modulepreload',
      )
      .map((element) => element.outerHTML)
    return {
      styles,
      attributes,
      head,
      // The modal's own element is left out. It is added with the modal's code, which may be loaded
      // before or after this.
      body: [...document.body.children]
        .filter((element) => !element.hasAttribute('data-latchkey'))
        .map(({ id, localName }) => `${localName}#${id}`),
      sheets: document.adoptedStyleSheets.length,
    }
  }, watched)
}

async function openModal(page: Page) {
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await expect(walletRowOf(modalOf(page))).toBeVisible()
  await expect(modalOf(page).locator('.toasts')).toBeAttached() // the message area is loaded last
  await rest(page)
}

test('a hostile style sheet does not change the kit’s elements', async ({ page, pages }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${pages}/two-kits.html`)
  await openModal(page)
  await page.mouse.move(5, 5)
  const expected = {
    button: await stylesOf(page, '.page-button[data-variant=primary]'),
    modal: await stylesOf(page, 'dialog'),
  }
  await page.goto(`${pages}/hostile.html`)
  await openModal(page)
  await page.mouse.move(5, 5)
  await expect
    .poll(() => stylesOf(page, '.page-button[data-variant=primary]'))
    .toEqual(expected.button)
  await expect.poll(() => stylesOf(page, 'dialog')).toEqual(expected.modal)
  expect(Object.keys(expected.modal).length).toBeGreaterThan(15)
})

test('the kit does not change the page, and the modal covers the whole window even if the page is rotated, filtered and clipped', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages}/hostile.html`)
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  const before = await hostOf(page)
  await openModal(page)
  expect(await hostOf(page)).toEqual(before)
  expect(await modalOf(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await walletRowOf(modalOf(page)).click()
  await expect(page.getByTestId('kit status')).toHaveText('connected')
  await expect(modalOf(page)).toBeHidden()
  expect(await hostOf(page)).toEqual(before)
})
