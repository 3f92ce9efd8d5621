import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { requireIdToken as forExpress } from './express.ts'
import { requireIdToken as forHono, type LatchkeyVariables } from './hono.ts'
import { createIssuer } from './issuer.fixture.ts'

/** Both respond the same: returns the result of a call with this header. */
const frameworks: [string, (verifier: Parameters<typeof forHono>[0], authorization?: string) => Promise<unknown>][] = [
  [
    'Hono',
    async (verifier, authorization) => {
      const app = new Hono<{ Variables: LatchkeyVariables }>()
      app.use(forHono(verifier))
      app.get('/', (context) => context.json({ subject: context.get('idToken').subject }))
      const response = await app.request('/', authorization === undefined ? {} : { headers: { authorization } })
      return [response.status, await response.json()]
    },
  ],
  [
    'Express',
    (verifier, authorization) =>
      new Promise((resolve, reject) => {
        const response = {
          locals: {} as Record<string, { subject: string }>,
          status: (code: number) => ({ json: (body: unknown) => resolve([code, body]) }),
        }
        const next = (error?: unknown) =>
          error === undefined ? resolve([200, { subject: response.locals.idToken?.subject }]) : reject(error)
        void forExpress(verifier)({ headers: { authorization } }, response, next)
      }),
  ],
]

describe.each(frameworks)('%s', (_, call) => {
  test('lets calls with a token pass, and says why others don’t', async () => {
    const { sign, verifier, advance } = await createIssuer()
    const own = verifier()
    const token = await sign()
    expect(await call(own, `Bearer ${token}`)).toEqual([200, { subject: 'subject' }])
    const failure = (name: string) => [401, { error: { name, message: expect.any(String) } }]
    for (const none of [undefined, '', token, `Basic ${token}`, 'Bearer '])
      expect(await call(own, none)).toEqual(failure('TOKEN_MISSING'))
    expect(await call(own, 'Bearer a.b.c')).toEqual(failure('TOKEN_INVALID'))
    advance(700)
    expect(await call(own, `Bearer ${token}`)).toEqual(failure('TOKEN_EXPIRED'))
  })

  test('tells a service that is away from a token that is wrong', async () => {
    const { sign, verifier, serve } = await createIssuer()
    serve(new Response(null, { status: 503 }))
    expect(await call(verifier(), `Bearer ${await sign()}`)).toMatchObject([
      503,
      { error: { name: 'KEYS_UNREACHABLE' } },
    ])
  })
})
