import type { ReactNode } from 'react'
import type { OpenableView } from '../../core/kit/featureTypes.ts'
import { hiddenIn } from './responsive.ts'
import type { Parts } from './responsive.ts'
import { usePress } from './usePress.ts'
import { useWords } from './words.ts'

type Props = {
  /** The name for screen readers, and the visible text if there is no `text`. */
  label: string
  text?: string
  /** A picture, 24 px wide, before the text. */
  picture?: ReactNode
  /** A second text, after the main text. */
  sideText?: string
  view?: OpenableView
  variant: 'primary' | 'quiet' | 'danger'
  isBusy?: boolean
  /** @default 'regular' */
  size?: 'regular' | 'compact'
  /** The parts that are visible in windows of each width. @default everything */
  parts?: Parts
  disabled?: boolean
}

/**
 * The markup of a button in the page; a `PageButton` puts it in a shadow root. A press opens the
 * modal. The modal's code is loaded earlier, when a press is likely, for example on hover. While a
 * press waits for this code, the button shows that. After a failure it shows the reason until it is
 * pressed again.
 */
export function Face({
  label,
  text = label,
  picture,
  sideText,
  view,
  variant,
  isBusy,
  size,
  parts,
  disabled,
}: Props) {
  const t = useWords()
  const { open, preload, isWaiting, failure } = usePress()
  return (
    <button
      type="button"
      className="page-button"
      data-variant={failure ? 'danger' : variant}
      data-size={size}
      data-small-hides={parts && !failure ? hiddenIn(parts, 'small') : undefined}
      data-large-hides={parts && !failure ? hiddenIn(parts, 'large') : undefined}
      aria-label={text === label && !parts ? undefined : label}
      aria-haspopup="dialog"
      disabled={disabled}
      aria-busy={isBusy || isWaiting || undefined}
      // Not `onPointerEnter`: React does not report it in a shadow root if the pointer comes from
      // another element of the site.
      onPointerOver={preload}
      onFocus={preload}
      onTouchStart={preload}
      onClick={() => open(view)}
    >
      {picture}
      <span className="page-button-text" dir="auto">
        {failure ? t(failure === 'lost' ? 'lost' : 'retry') : text}
      </span>
      {sideText && !failure && ' '}
      {sideText && !failure && (
        <span className="page-button-aside" dir="auto">
          {sideText}
        </span>
      )}
    </button>
  )
}
