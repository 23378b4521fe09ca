import { createContext } from 'react'

/** What adopts style sheets: the shadow root in which a screen is rendered, or the document. */
export type StyleRoot = ShadowRoot | Document

/** The root in which a screen is rendered. Without it, components adopt no style sheets. */
export const RootContext = createContext<StyleRoot | undefined>(undefined)

/** The nonce of the page's content security policy. */
export const NonceContext = createContext<string | undefined>(undefined)

/** A root stores its adopted style sheets on itself, so that they are released together. */
type Known = { latchkeyStyles?: Set<string> }

/**
 * Removes the server-rendered content from a shadow root. It does nothing if the root already has
 * style sheets of the kit.
 */
export function emptyRoot(root: ShadowRoot & Known): void {
  if (!root.latchkeyStyles) root.replaceChildren()
}

/**
 * Adopts a style sheet into a root, once. The page's content security policy does not apply to
 * adopted style sheets. A browser that lacks them gets a `<style>` with the page's `nonce`.
 */
export function adoptStyles(root: StyleRoot & Known, css: string, nonce?: string): void {
  const known = (root.latchkeyStyles ??= new Set())
  if (known.has(css)) return
  if ('adoptedStyleSheets' in root && 'replaceSync' in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  } else {
    const style = document.createElement('style')
    if (nonce) style.setAttribute('nonce', nonce)
    style.append(css)
    const place = root === document ? document.head : root
    place.append(style)
  }
  known.add(css)
}
