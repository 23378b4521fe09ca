import { adoptStyles, RootContext } from '@latchkey/ui/styles/adoptStyles.ts'
import layout from '@latchkey/ui/styles/layout.css?inline'
import tokens from '@latchkey/ui/styles/tokens.css?inline'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A card in one mode. Like a screen of the kit, it is a shadow root with the theme's tokens. */
export function Stage({ mode, children }: { mode: 'dark' | 'light'; children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  useLayoutEffect(() => {
    if (!host.current) return
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    for (const css of [tokens, layout]) adoptStyles(shadow, css)
    setRoot(shadow)
  }, [])
  return (
    <div className="part-stage" data-mode={mode}>
      <div ref={host} />
      {root &&
        createPortal(
          <RootContext value={root}>
            <div className="root stack" data-mode={mode}>
              {children}
            </div>
          </RootContext>,
          root,
        )}
    </div>
  )
}
