import { useMemo } from 'react'
import { checkName, registerName, suggestNames } from '../../domains/names/actions.ts'
import type { NameStatus } from '../../domains/names/checkName.lazy.ts'
import type { AccountName } from '../../domains/names/namesQuery.ts'
import type { NameSuggestion } from '../../domains/names/suggestNames.lazy.ts'
import { useKit } from './useKit.ts'

/**
 * Registering a name without the screens. A `label` is the part of a name before its zone; the full
 * name is accepted, too.
 */
export type RegisterName = {
  /** As `checkName`. */
  check(parameters: { label: string; signal?: AbortSignal }): Promise<NameStatus>
  /** As `suggestNames`. */
  suggest(parameters: { label: string; signal?: AbortSignal }): Promise<readonly NameSuggestion[]>
  /** As `registerName`. */
  register(parameters: { label: string; signal?: AbortSignal }): Promise<AccountName>
}

/** Registers a name for the current account. Its code is loaded with the first call. */
export function useRegisterName(): RegisterName {
  const kit = useKit()
  return useMemo(
    () => ({
      check: (parameters) => checkName(kit, parameters),
      suggest: (parameters) => suggestNames(kit, parameters),
      register: (parameters) => registerName(kit, parameters),
    }),
    [kit],
  )
}
