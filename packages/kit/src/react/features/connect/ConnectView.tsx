import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/useMessages.ts'
import { useFrame } from '../../modal/FrameContext.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '../../styles/useStyles.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useKit } from '../../useKit.ts'
import { useRouter } from '../router.ts'
import css from './connect.css?inline'
import { LegalCheckbox, LegalNotice, legalOf } from './Legal.tsx'
import { messages } from './messages.ts'
import { Methods } from './Methods.tsx'
import { WalletRows } from './WalletRows.tsx'

export default function ConnectView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const { canGoBack } = useFrame()
  const { options } = kit.context
  const isGated = Boolean(legalOf(options) && options.features?.legalCheckbox)
  const [isAgreed, setAgreed] = useState(() => router.notes.has('agreed'))
  const isLocked = isGated && !isAgreed
  useEffect(() => kit.context.adapters.forEach((adapter) => adapter.prepare()), [kit])

  function agree(isTicked: boolean) {
    if (isTicked) router.notes.add('agreed')
    else router.notes.delete('agreed')
    setAgreed(isTicked)
  }

  const help = <IconButton aria-label={t('help')} onClick={() => router.push('WhatIsAWallet')}><Icon name="help" /></IconButton>
  return (
    <Screen title={t('title')} start={canGoBack ? undefined : help} footer={legalOf(options) && !isGated && <LegalNotice />}>
      {isGated && <LegalCheckbox isAgreed={isAgreed} onChange={agree} />}
      {/* by hand, as React 18 and 19 disagree on how to write it */}
      <div className="connect-methods" ref={(element) => void element?.toggleAttribute('inert', isLocked)}>
        {options.enableWallets === false ? <Notice icon="wallet" title={t('offTitle')}>{t('offText')}</Notice> : <Methods methods={methods} order={options.features?.connectMethodsOrder} or={t('or')} />}
      </div>
    </Screen>
  )
}

/** The wallets, or the one button that they are folded behind. */
function WalletMethod() {
  const t = useMessages(messages)
  const router = useRouter()
  const { features } = useKit().context.options
  return features?.collapseWallets ? <Button onClick={() => router.push('ConnectWallets')}>{t('withWallet')}</Button> : <WalletRows />
}

const methods = { wallet: WalletMethod }
