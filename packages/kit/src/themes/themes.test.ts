import { expect, test } from 'vitest'
import { themeVariables } from '../session/checkContradictions.lazy.ts'
import * as themes from './themes.ts'

/** The relative luminance by WCAG 2.2. */
function luminanceOf(colour: string): number {
  const hex = colour.length === 4 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1)
  const [r = 0, g = 0, b = 0] = (hex.match(/../g) ?? [])
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminanceOf(first), luminanceOf(second)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The light and the dark value of a variable. */
function sidesOf(theme: object, name: string): readonly string[] {
  const value = (theme as Record<string, string>)[`--lk-${name}`]
  return /^light-dark\((#\w+), (#\w+)\)$/.exec(value ?? '')?.slice(1) ?? []
}

test.each(Object.entries(themes))(
  'the theme %s has only variables that are read, and every text has enough contrast on every ground, light and dark',
  (name, theme) => {
    expect(Object.keys(theme).filter((variable) => !themeVariables.includes(variable))).toEqual([])
    const least = name === 'paper' ? 7 : 4.5
    const pairs = [
      ...['bg', 'bg-raised', 'bg-hover'].flatMap((ground) =>
        ['fg', 'fg-muted'].map((text) => [text, ground] as const),
      ),
      ['on-accent', 'accent'] as const,
    ]
    for (const [text, ground] of pairs) {
      for (const side of [0, 1]) {
        const [front = '', back = ''] = [sidesOf(theme, text)[side], sidesOf(theme, ground)[side]]
        expect({ text, ground, side, contrast: contrast(front, back) }).toMatchObject({
          contrast: expect.toSatisfy((found: number) => found >= least),
        })
      }
    }
    // the accent is the colour of links and of the focus ring
    for (const side of [0, 1])
      expect(
        contrast(sidesOf(theme, 'accent')[side] ?? '', sidesOf(theme, 'bg')[side] ?? ''),
      ).toBeGreaterThanOrEqual(4.5)
  },
)
