import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { nameZone } from '../../../domains/names/nameZone.ts'
import { readLabel } from '../../../domains/names/readLabel.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { useRouter } from '../router.ts'
import { useMemory } from '../useMemory.ts'
import { Failure } from './Failure.tsx'
import { messages } from './messages.ts'
import { nameDraft } from './nameDraft.ts'
import { NameField } from './NameField.tsx'
import css from './names.css?inline'
import { NoNames } from './NoNames.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import { useAvailability } from './useAvailability.ts'
import { useRegistrant } from './invitation/useRegistrant.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The form of a name. While the visitor types, it shows the rules, whether the name is free, and
 * suggestions. A button registers the name (docs/contracts/product.md#account-names).
 */
export default function RegisterAccountNameView() {
  useStyles(css)
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const router = useRouter()
  const zone = nameZone(contextOf(useKit()).options)
  const [draft, setDraft] = useMemory(nameDraft)
  const [isTried, setTried] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const registrant = useRegistrant()
  const read = readLabel(draft.text, zone)
  const { availability, suggestions, retry } = useAvailability(
    read.status === 'label' ? read.label : undefined,
  )
  const { status } = availability
  useOnceOnline(status === 'failed', retry)

  if (registrant === 'impossible')
    return (
      <Screen title={t('choose')}>
        <NoNames />
      </Screen>
    )

  const label =
    read.status === 'refused'
      ? t('enter')
      : status === 'checking'
        ? t('checking')
        : status === 'taken' || status === 'own'
          ? t('another')
          : status === 'failed'
            ? common('retry')
            : t('register')
  const canPress = read.status === 'label' && (status === 'free' || status === 'failed')

  function write(text: string) {
    setTried(false)
    setDraft({ text })
  }

  function press() {
    setTried(true)
    if (read.status !== 'label') return
    if (status === 'failed') return retry()
    if (status !== 'free') return
    setDraft({ text: read.label })
    router.push('RegisterAccountNameSuccess', { name: read.name })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    press()
  }

  function choose(text: string) {
    write(text)
    button.current?.focus() // the list changes with the text, so the pressed button may be gone
  }

  return (
    <Screen
      title={t('choose')}
      footer={
        <Button
          ref={button}
          variant={canPress ? 'primary' : 'secondary'}
          aria-disabled={!canPress || undefined}
          onClick={press}
        >
          {label}
        </Button>
      }
    >
      <form className="names-form" noValidate onSubmit={submit}>
        {draft.failure && <Failure {...draft.failure} />}
        <NameField
          text={draft.text}
          zone={zone}
          read={read}
          availability={availability}
          isTried={isTried}
          onChange={write}
        />
        <button type="submit" hidden aria-label={t('register')} />
      </form>
      <SuggestionList
        suggestions={suggestions}
        zone={zone}
        isWanted={read.status === 'label' && status !== 'failed'}
        isPending={status === 'checking'}
        except={status === 'taken' ? undefined : read.label}
        onChoose={choose}
      />
    </Screen>
  )
}
