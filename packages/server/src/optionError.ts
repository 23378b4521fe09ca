/** An option is missing, unknown or malformed; the message names it. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}
