/** No `form-action`: browsers hold it against every address that an answer leads to, and these pages lead back to applications. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every page of a local provider. `isSevered`: browsers cut the window off from the page that opened it. */
export const pageHeaders = (isSevered: boolean): Record<string, string> => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  ...(isSevered ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
})
