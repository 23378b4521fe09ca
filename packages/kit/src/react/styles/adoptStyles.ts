import { createContext } from 'react'

/** The shadow root that a screen is drawn into. */
export const RootContext = createContext<ShadowRoot | undefined>(undefined)

/** What a root has adopted, kept on the root itself, so that nothing outlives it. */
type Known = { latchkeyStyles?: Set<string> }

/** Adopts style sheets into a shadow root, each once. A host page's content policy has no say in adopted sheets. */
export function adoptStyles(root: ShadowRoot & Known, css: string): void {
  const known = (root.latchkeyStyles ??= new Set())
  if (known.has(css)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  known.add(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
