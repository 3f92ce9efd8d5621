import { expect, test } from 'vitest'
import { takeLinkToken } from './takeLinkToken.ts'

const token = 'A-_z'.repeat(10).concat('123')
const windowAt = (hash: string) => {
  const replaced: unknown[] = []
  const history = { replaceState: (...args: unknown[]) => void replaced.push(args) }
  const location = { hash, pathname: '/device-link' }
  return { window: { location, history } as unknown as Window, replaced }
}

test('a token is taken out of the address', () => {
  const { window, replaced } = windowAt(`#${token}`)
  expect(takeLinkToken(window)).toBe(token)
  expect(replaced).toEqual([[null, '', '/device-link']])
})

test.each(['', '#', '#short', `#${token}x`, `#${token.slice(1)}%`])('%j carries none, and is taken out too', (hash) => {
  const { window, replaced } = windowAt(hash)
  expect(takeLinkToken(window)).toBeNull()
  expect(replaced).toHaveLength(1)
})
