/**
 * Styles that a page may put on the wallet's frame and its ancestors: each property that the
 * browser supports, with values that hide, move, cut, tint and shrink.
 */

/** A declaration, and the element of the site's page that gets it. */
export type Declaration = { target: 'iframe' | '.holder' | 'body'; property: string; value: string }

/** Returns the next number of a series, below `count`. */
export type RandomNumber = (count: number) => number

/** Makes a series of random numbers, the same for the same seed. Algorithm: Mulberry32 */
export function randomOf(seed: number): RandomNumber {
  let state = seed >>> 0
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}

/**
 * Properties that a computed style does not list in every browser, and those that hid the frame in
 * earlier runs.
 */
export const hiding = [
  'opacity',
  'mask',
  '-webkit-mask',
  '-webkit-mask-image',
  '-webkit-mask-box-image',
  'mask-border',
  'mask-border-source',
  'mask-image',
  'clip-path',
  'clip',
  'filter',
  'backdrop-filter',
  'mix-blend-mode',
  'isolation',
  'transform',
  'perspective',
  'zoom',
  'contain',
  'content-visibility',
  'visibility',
  'display',
  'scale',
  'rotate',
  'translate',
  'offset-path',
  'offset',
  'view-transition-name',
  'color-scheme',
  'forced-color-adjust',
  'shape-outside',
  'overflow',
  'overflow-clip-margin',
  'position',
  'z-index',
  'border-radius',
  'corner-shape',
  'inset',
  'left',
  'top',
  'width',
  'height',
  'max-width',
  'max-height',
  'min-height',
  'margin',
  'padding',
  'border',
  'box-sizing',
  'object-fit',
  'object-position',
  'object-view-box',
  'aspect-ratio',
  'outline',
  'box-shadow',
  'background',
  'will-change',
  'transform-style',
  'backface-visibility',
  'columns',
  'float',
  'writing-mode',
  'interactivity',
  'pointer-events',
  'user-select',
  'animation',
  'transition',
  'all',
  'font-size',
  'line-height',
  'grid-area',
  'order',
  'reading-flow',
  'text-indent',
  'image-rendering',
]

/** Values of all kinds. Each property takes those that the browser supports for it. */
export const values = [
  '0',
  '0.01',
  '0.2',
  '1',
  '3',
  '-1',
  '1px',
  '10px',
  '200px',
  '-1000px',
  '50%',
  '200%',
  '9deg',
  '180deg',
  'x 180deg',
  'none',
  'hidden',
  'clip',
  'auto',
  'scroll',
  'visible',
  'collapse',
  'contents',
  'inline',
  'block',
  'flex',
  'grid',
  'table',
  'inert',
  'fixed',
  'absolute',
  'sticky',
  'isolate',
  'strict',
  'paint',
  'size',
  'layout',
  'dark',
  'only light',
  'multiply',
  'difference',
  'hue',
  'plus-lighter',
  'preserve-3d',
  'transparent',
  'red',
  'currentcolor',
  'vertical-rl',
  'left',
  'right',
  'both',
  'all',
  'cover',
  'fill',
  'border-box',
  'opacity',
  'transform',
  'opacity(0)',
  'opacity(0.01)',
  'blur(40px)',
  'brightness(0)',
  'invert(1)',
  'contrast(0)',
  'scale(0.01)',
  'scale(0.2)',
  'rotate(180deg)',
  'translate(-3000px)',
  'matrix(1,0,0,0.01,0,0)',
  'perspective(1px) translateZ(-400px)',
  'rotateY(90deg)',
  'rotateY(180deg)',
  'inset(50%)',
  'inset(0 0 60% 0)',
  'circle(0)',
  'circle(20%)',
  'polygon(0 0, 0 0, 0 0)',
  'path("M0 0")',
  'path("M 0 0 L 3000 3000") 100%',
  'path("M 0 0 L 3000 3000")',
  'rect(0 0 0 0)',
  'rect(0, 1px, 1px, 0)',
  'linear-gradient(transparent, transparent)',
  'linear-gradient(#000, transparent 30%)',
  'url(#nothing)',
  'url("data:image/svg+xml,<svg/>") 1',
  'linear-gradient(transparent, transparent) 1',
  '400px solid red',
  '0 0 0 300px red inset',
  '300px 300px',
  'squircle',
  'bevel',
]

/** The declarations that the browser supports. Runs inside the page. */
export function supportedIn([named, all]: readonly [readonly string[], readonly string[]]): {
  property: string
  values: string[]
}[] {
  const properties = new Set([...named, ...getComputedStyle(document.body)])
  return [...properties]
    .map((property) => ({ property, values: all.filter((value) => CSS.supports(property, value)) }))
    .filter(({ values }) => values.length > 0)
}

/**
 * Draws two declarations. The first has a property that is known to hide, and so has the second in
 * half of all pairs.
 */
export function pairOf(
  random: RandomNumber,
  supported: readonly { property: string; values: string[] }[],
): [Declaration, Declaration] {
  const known = supported.filter(({ property }) => hiding.includes(property))
  const draw = (from: typeof supported): Declaration => {
    const { property = '', values = [] } = from[random(from.length)] ?? {}
    return {
      target: (['iframe', '.holder', 'body'] as const)[random(3)] ?? 'iframe',
      property,
      value: values[random(values.length)] ?? '',
    }
  }
  return [draw(known), draw(random(2) === 0 ? known : supported)]
}

/** Replaces the page's declarations with two others. Runs inside the page. */
export function applyStyles(pair: readonly Declaration[]): void {
  for (const target of ['iframe', '.holder', 'body'])
    document.querySelector(target)?.removeAttribute('style')
  for (const { target, property, value } of pair)
    document.querySelector<HTMLElement>(target)?.style.setProperty(property, value, 'important')
}
