/**
 * The options with which Playwright starts the machine's Chromium, by the rules of a browser as
 * people have it. `args`: further arguments
 */
export function launchOptions(more?: {
  executablePath?: string | undefined
  args?: readonly string[]
}): Promise<{ executablePath: string | undefined; ignoreDefaultArgs: string[]; args: string[] }>
