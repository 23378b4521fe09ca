import { causesIn, causesOf } from '../causesOf.ts'
import { DiskFullError, FolderLostError, UnusableFolderError } from './database.ts'

/**
 * A store's failure, as the log describes it. Errors about its folder have a sentence for the
 * operator; the messages of others may contain rows.
 */
export function failureOf(error: unknown): string {
  for (const one of causesIn(error)) {
    if (
      one instanceof UnusableFolderError ||
      one instanceof DiskFullError ||
      one instanceof FolderLostError
    )
      return `${one.name}: ${one.message}`
  }
  return causesOf(error)
}
