import type { ConnectStep } from '../../../core/contracts/connectorSource.ts'
import { useOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from './messages.ts'
import type { Failure } from './outcomes.ts'

/** The stage of a login by e-mail; undefined before its first step. */
export type Stage = 'done' | Failure | ConnectStep['type'] | undefined

/**
 * Returns the function that gives the title and the text of each stage. `seconds` is the time until
 * the visitor may try again.
 */
export function useProgressTexts(
  email: string,
): (stage: Stage, seconds: number) => { title: string; text: string } {
  const t = useMessages(messages)
  const isOnline = useOnline()
  return (stage, seconds) => {
    switch (stage) {
      case 'done':
        return { title: t('doneTitle'), text: t('doneText', { email }) }
      case 'cooldown':
        return {
          title: seconds > 0 ? t('cooldownTitle', { seconds }) : t('readyTitle'),
          text: t('cooldownText'),
        }
      case undefined:
        return { title: t('sendingTitle'), text: t('sendingText', { email }) }
      case 'linkSent':
        return { title: t(isOnline ? 'linkTitle' : 'offlineTitle'), text: t('linkText', { email }) }
      case 'windowOpened':
        return { title: t('windowTitle'), text: t('windowText') }
      case 'pairing':
      case 'codeSent':
      case 'windowDone':
        return { title: t('openingTitle'), text: t('openingText') }
      default:
        return { title: t(`${stage}Title`), text: t(`${stage}Text`) }
    }
  }
}
