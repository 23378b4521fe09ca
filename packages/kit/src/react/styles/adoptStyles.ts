import { createContext } from 'react'

/** The shadow root that a screen is drawn into. */
export const RootContext = createContext<ShadowRoot | undefined>(undefined)

/** Adopts style sheets into a shadow root, each once. A host page's content policy has no say in adopted sheets. */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const known = adopted(root)
  if (known.has(css)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  known.add(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** Texts that a root has, kept on the root itself, so that nothing outlives it. */
function adopted(root: ShadowRoot & { latchkeyStyles?: Set<string> }): Set<string> {
  return (root.latchkeyStyles ??= new Set())
}
