import type { KitError } from '../../../core/errors/KitError.ts'
import { defineMemory } from '../../router/memory.ts'
import type { Memory } from '../../router/memory.ts'

/** The typed name, and the error of the last registration. */
export type NameDraft = { text: string; failure?: { name: string; error: KitError } }

/** The draft. It is stored until the modal closes. */
export const nameDraft: Memory<NameDraft> = defineMemory<NameDraft>({ text: '' })
