import type { describeError as byRow } from './describeError.ts'

/**
 * What a bundle built with the condition `error-names` has in the place of `describeError`: one whose errors leave by
 * name alone, and get their number and words from the catalogue where they arrive. It so carries no row of it.
 */
export const describeError: typeof byRow = (name) => ({ code: -32603, message: name })
