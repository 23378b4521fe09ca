import type { ComponentProps, ReactNode } from 'react'
import { Root } from '../../styles/Root.tsx'
import { ShadowHost } from '../../styles/ShadowHost.tsx'
import { buttonHtml } from '../serverHtml.ts'
import { useKit } from '../../hooks/useKit.ts'
import { Face } from './Face.tsx'
import css from './pageButton.css?inline'

/** A button in the site's page, in a shadow root of its own; it opens the modal. */
export function PageButton(props: ComponentProps<typeof Face>) {
  return <ButtonHost face={props}><Face {...props} /></ButtonHost>
}

/** The shadow root of one button or two. @param face what a server renders in it */
export function ButtonHost({ face, children }: { face: ComponentProps<typeof Face>; children: ReactNode }) {
  return (
    <ShadowHost css={css} serverHtml={buttonHtml(useKit(), face)}>
      <Root>{children}</Root>
    </ShadowHost>
  )
}
