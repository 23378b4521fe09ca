/** Runs a program to its end, or until `signal` fires; see run.mjs. */
export function run(
  command: string,
  args: readonly string[],
  options?: { cwd?: string; env?: Record<string, string>; capture?: boolean; signal?: AbortSignal },
): Promise<{ code: number; output: string; ms: number }>
