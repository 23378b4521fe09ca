/** One value for every window, or two values: for windows below 768 px and for wider windows. */
export type Responsive<value> = value | { small: value; large: value }

type Width = 'small' | 'large'
type Part = 'picture' | 'text' | 'aside' | 'all'
/** The visible parts of a button. Parts that are not listed are visible. */
export type Parts = { readonly [part in Part]?: Responsive<boolean> }

/**
 * The visible parts of an account in a button: its picture, its name or shortened address, or both.
 */
export type AccountParts = 'full' | 'avatar' | 'name'

/** The visible parts of a network in a button: its icon, its name, or both. */
export type NetworkParts = 'full' | 'icon' | 'name'

/** Returns the value for a width of the window. */
export function valueAt<value>(value: Responsive<value>, width: Width): value {
  return isByWidth(value) ? value[width] : value
}

/** Applies a function to the value, or to both values. */
export function mapResponsive<value, result>(
  value: Responsive<value>,
  map: (value: value) => result,
): Responsive<result> {
  return isByWidth(value) ? { small: map(value.small), large: map(value.large) } : map(value)
}

const isByWidth = <value>(value: Responsive<value>): value is { small: value; large: value } =>
  typeof value === 'object' && value !== null && 'small' in value

/**
 * Returns the parts that the style sheet hides at a width, for a `data-` attribute; undefined for
 * none. The style sheet decides, so that the layout of a page rendered on a server does not shift.
 */
export function hiddenIn(parts: Parts, width: Width): string | undefined {
  const hidden = Object.entries(parts).filter(
    ([, shown]) => shown !== undefined && !valueAt(shown, width),
  )
  return hidden.map(([part]) => part).join(' ') || undefined
}
