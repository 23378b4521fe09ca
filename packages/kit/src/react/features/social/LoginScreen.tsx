import type { ReactNode } from 'react'
import type { ConnectStep } from '../../../core/contracts/connectorSource.ts'
import type { Social } from '../../../core/contracts/socials.ts'
import { companies } from '../../companies/companies.ts'
import { CompanyMark } from '../../companies/CompanyMark.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { messages } from './messages.ts'
import type { Failure } from './outcomes.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The screen of a login with a company's account: the company's logo in the ring, the current step,
 * and buttons below.
 */
export function LoginScreen({
  social,
  step,
  failure,
  isConnected,
  children,
}: {
  social: Social
  step: ConnectStep | undefined
  failure: Failure | undefined
  isConnected: boolean
  children?: ReactNode
}) {
  const t = useMessages(messages)
  const { signInOnConnect, options } = contextOf(useKit())
  const company = companies[social].name
  const [title, text] = ((): readonly [string, string] => {
    if (isConnected) return [t('doneTitle'), t('doneText', { company })]
    if (failure) return [t(`${failure}Title`, { company }), t(`${failure}Text`)]
    if (step?.type === 'windowOpened')
      return [
        t('windowTitle', { company }),
        `${t('windowText')}${signInOnConnect?.requestsMessage() ? ` ${t('signsIn', { site: options.metadata.name })}` : ''}`,
      ]
    if (step?.type === 'windowDone') return [t('readingTitle'), t('readingText')]
    if (step?.type === 'linkSent') return [t('linkTitle'), t('linkText')]
    return [t('startTitle', { company }), t('startText')]
  })()
  return (
    <Screen title={t('title', { company })}>
      <Progress
        status={isConnected ? 'done' : failure ? 'failed' : 'waiting'}
        picture={
          <Mark isQuiet isLarge>
            <CompanyMark social={social} />
          </Mark>
        }
        title={title}
        text={text}
      />
      {children}
    </Screen>
  )
}
