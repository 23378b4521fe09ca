/**
 * The options with which Playwright starts the machine's Chromium, with the limits of an ordinary
 * user's browser. `args`: further arguments
 */
export function launchOptions(more?: {
  executablePath?: string | undefined
  args?: readonly string[]
}): Promise<{ executablePath: string | undefined; ignoreDefaultArgs: string[]; args: string[] }>
