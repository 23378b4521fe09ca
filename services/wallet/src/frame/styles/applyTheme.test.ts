import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colorsOf } from './applyTheme.ts'
import { contrastOf, readColor } from './color.ts'

test('the wallet uses the site’s colours if they are readable', () => {
  expect(colorsOf({ '--lk-accent': '#0a7d3c' }, 'light')).toEqual({
    accent: '#0a7d3c',
    'on-accent': '#ffffff',
  })
  expect(colorsOf({ '--lk-bg': '#000000', '--lk-fg': 'rgb(255 255 255)' }, 'dark')).toEqual({
    bg: '#000000',
    fg: 'rgb(255 255 255)',
  })
})

test('of a `light-dark` colour, the wallet uses the value for the current mode', () => {
  const both = {
    '--lk-accent': 'light-dark(#a5481a, rgb(240, 164, 104))',
    '--lk-on-accent': 'light-dark( #ffffff , #2a1405 )',
  }
  expect(colorsOf(both, 'light')).toEqual({ accent: '#a5481a', 'on-accent': '#ffffff' })
  expect(colorsOf(both, 'dark')).toEqual({ accent: 'rgb(240, 164, 104)', 'on-accent': '#2a1405' })
})

test.each<Record<string, string>>([
  { '--lk-fg': '#16171b' },
  { '--lk-fg': 'light-dark(#ffffff, #16171b)' },
  { '--lk-fg': 'light-dark(#ffffff, var(--lk-bg))' },
  { '--lk-bg': '#f4f5f7' },
  { '--lk-fg': 'transparent' },
  { '--lk-fg': 'rgb(255 255 255 / 0.01)' },
  { '--lk-fg': 'url(https://evil.example)' },
  {
    '--lk-bg': '#ff7b7b',
    '--lk-bg-raised': '#ff7b7b',
    '--lk-bg-hover': '#ff7b7b',
    '--lk-fg': '#000000',
    '--lk-fg-muted': '#000000',
  },
  { '--lk-accent': '#808080', '--lk-on-accent': '#828282' },
  { '--lk-fg': 'var(--lk-bg)' },
])('unreadable or unsafe colours of the site are ignored (%#)', (variables) => {
  expect(colorsOf(variables, 'dark')).toEqual({})
})

test('the wallet uses no pair of site colours with a contrast below 4.5', () => {
  const color = fc
    .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
    .map(([red, green, blue]) => `rgb(${red}, ${green}, ${blue})`)
  const isReadable = fc.property(color, color, (fg, bg) => {
    const { fg: taken } = colorsOf({ '--lk-fg': fg, '--lk-bg': bg }, 'dark')
    const [front, back] = [readColor(fg), readColor(bg)]
    return (
      taken === undefined ||
      (front !== undefined && back !== undefined && contrastOf(front, back) >= 4.5)
    )
  })
  expect(fc.check(isReadable).failed).toBe(false)
})

/** The style sheets with the colours of the wallet's screens. */
const css = ['@latchkey/ui/styles/tokens.css', '@latchkey/ui/styles/layout.css', './frame.css']
  .map((name) => readFileSync(new URL(import.meta.resolve(name)), 'utf8'))
  .join('')

/** A colour of the style sheets in one mode. */
function tokenOf(name: string, mode: 'light' | 'dark') {
  const [, light = '', dark = ''] =
    new RegExp(`--_${name}: .*light-dark\\((#[\\da-f]+), (#[\\da-f]+)\\)`).exec(css) ?? []
  const color = readColor(mode === 'light' ? light : dark)
  if (!color) throw new Error(`There is no colour ${name}`)
  return color
}

test.each([
  ['warning', 'warning-bg'],
  ['danger', 'danger-bg'],
  ['warning', 'bg'],
  ['danger', 'bg'],
  ['danger', 'bg-raised'],
  ['on-danger', 'danger'],
])('the wallet’s own colour %s is readable on %s', (text, surface) => {
  for (const mode of ['light', 'dark'] as const)
    expect(contrastOf(tokenOf(text, mode), tokenOf(surface, mode))).toBeGreaterThanOrEqual(4.5)
})
