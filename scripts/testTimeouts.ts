/**
 * How long a test waits, in milliseconds, for vitest's configurations. Guards against hanging and nothing else: machines
 * differ and are shared, so no test says by these how fast something is.
 */
export const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } } as const
