import { Fragment, memo, useMemo } from 'react'
import { useMessages } from '../../i18n/useMessages.ts'
import { useFrame } from '../../modal/FrameContext.ts'
import { defineMemory } from '../../router/memory.ts'
import { LazyPart } from '../../modal/LazyPart.tsx'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button, IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { methodPlaces } from '../../../domains/wallets/connectMethods.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useRouter } from '../router.ts'
import { useMemory } from '../useMemory.ts'
import css from './connect.css?inline'
import { hasFoot, legalOf } from './legalOf.ts'
import { LoginMethod, LoginPlace } from './LoginMethod.tsx'
import { messages } from './messages.ts'
import { WalletRows } from './WalletRows.tsx'
import { contextOf } from '../../../core/kit/context.ts'

/** A blank line, which reserves the space of the legal text while it loads. */
const blankLine = '\u00a0'

/** Loads the code that shows the site's own sentence and its terms. */
const legal = () => import('./legal/Legal.lazy.tsx')

/** Whether the visitor has agreed to the site's terms in this opening of the modal. */
const agreement = defineMemory(false)

/**
 * The Connect screen: logins, wallets of this browser and of phones, and the catalogue. It also
 * shows the site's terms and its own sentence, if it has them. `memo` keeps it from being drawn
 * again by the press that shows it.
 */
export default memo(function ConnectView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const { canGoBack } = useFrame()
  const { options } = contextOf(kit)
  const isGated = Boolean(legalOf(options) && options.features?.legalCheckbox)
  const [isAgreed, setAgreed] = useMemory(agreement)
  const isLocked = isGated && !isAgreed
  const connectors = useKitState((state) => state.connectors)
  const sessions = useKitState((state) => state.sessions)
  const methods = useMemo(
    () => methodPlaces(kit, { connectors, sessions }),
    [kit, connectors, sessions],
  )
  // while the code of the first login loads, the container of the methods has the focus
  const waits = !isLocked && methods[0] && methods[0].method !== 'wallet' ? '' : undefined

  const help = (
    <IconButton aria-label={t('help')} onClick={() => router.push('WhatIsAWallet')}>
      <Icon name="help" />
    </IconButton>
  )
  return (
    <Screen
      title={t('title')}
      start={canGoBack ? undefined : help}
      footer={
        (isGated ? options.disclaimer : hasFoot(options)) && (
          <LazyPart load={legal} fallback={blankLine}>
            {({ LegalNotice }) => <LegalNotice isGated={isGated} />}
          </LazyPart>
        )
      }
    >
      {isGated && (
        <div className="legal-gate" tabIndex={-1} data-autofocus="">
          <LazyPart load={legal} fallback={null}>
            {({ LegalCheckbox }) => <LegalCheckbox isAgreed={isAgreed} onChange={setAgreed} />}
          </LazyPart>
        </div>
      )}
      {/* `inert` is set through the DOM, because React 18 and React 19 accept different values
          for it */}
      <div
        className="connect-methods"
        tabIndex={-1}
        data-autofocus={waits}
        ref={(element) => void element?.toggleAttribute('inert', isLocked)}
      >
        <Methods methods={methods} />
      </div>
    </Screen>
  )
})

/** The offered methods to connect, one below the other. */
function Methods({ methods }: { methods: ReturnType<typeof methodPlaces> }) {
  const t = useMessages(messages)
  if (methods.length === 0)
    return (
      <Notice icon="wallet" title={t('offTitle')}>
        {t('offText')}
      </Notice>
    )
  return methods.map((method, index) => (
    <Fragment key={method.method}>
      {index > 0 && <p className="connect-or">{t('or')}</p>}
      {method.method === 'wallet' ? (
        <WalletMethod isFolded={method.isFolded} />
      ) : 'isPending' in method ? (
        <LoginPlace rows={method.rows} />
      ) : (
        <LoginMethod offer={method} />
      )}
    </Fragment>
  ))
}

/** The list of wallets, or a button that opens the list. */
function WalletMethod({ isFolded }: { isFolded: boolean }) {
  const t = useMessages(messages)
  const router = useRouter()
  return isFolded ? (
    <Button onClick={() => router.push('ConnectWallets')}>{t('withWallet')}</Button>
  ) : (
    <WalletRows />
  )
}
