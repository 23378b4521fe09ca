/** The path of an installed Chromium, if any. @throws when `CHROMIUM_PATH` names no program */
export function findChromium(): Promise<string | undefined>

/**
 * The path of a Chromium with profiles and private windows, which the headless shell lacks;
 * undefined if there is none. @throws when `CHROMIUM_PATH` names no program
 */
export function findFullChromium(): Promise<string | undefined>
