import { useState } from 'react'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { RowButton, SkeletonRow } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../../router.ts'
import { onrampDraft } from '../draft.ts'
import type { OnrampViews } from '../index.ts'
import { messages } from '../messages.ts'
import { currencyName, signOf } from '../money.ts'
import css from '../onramp.css?inline'
import { useOptions } from '../useOptions.ts'
import { matching, SearchedList } from './SearchedList.tsx'

/** The currencies in which the visitor can pay, with a search by name or code. */
export default function OnRampFiatSelectView({
  params: { currency },
}: {
  params: OnrampViews['OnRampFiatSelect']
}) {
  useStyles(css)
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const known = useOptions()
  const [search, setSearch] = useState('')
  if (known.status === 'pending')
    return (
      <Screen title={t('currencies')}>
        <div className="stack">
          <SkeletonRow />
          <SkeletonRow />
        </div>
      </Screen>
    )

  function choose(id: string) {
    router.remember(onrampDraft, { ...router.recall(onrampDraft), currency: id })
    router.back()
  }

  const { currencies } = known.options
  const found = matching(currencies, search, ({ id }) => `${id} ${currencyName(id, locale)}`)
  return (
    <Screen title={t('currencies')}>
      <SearchedList
        label={t('currencies')}
        search={search}
        onSearch={setSearch}
        count={currencies.length}
        isEmpty={found.length === 0}
      >
        {found.map(({ id }) => (
          <li key={id}>
            <RowButton
              icon={<Mark isQuiet>{signOf(id, locale)}</Mark>}
              title={currencyName(id, locale)}
              end={id === currency ? <Icon name="check" /> : id}
              aria-current={id === currency || undefined}
              data-autofocus={id === currency ? '' : undefined}
              onClick={() => choose(id)}
            />
          </li>
        ))}
      </SearchedList>
    </Screen>
  )
}
