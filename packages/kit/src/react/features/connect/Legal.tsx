import type { ReactNode } from 'react'
import type { KitOptions } from '../../../core/options.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useKit } from '../../hooks/useKit.ts'
import { messages } from './messages.ts'

/** Which of its pages a visitor agrees to; undefined where the site names none. */
export function legalOf({ termsConditionsUrl: terms, privacyPolicyUrl: privacy }: KitOptions): 'Both' | 'Terms' | 'Privacy' | undefined {
  return terms && privacy ? 'Both' : terms ? 'Terms' : privacy ? 'Privacy' : undefined
}

/** At the foot: what connecting means, with the site's pages. */
export function LegalNotice() {
  return <p className="legal"><LegalSentence kind="connecting" /></p>
}

type CheckboxProps = { isAgreed: boolean; onChange: (isAgreed: boolean) => void }

/** Before anything else can be done: the visitor agrees to the site's pages. */
export function LegalCheckbox({ isAgreed, onChange }: CheckboxProps) {
  const t = useMessages(messages)
  return (
    <div className="legal-gate">
      <label className="legal" data-checkbox="">
        <input type="checkbox" checked={isAgreed} aria-describedby={isAgreed ? undefined : 'latchkey-agree-first'} onChange={(event) => onChange(event.target.checked)} />
        <span><LegalSentence kind="agree" /></span>
      </label>
      <p className="legal" id="latchkey-agree-first">{t('agreeFirst')}</p>
    </div>
  )
}

/** A whole sentence, of which two names are links. */
function LegalSentence({ kind }: { kind: 'agree' | 'connecting' }) {
  const t = useMessages(messages)
  const { options } = useKit().context
  const which = legalOf(options)
  if (!which) return null
  // marks that no text holds stand in for the links until the sentence is whole
  const text = t(`${kind}${which}`, { terms: '\u0001', privacy: '\u0002' })
  const links: { [mark: string]: ReactNode } = {
    '\u0001': <LegalLink key="terms" href={options.termsConditionsUrl}>{t('terms')}</LegalLink>,
    '\u0002': <LegalLink key="privacy" href={options.privacyPolicyUrl}>{t('privacy')}</LegalLink>,
  }
  // eslint-disable-next-line no-control-regex
  return text.split(/([\u0001\u0002])/).map((part) => links[part] ?? part)
}

function LegalLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return <a className="legal-link" href={href} target="_blank" rel="noreferrer">{children}</a>
}
