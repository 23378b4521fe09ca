/** The path of a Chromium, if there is one. @throws when `CHROMIUM_PATH` names no program */
export function findChromium(): Promise<string | undefined>
