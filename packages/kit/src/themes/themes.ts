import type { ThemeVariables } from '../core/options/options.ts'

// Values of `themeVariables`. Each has a light and a dark side: `themeMode` chooses, or the
// visitor's system.

/** Warm greys and a burnt orange. */
export const ember = /* @__PURE__ */ theme({
  bg: ['#fffaf6', '#1b1512'],
  'bg-raised': ['#f6ebe2', '#261d18'],
  'bg-hover': ['#efdfd2', '#332720'],
  border: ['#e6d3c4', '#3d2f27'],
  fg: ['#2a1a10', '#f8ece3'],
  'fg-muted': ['#71543f', '#c4a892'],
  accent: ['#b4461e', '#ff9a66'],
  'on-accent': ['#fff', '#2a1408'],
})

/** Forest greens. */
export const forest = /* @__PURE__ */ theme({
  bg: ['#fbfdfa', '#101713'],
  'bg-raised': ['#edf4ec', '#18221c'],
  'bg-hover': ['#dfebdd', '#213027'],
  border: ['#cfdfcd', '#2a3b31'],
  fg: ['#132017', '#eaf5ec'],
  'fg-muted': ['#4b6352', '#9dbaa6'],
  accent: ['#1d6b3c', '#6fd398'],
  'on-accent': ['#fff', '#06210f'],
})

/** Deep blues and violet. */
export const midnight = /* @__PURE__ */ theme({
  bg: ['#fafaff', '#0e1020'],
  'bg-raised': ['#efeffc', '#171a30'],
  'bg-hover': ['#e2e2f8', '#212543'],
  border: ['#d3d3f0', '#2b3054'],
  fg: ['#15163a', '#eef0ff'],
  'fg-muted': ['#565a86', '#a6abd6'],
  accent: ['#5140d8', '#a79bff'],
  'on-accent': ['#fff', '#120b3d'],
})

/** Black on white and white on black, with hardly rounded corners; contrasts of 7:1 and more. */
export const paper = /* @__PURE__ */ theme(
  {
    bg: ['#fff', '#000'],
    'bg-raised': ['#f2f2f2', '#141414'],
    'bg-hover': ['#e4e4e4', '#242424'],
    border: ['#bdbdbd', '#4a4a4a'],
    fg: ['#000', '#fff'],
    'fg-muted': ['#3d3d3d', '#cfcfcf'],
    accent: ['#000', '#fff'],
    'on-accent': ['#fff', '#000'],
  },
  { '--lk-radius': '0.3' },
)

/** Pale rose and raspberry, with round corners. */
export const rose = /* @__PURE__ */ theme(
  {
    bg: ['#fffafb', '#1c1217'],
    'bg-raised': ['#fbecf1', '#281a21'],
    'bg-hover': ['#f6dde6', '#36242d'],
    border: ['#eecbd8', '#432d38'],
    fg: ['#2b0f1a', '#fcebf1'],
    'fg-muted': ['#7a4c5d', '#cfa5b5'],
    accent: ['#b3265f', '#ff8fb6'],
    'on-accent': ['#fff', '#3a0a1f'],
  },
  { '--lk-radius': '1.3' },
)

type Side = readonly [light: string, dark: string]

function theme(
  colours: { readonly [name: string]: Side },
  others: ThemeVariables = {},
): ThemeVariables {
  return {
    ...Object.fromEntries(
      Object.entries(colours).map(([name, [light, dark]]) => [
        `--lk-${name}`,
        `light-dark(${light}, ${dark})`,
      ]),
    ),
    ...others,
  }
}
