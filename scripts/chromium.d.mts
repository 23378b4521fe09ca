/** The path of an installed Chromium, if any. @throws when `CHROMIUM_PATH` names no program */
export function findChromium(): Promise<string | undefined>
