import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { OfferedMethod } from '../../../wallets/connectMethods.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from '../../modal/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** A way in that needs no wallet. */
export type LoginOffer = Exclude<OfferedMethod, { method: 'wallet' }>

type Form = ComponentType<{ offer: LoginOffer }>

/** Holds the place of a way in, line for line, until its code has come; no other visit fetches it. */
export function LoginMethod({ offer }: { offer: LoginOffer }) {
  const t = useMessages(messages)
  const [Login, setLogin] = useState<Form | 'failed'>()
  const load = () => void import('./login/Login.tsx').then((module) => setLogin(() => module.Login), () => setLogin('failed'))
  useEffect(load, [])
  if (Login === 'failed') return <Notice icon="warning" title={t('loadFailed')} action={<Button onClick={load}>{t('retry')}</Button>} />
  if (Login) return <Login offer={offer} />
  return (
    <div className="stack" aria-busy="true">
      <div className="button" data-variant="secondary" />
      {offer.method === 'social' && offer.socials.length > 1 && <div className="button" data-variant="secondary" />}
    </div>
  )
}
