import { expect } from 'vitest'

/** Expects the headers of every response of an HTTPS origin, and the absence of forbidden ones. */
export const expectSharedHeaders = ({ headers }: Response): void => {
  expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  expect(headers.get('origin-agent-cluster')).toBe('?1')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000')
  expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*usb=\(\)/)
  for (const absent of ['x-frame-options', 'set-cookie', 'server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(headers.get(absent)).toBeNull()
  }
}
