import { useEffect, useRef, useState } from 'react'
import { Button } from '@latchkey/ui/Button.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { isOpen } from '../../../domains/smartSessions/endedSessions.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useSessions } from '../../hooks/useSessions.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useRouter } from '../router.ts'
import type { PermissionViews } from './index.ts'
import { messages } from './messages.ts'
import css from './permissions.css?inline'
import { sentenceOf } from './sentenceOf.ts'
import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'
import { usePermissionTexts } from './usePermissionTexts.ts'
import { useUnit } from './useUnit.ts'

/** Asks before it ends one permission, or all of them. */
export default function EndPermissionView({
  params,
}: {
  params: PermissionViews['EndPermission']
}) {
  useStyles(css)
  const t = useMessages(messages)
  const { session } = params
  const { status, run, back } = useEnding(session)
  const answer = useSessions()
  const count = 'data' in answer ? (answer.data ?? []).filter(isOpen).length : 0
  const isWaiting = status === 'waiting'

  return (
    <Screen
      title={t(session ? 'end' : 'endAll')}
      footer={
        <>
          <Button variant="primary" disabled={isWaiting} onClick={run} data-autofocus="">
            {t(isWaiting ? 'ending' : session ? 'end' : 'endAll')}
          </Button>
          <Button variant="quiet" onClick={back}>
            {t('keep')}
          </Button>
        </>
      }
    >
      {session && <Sentence session={session} />}
      <p className="permission-note">
        {session ? t('endText') : t('endAllText', { count: String(count) })}
      </p>
      <p className="permission-failure" role="status">
        {status === 'failed' && t('endFailed')}
      </p>
    </Screen>
  )
}

function Sentence({ session }: { session: SmartSession }) {
  const translate = usePermissionTexts()
  const locale = useFormatLocale()
  const { unit, isPending } = useUnit(session)
  return (
    <p className="permission-sentence">
      {isPending ? '…' : sentenceOf(session, unit, translate, locale)}
    </p>
  )
}

/** Ends the permission, or all of them, and goes back. Leaving the screen ends the wait. */
function useEnding(session: SmartSession | undefined) {
  const { sessions } = useKit()
  const router = useRouter()
  const [status, setStatus] = useState<'idle' | 'waiting' | 'failed'>('idle')
  const life = useRef<AbortController>(undefined)
  useEffect(() => () => life.current?.abort(), [])

  async function end() {
    const { signal } = (life.current = new AbortController())
    setStatus('waiting')
    try {
      await (session ? sessions.revoke(session, { signal }) : sessions.revokeAll({ signal }))
      if (!signal.aborted) router.back()
    } catch (error) {
      if (signal.aborted) return
      setStatus(KitError.is(error, 'userRejected') ? 'idle' : 'failed')
    }
  }

  return { status, back: () => router.back(), run: () => void end() }
}
