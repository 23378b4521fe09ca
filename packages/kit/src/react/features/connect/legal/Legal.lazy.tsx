import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/useMessages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useRouter } from '../../router.ts'
import { legalOf } from '../legalOf.ts'
import css from './legal.css?inline'
import { legalMessages } from './legalMessages.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/**
 * The notice at the foot: the site's own sentence, and the sentence "By connecting …" with links to
 * its terms. With a checkbox (`isGated`), the second sentence is left out, because the checkbox has
 * it.
 */
export function LegalNotice({ isGated }: { isGated: boolean }) {
  useStyles(css)
  const { options } = contextOf(useKit())
  return (
    <>
      {options.disclaimer && (
        <p className="legal" dir="auto">
          {options.disclaimer}
        </p>
      )}
      {!isGated && legalOf(options) && (
        <p className="legal">
          <LegalSentence kind="connecting" />
        </p>
      )}
    </>
  )
}

type CheckboxProps = { isAgreed: boolean; onChange: (isAgreed: boolean) => void }

/**
 * The checkbox with which the visitor agrees to the site's terms. The methods to connect are
 * disabled until it is checked.
 */
export function LegalCheckbox({ isAgreed, onChange }: CheckboxProps) {
  useStyles(css)
  const t = useMessages(legalMessages)
  const { store, returnTo } = useRouter()
  const change = (isNow: boolean) => {
    onChange(isNow)
    if (isNow) return
    // Go back to Connect: a wide modal shows the next screen beside the checkbox, where the visitor
    // could still connect. If Connect is not in the stack, it is shown in place of the first screen
    // of the stack, which needs a connection.
    const base = store.getState().stack.findIndex(({ view }) => view === 'Connect')
    returnTo(Math.max(base, 0) + 1)
  }
  return (
    <>
      <label className="legal" data-checkbox="">
        <input
          ref={takeFocus}
          type="checkbox"
          checked={isAgreed}
          aria-describedby={isAgreed ? undefined : 'latchkey-agree-first'}
          onChange={(event) => change(event.target.checked)}
        />
        <span>
          <LegalSentence kind="agree" />
        </span>
      </label>
      <p className="legal" id="latchkey-agree-first">
        {t('agreeFirst')}
      </p>
    </>
  )
}

/** Focuses the checkbox if its placeholder had the focus while the code was loaded. */
function takeFocus(box: HTMLInputElement | null): void {
  const root = box?.getRootNode()
  if (root instanceof ShadowRoot && root.activeElement === box?.closest('.legal-gate'))
    box?.focus({ preventScroll: true })
}

/** One sentence that contains the links to the site's terms. */
function LegalSentence({ kind }: { kind: 'agree' | 'connecting' }) {
  const t = useMessages(legalMessages)
  const { options } = contextOf(useKit())
  const missingTerms = legalOf(options)
  if (!missingTerms) return null
  // control characters mark the positions of the links, because no text contains them
  const text = t(`${kind}${missingTerms}`, { terms: '\u0001', privacy: '\u0002' })
  const links: { [mark: string]: ReactNode } = {
    '\u0001': (
      <LegalLink key="terms" href={options.termsConditionsUrl}>
        {t('terms')}
      </LegalLink>
    ),
    '\u0002': (
      <LegalLink key="privacy" href={options.privacyPolicyUrl}>
        {t('privacy')}
      </LegalLink>
    ),
  }
  // eslint-disable-next-line no-control-regex
  return text.split(/([\u0001\u0002])/).map((part) => links[part] ?? part)
}

function LegalLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <a className="legal-link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
