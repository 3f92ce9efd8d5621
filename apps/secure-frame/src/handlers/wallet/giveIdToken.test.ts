import { encodeBase64url } from '@latchkey/api-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asPage } from '../../boundary/Page.ts'
import { createSurface } from '../../views/Surface.ts'
import type { HandlerDeps } from '../HandlerDeps.ts'
import { giveIdToken } from './giveIdToken.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const page = asPage('https://shop.example', 'demo', 5)
const minuteMs = 60_000

/** A user who takes `minutes` for each approval, and whose email the service returns from `emails` in turn. `expiresAt` is by its clock. */
const setUp = (minutes: readonly number[], emails: readonly string[], expiresAt = 4_000_000_000) => {
  const shown: string[] = []
  const agreed: unknown[] = []
  let issuedCount = 0
  const tokenOf = (email: string | undefined, count: number) => {
    const claims = encodeBase64url(new TextEncoder().encode(JSON.stringify({ email, count })))
    return `header.${claims}.signature`
  }
  const deps = {
    session: {
      caller: async () => ({ origin: page.origin, projectId: 'demo', userId: 'ada' }),
      letsKnow: async () => false,
      letKnow: async (_: unknown, scopes: unknown) => void agreed.push(scopes),
      chainOf: async () => 'eip155:1',
      call: async () => ({ idToken: tokenOf(emails[issuedCount], issuedCount++), expiresAt }),
    },
    approvals: {
      ask: async ({ params }: { params: { idToken: string } }) => {
        vi.setSystemTime(Date.now() + (minutes[shown.length] ?? 0) * minuteMs)
        shown.push(params.idToken)
      },
    },
    surface: createSurface(),
  } as unknown as HandlerDeps
  const give = () =>
    giveIdToken(deps)(
      { scopes: ['email'], isShown: true },
      { id: 'token', context: page, signal: new AbortController().signal },
    )
  return { give, shown, agreed, tokenOf }
}

test('giveIdToken gives the token that the user saw, whatever the device’s clock says', async () => {
  const { give, shown, agreed } = setUp([1], ['ada@example.com'], 1)
  const { idToken } = await give()
  expect(shown).toEqual([idToken])
  expect(agreed).toEqual([['email']])
})

test('giveIdToken gives a new token for one that was looked at for long, with the same claims', async () => {
  const { give, shown, tokenOf } = setUp([6], ['ada@example.com', 'ada@example.com'])
  expect((await give()).idToken).toBe(tokenOf('ada@example.com', 1))
  expect(shown).toEqual([tokenOf('ada@example.com', 0)])
})

test('giveIdToken asks again when the claims have changed meanwhile', async () => {
  const { give, shown, agreed } = setUp([6, 1], ['ada@example.com', 'grace@example.com'])
  const { idToken } = await give()
  expect(shown).toHaveLength(2)
  expect(shown[1]).toBe(idToken)
  expect(agreed).toHaveLength(1)
})
