import { linkOf } from '../../../session/links.ts'
import { showToast } from '../../../core/kit/toast.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Outline } from '@latchkey/ui/icons.tsx'
import { messages } from './messages.ts'

/** The path of an icon of two sliders, 20 × 20. */
const sliders = 'M3.5 6.5h6m4 0h3M3.5 13.5h3m4 0h6M11.5 4.5v4M8.5 11.5v4'

/**
 * Opens the settings of the current wallet (devices, recovery, export). It is shown only if the
 * wallet has such settings inside the page.
 */
export function ManageButton() {
  const t = useMessages(messages)
  const kit = useKit()
  const account = useAccount()
  const link =
    'account' in account
      ? linkOf(kit, account.account.namespace, account.account.connectorId)
      : undefined
  if (!link?.openSettings) return null
  const open = () =>
    link
      .openSettings?.()
      .catch(
        (error: unknown) =>
          KitError.is(error, 'requestAborted') ||
          KitError.is(error, 'userRejected') ||
          showToast(kit, { message: 'somethingWrong', variant: 'error' }),
      )
  return (
    <Button onClick={() => void open()}>
      <Outline d={sliders} />
      {t('manage')}
    </Button>
  )
}
