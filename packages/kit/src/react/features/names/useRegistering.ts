import { useCallback, useEffect } from 'react'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { registerName } from '../../../domains/names/actions.ts'
import { nameZone } from '../../../domains/names/nameZone.ts'
import { readLabel } from '../../../domains/names/readLabel.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'
import type { NameViews } from './index.ts'
import { nameDraft } from './nameDraft.ts'
import { contextOf } from '../../../core/kit/context.ts'

type Stage = NonNullable<NameViews['RegisterAccountNameSuccess']['stage']>

/**
 * Registers the name once. The stage is stored in the screen's parameters, so that the wallet gets
 * only one request. If the registration fails, the form is shown again, with the reason. Leaving
 * the screen does not cancel the request: it stays open in the wallet.
 */
export function useRegistering({ name, stage }: NameViews['RegisterAccountNameSuccess']): Stage {
  const kit = useKit()
  const { store, update, back, reset, remember } = useRouter()
  const set = useCallback(
    (next: Stage) => {
      update('RegisterAccountNameSuccess', (params) =>
        params.name === name ? { name, stage: next } : params,
      )
    },
    [update, name],
  )
  useEffect(() => {
    if (stage) return
    const fail = (error: unknown) => {
      const { label } = readLabel(name, nameZone(contextOf(kit).options))
      remember(nameDraft, {
        text: label,
        failure: {
          name,
          error: KitError.is(error) ? error : kitError('somethingWrong', { cause: error }),
        },
      })
      if (store.getState().stack.length > 1) back()
      else reset('RegisterAccountName')
    }
    // StrictMode mounts, unmounts and mounts again. The delay lets only the second mount register.
    return contextOf(kit).clock.setTimeout(() => {
      set('waiting')
      registerName(kit, { label: name }).then(() => set('done'), fail)
    }, 0)
  }, [kit, name, stage, set, store, back, reset, remember])
  return stage ?? 'waiting'
}
