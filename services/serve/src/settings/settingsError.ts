/**
 * The file of settings is invalid. Each problem is a sentence that begins with the path of the
 * setting, and contains no secret.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}
