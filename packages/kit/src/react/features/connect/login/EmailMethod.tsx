import { useState } from 'react'
import type { FormEvent } from 'react'
import { readDevice } from '../../../../core/page/device.ts'
import { isEmail } from '../../../../core/text/isEmail.ts'
import { lastEmail, lastMethod } from '../../../../core/storage/lastLogin.ts'
import { preconnect } from '../../../../core/http/preconnect.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { defineMemory } from '../../../router/memory.ts'
import { Outline } from '@latchkey/ui/icons.tsx'
import { useRouter } from '../../router.ts'
import { useMemory } from '../../useMemory.ts'
import { messages } from './messages.ts'
import { useFirstFocus } from './useFirstFocus.ts'

const faultId = 'latchkey-email-fault'
const lastUsedId = 'latchkey-email-last-used'
/**
 * The typed address; undefined before the visitor types. It is kept only while the modal is open.
 */
const typedEmail = defineMemory<string | undefined>(undefined)

/**
 * The e-mail field, with its button inside. It starts with the address of an earlier login if the
 * site still stores it. An empty field is marked if the last login was by e-mail. An invalid
 * address is reported on submit, until the text changes.
 */
export function EmailMethod({ connectorId }: { connectorId: string }) {
  const t = useMessages(messages)
  const router = useRouter()
  const kit = useKit()
  const [typed, setText] = useMemory(typedEmail)
  const text = typed ?? lastEmail(kit) ?? ''
  const isLastUsed = text === '' && lastMethod(kit) === 'email'
  const [isRefused, setRefused] = useState(false)
  const ref = useFirstFocus<HTMLInputElement>(!readDevice().isPhone)

  function write(next: string) {
    if (!typed) preconnect(kit, connectorId)
    setText(next)
    setRefused(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const email = text.trim()
    if (isEmail(email)) return router.push('EmailVerifyOtp', { connectorId, email })
    setRefused(true)
    ref.current?.focus()
  }

  return (
    <form className="email" noValidate onSubmit={submit}>
      <div className="email-field" data-invalid={isRefused || undefined}>
        <input
          ref={ref}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          dir={text ? 'ltr' : undefined}
          aria-label={t('email')}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? faultId : isLastUsed ? lastUsedId : undefined}
          placeholder={t('email')}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
        {isLastUsed && (
          <span className="login-last" id={lastUsedId}>
            {t('lastUsed')}
          </span>
        )}
        <Submit isReady={text !== ''} />
      </div>
      {isRefused && (
        <p className="email-fault" id={faultId} role="alert">
          {t('invalid')}
        </p>
      )}
    </form>
  )
}

/** The button inside the field. */
function Submit({ isReady }: { isReady: boolean }) {
  const t = useMessages(messages)
  return (
    <button
      type="submit"
      className="email-submit"
      data-ready={isReady || undefined}
      aria-label={t('submit')}
      title={t('submit')}
    >
      <Outline d="M4.5 10h11M11 5.5l4.5 4.5-4.5 4.5" isDirected />
    </button>
  )
}
