import type { KitError } from '../../../core/KitError.ts'
import { defineMemory } from '../../modal/memory.ts'
import type { Memory } from '../../modal/memory.ts'

/** The typed name, and the error with which the last registration ended. */
export type NameDraft = { text: string; failure?: { name: string; error: KitError } }

/** The draft of the open modal. */
export const nameDraft: Memory<NameDraft> = defineMemory<NameDraft>({ text: '' })
