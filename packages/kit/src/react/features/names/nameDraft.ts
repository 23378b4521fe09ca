import type { KitError } from '../../../core/errors/KitError.ts'
import { defineMemory } from '../../modal/memory.ts'
import type { Memory } from '../../modal/memory.ts'

/** The typed name, and the error of the last registration. */
export type NameDraft = { text: string; failure?: { name: string; error: KitError } }

/** The draft, stored while the modal is open. */
export const nameDraft: Memory<NameDraft> = defineMemory<NameDraft>({ text: '' })
