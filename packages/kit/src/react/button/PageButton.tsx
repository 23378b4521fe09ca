import type { ComponentProps, ReactNode } from 'react'
import { Root } from '../styles/Root.tsx'
import { ShadowHost } from '../styles/ShadowHost.tsx'
import { buttonsHtml } from './serverHtml.ts'
import { useKit } from '../hooks/useKit.ts'
import { Face } from './Face.tsx'
import css from './pageButton.css?inline'

/** A button in the site's page, in its own shadow root. A press opens the modal. */
export function PageButton(props: ComponentProps<typeof Face>) {
  return (
    <ButtonHost faces={[props]}>
      <Face {...props} />
    </ButtonHost>
  )
}

/** The shadow root of one or two buttons. @param faces the buttons that a server renders in it */
export function ButtonHost({
  faces,
  children,
}: {
  faces: readonly ComponentProps<typeof Face>[]
  children: ReactNode
}) {
  return (
    <ShadowHost css={css} serverHtml={buttonsHtml(useKit(), faces)}>
      <Root>{children}</Root>
    </ShadowHost>
  )
}
