import * as z from 'zod/mini'

/** A page that a browser opens in a window: https, or http on this machine for the local stack. */
export const pageUrl = z
  .string()
  .check(z.maxLength(4096), z.regex(/^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\//))
