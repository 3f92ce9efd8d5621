/** No `form-action`: browsers apply it to redirects too, and these pages redirect to apps. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns the headers of a local provider's page. `isSevered`: browsers cut the window off from its opener. */
export const pageHeaders = (isSevered: boolean): Record<string, string> => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  ...(isSevered ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
})
