import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Root } from '../../styles/Root.tsx'
import { ShadowHost } from '../../styles/ShadowHost.tsx'
import { loadModal } from '../loadModal.ts'
import { buttonHtml } from '../serverHtml.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import type { OpenOptions } from '../../../core/kit.ts'
import css from './pageButton.css?inline'
import { useWords } from './words.ts'

type Props = {
  /** Its name for a screen reader, and its text if there is no `text`. */
  label: string
  text?: string
  /** 24 px wide, before the text. */
  picture?: ReactNode
  view?: OpenOptions['view']
  variant: 'primary' | 'quiet' | 'danger'
  isBusy?: boolean
}

/**
 * A button in the site's page, in a shadow root of its own; it opens the modal, and loads it when a press is likely. It shows that a
 * press waits for that; after a failure it shows the reason until it is pressed again.
 */
export function PageButton(props: Props) {
  const { label, text = label, picture, view, variant, isBusy } = props
  const t = useWords()
  const kit = useKit()
  const isOpen = useKitState((state) => state.modal.open)
  const [press, setPress] = useState<'none' | 'waiting' | 'lost' | 'done'>('none')
  // the modal's code failed to load, or the modal threw
  const isLost = press === 'lost' || (press === 'done' && !isOpen && kit.context.failures.has('modal'))
  const preload = () => void loadModal(kit).catch(() => {}) // pressing the button tries again and reports a failure
  useEffect(() => kit.context.press.setState({ isLikely: true }), [kit])
  const openModal = () => {
    kit.context.failures.delete('modal')
    kit.open({ view }).catch(() => {}) // without a provider there is nothing to show; `kit.open` reports the error to the site's own calls
    setPress('waiting')
    loadModal(kit).then(() => setPress('done'), () => setPress('lost'))
  }
  return (
    <ShadowHost css={css} serverHtml={buttonHtml(kit, props)}>
      <Root>
        <button
          type="button"
          className="page-button"
          data-variant={isLost ? 'danger' : variant}
          aria-label={text === label ? undefined : label}
          aria-haspopup="dialog"
          aria-busy={isBusy || press === 'waiting' || undefined}
          onPointerOver={preload} // not `Enter`: in a shadow root React does not report it for a pointer that arrives from another element of the site
          onFocus={preload}
          onTouchStart={preload}
          onClick={openModal}
        >
          {picture}
          <span className="page-button-text" dir="auto">{press === 'lost' ? t('lost') : isLost ? t('retry') : text}</span>
        </button>
      </Root>
    </ShadowHost>
  )
}
