import { useMemo } from 'react'
import { checkName, registerName, suggestNames } from '../../domains/names/actions.ts'
import type { NameStatus } from '../../domains/names/checkName.lazy.ts'
import type { AccountName } from '../../domains/names/namesQuery.ts'
import type { NameSuggestion } from '../../domains/names/suggestNames.lazy.ts'
import { useKit } from './useKit.ts'

/**
 * The functions to register a name without the kit's screens. `label` is the part of a name before
 * its zone; the full name is accepted, too.
 */
export type RegisterName = {
  /** Calls `checkName`. */
  check(parameters: { label: string; signal?: AbortSignal }): Promise<NameStatus>
  /** Calls `suggestNames`. */
  suggest(parameters: { label: string; signal?: AbortSignal }): Promise<readonly NameSuggestion[]>
  /** Calls `registerName`. */
  register(parameters: { label: string; signal?: AbortSignal }): Promise<AccountName>
}

/**
 * Returns the functions to register a name for the current account. The first call loads their
 * code.
 */
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
