import { useContext, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { shadowTemplate } from '../button/serverHtml.ts'
import {
  adoptStyles,
  emptyRoot,
  NonceContext,
  RootContext,
} from '@latchkey/ui/styles/adoptStyles.ts'
import tokens from '@latchkey/ui/styles/tokens.css?inline'

const useBrowserLayoutEffect = typeof window === 'undefined' ? useInsertionEffect : useLayoutEffect

/**
 * An element of the page with an open shadow root and the kit's style sheets. `isLayer`: it stands
 * at the end of the page, where no element of the site can hide it; a server does not render it.
 * `serverHtml` is the HTML that a server-rendered page shows until React has loaded: a declarative
 * shadow root.
 */
export function ShadowHost({
  children,
  css,
  serverHtml,
  isLayer,
}: {
  children: ReactNode
  css: string
  serverHtml?: string
  isLayer?: boolean
}) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  const nonce = useContext(NonceContext)
  const sheets = [tokens, css]
  useBrowserLayoutEffect(() => {
    if (!host.current) return
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    // A drawer of the page (vaul) captures the pointer for dragging. That would keep a press from
    // the button inside, so the capture is disabled.
    host.current.setPointerCapture = () => {}
    emptyRoot(shadow)
    for (const sheet of sheets) adoptStyles(shadow, sheet, nonce)
    setRoot(shadow)
  }, [css, nonce])
  // The attribute tells dialog libraries (React Aria) not to hide this element.
  const element = (
    <div
      ref={host}
      data-latchkey=""
      data-react-aria-top-layer={isLayer}
      suppressHydrationWarning
      dangerouslySetInnerHTML={shadowTemplate(sheets, serverHtml, nonce)}
    />
  )
  return (
    <>
      {isLayer ? createPortal(element, document.body) : element}
      {root &&
        createPortal(<RootContext.Provider value={root}>{children}</RootContext.Provider>, root)}
    </>
  )
}
