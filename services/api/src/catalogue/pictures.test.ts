import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import drawings from '../../data/walletDrawings.json' with { type: 'json' }
import wallets from '../../data/wallets.json' with { type: 'json' }
import { createIcons, type WalletIcon } from '../icons/createIcons.ts'
import { createDrawings, walletDrawing } from '../icons/drawings.ts'
import { createCatalogue } from './createCatalogue.ts'

const catalogue = createCatalogue({ fetch, now: Date.now })
const icons = createIcons({ catalogue, networkName: () => undefined })
const isMonogram = ({ picture }: WalletIcon) =>
  typeof picture === 'string' && picture.includes('<text')

test('every picture that the catalogue names exists', async () => {
  const missing = []
  for (const { id, name, icon } of wallets)
    if (icon !== null && isMonogram(await icons.wallet(id))) missing.push(name)
  expect(missing).toEqual([])
})

test('55 of the first hundred wallets of the catalogue have a picture', async () => {
  const { listing } = await catalogue.read()
  const pictures = await Promise.all(
    listing.entries.slice(0, 100).map(({ row }) => icons.wallet(row.id)),
  )
  expect(pictures.filter((icon) => !isMonogram(icon)).length).toBe(55)
})

test('the first twenty-five wallets of the list all have a picture', async () => {
  const { listing } = await catalogue.read()
  const bare = listing.entries
    .slice(0, 25)
    .filter(({ icon }) => icon === undefined)
    .map(({ name }) => name)
  expect(bare).toEqual([])
})

test('the published file THIRD_PARTY_LICENSES names every drawing once', async () => {
  const folder = join(import.meta.dirname, '../../../serve')
  const text = await readFile(join(folder, 'THIRD_PARTY_LICENSES'), 'utf8')
  const named = [
    ...text.matchAll(/^\S+[^\n:]*: ((?:[^\n]+,\n {2})*[^\n]+)\n {2}(?:Copyright|CC0)/gm),
  ].flatMap(([, list = '']) => list.split(/,\s+/))
  expect(named.toSorted()).toEqual(Object.keys(drawings).toSorted())
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).files).toContain(
    'THIRD_PARTY_LICENSES',
  )
})

test.each(Object.entries(drawings))(
  'the drawing %s contains no script and no external resource, and has a `viewBox`',
  (_, svg) => {
    expect(svg).toMatch(/^<svg [^>]*viewBox=/)
    expect(
      /<script|<image|<foreignObject|<text|<!|<a |\son\w+=|href="(?!#)|url\((?!["']?#)|@import/i.exec(
        svg,
      )?.[0],
    ).toBeUndefined()
    expect(svg.length).toBeLessThan(10_000)
    expect(openTags(svg)).toEqual([])
    // browsers do not show an SVG with an undeclared prefix
    if (/\sxlink:/.test(svg)) expect(svg).toContain('xmlns:xlink=')
  },
)

/** The names of tags that are never closed. Browsers do not show an SVG with such a tag. */
function openTags(svg: string): string[] {
  const open: string[] = []
  for (const [, closes, name = '', closesItself] of svg.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (!closes && !closesItself) open.push(name)
    if (closes && open.pop() !== name) return [name]
  }
  return open
}

test.each([
  'own/toString',
  'own/__proto__',
  'exchanges/../wallets/metamask',
  '../metamask',
  'exchanges/',
  '/',
  'own',
  'constructor/name',
])('a drawing with the name %s does not exist', async (icon) => {
  expect(await walletDrawing(createDrawings(), icon)).toBeUndefined()
})
