import { useCurrentWallet } from '../../hooks/useConnectedWallets.ts'
import { useWalletProblem } from '../../hooks/useWalletProblem.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from './messages.ts'
import type { NameDraft } from './nameDraft.ts'
import { reasonOf } from './useAvailability.ts'

/**
 * Why the last registration failed: the service's own text, or else the kit's text and a possible
 * solution.
 */
export function Failure({ name, error }: NonNullable<NameDraft['failure']>) {
  const t = useMessages(messages)
  const problemOf = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''
  const isOfService = error.code === 'nameNotRegistered'
  const reason = isOfService ? reasonOf(error) : ''
  const text =
    error.code === 'walletTimeout'
      ? t('tooLate', { wallet })
      : walletErrors.has(error.code)
        ? problemOf(error, wallet)
        : t('failed', { name })
  return (
    <div className="names-failure" role="alert">
      {reason ? (
        <p lang="en" dir="auto">
          {reason}
        </p>
      ) : (
        <p>{text}</p>
      )}
      {isOfService && error.status === undefined && <p>{t('unreached')}</p>}
    </div>
  )
}

/** Error codes with which a wallet can answer the request for a signature. */
const walletErrors: ReadonlySet<string> = new Set([
  'userRejected',
  'resourceUnavailable',
  'unauthorized',
  'providerDisconnected',
  'internal',
  'unsupportedMethod',
  'methodNotSupported',
])
