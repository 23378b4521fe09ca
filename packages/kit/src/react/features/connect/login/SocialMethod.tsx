import { useState } from 'react'
import { lastMethod } from '../../../../core/storage/lastLogin.ts'
import { openWindow } from '../../../../core/page/openWindow.ts'
import type { Social } from '../../../../core/contracts/socials.ts'
import { companies } from '../../../companies/companies.ts'
import { CompanyMark } from '../../../companies/CompanyMark.tsx'
import { socialLogin } from '../../../companies/socialLogin.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Outline } from '@latchkey/ui/icons.tsx'
import { useRouter } from '../../router.ts'
import { messages } from './messages.ts'
import { useFirstFocus } from './useFirstFocus.ts'

/**
 * Up to `maxShown` companies are all shown. If there are more, the first company and `minShown`
 * others are shown, with a button that shows the rest.
 */
const maxShown = 6
const minShown = 4
const lastUsedId = 'latchkey-company-last-used'

/**
 * The companies of the social logins: the first with its name, the others as logos. The company of
 * the visitor's last login comes first and is marked.
 */
export function SocialMethod({
  connectorId,
  socials,
}: {
  connectorId: string
  socials: readonly Social[]
}) {
  const kit = useKit()
  const router = useRouter()
  const last = socials.find((social) => social === lastMethod(kit))
  const [first, ...more] = last ? [last, ...socials.filter((social) => social !== last)] : socials

  function open(social: Social): void {
    openWindow(kit, socialLogin(social)) // browsers open windows only during a press, so not later
    if (social === 'farcaster') router.push('ConnectingFarcaster', { connectorId })
    else router.push('ConnectingSocial', { connectorId, social })
  }

  if (!first) return null
  return (
    <div className="companies">
      <CompanyButton social={first} isLast={first === last} onOpen={open} />
      <Logos socials={more} isFoldable={socials.length > maxShown} onOpen={open} />
    </div>
  )
}

const nameOf = (social: Social) => ({ name: companies[social].name })

/** A company with its name. `isLast`: the visitor's last login was with this company. */
function CompanyButton({
  social,
  isLast,
  onOpen,
}: {
  social: Social
  isLast: boolean
  onOpen: (social: Social) => void
}) {
  const t = useMessages(messages)
  const ref = useFirstFocus<HTMLButtonElement>()
  const label = t('social', nameOf(social))
  return (
    <button
      ref={ref}
      type="button"
      className="button"
      data-variant="secondary"
      aria-label={label}
      aria-describedby={isLast ? lastUsedId : undefined}
      onClick={() => onOpen(social)}
    >
      <CompanyMark social={social} />
      {isLast ? (
        <span className="company-last">
          {label}{' '}
          <span className="login-last" id={lastUsedId}>
            {t('lastUsed')}
          </span>
        </span>
      ) : (
        label
      )}
    </button>
  )
}

/**
 * Companies as logos. `isFoldable`: only the first are shown, with a button that shows the rest.
 */
function Logos({
  socials,
  isFoldable,
  onOpen,
}: {
  socials: readonly Social[]
  isFoldable: boolean
  onOpen: (social: Social) => void
}) {
  const t = useMessages(messages)
  const [isUnfolded, setUnfolded] = useState(false)
  const isExpanded = isUnfolded || !isFoldable
  const shown = isExpanded ? socials : socials.slice(0, minShown)
  if (shown.length === 0) return null
  return (
    <ul className="socials">
      {shown.map((social, index) => (
        <li key={social}>
          <button
            ref={isUnfolded && index === minShown ? takeFocus : undefined}
            type="button"
            className="social"
            aria-label={t('social', nameOf(social))}
            title={t('social', nameOf(social))}
            onClick={() => onOpen(social)}
          >
            <CompanyMark social={social} />
          </button>
        </li>
      ))}
      {!isExpanded && (
        <li>
          <button
            type="button"
            className="social"
            aria-label={t('more')}
            title={t('more')}
            aria-expanded={false}
            onClick={() => setUnfolded(true)}
          >
            <Outline d="M4.5 10h.01M10 10h.01M15.5 10h.01" />
          </button>
        </li>
      )}
    </ul>
  )
}

/**
 * Focuses the first of the newly shown companies, because the pressed button that showed them is
 * gone.
 */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
