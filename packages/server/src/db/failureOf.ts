import { causesIn, causesOf } from '../causesOf.ts'
import { DiskFullError, FolderLostError, UnusableFolderError } from './database.ts'

/**
 * Describes a store's failure for the log. An error about its folder has a sentence for the
 * operator. Other errors are logged without their message, because it may contain rows.
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
