/** The path of an installed Chromium, if any. @throws when `CHROMIUM_PATH` names no program */
export function findChromium(): Promise<string | undefined>

/**
 * The path of a Chromium with profiles and private windows, if any: not the headless shell. @throws
 * when `CHROMIUM_PATH` names no program
 */
export function findFullChromium(): Promise<string | undefined>
