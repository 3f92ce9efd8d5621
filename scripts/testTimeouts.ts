/**
 * How long a test waits, in milliseconds, for vitest's configurations. Only guards against hanging: machines differ and are shared, so no
 * test uses these to measure speed.
 */
export const testTimeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } } as const
