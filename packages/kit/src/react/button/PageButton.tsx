import type { ReactNode } from 'react'
import { Root } from '../styles/Root.tsx'
import { ShadowHost } from '../styles/ShadowHost.tsx'
import { loadModal } from '../loadModal.ts'
import { useKit } from '../useKit.ts'
import type { OpenOptions } from '../../core/kit.ts'
import { useKitState } from '../useKitState.ts'
import css from './pageButton.css?inline'

type Props = {
  /** Its name for a screen reader, and what it shows where there is no `text`. */
  label: string
  text?: string
  /** 24 px wide, before the text. */
  picture?: ReactNode
  view?: OpenOptions['view']
  variant: 'primary' | 'quiet' | 'danger'
  isBusy?: boolean
}

/** A button in the site's page, in a shadow root of its own; opens the modal, and fetches it when it is about to be pressed. */
export function PageButton({ label, text = label, picture, view, variant, isBusy }: Props) {
  const kit = useKit()
  const mode = useKitState((state) => state.themeMode)
  const preload = () => void loadModal(kit).catch(() => {}) // pressing the button tries again and says so
  return (
    <ShadowHost css={css} serverHtml={`<div class="root" data-mode="${mode}"><button type="button" class="page-button" data-variant="${variant}">${picture ? '<span class="page-button-avatar"></span>' : ''}<span class="page-button-text">${text.replaceAll('<', '&lt;')}</span></button></div>`}>
      <Root>
        <button
          type="button"
          className="page-button"
          data-variant={variant}
          aria-label={text === label ? undefined : label}
          aria-haspopup="dialog"
          aria-busy={isBusy || undefined}
          onPointerEnter={preload}
          onFocus={preload}
          onTouchStart={preload}
          onClick={() => void kit.open({ view }).catch(() => {})} // without a provider there is nothing to show; `kit.open` tells the site's own calls
        >
          {isBusy ? <span className="page-button-avatar" /> : picture}
          <span className="page-button-text" dir="auto">{text}</span>
        </button>
      </Root>
    </ShadowHost>
  )
}
