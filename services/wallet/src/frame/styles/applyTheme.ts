import { contrastOf, readColor } from './color.ts'

/** The theme that the site sends. */
export type Theme = {
  themeMode?: 'light' | 'dark'
  themeVariables?: Record<string, string | number>
}

/**
 * Pairs of text and surface that must stay readable, with a contrast of 4.5:1. The wallet's own
 * colours replace those that the site leaves out. WCAG 2, 1.4.3
 */
const pairs = [
  ['fg', 'bg'],
  ['fg', 'bg-raised'],
  ['fg', 'bg-hover'],
  ['fg-muted', 'bg'],
  ['fg-muted', 'bg-raised'],
  ['on-accent', 'accent'],
] as const
/** The wallet's own colours of text that must be readable on the site's surfaces. */
const ownOnSite = { dark: ['#ff6b6b', '#f2b84b'], light: ['#c93434', '#9a6400'] } as const
const own = {
  dark: {
    bg: '#16171b',
    'bg-raised': '#1f2126',
    'bg-hover': '#282b31',
    fg: '#f4f5f7',
    'fg-muted': '#a3a8b3',
    accent: '#6d8bff',
    'on-accent': '#0b1020',
  },
  light: {
    bg: '#ffffff',
    'bg-raised': '#f4f5f7',
    'bg-hover': '#ebedf0',
    fg: '#16171b',
    'fg-muted': '#5d6470',
    accent: '#3355e6',
    'on-accent': '#ffffff',
  },
} as const
type ColorName = keyof typeof own.dark
const colorNames = Object.keys(own.dark).filter((name): name is ColorName => name in own.dark)
const minContrast = 4.5

/**
 * Fonts with readable letters. A site could otherwise name a font of symbols and make an
 * approval unreadable.
 */
const fonts =
  /^(?:\s*(?:system-ui|sans-serif|serif|ui-sans-serif|ui-serif|ui-rounded|-apple-system|["']?(?:Inter|Arial|Helvetica(?: Neue)?|Roboto|Segoe UI|Verdana|Georgia|Times New Roman|Noto Sans|Open Sans)["']?)\s*(?:,|$))+$/i

/**
 * Applies the site's mode, colours, corners and font. Colours are applied all together or not
 * at all: with a colour that is not opaque, or a text that would not be readable, the wallet
 * uses its own. A theme could otherwise hide parts of an approval.
 */
export function applyTheme(root: HTMLElement, { themeMode, themeVariables = {} }: Theme): void {
  if (themeMode) root.dataset['mode'] = themeMode
  const mode = root.dataset['mode'] === 'light' ? 'light' : 'dark'
  const colors = colorsOf(themeVariables, mode)
  for (const name of colorNames) setVariable(root, name, colors[name])
  const { '--lk-radius': radius, '--lk-font': font } = themeVariables
  setVariable(
    root,
    'radius',
    Number(radius) >= 0 && Number(radius) <= 2 ? String(Number(radius)) : undefined,
  )
  setVariable(root, 'font', typeof font === 'string' && fonts.test(font) ? font : undefined)
}

/** The site's colours; none if one of them is unreadable. */
export function colorsOf(
  variables: Record<string, string | number>,
  mode: 'dark' | 'light',
): Partial<Record<ColorName, string>> {
  const colors: Partial<Record<ColorName, string>> = {}
  for (const name of colorNames) {
    const value = inMode(variables[`--lk-${name}`], mode)
    if (value === undefined) continue
    if (typeof value !== 'string' || !readColor(value)) return {}
    colors[name] = value
  }
  if (colors.accent !== undefined)
    colors['on-accent'] ??= isReadable('#ffffff', colors.accent) ? '#ffffff' : '#000000'
  const all = { ...own[mode], ...colors }
  const surfaces = [all.bg, all['bg-raised']]
  const isWhole =
    pairs.every(([text, surface]) => isReadable(all[text], all[surface])) &&
    ownOnSite[mode].every((text) => surfaces.every((surface) => isReadable(text, surface)))
  return isWhole ? colors : {}
}

/** A value that has a colour for each mode. CSS Color 5, light-dark() */
const bothModes =
  /^\s*light-dark\(\s*((?:[^(),]|\([^()]*\))+?)\s*,\s*((?:[^(),]|\([^()]*\))+?)\s*\)\s*$/

/** The part of a value for one mode. */
function inMode(
  value: string | number | undefined,
  mode: 'dark' | 'light',
): string | number | undefined {
  const [, light, dark] =
    typeof value === 'string' && value.length <= longestValue ? (bothModes.exec(value) ?? []) : []
  return (mode === 'dark' ? dark : light) ?? value
}

/** Maximum of characters of a value with two colours. */
const longestValue = 200

function isReadable(text: string, surface: string): boolean {
  const [front, back] = [readColor(text), readColor(surface)]
  return front !== undefined && back !== undefined && contrastOf(front, back) >= minContrast
}

function setVariable(root: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) root.style.removeProperty(`--lk-${name}`)
  else root.style.setProperty(`--lk-${name}`, value)
}
