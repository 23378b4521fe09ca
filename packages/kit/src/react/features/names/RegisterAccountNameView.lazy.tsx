import { useRef } from 'react'
import type { FormEvent } from 'react'
import type { ParsedLabel } from '../../../domains/names/readLabel.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Failure } from './Failure.tsx'
import { messages } from './messages.ts'
import { NameField } from './NameField.tsx'
import css from './names.css?inline'
import { NoNames } from './NoNames.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import type { Availability } from './useAvailability.ts'
import { useNameForm } from './useNameForm.ts'
import { useRegistrant } from './invitation/useRegistrant.ts'

/**
 * The form to register a name. While the visitor types, it shows the rules, whether the name is
 * free, and suggestions (docs/contracts/product.md#account-names).
 */
export default function RegisterAccountNameView() {
  useStyles(css)
  const t = useMessages(messages)
  const registrant = useRegistrant()
  const form = useNameForm()
  const { zone, draft, read, availability, canPress, write, press } = form
  const { status } = availability
  const button = useRef<HTMLSpanElement>(null)

  if (registrant === 'impossible')
    return (
      <Screen title={t('choose')}>
        <NoNames />
      </Screen>
    )

  function submit(event: FormEvent) {
    event.preventDefault()
    press()
  }

  function choose(text: string) {
    write(text)
    button.current?.closest('button')?.focus() // the new text may remove the pressed button from the list
  }

  return (
    <Screen
      title={t('choose')}
      footer={
        <Button
          variant={canPress ? 'primary' : 'secondary'}
          aria-disabled={!canPress || undefined}
          onClick={press}
        >
          <span ref={button}>
            <RegisterLabel read={read} status={status} />
          </span>
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
          isTried={form.isTried}
          onChange={write}
        />
        <button type="submit" hidden aria-label={t('register')} />
      </form>
      <SuggestionList
        suggestions={form.suggestions}
        zone={zone}
        isWanted={read.status === 'label' && status !== 'failed'}
        isPending={status === 'checking'}
        except={status === 'taken' ? undefined : read.label}
        onChoose={choose}
      />
    </Screen>
  )
}

/** The text of the button: "register", or the reason why that is not possible. */
function RegisterLabel({ read, status }: { read: ParsedLabel; status: Availability['status'] }) {
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  if (read.status === 'refused') return t('enter')
  if (status === 'checking') return t('checking')
  if (status === 'taken' || status === 'own') return t('another')
  return status === 'failed' ? common('retry') : t('register')
}
