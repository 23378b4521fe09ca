import { createContext } from 'react'

/** The shadow root that a screen is rendered in. */
export const RootContext = createContext<ShadowRoot | undefined>(undefined)

/** The nonce of the page's content security policy, from `KitProvider`. */
export const NonceContext = createContext<string | undefined>(undefined)

/**
 * The style sheets that a root has adopted. They are stored on the root itself, so that they are
 * released with it.
 */
type Known = { latchkeyStyles?: Set<string> }

/**
 * Removes the server's content from a shadow root. It does nothing once the root has style sheets
 * of the kit.
 */
export function emptyRoot(root: ShadowRoot & Known): void {
  if (!root.latchkeyStyles) root.replaceChildren()
}

/**
 * Adopts style sheets into a shadow root, each once. The page's content security policy does not
 * apply to adopted sheets; a browser without them gets a `<style>` with the page's `nonce`.
 */
export function adoptStyles(root: ShadowRoot & Known, css: string, nonce?: string): void {
  const known = (root.latchkeyStyles ??= new Set())
  if (known.has(css)) return
  if ('adoptedStyleSheets' in root && 'replaceSync' in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  } else {
    const style = root.ownerDocument.createElement('style')
    if (nonce) style.setAttribute('nonce', nonce)
    style.append(css)
    root.append(style)
  }
  known.add(css)
}
