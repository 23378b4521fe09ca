/** Thrown if an option is missing, unknown or invalid. The message names the option. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}
