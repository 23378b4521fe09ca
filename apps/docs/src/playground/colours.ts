import { ember, forest, midnight, paper, rose } from 'latchkey/themes'
import type { PlaygroundState, TokenName } from './state/fields.ts'

const presets: Readonly<Record<string, { readonly [name: string]: string }>> = {
  ember,
  forest,
  midnight,
  paper,
  rose,
}

/** The kit's own colours, light and dark: the initial values of the colour fields. */
const own = {
  '--lk-accent': 'light-dark(#3355e6, #6d8bff)',
  '--lk-on-accent': 'light-dark(#ffffff, #0b1020)',
  '--lk-bg': 'light-dark(#ffffff, #16171b)',
  '--lk-bg-raised': 'light-dark(#f4f5f7, #1f2126)',
  '--lk-bg-hover': 'light-dark(#ebedf0, #282b31)',
  '--lk-fg': 'light-dark(#16171b, #f4f5f7)',
  '--lk-fg-muted': 'light-dark(#5d6470, #a3a8b3)',
  '--lk-success': 'light-dark(#0f8a5a, #4ad295)',
  '--lk-warning': 'light-dark(#9a6400, #f2b84b)',
  '--lk-danger': 'light-dark(#c93434, #ff6b6b)',
} as const satisfies { readonly [name in TokenName]?: string }

/** A token of the theme that is one opaque colour. */
export type ColourToken = keyof typeof own

/** Whether a token is one opaque colour. */
export const isColour = (name: TokenName): name is ColourToken => name in own

/** Returns the theme variables of a preset; none for the preset `none`. */
export const presetOf = (name: PlaygroundState['preset']): { readonly [name: string]: string } =>
  presets[name] ?? {}

/**
 * Returns a colour as `#rrggbb`, the only form that a colour field accepts; undefined for other
 * texts.
 */
export function hexOf(text: string, isLight: boolean): string | undefined {
  const [, light, dark] = /^light-dark\(\s*([^,]+?)\s*,\s*([^,]+?)\s*\)$/.exec(text) ?? []
  const side = (isLight ? light : dark) ?? text
  const [, digits = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(side) ?? []
  if (digits === '') return undefined
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`.toLowerCase()
}

/** Returns the colour that is shown now, as `#rrggbb`. */
export function shownColour(state: PlaygroundState, name: ColourToken): string {
  const isLight = state.mode !== 'dark'
  return (
    [state[name], presetOf(state.preset)[name] ?? '', own[name]]
      .map((text) => hexOf(text, isLight))
      .find((hex) => hex !== undefined) ?? '#808080'
  )
}
