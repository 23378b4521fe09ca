import { nameZone } from '../../../domains/names/nameZone.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Outline } from '@latchkey/ui/icons.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { NoNames } from './NoNames.tsx'
import css from './names.css?inline'
import { useRegistrant } from './invitation/useRegistrant.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The paths of three outline icons, 20 × 20: an arrow for sending, an identity card, a globe. */
const icons = {
  send: 'M10 16V4.5M5 9l5-5 5 5',
  seen: 'M4.5 4.5h11a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5ZM7.5 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5.5 12.75c.4-1 1.1-1.5 2-1.5s1.6.5 2 1.5M12 8.5h2.5M12 11.5h2.5',
  public:
    'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM3.5 10h13M10 3.5c1.8 1.9 2.7 4 2.7 6.5s-.9 4.6-2.7 6.5c-1.8-1.9-2.7-4-2.7-6.5s.9-4.6 2.7-6.5Z',
} as const

/** Explains account names. A button opens the form (docs/contracts/product.md#account-names). */
export default function ChooseAccountNameView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const name = `anna.${nameZone(contextOf(kit).options)}`
  if (useRegistrant() === 'impossible')
    return (
      <Screen title={t('title')}>
        <NoNames />
      </Screen>
    )
  return (
    <Screen
      title={t('title')}
      footer={
        <Button variant="primary" onClick={() => router.push('RegisterAccountName')}>
          {t('choose')}
        </Button>
      }
    >
      <div className="names-about">
        <h3 className="names-heading">{t('heading')}</h3>
        <ul>
          <Point icon="send" title={t('sendTitle')} text={t('sendText', { name })} />
          <Point icon="seen" title={t('seenTitle')} text={t('seenText')} />
          <Point icon="public" title={t('publicTitle')} text={t('publicText')} />
        </ul>
      </div>
    </Screen>
  )
}

function Point({ icon, title, text }: { icon: keyof typeof icons; title: string; text: string }) {
  return (
    <li>
      <span className="names-icon">
        <Outline d={icons[icon]} />
      </span>
      <span>
        <span className="names-point">{title}</span>
        <span className="names-text">{text}</span>
      </span>
    </li>
  )
}
