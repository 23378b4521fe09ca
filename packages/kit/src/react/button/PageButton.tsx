import type { ReactNode } from 'react'
import { Root } from '../styles/Root.tsx'
import { ShadowHost } from '../styles/ShadowHost.tsx'
import { loadModal } from '../loadModal.ts'
import { useKit } from '../useKit.ts'
import type { OpenOptions } from '../../core/kit.ts'
import { useKitState } from '../useKitState.ts'
import css from './pageButton.css?inline'

type Props = {
  label: string
  view?: OpenOptions['view']
  variant: 'primary' | 'quiet' | 'danger'
  isBusy?: boolean
  /** What the button shows in place of the label. */
  children?: ReactNode
}

/** A button in the site's page, in a shadow root of its own; opens the modal, and fetches it when it is about to be pressed. */
export function PageButton({ label, view, variant, isBusy, children }: Props) {
  const kit = useKit()
  const mode = useKitState((state) => state.themeMode)
  const preload = () => void loadModal().catch(() => {}) // pressing the button tries again and says so
  return (
    <ShadowHost css={css} serverHtml={`<div class="root" data-mode="${mode}"><button type="button" class="page-button" data-variant="${variant}">${escape(label)}</button></div>`}>
      <Root>
        <button
          type="button"
          className="page-button"
          data-variant={variant}
          aria-label={children ? label : undefined}
          aria-haspopup="dialog"
          aria-busy={isBusy || undefined}
          onPointerEnter={preload}
          onFocus={preload}
          onTouchStart={preload}
          onClick={() => void kit.open({ view }).catch(() => {})} // without a provider there is nothing to show; `kit.open` tells the site's own calls
        >
          {isBusy && <span className="page-button-spinner" />}
          {children ?? label}
        </button>
      </Root>
    </ShadowHost>
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
