import { formatUnits } from '@latchkey/protocol/formatUnits'
import { Outline } from '@latchkey/ui/icons.tsx'
import { writtenAmount } from '../../../../domains/send/amount/writtenAmount.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { flippedDraft } from '../draft.ts'
import { messages } from '../messages.ts'
import { useSetDraft } from '../useDraft.ts'
import type { Swap } from '../useSwap.ts'

/** A button that exchanges both sides. It does nothing until a token to receive is chosen. */
export function FlipButton({ swap: { from, to, offer } }: { swap: Swap }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const set = useSetDraft()

  function flip() {
    if (!to) return
    const arrives = offer && writtenAmount(formatUnits(offer.arrives, to.decimals), locale)
    set(flippedDraft({ from, to }, arrives))
  }

  return (
    <button
      type="button"
      className="swap-flip"
      aria-label={t('flip')}
      title={t('flip')}
      aria-disabled={!to}
      onClick={flip}
    >
      <Outline d="M6.5 4v11.5M3.5 12.5l3 3 3-3M13.5 16V4.5M10.5 7.5l3-3 3 3" />
    </button>
  )
}
