import { useState } from 'react'
import { useKit } from '../../../hooks/useKit.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { RowButton, SkeletonRow } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../../router.ts'
import { onrampDraft } from '../draft.ts'
import type { OnrampViews } from '../index.ts'
import { messages } from '../messages.ts'
import css from '../onramp.css?inline'
import { networkName, TokenPicture } from '../TokenPicture.tsx'
import { useOptions } from '../useOptions.ts'
import { matching, SearchedList } from './SearchedList.tsx'

/**
 * The tokens that can be bought, each with its network. The search compares name, symbol, network
 * and address.
 */
export default function OnRampTokenSelectView({
  params: { tokenId },
}: {
  params: OnrampViews['OnRampTokenSelect']
}) {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const known = useOptions()
  const [search, setSearch] = useState('')
  if (known.status === 'pending')
    return (
      <Screen title={t('tokens')}>
        <div className="stack">
          <SkeletonRow />
          <SkeletonRow />
        </div>
      </Screen>
    )

  function choose(id: string) {
    router.remember(onrampDraft, { ...router.recall(onrampDraft), tokenId: id })
    router.back()
  }

  const { tokens } = known.options
  const found = matching(
    tokens,
    search,
    ({ name, symbol, networkId, address = '' }) =>
      `${name} ${symbol} ${networkName(kit, networkId)} ${address}`,
  )
  return (
    <Screen title={t('tokens')}>
      <SearchedList
        label={t('tokens')}
        search={search}
        onSearch={setSearch}
        count={tokens.length}
        isEmpty={found.length === 0}
      >
        {found.map((token) => (
          <li key={token.id}>
            <RowButton
              icon={<TokenPicture token={token} />}
              title={token.name}
              detail={t('on', { network: networkName(kit, token.networkId) })}
              end={token.id === tokenId ? <Icon name="check" /> : token.symbol}
              aria-current={token.id === tokenId || undefined}
              data-autofocus={token.id === tokenId ? '' : undefined}
              onClick={() => choose(token.id)}
            />
          </li>
        ))}
      </SearchedList>
    </Screen>
  )
}
