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
 * An element of the page whose content is only the kit's: an open shadow root with the kit's style
 * sheets. `isLayer`: it stands at the end of the page, where no element of the site can hide it;
 * never on a server. `serverHtml` is the content of a server-rendered page until React has loaded:
 * a declarative shadow root.
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
    // a drawer of the page (vaul) that captures the pointer for dragging would take the press from
    // the button inside
    host.current.setPointerCapture = () => {}
    emptyRoot(shadow)
    for (const sheet of sheets) adoptStyles(shadow, sheet, nonce)
    setRoot(shadow)
  }, [css, nonce])
  // by this attribute, dialog libraries (React Aria) do not hide the layers of others
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
