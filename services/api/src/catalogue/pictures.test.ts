import { expect, test } from 'vitest'
import drawings from '../../data/walletDrawings.json' with { type: 'json' }
import wallets from '../../data/wallets.json' with { type: 'json' }
import { createIcons, type WalletIcon } from '../icons/createIcons.ts'
import { createDrawings, walletDrawing } from '../icons/drawings.ts'
import { createCatalogue } from './createCatalogue.ts'

const catalogue = createCatalogue({ fetch, now: Date.now })
const icons = createIcons({ catalogue, networkName: () => undefined })
const isMonogram = ({ picture }: WalletIcon) => typeof picture === 'string' && picture.includes('<text')

test('every picture that the catalogue names is there', async () => {
  const missing = []
  for (const { id, name, icon } of wallets) if (icon !== null && isMonogram(await icons.wallet(id))) missing.push(name)
  expect(missing).toEqual([])
})

test('nearly half of the first hundred wallets have a picture', async () => {
  const { listing } = await catalogue.read()
  const pictures = await Promise.all(listing.entries.slice(0, 100).map(({ row }) => icons.wallet(row.id)))
  expect(pictures.filter((icon) => !isMonogram(icon)).length).toBe(48)
})

test('the first twenty-five wallets of the list have few letters among them', async () => {
  const { listing } = await catalogue.read()
  const bare = listing.entries.slice(0, 25).filter(({ icon }) => icon === undefined).map(({ name }) => name)
  expect(bare).toEqual(['Xverse', 'Leather', 'UniSat'])
})

test.each(Object.entries(drawings))('the drawing %s can run and load nothing, and scales', (_, svg) => {
  expect(svg).toMatch(/^<svg [^>]*viewBox=/)
  expect(/<script|<image|<foreignObject|<text|<!|<a |\son\w+=|href="(?!#)|url\((?!["']?#)|@import/i.exec(svg)?.[0]).toBeUndefined()
  expect(svg.length).toBeLessThan(10_000)
  expect(openTags(svg)).toEqual([])
  if (/\sxlink:/.test(svg)) expect(svg).toContain('xmlns:xlink=') // a prefix that is not declared breaks it, too
})

/** The tags that no other one closes, by name; a browser shows a broken image for an SVG that has one. */
function openTags(svg: string): string[] {
  const open: string[] = []
  for (const [, closes, name = '', closesItself] of svg.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (!closes && !closesItself) open.push(name)
    if (closes && open.pop() !== name) return [name]
  }
  return open
}

test.each(['own/toString', 'own/__proto__', 'exchanges/../wallets/metamask', '../metamask', 'exchanges/', '/', 'own', 'constructor/name'])('no drawing has the name %s', async (icon) => {
  expect(await walletDrawing(createDrawings(), icon)).toBeUndefined()
})
