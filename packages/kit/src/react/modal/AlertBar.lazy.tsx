import { sentenceOf } from '../../core/errors/errors.ts'
import { useMessages } from '../i18n/useMessages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import css from './alertBar.css?inline'
import { messages } from './messages.ts'

/**
 * The alert for the site's developer, shown until it is closed. It is in English, like every text
 * for developers.
 */
export default function AlertBar() {
  useStyles(css)
  const t = useMessages(messages)
  const { store } = useKit()
  const alert = useKitState((state) => state.alert)
  const text = alert?.text?.slice(0, 300)
  return (
    <div className="alert-place" role="alert">
      {alert && (
        <div className="alert-bar" lang="en" dir="ltr">
          <Icon name="warning" />
          <p>
            <strong>{sentenceOf(alert.code).replace('{method}', text ?? '')}</strong>
            {text && alert.code !== 'alertMethodNotAllowed' && <span>{text}</span>}
          </p>
          <IconButton
            aria-label={t('dismiss')}
            onClick={() => store.setState({ alert: undefined })}
          >
            <Icon name="close" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
